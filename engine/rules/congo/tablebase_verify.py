"""Checks Congo's endgame tables: every entry against the entries of the positions that its moves lead to.

That proves them. A win or loss in n plies rests on one in n - 1, down to a lion that is captured; and a draw
has a drawing move and no winning one, so nobody can force more from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.compiled.jit import jit
from engine.rules import core
from engine.rules.congo.board import POSITION
from engine.rules.congo.moves import generate, play, terminal_result
from engine.rules.congo.notation import CongoNotation
from engine.rules.congo.tablebase import CongoTablebase, TablebaseError, endings
from engine.rules.congo.tablebase_index import OFFSETS, probe_tablebase, set_up
from engine.rules.values import Position

ROOM = 1024
"""For the moves of a position of four pieces, and what `generate` wants beyond."""

WON = 1000
"""The score of having won; later is less. Far from any distance."""
NOT_KNOWN = 2000


@jit
def score_of(position: Any, address: int) -> int:
    """Return the score for the side to move as the rules or the tables give it."""
    result = terminal_result(position)
    if result == core.LOST:
        return np.int64(-WON)
    if result == core.DRAWN:
        return np.int64(0)
    plies = probe_tablebase(position, address)
    if plies == core.UNKNOWN:
        return np.int64(NOT_KNOWN)
    if plies == core.KNOWN_DRAW:
        return np.int64(0)
    return WON - plies if plies & 1 else plies - WON


@jit
def score_by_moves(position: Any, child: Any, buffer: Any, address: int) -> int:
    """Return the score of a position as its successors have it; `child` and `buffer` are scratch space."""
    best = np.int64(-WON)
    end = generate(position, buffer, np.int64(0), np.int64(buffer.size))
    for at in range(end):
        child[0] = position
        play(child[0], buffer[at])
        score = score_of(child[0], address)
        if score == NOT_KNOWN:
            return score
        best = max(best, -score)
    if best == 0:
        return best
    return best - 1 if best > 0 else best + 1


@jit
def first_wrong(table: int, address: int) -> tuple[int, int]:
    """Return the number of the first wrong entry of a table, or -1, and how many positions were looked at."""
    line = np.zeros(2, dtype=POSITION)
    buffer = np.empty(ROOM, dtype=np.int64)
    counted = np.int64(0)
    for number in range(OFFSETS[table], OFFSETS[table + 1]):
        if set_up(line[0], table, number):
            counted += 1
            score = score_by_moves(line[0], line[1:], buffer, address)
            if score == NOT_KNOWN or score != score_of(line[0], address):
                return np.int64(number), counted
    return np.int64(-1), counted


def verify(tables: CongoTablebase, report: Callable[[str], None]) -> int:
    """Check every entry and return how many there are; raise `TablebaseError` at the first wrong one.

    `report` is told of each ending that is right.
    """
    counted = 0
    for ending in endings():
        for table in ending.tables:
            wrong, positions = first_wrong(np.int64(table), np.int64(tables.address))
            if wrong >= 0:
                fen = CongoNotation().format(position_of(table, int(wrong)))
                raise TablebaseError(f"{ending.name} is wrong: {fen} does not follow from its moves")
            counted += int(positions)
        report(ending.name)
    return counted


def position_of(table: int, number: int) -> Position:
    """Return the position that an entry is about, White to move."""
    record = np.zeros(1, dtype=POSITION)[0]
    assert set_up(record, np.int64(table), np.int64(number))
    return Position(record)
