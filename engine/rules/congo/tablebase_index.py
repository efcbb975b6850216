"""Congo's endings of two lions and one to three other pieces: the numbers of tablebase entries.

A position is seen from the side to move: if that is Black, colours change and the ranks are mirrored. The
mover's pieces are then coded 0 to 6, zebra to superpawn, and the enemy's 7 to 13. A *table* holds all
positions with the same one to three codes; there are 14 + 105 + 560. Inside a table the entries are numbered
by the lions, then by the squares of the pieces, the lower code first:

- lions: one of 45 pairs of squares, because files are mirrored if the mover's lion is on the e-file, or
  on the d-file with the enemy's on the e-file;
- one piece: its square, 49 to a pair of lions;
- pieces with different codes: ``49 * first + second``, and so on;
- two pieces with one code: ``high * (high - 1) // 2 + low`` by their squares, 1176 together;
- three with one code: ``high * (high - 1) * (high - 2) // 6`` more than the lower two, 18,424 together.

With both lions on the d-file, a position and its mirror image have two numbers, of which the lower counts.
Some numbers belong to no position: two pieces on one square, a pawn on its last rank, the other image.

The compiled search gets the address of a *directory*: by table the address where its entries begin, 0 if it
is not there, and last the largest number of pieces of all tables that are.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from engine.compiled.bitboards import bits
from engine.compiled.jit import byte_at, inline, int64, jit, lowest, popcount, word_at
from engine.rules import core
from engine.rules.congo.board import CASTLES, KINDS, LAST_RANK, LION, PAWN, SQUARES, WIDTH, Ints
from engine.rules.congo.moves import put

CODES = 2 * (KINDS - 1)
NO_PIECE = CODES
"""Stands for the codes of a second and a third piece where there are fewer."""

MAX_PIECES = 5
"""The largest number of pieces, lions included, in a table's positions."""
UNKNOWN_BYTE = 255
"""An entry that is not known."""

MIDDLE = WIDTH // 2
AS_IT_IS, MIRRORED, EITHER = 0, 1, 2


def _seen(square: int, view: int) -> int:
    """Return a square as seen in a view: bit 0 of the view mirrors the files, bit 1 the ranks."""
    rank, file = divmod(square, WIDTH)
    return (WIDTH - 1 - rank if view & 2 else rank) * WIDTH + (WIDTH - 1 - file if view & 1 else file)


VIEWS = np.array([[_seen(square, view) for square in range(SQUARES)] for view in range(4)], dtype=np.int64)


def _image(own: int, enemy: int) -> int:
    """Return which mirror image of a pair of lions has a number."""
    for lion in (own, enemy):
        if lion % WIDTH != MIDDLE:
            return MIRRORED if lion % WIDTH > MIDDLE else AS_IT_IS
    return EITHER


_ALL_LIONS = [(own, enemy) for own in bits(CASTLES[0]) for enemy in bits(CASTLES[1])]
LION_PAIRS = np.array([pair for pair in _ALL_LIONS if _image(*pair) != MIRRORED], dtype=np.int64)
"""The squares of the mover's and of the enemy's lion by the number of their pair."""
PAIRS = len(LION_PAIRS)


def _number_lions() -> Ints:
    numbers = {(int(own), int(enemy)): number for number, (own, enemy) in enumerate(LION_PAIRS)}
    table = np.zeros((SQUARES, SQUARES, 2), dtype=np.int64)
    for own, enemy in _ALL_LIONS:
        image = _image(own, enemy)
        seen = (_seen(own, 1), _seen(enemy, 1)) if image == MIRRORED else (own, enemy)
        table[own, enemy] = numbers[seen], image
    return table


LIONS = _number_lions()
"""By the squares of the mover's and of the enemy's lion: the number of their pair, and the image to take."""

