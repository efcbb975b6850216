"""Build Congo's endgame tablebase: successors forward by the rules, values by iteration to a fixed point.

An ending (the two tables of one material, one for each side to move) is expanded once: every position's
successors come from the same compiled `generate` and `play` that the game uses. Sweep n then decides what
is won or lost in exactly n plies; what no sweep decides is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
from engine.rules.congo.tablebase_index import (
    NUMBER_BITS,
    NUMBER_MASK,
    PAIRS,
    PLACEMENTS,
    SIZES,
    UNKNOWN_BYTE,
    entry,
    probe_tablebase,
    set_up,
)
from engine.system.files import require_replaceable

Longs = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]

REPLACED = f"{tablebase.MAGIC.decode()}|\\x00"
"""How a file begins that is replaced: a table, or one whose contents a power failure has taken."""
BUFFER_SIZE = 1024
"""For `generate`, which needs a large buffer."""

UNDECIDED = 254
"""A draw, unless a later sweep finds a result. No distance is as large."""
MISSING = -1 - 255
"""A successor in no table that has been built, or no move at all."""


@jit
def count_moves(table: int, first: int, end: int) -> int:
    """Return the number of moves of a table's positions from entry `first` to before `end`."""
    line = np.zeros(1, dtype=POSITION)
    buffer = np.empty(BUFFER_SIZE, dtype=np.int64)
    counted = int64(0)
    for number in range(first, end):
        if set_up(line[0], table, number):
            counted += max(generate(line[0], buffer, int64(0), int64(BUFFER_SIZE)), int64(0))
    return counted


@jit
def successor(position: Any, within: Any, address: int) -> int:
    """Return the number of a position's entry if it is in the ending, else -1 minus its distance.

    `within` has the ending's tables, each with the number of its first entry among those of the ending.
    """
    result = terminal_result(position)
    if result == core.LOST:
        return int64(-1)
    if result == core.DRAWN:
        return int64(-1 - UNDECIDED)
    found = entry(position)
    for at in range(within.shape[0]):
        if found >> NUMBER_BITS == within[at, 0]:
            return within[at, 1] + (found & NUMBER_MASK)
    value = probe_tablebase(position, address)
    if value == core.UNKNOWN:
        return int64(MISSING)
    return int64(-1 - UNDECIDED) if value == core.KNOWN_DRAW else -1 - value


@jit
def expand(
    table: int, first: int, end: int, within: Any, address: int, ends: Any, successors: Any, filled: int
) -> int:
    """Append the successors of a table's positions from entry `first` to before `end`.

    `ends`, for these entries, gets where each one's successors end; an unused entry has none. Returns how
    many there are then, or -1: a table that they lead to is missing.
    """
    line = np.zeros(2, dtype=POSITION)
    buffer = np.empty(BUFFER_SIZE, dtype=np.int64)
    for number in range(first, end):
        if set_up(line[0], table, number):
            moves = generate(line[0], buffer, int64(0), int64(BUFFER_SIZE))
            if moves <= 0:
                return int64(-1)
            for at in range(moves):
                line[1] = line[0]
                play(line[1], buffer[at])
                code = successor(line[1], within, address)
                if code == MISSING:
                    return int64(-1)
                successors[filled] = code
                filled += 1
        ends[number - first] = filled
    return filled


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
def sweep(values: Any, ends: Any, successors: Any, plies: int) -> int:
    """Decide the positions that are won or lost in exactly `plies`; return how many there are."""
    decided = int64(0)
    start = int64(0)
    for number in range(ends.size):
        if values[number] == UNDECIDED and is_decided(values, successors, start, ends[number], plies):
            values[number] = plies
            decided += 1
        start = ends[number]
    return decided


def solve(ending: tablebase.Ending, known: tablebase.CongoTablebase) -> tablebase.Bytes:
    """Return the entries of an ending; all smaller endings must be known.

    Raises:
        TablebaseError: they are not, or memory is short.
    """
    graph = _expand_all(ending, known)
    values = np.full(ending.entries, UNKNOWN_BYTE, dtype=np.uint8)
    values[np.diff(graph.ends, prepend=0) > 0] = UNDECIDED
    outside = -1 - graph.successors[graph.successors < 0]
    last = int(outside[outside < UNDECIDED].max(initial=0))
    plies = 1
    while plies <= last + 1:
        if sweep(values, graph.ends, graph.successors, int64(plies)):
            last = max(last, plies)
        plies += 1
    if last >= UNDECIDED:
        raise tablebase.TablebaseError(texts.too_long_a_win(ending.name))
    values[values == UNDECIDED] = core.KNOWN_DRAW
    return values


@dataclass(frozen=True)
class Graph:
    """Where the moves of an ending's positions lead; see `expand`."""

    ends: Longs
    successors: Codes


def _expand_all(ending: tablebase.Ending, known: tablebase.CongoTablebase) -> Graph:
    # One pair of lions after the other: Ctrl-C waits for compiled code to return.
    parts = [
        (table, pair * int(PLACEMENTS[table]), (pair + 1) * int(PLACEMENTS[table]))
        for table in ending.tables
        for pair in range(PAIRS)
    ]
    moves = sum(int(count_moves(*map(int64, part))) for part in parts)
    try:
        ends = np.empty(ending.entries, dtype=np.int64)
        successors = np.empty(moves, dtype=np.int32)
    except MemoryError:
        megabytes = (8 * ending.entries + 4 * moves) // 10**6
        raise tablebase.TablebaseError(texts.no_memory(ending.name, megabytes)) from None
    starts = np.cumsum([0, *SIZES[list(ending.tables)][:-1]])
    within = np.column_stack((ending.tables, starts))
    filled = at = 0
    for table, first, end in parts:
        own = ends[at : at + end - first]
        address, before = int64(known.address), int64(filled)
        filled = int(expand(int64(table), int64(first), int64(end), within, address, own, successors, before))
        if filled < 0:
            raise tablebase.TablebaseError(texts.missing_ending(ending.name))
        at += own.size
    return Graph(ends, successors)


def build(
    folder: Path,
    wanted: Iterable[tablebase.Ending],
    known: tablebase.CongoTablebase,
    report: Callable[[str], None],
    rebuild: bool = False,
) -> None:
    """Build endings in `folder`, and add them to those that are `known`.

    Sound ones that are there are kept, unless `rebuild` is set. Each must come after those that it leads to.
    `report` gets each ending's name when it is done.

    Raises:
        TablebaseError: the folder cannot be used, or an ending that one leads to is missing.
        UserError: a file that would be replaced holds something else.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for ending in wanted:
            kept = None if rebuild else _read_if_sound(folder, ending)
            if kept is None:
                require_replaceable(folder / ending.file_name, REPLACED)
                entries = solve(ending, known)
                tablebase.write_ending(folder, ending, entries)
            else:
                entries = kept
            known.add(ending, entries)
            report(ending.name if kept is None else texts.kept(ending.name))
    except OSError as error:
        raise tablebase.TablebaseError(texts.not_writable(folder, error.strerror)) from None


def _read_if_sound(folder: Path, ending: tablebase.Ending) -> tablebase.Bytes | None:
    try:
        return tablebase.read_ending(folder, ending)
    except tablebase.TablebaseError:
        return None
