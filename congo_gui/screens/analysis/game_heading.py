"""The heading of an analysed game: players, result, opening, and its number in the file. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from congo_gui.play.file_players import player_title
from congo_gui.play.wording import reason_shown, result_reason
from congo_gui.screens.analysis import texts
from engine.book.opening_names import opening_of
from engine.record.record import GameRecord, GameResult, GameTree
from engine.rules.rules import Rules
from engine.rules.values import Outcome
from engine.rules.words import sentence

UNKNOWN = "?"
"""The name in files of an unknown player."""


@dataclass(frozen=True)
class GameHeading:
    """A game as it was opened: game `number` of `count` in its file, 0 without a file."""

    record: GameRecord
    number: int = 0
    count: int = 0

    def title(self, tree: GameTree) -> str:
        """Return players, result, opening of a tree's main line, and place, as far as they are known."""
        names = [player_title(name) for name in self.record.players]
        players = "" if set(names) == {UNKNOWN} else texts.players(names[0], names[1])
        result = "" if self.record.result is GameResult.NONE else self.record.result.value
        moves = (node.move for node in tree.root.onward() if node.move is not None)
        opening = opening_of(tree.rules, tree.root.position, moves)
        place = texts.game_of(self.number, self.count) if self.count > 1 else ""
        return " · ".join(part for part in (players, result, opening, place) if part)

    def ending(self, tree: GameTree) -> str:
        """Return the result at the end of a tree's main line, and the reason; empty without a result."""
        nodes, rules = tree.main, tree.rules
        outcome = tree.game_at(nodes[-1] if nodes else tree.root).outcome
        if outcome is not None:
            return _ending(rules, outcome)
        if self.record.result is GameResult.NONE:
            return ""
        if [node.move for node in nodes] != [move.move for move in self.record.moves]:
            return ""
        ended = self.record.replay().outcome
        if ended is not None:
            return _ending(rules, ended)
        reason = reason_shown(rules, self.record.reason)
        return _joined(self.record.result, sentence(reason) if reason else "")


def _ending(rules: Rules, outcome: Outcome) -> str:
    drawn = sentence(outcome.reason.shown)
    return _joined(GameResult.of(outcome), drawn if outcome.winner is None else result_reason(rules, outcome))


def _joined(result: GameResult, reason: str) -> str:
    return f"{result.value} {reason}".strip()
