"""Congo's board: squares, pieces, the position record, and tables of where pieces step.

Sets of squares are bitboards: int64 with bit ``7 * rank + file``, a1 = 0 and g7 = 48. No numba here, so
that a position can be shown before anything is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.rules import squares

Ints = npt.NDArray[np.int64]

WIDTH = 7
SQUARES = 49
FULL = (1 << SQUARES) - 1
WHITE, BLACK = 0, 1

LION, ZEBRA, ELEPHANT, GIRAFFE, CROCODILE, MONKEY, PAWN, SUPERPAWN = range(8)
KINDS = 8
LETTERS = "LZEGCMPS"
NAMES = ("lion", "zebra", "elephant", "giraffe", "crocodile", "monkey", "pawn", "superpawn")

MAX_PIECES = 14
RIVER_RANK = 3
RIVER = 0b1111111 << (RIVER_RANK * WIDTH)
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL_DIRECTIONS = STRAIGHT + DIAGONAL

JUMP_DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The monkey's directions, in the order in which the landing squares compare as text."""

POSITION = np.dtype(
    [
        ("congo", np.int64),  # marks the game; always 0
        ("side", np.int64),
        ("key", np.int64),
        ("psqt_score", np.int64),  # for White, packed opening and endgame centipawns, updated by `play`
        ("kinds", np.int64, (KINDS,)),  # bitboards by kind, both sides together
        ("sides", np.int64, (2,)),  # bitboards by side, all kinds together
    ]
)


def square_of(file: int, rank: int) -> int:
    """Return the square of a file and a rank, both from 0."""
    return WIDTH * rank + file


def square_name(square: int) -> str:
    """Return a square's name, ``a1`` to ``g7``."""
    return squares.square_name(square, WIDTH)


def square_named(name: str) -> int | None:
    """Return the square of that name, in either case, or None."""
    return squares.square_named(name, WIDTH, WIDTH)


def reach(square: int, directions: Iterable[tuple[int, int]], steps: Iterable[int] = (1,)) -> int:
    """Return the squares that lie `steps` squares away in some of the `directions`, as a bitboard."""
    file, rank = square % WIDTH, square // WIDTH
    result = 0
    for right, up in directions:
        for step in steps:
            to_file, to_rank = file + step * right, rank + step * up
            if 0 <= to_file < WIDTH and 0 <= to_rank < WIDTH:
                result |= 1 << square_of(to_file, to_rank)
    return result


def _castle(lowest_rank: int) -> int:
    return sum(
        1 << square_of(file, rank) for file in (2, 3, 4) for rank in range(lowest_rank, lowest_rank + 3)
    )


CASTLES = (_castle(0), _castle(4))


def _table(boards: Iterable[int]) -> Ints:
    return np.array(list(boards), dtype=np.int64)


def _in_castle(square: int) -> int:
    return next((castle for castle in CASTLES if castle >> square & 1), 0)


_ALL = range(SQUARES)
_FORWARD = (1, -1)

KING_STEPS = _table(reach(square, ALL_DIRECTIONS) for square in _ALL)
LION_STEPS = _table(reach(square, ALL_DIRECTIONS) & _in_castle(square) for square in _ALL)
ZEBRA_STEPS = _table(
    reach(square, [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)])
    for square in _ALL
)
ELEPHANT_STEPS = _table(reach(square, STRAIGHT, (1, 2)) for square in _ALL)
GIRAFFE_JUMPS = _table(reach(square, ALL_DIRECTIONS, (2,)) for square in _ALL)
SIDEWAYS = _table(reach(square, ((1, 0), (-1, 0))) for square in _ALL)
PAWN_STEPS = np.array(
    [
        [reach(square, ((-1, direction), (0, direction), (1, direction))) for square in _ALL]
        for direction in _FORWARD
    ],
    dtype=np.int64,
)

RETREATS = 3
RETREAT_SIDEWAYS = (0, -1, 1)
"""The sideways parts of a superpawn's retreats; a pawn has only the first."""
RETREAT_NEAR, RETREAT_FAR = (
    np.array(
        [
            [
                [reach(square, ((right, -direction),), (steps,)) for right in RETREAT_SIDEWAYS]
                for square in _ALL
            ]
            for direction in _FORWARD
        ],
        dtype=np.int64,
    )
    for steps in (1, 2)
)