TWO = np.array([(low, high) for high in range(SQUARES) for low in range(high)], dtype=np.int64)
THREE = np.array([(*pair, high) for high in range(SQUARES) for pair in TWO[: high * (high - 1) // 2]])
"""The squares of two and of three equal pieces by their number, in ascending order."""
EQUAL_PAIRS = len(TWO)

TABLE_CODES = np.array(
    [(code, NO_PIECE, NO_PIECE) for code in range(CODES)]
    + [(first, second, NO_PIECE) for second in range(CODES) for first in range(second + 1)]
    + [
        (first, second, third)
        for third in range(CODES)
        for second in range(third + 1)
        for first in range(second + 1)
    ],
    dtype=np.int64,
)
"""The codes of the pieces by table."""
TABLES = len(TABLE_CODES)


def _placements(codes: list[int]) -> int:
    sizes = {1: SQUARES, 2: EQUAL_PAIRS, 3: len(THREE)}
    return prod(sizes[codes.count(code)] for code in {*codes} - {NO_PIECE})


PLACEMENTS = np.array([_placements(codes) for codes in TABLE_CODES.tolist()], dtype=np.int64)
"""By table: the number of entries for each pair of lions."""
SIZES = PAIRS * PLACEMENTS
"""By table: the number of its entries."""
NUMBER_BITS = int(SIZES.max()).bit_length()
NUMBER_MASK = (1 << NUMBER_BITS) - 1
"""What stands for an entry is the number of its table, then, in so many bits, its own inside the table."""

TABLE_OF = np.zeros((CODES, CODES + 1, CODES + 1), dtype=np.int64)
for _table, (_first, _second, _third) in enumerate(TABLE_CODES):
    TABLE_OF[_first, _second, _third] = _table


@jit
def placement_of_two(first: int, second: int, first_at: int, second_at: int) -> int:
    """Return the number of the squares of two pieces, by their codes."""
    if first == second:
        low, high = min(first_at, second_at), max(first_at, second_at)
        return high * (high - 1) // 2 + low
    return first_at * SQUARES + second_at


@jit
def placement_of_three(
    first: int, second: int, third: int, first_at: int, second_at: int, third_at: int
) -> int:
    """Return the number of the squares of three pieces, by their codes."""
    if first == third:
        low, high = min(first_at, second_at, third_at), max(first_at, second_at, third_at)
        between = first_at + second_at + third_at - low - high
        return high * (high - 1) * (high - 2) // 6 + between * (between - 1) // 2 + low
    if second == third:
        return first_at * EQUAL_PAIRS + placement_of_two(second, third, second_at, third_at)
    return placement_of_two(first, second, first_at, second_at) * SQUARES + third_at


@jit
def placement(first: int, second: int, third: int, first_at: int, second_at: int, third_at: int) -> int:
    """Return the number of the squares of one to three pieces among those of their table."""
    if second == NO_PIECE:
        return first_at
    if third == NO_PIECE:
        return placement_of_two(first, second, first_at, second_at)
    return placement_of_three(first, second, third, first_at, second_at, third_at)


@jit
def squares_of_two(first: int, second: int, place: int) -> tuple[int, int]:
    """Return the squares of two pieces; the inverse of `placement_of_two`."""
    if first == second:
        return TWO[place, 0], TWO[place, 1]
    return place // SQUARES, place % SQUARES


@jit
def squares_of(first: int, second: int, third: int, place: int) -> tuple[int, int, int]:
    """Return the squares of one to three pieces; the inverse of `placement`."""
    if second == NO_PIECE:
        return place, int64(0), int64(0)
    if third == NO_PIECE:
        first_at, second_at = squares_of_two(first, second, place)
        return first_at, second_at, int64(0)
    if first == third:
        return THREE[place, 0], THREE[place, 1], THREE[place, 2]
    if second == third:
        second_at, third_at = squares_of_two(second, third, place % EQUAL_PAIRS)
        return place // EQUAL_PAIRS, second_at, third_at
    first_at, second_at = squares_of_two(first, second, place // SQUARES)
    return first_at, second_at, place % SQUARES


@jit
def entry(position: Any) -> int:
    """Return what stands for the entry of a position with both lions and one to three other pieces."""
    side = position.side
    lions = position.kinds[LION]
    first = second = third = int64(NO_PIECE)
    first_at = second_at = third_at = int64(0)
    for owner in range(2):
        others = position.sides[side ^ owner] & ~lions
        for kind in range(1, KINDS):
            pieces = position.kinds[kind] & others
            while pieces:
                code = int64(owner * (KINDS - 1) + kind - 1)
                if first == NO_PIECE:
                    first, first_at = code, lowest(pieces)
                elif second == NO_PIECE:
                    second, second_at = code, lowest(pieces)
                else:
                    third, third_at = code, lowest(pieces)
                pieces &= pieces - 1
    view = 2 * side
    own = VIEWS[view, lowest(lions & position.sides[side])]
    enemy = VIEWS[view, lowest(lions & position.sides[1 - side])]
    pair, image = LIONS[own, enemy, 0], LIONS[own, enemy, 1]
    if image == MIRRORED:
        view += 1
    table = TABLE_OF[first, second, third]
    place = placement(
        first, second, third, VIEWS[view, first_at], VIEWS[view, second_at], VIEWS[view, third_at]
    )
    if image == EITHER:
        view += 1
        other = placement(
            first, second, third, VIEWS[view, first_at], VIEWS[view, second_at], VIEWS[view, third_at]
        )
        place = min(place, other)
    return (table << NUMBER_BITS) + pair * PLACEMENTS[table] + place


@jit
def add_piece(position: Any, code: int, square: int) -> bool:
    """Put a piece on the board, White being the mover; False if it cannot be there."""
    side, kind = code // (KINDS - 1), 1 + code % (KINDS - 1)
    bit = int64(1) << square
    if bit & (position.sides[0] | position.sides[1]) or (kind == PAWN and bit & LAST_RANK[side]):
        return False
    put(position, side, kind, square)
    return True


@jit
def set_up(position: Any, table: int, number: int) -> bool:
    """Set up the position of a table's entry, White to move; return False if the number belongs to none."""
    pair, place = divmod(number, PLACEMENTS[table])
    position.side = position.key = position.psqt_score = 0
    for kind in range(KINDS):
        position.kinds[kind] = 0
    for side in range(2):
        position.sides[side] = 0
        put(position, side, int64(LION), LION_PAIRS[pair, side])
    first, second, third = TABLE_CODES[table, 0], TABLE_CODES[table, 1], TABLE_CODES[table, 2]
    first_at, second_at, third_at = squares_of(first, second, third, place)
    if not add_piece(position, first, first_at):
        return False
    if second != NO_PIECE and not add_piece(position, second, second_at):
        return False
    if third != NO_PIECE and not add_piece(position, third, third_at):
        return False
    return entry(position) == (table << NUMBER_BITS) + number


@jit
def look_up(position: Any, tablebase: int) -> int:
    """Probe the tablebase for a position with few pieces; see `core.probe_tablebase`."""
    if popcount(position.kinds[LION]) != 2:
        return int64(core.UNKNOWN)
    if popcount(position.sides[0] | position.sides[1]) == 2:
        return int64(core.KNOWN_DRAW)
    found = entry(position)
    entries = word_at(tablebase, found >> NUMBER_BITS)
    if entries == 0:
        return int64(core.UNKNOWN)
    value = byte_at(entries, found & NUMBER_MASK)
    return int64(core.UNKNOWN) if value == UNKNOWN_BYTE else value


@inline
def probe_tablebase(position: Any, tablebase: int) -> int:
    """See `core.probe_tablebase`; `tablebase` is the address of a directory, or 0."""
    if tablebase == 0 or popcount(position.sides[0] | position.sides[1]) > word_at(tablebase, int64(TABLES)):
        return int64(core.UNKNOWN)
    return look_up(position, tablebase)
