"""The moves of a position in the opening book or the tablebase. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from congo_gui.play.wording import percent, side_name
from congo_gui.screens.analysis import texts
from congo_gui.screens.shared.position_thread import PositionThread
from engine.book import opening_book
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.tablebase.tablebase import TablebaseValue, tablebase_of


class Tone(Enum):
    """The result of a move, which determines its colour."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BOOK = "book"


@dataclass(frozen=True)
class KnownMove:
    """A move and what is known about it, as text."""

    move: Move
    text: str
    tone: Tone


@dataclass(frozen=True)
class KnownMoves:
    """The known moves of a position, best first, and where they are from."""

    caption: str = ""
    moves: tuple[KnownMove, ...] = ()


NOTHING = KnownMoves()


def book_moves(rules: Rules, position: Position) -> KnownMoves:
    """Return the moves of the opening book with their shares."""
    found = opening_book.shared(rules.name).moves(rules, position)
    total = sum(weight for _, weight in found)
    moves = tuple(KnownMove(move, percent(weight / total), Tone.BOOK) for move, weight in found)
    return KnownMoves(texts.BOOK_CAPTION, moves) if moves else NOTHING


def table_moves(rules: Rules, position: Position) -> KnownMoves:
    """Return all moves with their results according to the tablebase."""
    tablebase = tablebase_of(rules)
    if tablebase is None or rules.outcome(position) is not None:
        return NOTHING
    ranked = tablebase.ranked_moves(rules, position)
    moves = tuple(KnownMove(move, _text(value), _tone(value)) for move, value in ranked)
    return KnownMoves(texts.tablebase_caption(side_name(rules, position.side)), moves) if moves else NOTHING


def _text(value: TablebaseValue) -> str:
    if not value.plies:
        return texts.DRAWS
    return (texts.wins_in if value.wins else texts.loses_in)(value.moves)


def _tone(value: TablebaseValue) -> Tone:
    return Tone.DRAW if not value.plies else Tone.WIN if value.wins else Tone.LOSS


class KnownMovesThread(PositionThread[KnownMoves]):
    """Reads the book at once, and the tablebase on a thread."""

    def __init__(self, rules: Rules, wake: Callable[[], None]) -> None:
        super().__init__(rules, wake, table_moves, lambda error: KnownMoves(texts.tablebase_failed(error)))
        self._book: tuple[Position, KnownMoves] | None = None
        self._has_tables = tablebase_of(rules) is not None

    def of(self, position: Position) -> KnownMoves:
        """Return the known moves of a position, none while they are looked up."""
        if self._book is None or self._book[0] != position:
            self._book = position, book_moves(self._rules, position)
        if self._book[1].moves or not self._has_tables:
            return self._book[1]
        return super().of(position) or NOTHING
