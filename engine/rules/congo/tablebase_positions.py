"""The positions of Congo's tablebase: which entries belong to one, and random samples of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, jit
from engine.rules.congo.board import POSITION
from engine.rules.congo.notation import CongoNotation
from engine.rules.congo.tablebase_index import NUMBER_BITS, NUMBER_MASK, SIZES, set_up
from engine.rules.values import Position

Bytes = npt.NDArray[np.uint8]


def position_of(table: int, number: int) -> Position:
    """Return the position of a table's entry, White to move; the entry must be in use."""
    found = _set_up(table, number)
    assert found is not None
    return found


def _set_up(table: int, number: int) -> Position | None:
    """Return the position of a table's entry, None for an unused one."""
    record = np.zeros(1, dtype=POSITION)[0]
    return Position(record) if set_up(record, int64(table), int64(number)) else None


@jit
def mark_positions(table: int, marks: Any) -> None:
    """Set a mark for every entry of a table that belongs to a position."""
    line = np.zeros(1, dtype=POSITION)
    for number in range(SIZES[table]):
        marks[number] = set_up(line[0], table, number)


def used_entries(table: int) -> npt.NDArray[np.bool_]:
    """Return for each entry of a table whether it belongs to a position."""
    marks = np.zeros(int(SIZES[table]), dtype=np.bool_)
    mark_positions(int64(table), marks)
    return marks


def sample(tables: Mapping[int, Bytes], plies: Collection[int], rng: Random) -> Iterator[Position]:
    """Yield the positions of tables, by number, with these distances in random order, none twice.

    White is to move. A position and its mirror image are one position, shown either way.
    """
    values = np.array(sorted(plies), dtype=np.uint8)
    found = [
        np.flatnonzero(np.isin(entries, values)) + (table << NUMBER_BITS) for table, entries in tables.items()
    ]
    numbers = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
    for left in range(numbers.size, 0, -1):
        at = rng.randrange(left)
        number = int(numbers[at])
        numbers[at] = numbers[left - 1]
        position = _set_up(number >> NUMBER_BITS, number & NUMBER_MASK)
        if position is not None:  # else an unused entry
            yield _mirrored(position) if rng.random() < 0.5 else position


def _mirrored(position: Position) -> Position:
    """Return the position with the files mirrored."""
    notation = CongoNotation()
    board, rest = notation.format(position).split(" ", 1)
    return notation.parse("/".join(rank[::-1] for rank in board.split("/")) + f" {rest}")
