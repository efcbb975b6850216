"""What Congo's endgame tables say in numbers: shares of results, longest wins, and the source's remark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiled.jit import jit
from engine.rules.congo.board import LETTERS, NAMES, POSITION
from engine.rules.congo.notation import CongoNotation
from engine.rules.congo.tablebase import CongoTablebase, Ending, endings
from engine.rules.congo.tablebase_index import OFFSETS, set_up
from engine.rules.congo.tablebase_verify import position_of


@dataclass(frozen=True)
class Figures:
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
        """How many there are."""
        return self.won + self.drawn + self.lost


@jit
def mark_positions(table: int, marks: Any) -> None:
    """Set a mark for every entry of a table that belongs to a position."""
    line = np.zeros(1, dtype=POSITION)
    for number in range(OFFSETS[table], OFFSETS[table + 1]):
        marks[number - OFFSETS[table]] = set_up(line[0], table, number)


def figures(tables: CongoTablebase) -> Iterator[Figures]:
    """Yield the figures of every ending, with each side to move."""
    assert tables.entries is not None
    for ending in endings():
        for table, side in zip(ending.tables, ending.name.split("-"), strict=False):
            yield _figures_of(tables.entries, ending, table, side)


def _figures_of(entries: Any, ending: Ending, table: int, side: str) -> Figures:
    part = entries[OFFSETS[table] : OFFSETS[table + 1]]
    marks = np.zeros(part.size, dtype=np.bool_)
    mark_positions(np.int64(table), marks)
    numbers = np.flatnonzero(marks) + OFFSETS[table]
    values = part[marks]
    wins, losses = values & 1 == 1, (values & 1 == 0) & (values > 0)
    longest_win, win_example = _longest(table, numbers[wins], values[wins])
    longest_loss, loss_example = _longest(table, numbers[losses], values[losses])
    return Figures(
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


def lines(tables: CongoTablebase) -> Iterator[str]:
    """Yield the figures as a table in Markdown, followed by what they say of the source's remark."""
    yield "| ending | to move | positions | won | drawn | lost | longest win | longest loss |"
    yield "|---|---|---:|---:|---:|---:|---|---|"
    every = []
    for one in figures(tables):
        every.append(one)
        yield _row(one)
    yield ""
    yield _longest_of_all(every)
    yield ""
    yield from remark([one for one in every if len(one.ending) == len("LZ-L")])


def _row(one: Figures) -> str:
    shares = " | ".join(_count(count, one.positions) for count in (one.won, one.drawn, one.lost))
    win = f"{one.longest_win}: `{one.win_example}`" if one.won else ""
    loss = f"{one.longest_loss}: `{one.loss_example}`" if one.lost else ""
    return f"| {one.ending} | {one.side} | {one.positions} | {shares} | {win} | {loss} |"


def _count(count: int, positions: int) -> str:
    return f"{count} ({100 * count / positions:.2f} %)"


def _longest_of_all(every: list[Figures]) -> str:
    longest = max(every, key=lambda one: one.longest_win)
    loss = max(every, key=lambda one: one.longest_loss)
    return (
        f"The longest win takes {longest.longest_win} plies ({longest.ending}, `{longest.win_example}`), the"
        f" longest loss {loss.longest_loss} ({loss.ending}, `{loss.loss_example}`)."
    )


def remark(singles: list[Figures]) -> Iterator[str]:
    """Yield, piece by piece, how true it is that a lion and any piece win against just a lion."""
    yield '"A lion and any piece will win against just a lion": in figures.'
    yield ""
    yield "| piece | its side to move: wins | draws | loses | lone lion to move: loses | draws | wins |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for with_piece, alone in zip(singles[::2], singles[1::2], strict=True):
        name = NAMES[LETTERS.index(with_piece.side[1])]
        first = [with_piece.won, with_piece.drawn, with_piece.lost]
        second = [alone.lost, alone.drawn, alone.won]
        counts = [_count(count, with_piece.positions) for count in first]
        counts += [_count(count, alone.positions) for count in second]
        yield f"| {name} | {' | '.join(counts)} |"
