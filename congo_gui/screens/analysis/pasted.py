"""Pasting into an analysis: a position, moves, or a whole game. No pygame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from congo_gui.play.game_file import playable
from congo_gui.screens.analysis import texts
from engine.record.parse import RecordError, parse_games, parse_line, split_games
from engine.record.record import GameNode, GameRecord, GameTree, RecordedMove
from engine.rules import parse_position
from engine.rules.errors import GameError
from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Position

_NUMBER = re.compile(r"(?P<number>\d{1,5})(?P<dots>\.+)")
_MOVES = re.compile(r"\d{1,5}\.|[a-z]\d")
"""The beginning of moves: a number or a square."""
_BOARD = re.compile(r"[\w,-]*(?:/[\w,-]*)+(?!\S)|startpos")
"""The beginning of a position."""
_DOTS = re.compile(r"(?<!\S)(\d{1,5})…")
"""A move number in the form before a move of the second side."""
_TAG = re.compile(r'\[\s*\w+\s+"')
_GAME_TAG = re.compile(r"^[^\S\n]*\[\s*Game\s", re.MULTILINE)


def is_moves_or_game(text: str) -> bool:
    """Return whether a text begins like moves or a game, and not like a position."""
    text = text.strip()
    return bool(_TAG.match(text) or (_MOVES.match(text) and not _BOARD.match(text)))


@dataclass(frozen=True)
class PastedLine:
    """Moves, and the node of the tree after which they are played."""

    start: GameNode
    moves: tuple[RecordedMove, ...]


@dataclass(frozen=True)
class PastedGame:
    """A game, and the texts of all games that were pasted; it is number `index` of them, from 0."""

    record: GameRecord
    games: tuple[str, ...]
    index: int = 0

    def has_neighbour(self, step: int) -> bool:
        """Return whether there is a game that many games further."""
        return 0 <= self.index + step < len(self.games)

    def neighbour(self, step: int) -> PastedGame:
        """Return the game that many games further.

        Raises:
            UserError: it cannot be read, or is of another kind.
        """
        at = self.index + step
        return PastedGame(_parse_game(self.games[at], self.record.rules), self.games, at)


def parse_pasted(text: str, tree: GameTree, node: GameNode) -> Position | PastedLine | PastedGame:
    """Parse a text that is pasted while `node` of a tree is on the board.

    Raises:
        UserError: it is none of these, or does not fit; the message is for the user.
    """
    text = text.strip()
    if _TAG.match(text):
        games = tuple(part for _, part in split_games(text))
        return PastedGame(_parse_game(games[0], tree.rules), games)
    if _BOARD.match(text):
        return parse_position(tree.rules, text)
    return _parse_line(_DOTS.sub(r"\1...", text), tree, node)


def _parse_game(text: str, rules: Rules) -> GameRecord:
    """Return the game of a text; without a game tag it has the rules of the analysis.

    Raises:
        UserError: the text is not a game of these rules.
    """
    if not _GAME_TAG.search(text):
        text = f'[Game "{rules.name}"] {text}'
    record = parse_games(text)[0]
    if record.rules is not rules:
        raise GameError(texts.other_game(record.rules.facts.title, rules.facts.title))
    return playable(record)


def _parse_line(text: str, tree: GameTree, node: GameNode) -> PastedLine:
    """Return moves with the most likely node after which they are legal."""
    problem = ""
    for start in dict.fromkeys(_starts(text, tree, node)):
        try:
            moves = parse_line(tree.rules, start.position, text)
        except RecordError as error:
            problem = problem or error.reason
        else:
            if moves:
                return PastedLine(start, moves)
    if problem and _MOVES.match(text):
        raise GameError(texts.moves_do_not_fit(problem))
    raise GameError(texts.nothing_pasted(tree.rules.facts.title))


def _starts(text: str, tree: GameTree, node: GameNode) -> Iterator[GameNode]:
    """Yield the nodes that moves may follow: by their number, the current one, and the start."""
    found = _NUMBER.match(text)
    if found is not None:
        side = SECOND if len(found["dots"]) > 1 else FIRST
        for candidate in (tree.root, *node.line, *node.onward()):
            if candidate.position.side == side and tree.move_number(candidate) == int(found["number"]):
                yield candidate
    yield node
    yield tree.root