_BELOW_RIVER = (1 << (RIVER_RANK * WIDTH)) - 1
PAST_RIVER = _table((FULL & ~_BELOW_RIVER & ~RIVER, _BELOW_RIVER))
"""By side: where its pawns have crossed, ranks 5-7 for White and 1-3 for Black."""
LAST_RANK = _table((0b1111111 << 42, 0b1111111))
RANK_BEFORE_LAST = _table((0b1111111 << 35, 0b1111111 << 7))


def _towards_river(square: int, steps: int) -> int:
    rank = square // WIDTH
    direction = 1 if rank < RIVER_RANK else -1
    return reach(square, ((0, direction),), (steps,)) if steps <= abs(rank - RIVER_RANK) else 0


SLIDE = np.array([[_towards_river(square, steps) for steps in (1, 2, 3)] for square in _ALL], dtype=np.int64)
"""The squares of the crocodile's file towards the river, nearest first; 0 where there are fewer."""


def _along_river(file: int, occupied: int) -> int:
    result = 0
    for step in (1, -1):
        at = file + step
        while 0 <= at < WIDTH:
            result |= 1 << at
            if occupied >> at & 1:
                break
            at += step
    return result << (RIVER_RANK * WIDTH)


RIVER_SLIDE = np.array(
    [[_along_river(file, occupied) for occupied in range(1 << WIDTH)] for file in range(WIDTH)],
    dtype=np.int64,
)
"""By file and occupied river squares: where a crocodile in the river slides, the first piece included."""

JUMP_OVER = np.zeros((SQUARES, 8), dtype=np.int64)
JUMP_TO = np.zeros((SQUARES, 8), dtype=np.int64)
"""The monkey's eight jumps: the bit of the square jumped over (0: off the board) and the landing square."""
for _square in _ALL:
    for _direction, (_right, _up) in enumerate(JUMP_DIRECTIONS):
        _landing = reach(_square, ((_right, _up),), (2,))
        if _landing:
            JUMP_OVER[_square, _direction] = reach(_square, ((_right, _up),))
            JUMP_TO[_square, _direction] = _landing.bit_length() - 1


def _between_lions(one: int, other: int) -> int:
    """Return the squares between two lions that face each other across the river, -1 if they do not."""
    if not (CASTLES[0] >> one & 1 and CASTLES[1] >> other & 1):
        return _between_lions(other, one) if CASTLES[1] >> one & 1 and CASTLES[0] >> other & 1 else -1
    right = other % WIDTH - one % WIDTH
    up = other // WIDTH - one // WIDTH
    if right not in (0, up, -up):
        return -1
    return reach(one, ((right // up, 1),), range(1, up))


LION_LINES = np.array([[_between_lions(one, other) for other in _ALL] for one in _ALL], dtype=np.int64)
"""By two squares: those that must be empty for one lion to capture the other by flying; -1: it never can."""


_random = np.random.default_rng(1982)  # the year in which the game was made; any fixed seed will do
ZOBRIST = _random.integers(-(1 << 63), (1 << 63) - 1, size=(2, KINDS, SQUARES), dtype=np.int64)
ZOBRIST_SIDE = int(_random.integers(-(1 << 63), (1 << 63) - 1, dtype=np.int64))

# --- codes of moves: from 6 bits, to 6 bits, kind 3 bits, then the bitboard of the captured pieces

KIND_SHIFT = 12
CAPTURED_SHIFT = 15
ENDS = (1 << KIND_SHIFT) - 1
"""The bits of a code that hold its two squares."""


def move_code(start: int, end: int, kind: int, captured: int) -> int:
    """Return the code of a move as a signed 64-bit number."""
    code = start | end << 6 | kind << KIND_SHIFT | captured << CAPTURED_SHIFT
    return code - (1 << 64) if code >> 63 else code


def code_start(code: int) -> int:
    """Return the square that a move starts from."""
    return code & 63


def code_end(code: int) -> int:
    """Return the square that a move ends on."""
    return code >> 6 & 63


def code_kind(code: int) -> int:
    """Return the kind of the piece that moves."""
    return code >> KIND_SHIFT & 7


def code_captured(code: int) -> int:
    """Return the bitboard of the pieces that a move captures."""
    return code >> CAPTURED_SHIFT & FULL
