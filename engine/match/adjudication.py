"""Adjudication: ending a game of an event early by the tablebase, or when both players' scores agree."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.game import Game
from engine.match import texts
from engine.rules.rules import Rules
from engine.search.limits import SearchInfo
from engine.system.errors import UserError
from engine.tablebase.tablebase import has_tablebase, tablebase_of

BOOK = "book"


@dataclass(frozen=True)
class ScoreRule:
    """A rule about scores that hold for `moves` moves of each side in a row.

    For a win both players give the same side `cp` centipawns or more, for a draw neither side more. It
    applies from the move number `first_move` on; a move of each side counts as one.
    """

    cp: int
    moves: int
    first_move: int = 1


@dataclass(frozen=True)
class Adjudication:
    """The rules by which games of an event are adjudicated; by default none."""

    tablebase: bool = False
    win: ScoreRule | None = None
    draw: ScoreRule | None = None

    def __str__(self) -> str:
        """Return the tag in files, empty if games are played to their end."""
        parts = ["tablebase"] if self.tablebase else []
        parts += [f"win {self.win.cp} {self.win.moves}"] if self.win else []
        parts += [f"draw {self.draw.cp} {self.draw.moves} {self.draw.first_move}"] if self.draw else []
        return ", ".join(parts)

    def require_possible(self, rules: Rules) -> None:
        """Check that the game has a tablebase if games may end by one.

        Raises:
            UserError: it has none.
        """
        if self.tablebase and not has_tablebase(rules):
            raise UserError(texts.no_tablebase(rules.facts.title))


PLAYED_OUT = Adjudication()


@dataclass(frozen=True)
class AdjudicatedResult:
    """The result of an adjudicated game: the winner's side, None for a draw, and the reason."""

    winner: int | None
    reason: str


class Adjudicator:
    """Watches one game; `add` is called after each move."""

    def __init__(self, adjudication: Adjudication) -> None:
        self._rules = adjudication
        self._leader: int | None = None
        self._winning_plies = self._drawn_plies = 0
        """Consecutive plies whose scores met the rule for a win, or for a draw."""

    def add(self, game: Game, side: int, info: SearchInfo | None) -> AdjudicatedResult | None:
        """Count the score that `side` gave with its move; return how the game ends, None if it goes on."""
        if game.outcome is not None:
            return None
        self._count(side, None if info is None or info.source == BOOK else info.score.cp)
        return self._by_tablebase(game) or self._by_scores(game)

    def _count(self, side: int, cp: int | None) -> None:
        win, draw = self._rules.win, self._rules.draw
        is_drawn = cp is not None and draw is not None and abs(cp) <= draw.cp
        self._drawn_plies = self._drawn_plies + 1 if is_drawn else 0
        leader = None
        if cp is not None and win is not None and abs(cp) >= win.cp:
            leader = side if cp > 0 else 1 - side
        self._winning_plies = (
            0 if leader is None else self._winning_plies + 1 if leader == self._leader else 1
        )
        self._leader = leader

    def _by_scores(self, game: Game) -> AdjudicatedResult | None:
        win, draw = self._rules.win, self._rules.draw
        if (
            win is not None
            and self._leader is not None
            and self._winning_plies >= 2 * win.moves
            and game.cursor >= 2 * (win.first_move - 1)
        ):
            return AdjudicatedResult(self._leader, texts.ADJUDICATED_SCORES)
        if (
            draw is not None
            and self._drawn_plies >= 2 * draw.moves
            and game.cursor >= 2 * (draw.first_move - 1)
        ):
            return AdjudicatedResult(None, texts.ADJUDICATED_SCORES)
        return None

    def _by_tablebase(self, game: Game) -> AdjudicatedResult | None:
        tablebase = tablebase_of(game.rules) if self._rules.tablebase else None
        value = tablebase.probe(game.rules, game.position) if tablebase is not None else None
        limit = game.rules.facts.progress_limit
        if value is None or (limit and game.progress_clock + value.plies > limit):
            return (
                None  # not known, or perhaps a draw by the progress limit, which the tablebase does not know
            )
        mover = game.position.side
        winner = mover if value.wins else 1 - mover if value.loses else None
        return AdjudicatedResult(winner, texts.ADJUDICATED_TABLEBASE)
