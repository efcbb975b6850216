"""Congo's endings of two lions and one or two other pieces: the numbers of tablebase entries.

A position is seen from the side to move: if that is Black, colours change and the ranks are mirrored. The
mover's pieces are then coded 0 to 6, zebra to superpawn, and the enemy's 7 to 13. A *table* holds all
positions with the same one or two codes; there are 14 + 105. Tables lie one behind the other, and inside one
the entries are numbered by the lions, then by the squares of the first and of the second piece:

- lions: one of 45 pairs of squares, because files are mirrored if the mover's lion is on the e-file, or
  on the d-file with the enemy's on the e-file;
- one piece: its square, 49 to a pair of lions;
- two pieces with different codes, the lower code first: ``49 * first + second``;
- two pieces with one code: ``high * (high - 1) // 2 + low`` by their squares, 1176 to a pair of lions.

With both lions on the d-file, a position and its mirror image have two numbers, of which the lower counts.
Some numbers belong to no position: two pieces on one square, a pawn on its last rank, the other image.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled.bitboards import bits
from engine.compiled.jit import byte_at, inline, int64, jit, lowest, popcount
from engine.rules import core
from engine.rules.congo.board import CASTLES, KINDS, LAST_RANK, LION, PAWN, SQUARES, WIDTH, Ints
from engine.rules.congo.moves import put

CODES = 2 * (KINDS - 1)
NO_PIECE = CODES
"""Stands for the second piece's code where there is only one piece."""

MAX_TABLEBASE_PIECES = 4
"""The largest number of pieces, lions included, in the tablebase's positions."""
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

UNORDERED = np.array([(low, high) for high in range(SQUARES) for low in range(high)], dtype=np.int64)
"""The squares of two equal pieces by the number of their pair."""

TABLE_CODES = np.array(
    [(code, NO_PIECE) for code in range(CODES)]
    + [(first, second) for second in range(CODES) for first in range(second + 1)],
    dtype=np.int64,
)
"""The codes of the pieces by table."""


def _placements(first: int, second: int) -> int:
    if second == NO_PIECE:
        return SQUARES
    return len(UNORDERED) if first == second else SQUARES * SQUARES


PLACEMENTS = np.array([_placements(*codes) for codes in TABLE_CODES.tolist()], dtype=np.int64)
"""By table: the number of entries for each pair of lions."""

OFFSETS = np.concatenate(([0], np.cumsum(PAIRS * PLACEMENTS))).astype(np.int64)
"""The first entry of each table, and last the number of all entries."""
ENTRIES = int(OFFSETS[-1])

TABLE_OF = np.zeros((CODES, CODES + 1), dtype=np.int64)
for _table, (_first, _second) in enumerate(TABLE_CODES):
    TABLE_OF[_first, _second] = _table


@jit
def placement(first: int, second: int, first_at: int, second_at: int) -> int:
    """Return the number of the squares of one or two pieces among those of their table."""
    if second == NO_PIECE:
        return first_at
    if first == second:
        low, high = min(first_at, second_at), max(first_at, second_at)
        return high * (high - 1) // 2 + low
    return first_at * SQUARES + second_at


@jit
def entry(position: Any) -> int:
    """Return the number of the entry of a position with both lions and one or two other pieces."""
    side = position.side
    lions = position.kinds[LION]
    first = second = int64(NO_PIECE)
    first_at = second_at = int64(0)
    for owner in range(2):
        others = position.sides[side ^ owner] & ~lions
        for kind in range(1, KINDS):
            pieces = position.kinds[kind] & others
            while pieces:
                code = int64(owner * (KINDS - 1) + kind - 1)
                if first == NO_PIECE:
                    first, first_at = code, lowest(pieces)
                else:
                    second, second_at = code, lowest(pieces)
                pieces &= pieces - 1
    view = 2 * side
    own = VIEWS[view, lowest(lions & position.sides[side])]
    enemy = VIEWS[view, lowest(lions & position.sides[1 - side])]
    pair, image = LIONS[own, enemy, 0], LIONS[own, enemy, 1]
    if image == MIRRORED:
        view += 1
    table = TABLE_OF[first, second]
    place = placement(first, second, VIEWS[view, first_at], VIEWS[view, second_at])
    if image == EITHER:
        view += 1
        place = min(place, placement(first, second, VIEWS[view, first_at], VIEWS[view, second_at]))
    return OFFSETS[table] + pair * PLACEMENTS[table] + place


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
    """Set up the position of an entry, White to move; return False if the number belongs to none."""
    first, second = TABLE_CODES[table, 0], TABLE_CODES[table, 1]
    pair, place = divmod(number - OFFSETS[table], PLACEMENTS[table])
    position.side = position.key = position.psqt_score = 0
    for kind in range(KINDS):
        position.kinds[kind] = 0
    for side in range(2):
        position.sides[side] = 0
        put(position, side, int64(LION), LION_PAIRS[pair, side])
    if second == NO_PIECE:
        return add_piece(position, first, place) and entry(position) == number
    if first == second:
        first_at, second_at = UNORDERED[place, 0], UNORDERED[place, 1]
    else:
        first_at, second_at = divmod(place, int64(SQUARES))
    if not (add_piece(position, first, first_at) and add_piece(position, second, second_at)):
        return False
    return entry(position) == number


@jit
def look_up(position: Any, tablebase: int) -> int:
    """Probe the tablebase for a position with at most four pieces; see `core.probe_tablebase`."""
    if popcount(position.kinds[LION]) != 2:
        return int64(core.UNKNOWN)
    if popcount(position.sides[0] | position.sides[1]) == 2:
        return int64(core.KNOWN_DRAW)
    value = byte_at(tablebase, entry(position))
    return int64(core.UNKNOWN) if value == UNKNOWN_BYTE else value


@inline
def probe_tablebase(position: Any, tablebase: int) -> int:
    """See `core.probe_tablebase`: the endings of two lions and one or two pieces."""
    if tablebase == 0 or popcount(position.sides[0] | position.sides[1]) > MAX_TABLEBASE_PIECES:
        return int64(core.UNKNOWN)
    return look_up(position, tablebase)
