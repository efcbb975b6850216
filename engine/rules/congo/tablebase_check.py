"""Check Congo's endgame tablebase, and print its statistics.

Every entry is checked against the entries of the positions that its moves lead to. That proves them. A win or
loss in n plies rests on one in n - 1, down to a lion that is captured; and a draw has a drawing move and no
winning one, so neither side can force more from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit
from engine.rules import core
from engine.rules.congo import texts
from engine.rules.congo.board import LETTERS, NAMES, POSITION
from engine.rules.congo.moves import generate, play, terminal_result
from engine.rules.congo.notation import CongoNotation
from engine.rules.congo.tablebase import CongoTablebase, Ending, TablebaseError
from engine.rules.congo.tablebase_index import SIZES, probe_tablebase, set_up
from engine.rules.congo.tablebase_positions import position_of, used_entries

BUFFER_SIZE = 1024
"""Enough for the moves of a position of five pieces, and the spare space that `generate` needs."""

WIN_SCORE = 1000
"""The score of a win, reduced by the plies until then; larger than any distance."""
UNKNOWN_SCORE = 2000


@jit
def score_of(position: Any, address: int) -> int:
    """Return the score for the side to move by the rules or the tablebase."""
    result = terminal_result(position)
    if result == core.LOST:
        return int64(-WIN_SCORE)
    if result == core.DRAWN:
        return int64(0)
    plies = probe_tablebase(position, address)
    if plies == core.UNKNOWN:
        return int64(UNKNOWN_SCORE)
    if plies == core.KNOWN_DRAW:
        return int64(0)
    return WIN_SCORE - plies if plies & 1 else plies - WIN_SCORE


@jit
def score_by_moves(position: Any, child: Any, buffer: Any, address: int) -> int:
    """Return the score of a position by those of its successors; `child` and `buffer` are scratch space."""
    best = int64(-WIN_SCORE)
    end = generate(position, buffer, int64(0), int64(buffer.size))
    for at in range(end):
        child[0] = position
        play(child[0], buffer[at])
        score = score_of(child[0], address)
        if score == UNKNOWN_SCORE:
            return score
        best = max(best, -score)
    if best == 0:
        return best
    return best - 1 if best > 0 else best + 1


@jit
def first_wrong(table: int, address: int) -> tuple[int, int]:
    """Return the number of the first wrong entry of a table, or -1, and how many positions were checked."""
    line = np.zeros(2, dtype=POSITION)
    buffer = np.empty(BUFFER_SIZE, dtype=np.int64)
    counted = int64(0)
    for number in range(SIZES[table]):
        if set_up(line[0], table, number):
            counted += 1
            score = score_by_moves(line[0], line[1:], buffer, address)
            if score == UNKNOWN_SCORE or score != score_of(line[0], address):
                return int64(number), counted
    return int64(-1), counted


def verify(tablebase: CongoTablebase, report: Callable[[str], None]) -> int:
    """Check every entry and return how many there are; `report` gets the name of each ending that is right.

    Raises:
        TablebaseError: an entry is wrong; it names the first.
    """
    counted = 0
    for ending in tablebase.endings:
        for table in ending.tables:
            wrong, positions = first_wrong(int64(table), int64(tablebase.address))
            if wrong >= 0:
                fen = CongoNotation().format(position_of(table, int(wrong)))
                raise TablebaseError(texts.wrong_value(ending.name, fen))
            counted += int(positions)
        report(ending.name)
    return counted


@dataclass(frozen=True)
class Statistics:
    """The positions of an ending with one side to move, counted once with their mirror images.

    `side` is what the mover has, lion included. Lengths are in plies. The
    examples are FENs with White to move, empty if there is no win or no loss.
    """

    ending: str
    side: str
    won: int
    drawn: int
    lost: int
    longest_win: int
    win_example: str
    longest_loss: int
    loss_example: str

    @property
    def positions(self) -> int:
        """The number of positions."""
        return self.won + self.drawn + self.lost


def statistics(tablebase: CongoTablebase) -> Iterator[Statistics]:
    """Yield the figures of every ending, with each side to move."""
    for ending in tablebase.endings:
        for table, side in zip(ending.tables, ending.name.split("-"), strict=False):
            yield _statistics_of(tablebase.tables[table], ending, table, side)


def _statistics_of(entries: Any, ending: Ending, table: int, side: str) -> Statistics:
    marks = used_entries(table)
    numbers = np.flatnonzero(marks)
    values = entries[marks]
    wins, losses = values & 1 == 1, (values & 1 == 0) & (values > 0)
    longest_win, win_example = _longest(table, numbers[wins], values[wins])
    longest_loss, loss_example = _longest(table, numbers[losses], values[losses])
    return Statistics(
        ending=ending.name,
        side=side,
        won=int(wins.sum()),
        drawn=int((values == 0).sum()),
        lost=int(losses.sum()),
        longest_win=longest_win,
        win_example=win_example,
        longest_loss=longest_loss,
        loss_example=loss_example,
    )


def _longest(table: int, numbers: Any, values: Any) -> tuple[int, str]:
    if not values.size:
        return 0, ""
    at = int(values.argmax())
    return int(values[at]), CongoNotation().format(position_of(table, int(numbers[at])))


# --- as text


def lines(tablebase: CongoTablebase) -> Iterator[str]:
    """Yield the figures as a Markdown table, and then what they say about the source's remark."""
    yield texts.FIGURES_HEAD
    yield "|---|---|---:|---:|---:|---:|---|---|"
    every = []
    for one in statistics(tablebase):
        every.append(one)
        yield _row(one)
    yield ""
    yield _longest_of_all(every)
    yield ""
    yield from remark([one for one in every if len(one.ending) == len("LZ-L")])


def _row(one: Statistics) -> str:
    shares = " | ".join(_count(count, one.positions) for count in (one.won, one.drawn, one.lost))
    win = f"{one.longest_win}: `{one.win_example}`" if one.won else ""
    loss = f"{one.longest_loss}: `{one.loss_example}`" if one.lost else ""
    return f"| {one.ending} | {one.side} | {one.positions} | {shares} | {win} | {loss} |"


def _count(count: int, positions: int) -> str:
    return f"{count} ({100 * count / positions:.2f} %)"


def _longest_of_all(every: list[Statistics]) -> str:
    longest = max(every, key=lambda one: one.longest_win)
    loss = max(every, key=lambda one: one.longest_loss)
    return texts.longest(
        longest.longest_win,
        longest.ending,
        longest.win_example,
        loss.longest_loss,
        loss.ending,
        loss.loss_example,
    )


def remark(singles: list[Statistics]) -> Iterator[str]:
    """Yield, piece by piece, how true it is that a lion and any piece win against just a lion."""
    yield texts.REMARK
    yield ""
    yield texts.REMARK_HEAD
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for with_piece, alone in zip(singles[::2], singles[1::2], strict=True):
        name = NAMES[LETTERS.index(with_piece.side[1])]
        first = [with_piece.won, with_piece.drawn, with_piece.lost]
        second = [alone.lost, alone.drawn, alone.won]
        counts = [_count(count, with_piece.positions) for count in first]
        counts += [_count(count, alone.positions) for count in second]
        yield f"| {name} | {' | '.join(counts)} |"
