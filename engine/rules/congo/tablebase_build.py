"""Build Congo's endgame tablebase: successors forward by the rules, values by iteration to a fixed point.

An ending (the two tables of one material, one for each side to move) is expanded once: every position's
successors come from the same compiled `generate` and `play` that the game uses. Sweep n then decides what
is won or lost in exactly n plies; what no sweep decides is a draw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import int64, jit
from engine.rules import core
from engine.rules.congo import tablebase, texts
from engine.rules.congo.board import POSITION
from engine.rules.congo.moves import generate, play, terminal_result
from engine.rules.congo.tablebase_index import OFFSETS, entry, probe_tablebase, set_up

Longs = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]

MAX_MOVES = 64
"""More moves than two pieces and a lion ever have."""
BUFFER_SIZE = 1024
"""For `generate`, which needs a large buffer."""

UNDECIDED = 254
"""A draw, unless a later sweep finds a result. No distance is as large."""
MISSING = -1 - 255
"""A successor in no table that has been built, or no move at all."""


@jit
def successor(position: Any, within: Any, address: int) -> int:
    """Return the number of a position's entry if it is in the ending, else -1 minus its distance."""
    result = terminal_result(position)
    if result == core.LOST:
        return int64(-1)
    if result == core.DRAWN:
        return int64(-1 - UNDECIDED)
    number = entry(position)
    for at in range(within.shape[0]):
        if within[at, 0] <= number < within[at, 1]:
            return number
    value = probe_tablebase(position, address)
    if value == core.UNKNOWN:
        return int64(MISSING)
    return int64(-1 - UNDECIDED) if value == core.KNOWN_DRAW else -1 - value


@jit
def expand(
    table: int, within: Any, address: int, numbers: Any, ends: Any, successors: Any, counted: int
) -> int:
    """Append the positions of a table, from number `counted` on, and return how many there are then.

    `numbers` are those of their entries, and `ends` where each one's part of `successors` ends. -1 says
    that a smaller table is missing.
    """
    line = np.zeros(2, dtype=POSITION)
    buffer = np.empty(BUFFER_SIZE, dtype=np.int64)
    filled = ends[counted - 1] if counted else int64(0)
    for number in range(OFFSETS[table], OFFSETS[table + 1]):
        if not set_up(line[0], table, number):
            continue
        end = generate(line[0], buffer, int64(0), int64(BUFFER_SIZE))
        if not 0 < end <= MAX_MOVES:
            return int64(-1)
        for at in range(end):
            line[1] = line[0]
            play(line[1], buffer[at])
            code = successor(line[1], within, address)
            if code == MISSING:
                return int64(-1)
            successors[filled] = code
            filled += 1
        numbers[counted] = number
        ends[counted] = filled
        counted += 1
    return counted


@jit
def is_decided(values: Any, successors: Any, start: int, end: int, plies: int) -> bool:
    """Return whether a position that was undecided until now is won or lost in exactly `plies`."""
    wins = plies & 1
    for at in range(start, end):
        code = successors[at]
        value = int64(values[code]) if code >= 0 else int64(-1 - code)
        if wins and value == plies - 1:
            return True
        if not wins and (value >= plies or not value & 1):
            return False
    return not wins


@jit
def sweep(values: Any, numbers: Any, ends: Any, successors: Any, plies: int) -> int:
    """Decide the positions that are won or lost in exactly `plies`; return how many there are."""
    decided = int64(0)
    start = int64(0)
    for at in range(numbers.size):
        number = numbers[at]
        if values[number] == UNDECIDED and is_decided(values, successors, start, ends[at], plies):
            values[number] = plies
            decided += 1
        start = ends[at]
    return decided


def solve(ending: tablebase.Ending, entries: tablebase.Bytes) -> None:
    """Fill in the entries of an ending; those of all smaller endings must be there.

    Raises:
        TablebaseError: they are not.
    """
    graph = _expand_all(ending, entries)
    entries[graph.numbers] = UNDECIDED
    outside = -1 - graph.successors[graph.successors < 0]
    last = int(outside[outside < UNDECIDED].max(initial=0))
    plies = 1
    while plies <= last + 1:
        if sweep(entries, graph.numbers, graph.ends, graph.successors, int64(plies)):
            last = max(last, plies)
        plies += 1
    if last >= UNDECIDED:
        raise tablebase.TablebaseError(texts.too_long_a_win(ending.name))
    entries[graph.numbers[entries[graph.numbers] == UNDECIDED]] = core.KNOWN_DRAW


@dataclass(frozen=True)
class Graph:
    """The positions of an ending and where their moves lead; see `expand`."""

    numbers: Longs
    ends: Longs
    successors: Codes


def _expand_all(ending: tablebase.Ending, entries: tablebase.Bytes) -> Graph:
    within = np.array([OFFSETS[table : table + 2] for table in ending.tables], dtype=np.int64)
    numbers, ends = np.empty((2, ending.entries), dtype=np.int64)
    successors = np.empty(ending.entries * MAX_MOVES, dtype=np.int32)
    address = int64(entries.ctypes.data)
    counted = 0
    for table in ending.tables:
        counted = int(expand(int64(table), within, address, numbers, ends, successors, int64(counted)))
        if counted < 0:
            raise tablebase.TablebaseError(texts.missing_ending(ending.name))
    return Graph(numbers[:counted], ends[:counted], successors[: ends[counted - 1]])


def build(folder: Path, report: Callable[[str], None], rebuild: bool = False) -> None:
    """Build all endings in `folder`; sound ones that are there are kept, unless `rebuild` is set.

    `report` gets each ending's name when it is done.

    Raises:
        TablebaseError: the folder cannot be used.
    """
    entries = tablebase.empty_entries()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for ending in tablebase.endings():
            kept = None if rebuild else _read_if_sound(folder, ending)
            if kept is None:
                solve(ending, entries)
                tablebase.write_ending(folder, ending, entries)
            else:
                tablebase.scatter(ending, kept, entries)
            report(ending.name if kept is None else texts.kept(ending.name))
    except OSError as error:
        raise tablebase.TablebaseError(texts.not_writable(folder, error.strerror)) from None


def _read_if_sound(folder: Path, ending: tablebase.Ending) -> tablebase.Bytes | None:
    try:
        return tablebase.read_ending(folder, ending)
    except tablebase.TablebaseError:
        return None
