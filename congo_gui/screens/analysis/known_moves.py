"""The known moves of a position: from the tablebase, the opening explorer or the opening book. No pygame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from congo_gui.play.wording import percent, score_text, short_score, side_name
from congo_gui.screens.analysis import texts
from congo_gui.screens.shared.position_thread import PositionThread
from engine.book import opening_book
from engine.learn.explorer import ExploredMove, Explorer, explorer_of
from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Move, Position
from engine.system.errors import UserError
from engine.system.threads import start_or_run
from engine.tablebase.tablebase import TablebaseValue, has_tablebase, tablebase_of


class KnownMoveTone(Enum):
    """The result of a move, or where it is from; determines its colour."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BOOK = "book"
    PLAYED = "played"


@dataclass(frozen=True)
class ResultShares:
    """How the games with a move ended: the shares (0 to 1) of the sides' wins and of draws."""

    first: float
    drawn: float
    second: float


@dataclass(frozen=True)
class KnownMove:
    """A move and what is known about it, as text; `words` is all of it as a sentence.

    A move that was played in games has `results` and a `sample` game: its number in the explorer, or its
    identity in the player's library.
    """

    move: Move
    text: str
    tone: KnownMoveTone
    words: str = ""
    results: ResultShares | None = None
    score: str = ""
    sample: int | str | None = None


@dataclass(frozen=True)
class KnownMoves:
    """The known moves of a position, best or most frequent first, and where they are from.

    `tip` explains them. `own` is True if they are from the player's own games, False if from the engine's,
    None if there is no such choice.
    """

    caption: str = ""
    moves: tuple[KnownMove, ...] = ()
    tip: str = ""
    own: bool | None = None
    longest: int = 0
    """The plies of the longest win or loss according to the tablebase."""

    @property
    def is_table(self) -> bool:
        """True if each move has a row of its own, with its results."""
        return any(move.results is not None for move in self.moves)


NOTHING = KnownMoves()


def book_moves(rules: Rules, position: Position) -> KnownMoves:
    """Return the moves of the opening book with their shares."""
    shares = _book_shares(rules, position)
    moves = tuple(KnownMove(move, percent(share), KnownMoveTone.BOOK) for move, share in shares.items())
    return KnownMoves(texts.BOOK_CAPTION, moves, own=False) if moves else NOTHING


def _book_shares(rules: Rules, position: Position) -> dict[Move, float]:
    found = opening_book.shared(rules.name).moves(rules, position)
    total = sum(weight for _, weight in found)
    return {move: weight / total for move, weight in found}


def explored_moves(explorer: Explorer, rules: Rules, position: Position) -> KnownMoves:
    """Return the moves that the engine played against itself, the most frequent first."""
    found = explorer.position(rules, position)
    if found is None:
        return NOTHING
    legal = {move.text: move for move in rules.legal_moves(position)}
    book = _book_shares(rules, position)
    moves = [_explored(rules, position, legal[explored.move], explored, book) for explored in found.moves]
    played = {known.move for known in moves}
    for move, share in book.items():
        if move not in played:
            shown = percent(share)
            moves.append(
                KnownMove(move, texts.NEVER, KnownMoveTone.BOOK, texts.only_in_book(move.text, shown))
            )
    sides = side_name(rules, FIRST), side_name(rules, SECOND)
    tip = texts.explorer_tip(*sides, found.nodes)
    return KnownMoves(texts.engine_games(found.games), tuple(moves), tip, own=False)


def _explored(
    rules: Rules, position: Position, move: Move, each: ExploredMove, book: dict[Move, float]
) -> KnownMove:
    side = position.side
    first, second = (each.wins, each.losses) if side == FIRST else (each.losses, each.wins)
    shares = ResultShares(*(count / max(1, each.games) for count in (first, each.draws, second)))
    played = texts.played_move(
        move.text,
        each.games,
        (side_name(rules, FIRST), percent(shares.first)),
        percent(shares.drawn),
        (side_name(rules, SECOND), percent(shares.second)),
    )
    in_book = percent(book[move]) if move in book else ""
    words = texts.explored_move(played, score_text(rules, each.score, side), in_book)
    tone = KnownMoveTone.BOOK if move in book else KnownMoveTone.PLAYED
    return KnownMove(move, f"{each.games:,}", tone, words, shares, short_score(each.score, side), each.sample)


def tablebase_moves(rules: Rules, position: Position) -> KnownMoves:
    """Return all moves with their results according to the tablebase."""
    tablebase = tablebase_of(rules)
    if tablebase is None or rules.outcome(position) is not None:
        return NOTHING
    ranked = tablebase.ranked_moves(rules, position)
    moves = tuple(KnownMove(move, _text(value), _tone(value)) for move, value in ranked)
    if not moves:
        return NOTHING
    caption = texts.tablebase_caption(side_name(rules, position.side))
    longest = max(value.plies for _, value in ranked)
    return KnownMoves(caption, moves, texts.TABLEBASE_TIP, longest=longest)


def _text(value: TablebaseValue) -> str:
    if not value.plies:
        return texts.DRAWS
    return (texts.wins_in if value.wins else texts.loses_in)(value.moves)


def _tone(value: TablebaseValue) -> KnownMoveTone:
    return KnownMoveTone.DRAW if not value.plies else KnownMoveTone.WIN if value.wins else KnownMoveTone.LOSS


class KnownMovesThread(PositionThread[KnownMoves]):
    """Reads the book and the explorer at once, and the tablebase on a thread.

    The explorer's file is loaded on another thread; until then only the book is used.
    """

    def __init__(self, rules: Rules, wake: Callable[[], None]) -> None:
        super().__init__(
            rules, wake, tablebase_moves, lambda error: KnownMoves(texts.tablebase_failed(error))
        )
        self.explorer: Explorer | None = None
        self._problem = ""
        self._found: tuple[Position, tuple[Explorer | None, str], KnownMoves] | None = None
        self._has_tablebase = has_tablebase(rules)
        start_or_run(threading.Thread(target=self._load, name="explorer", daemon=True))

    def _load(self) -> None:
        try:
            self.explorer = explorer_of(self._rules.name)
        except UserError as error:
            self._problem = str(error)
        self._wake()

    def of(self, position: Position) -> KnownMoves:
        """Return the known moves of a position, none while the tablebase is being read."""
        loaded = self.explorer, self._problem
        if self._found is None or self._found[:2] != (position, loaded):
            self._found = position, loaded, self._without_tablebase(*loaded, position)
        known = self._found[2]
        if not known.moves and self._has_tablebase:
            looked_up = super().of(position)
            if looked_up is None:
                return NOTHING
            known = looked_up
        if known == NOTHING and self.explorer is not None and self._rules.outcome(position) is None:
            return KnownMoves(texts.NO_GAMES, tip=texts.NO_ENGINE_GAMES, own=False)
        return known

    def _without_tablebase(self, explorer: Explorer | None, problem: str, position: Position) -> KnownMoves:
        known = NOTHING if explorer is None else explored_moves(explorer, self._rules, position)
        if known.moves:
            return known
        known = book_moves(self._rules, position)
        if problem and known.moves:
            return replace(known, caption=texts.book_alone(problem))
        return known
