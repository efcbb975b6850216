"""Minichess's program interface: a board as a dictionary in, White's move out.

``studentAgent({("d", 0): ("King", "White"), …})`` returns ``(("c", 0), ("c", 3))``. White is always to move.
A whole game gets 20 seconds by the clock on the wall, however long it is and however busy the machine, so
that it stays well within half a minute: each move gets a part of what is left. If nothing is compiled yet,
the first call takes longer (``python -m engine.players.warmup minichess`` does that beforehand).

Nobody says when a game begins. It is certain if there are more pieces than before, or if the start board
cannot be Black's answer to our last move. If it can, both sides having gone out and back again, it may be
either; then it is taken to be the same game, for another one is only played somewhat faster for that.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache

from engine import rules
from engine.game.game import History
from engine.rules import fen
from engine.rules.values import Position
from engine.search.limits import Limits
from engine.search.searcher import Searcher
from engine.system.errors import UserError

GAME_S = 20.0
MAX_MOVE_S, MIN_MOVE_S = 0.3, 0.01
"""The most and the fewest seconds for a move."""
MOVES_TO_GO = 40
"""Among so many moves the time that is left is shared out."""
HASH_MIB = 16
ROWS = 7
COLUMNS = "abcdefg"
COLOURS = ("White", "Black")
MAX_PROGRESS_CLOCK = 40
"""The progress clock stops here: too high a count would be taken for a draw."""

Cell = tuple[str, int]
Board = Mapping[Cell, tuple[str, str]]
AgentMove = tuple[Cell, Cell]


class _Memory:
    """What the board does not tell, as far as we were asked: the progress clock, and the time used up."""

    def __init__(self) -> None:
        self._pieces = 0
        self._clock = 0
        self._used = 0.0
        self._left: Position | None = None

    def seconds(self) -> float:
        """Return how long the next move may take."""
        left = GAME_S - self._used
        return max(MIN_MOVE_S, min(MAX_MOVE_S, left / MOVES_TO_GO))

    def use(self, seconds: float) -> None:
        """Note that a move has taken so long."""
        self._used += seconds

    def leave(self, position: Position | None) -> None:
        """Note the position after our move, None if we had none."""
        self._left = position

    def begins(self, board: Board) -> bool:
        """Return whether this is another game, and then forget the last: pieces never come back."""
        if len(board) <= self._pieces and (board != start_board() or self._may_follow(board)):
            return False
        self._pieces, self._used, self._left = 0, 0.0, None
        return True

    def _may_follow(self, board: Board) -> bool:
        """Return whether Black's answer to our last move can lead to this board."""
        if self._left is None:
            return False
        game, left = rules.get("minichess"), self._left
        return any(board_of(game.play(left, move)) == board for move in game.legal_moves(left))

    def progress_clock(self, board: Board) -> int:
        """Return the plies without a capture, if this is the board after our last move and the answer."""
        self._clock = min(self._clock + 2, MAX_PROGRESS_CLOCK) if len(board) == self._pieces else 0
        self._pieces = len(board)
        return self._clock


_memory = _Memory()


@cache
def _searcher() -> Searcher:
    return Searcher(rules.get("minichess"), HASH_MIB)


def studentAgent(gameboard: Board) -> AgentMove:  # noqa: N802  # the name that its callers know
    """Return White's move on a board: the squares that it leaves and reaches, each a column and a row.

    Raises `UserError` for a board that is none, or on which White has no move.
    """
    searcher = _searcher()
    board = board_of(position_of(gameboard))  # written as we write it, so that boards can be compared
    if _memory.begins(board):
        searcher.clear()
    position = position_of(board, _memory.progress_clock(board))
    searcher.allow()
    begin = time.monotonic()
    info = searcher.search(position, History(), thinking(_memory.seconds()))
    _memory.use(time.monotonic() - begin)
    _memory.leave(rules.get("minichess").play(position, info.pv[0]) if info else None)
    if info is None:
        raise UserError("White has no move on this board: the game is over")
    text = info.pv[0].text
    return (text[0], int(text[1])), (text[2], int(text[3]))


def thinking(seconds: float) -> Limits:
    """Return the limits of a search that may take so long."""
    return Limits(movetime=round(1000 * seconds))


@cache
def start_board() -> Board:
    """Return the board at the start of a game."""
    return board_of(rules.get("minichess").start())


def board_of(position: Position) -> dict[Cell, tuple[str, str]]:
    """Return a position as the dictionary that the interface takes."""
    game = rules.get("minichess")
    found = {}
    for square, piece in game.notation.pieces(position).items():
        name = game.notation.square_name(position, square)
        found[name[0], int(name[1])] = (game.facts.kind_names[piece.kind].title(), COLOURS[piece.side])
    return found


def position_of(gameboard: Board, quiet: int = 0) -> Position:
    """Return the position with White to move on a board; raise `UserError`."""
    game = rules.get("minichess")
    letters = {name: letter for letter, name in game.facts.kind_names.items()}
    cells = {}
    for cell, (kind, colour) in gameboard.items():
        letter = letters.get(kind.lower())
        if letter is None or colour not in COLOURS:
            raise UserError(f"there is no piece {colour} {kind} in minichess")
        if cell not in ALL_CELLS:
            raise UserError(f"there is no square {cell} on the board of minichess")
        cells[cell] = letter if colour == COLOURS[0] else letter.lower()
    rows = (fen.format_row([cells.get((column, row), "") for column in COLUMNS]) for row in range(ROWS))
    return game.notation.parse(f"{'/'.join(rows)} w {quiet} 1")


ALL_CELLS = {(column, row) for column in COLUMNS for row in range(ROWS)}
