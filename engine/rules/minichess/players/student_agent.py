"""Minichess's program interface: a board as a dictionary in, White's move out.

``studentAgent({("d", 0): ("King", "White"), …})`` returns ``(("c", 0), ("c", 3))``. White is always to move.
A whole game gets 20 seconds of wall-clock time, however long it is and however busy the machine, so
that it stays well within half a minute: each move gets a part of what is left. Importing this module compiles
the engine if it is not compiled yet, so that no call does.

Boards do not say when a game begins. It is certain if there are more pieces than before, or if the start
board cannot be Black's answer to our last move. If it can, both sides having gone out and back again, it may
be either; then it is taken to be the same game, for another one is only played somewhat faster for that.
"""

from __future__ import annotations

import time

from engine import rules
from engine.game.game import KeyHistory
from engine.players import warmup
from engine.rules.minichess.players import texts
from engine.rules.minichess.players.gameboard import AgentMove, Board, board_of, position_of, start_board
from engine.rules.values import Position
from engine.search.limits import Limits
from engine.search.searcher import Searcher
from engine.system.errors import UserError

GAME_S = 20.0
"""Seconds for a whole game: less than the source allows, since the grading computer may be slower."""
MAX_MOVE_S, MIN_MOVE_S = 0.3, 0.01
"""The most and the fewest seconds for a move."""
MOVES_TO_GO = 40
"""The remaining time is shared out among this number of moves."""
HASH_MIB = 16
MAX_PROGRESS_CLOCK = 40
"""The progress clock stops here: too high a count would be taken for a draw."""


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
        """Note how long a move has taken."""
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


def _warm_searcher() -> Searcher:
    """Return the search, after it has been compiled: that is not to count as time of a game."""
    searcher = Searcher(rules.get("minichess"), HASH_MIB)
    for _, compile_part in warmup.steps("minichess"):
        compile_part()
    return searcher


_searcher = _warm_searcher()


def studentAgent(gameboard: Board) -> AgentMove:  # noqa: N802  # the name that its callers know
    """Return White's move on a board: the squares that it leaves and reaches, each a column and a row.

    Raises:
        UserError: the board is not one of minichess, or White has no move on it.
    """
    board = board_of(position_of(gameboard))  # written as we write it, so that boards can be compared
    if _memory.begins(board):
        _searcher.clear()
    position = position_of(board, _memory.progress_clock(board))
    _searcher.clear_stop()
    begin = time.monotonic()
    info = _searcher.search(position, KeyHistory(), limits_for(_memory.seconds()))
    _memory.use(time.monotonic() - begin)
    _memory.leave(rules.get("minichess").play(position, info.pv[0]) if info else None)
    if info is None:
        raise UserError(texts.NO_MOVE)
    text = info.pv[0].text
    return (text[0], int(text[1])), (text[2], int(text[3]))


def limits_for(seconds: float) -> Limits:
    """Return the limits of a search that may take that time."""
    return Limits(movetime=round(1000 * seconds))
