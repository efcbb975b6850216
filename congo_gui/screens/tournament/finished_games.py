"""Descriptions of a tournament's finished games: result, reason, and failures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from congo_gui.play.wording import move_count, reason_shown
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.small_board import DRAWN, LOST, WON
from congo_gui.widgets.list_view import ListRow
from engine.players.parse import shown_name
from engine.record.parse import main_moves
from engine.rules.rules import Rules
from engine.rules.words import sentence

if TYPE_CHECKING:
    from engine.match.pairing import FinishedGame


@dataclass(frozen=True)
class EndedGame:
    """A finished game: its moves, each side's points (empty if it failed), and the reason for its end."""

    moves: tuple[str, ...]
    points: tuple[str, str]
    reason: str


def points(game: FinishedGame) -> tuple[str, str]:
    """Return the points of the first and the second side in a game."""
    if game.winner is None:
        return DRAWN, DRAWN
    return (WON, LOST) if game.winner == game.players[game.number % 2] else (LOST, WON)


class FinishedGameTexts:
    """Describes games of these players; `players` is their command-line form, `names` their names."""

    def __init__(self, rules: Rules, players: Sequence[str], names: Sequence[str]) -> None:
        self._rules, self._players, self._names = rules, players, names

    def row(self, game: FinishedGame) -> ListRow:
        """Return the row of a game in a list."""
        one, other = (self._names[player] for player in game.players)
        first, second = (other, one) if game.number % 2 else (one, other)
        if game.not_played:
            return ListRow(f"{first} – {second}", texts.NOT_PLAYED)
        result = " – ".join(points(game))
        return ListRow(
            f"{first} – {second}   {result}", texts.how_it_ended(self._why(game), move_count(game.plies))
        )

    def end(self, game: FinishedGame) -> EndedGame:
        """Return a game with its moves."""
        moves = tuple(main_moves(game.text))
        if game.not_played:
            return EndedGame(moves, ("", ""), texts.NOT_PLAYED)
        return EndedGame(moves, points(game), sentence(self._why(game)))

    def _why(self, game: FinishedGame) -> str:
        return self._failure_text(game) or reason_shown(self._rules, game.reason)

    def _failure_text(self, game: FinishedGame) -> str:
        """Return which player failed in a game and how, empty if none did."""
        from engine.match.failures import failure_of, loser_of

        failure, loser = failure_of(game), loser_of(game)
        if failure is None or loser is None:
            return ""
        written = shown_name(self._players[loser])
        detail = game.reason.removeprefix(f"{written}: ") if game.fault else ""
        return texts.how_it_failed(self._names[loser], failure.value, detail)
