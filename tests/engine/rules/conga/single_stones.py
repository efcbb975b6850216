"""Who wins Conga with ten single stones on one side: ``python -m tests.engine.rules.conga.single_stones``.

All positions are solved in which one side has ten single stones and never puts two of them on one square. It
prints, by the number of the other side's stacks, how many there are, and how many the ten stones win when it
is their turn and when it is not. With files of games it also looks up their positions.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from engine.compiled.jit import int64, jit
from engine.record.parse import load_games
from engine.rules.conga.board import AROUND, BEYOND, COUNT_BITS, SQUARES
from engine.rules.values import Position

STONES, LEFT = 10, SQUARES - 10
"""Stones of a side, and squares that ten single stones leave to the other side."""
MASKS = np.array([sum(1 << square for square in each) for each in combinations(range(SQUARES), STONES)])


def _heights() -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return all distributions of ten stones over six squares, in order."""
    bars = combinations(range(STONES + LEFT - 1), LEFT - 1)
    edges = (np.array([-1, *each, STONES + LEFT - 1]) for each in bars)
    return np.array([np.diff(each) - 1 for each in edges])


HEIGHTS = _heights()
NUMBER = np.full((1 << SQUARES,), -1, dtype=np.int64)
NUMBER[MASKS] = np.arange(len(MASKS))
PLACE = np.zeros((STONES + 1) ** (LEFT - 1), dtype=np.int64)
PLACE[HEIGHTS[:, :-1] @ (STONES + 1) ** np.arange(LEFT - 1)[::-1]] = np.arange(len(HEIGHTS))


@jit
def index(mask: int, stones: Any) -> int:
    """Return the number of a position, given by the ten single stones and the other side's stack heights."""
    place, last = 0, 0
    for square in range(SQUARES):
        if not mask >> square & 1:
            place, last = place * (STONES + 1) + stones[square], stones[square]
    return NUMBER[mask] * len(HEIGHTS) + PLACE[(place - last) // (STONES + 1)]


@jit
def lost(mask: int, stones: Any, after: Any, won: Any) -> bool:
    """Return whether every move of the other side leads to a win of the ten stones."""
    for start in range(SQUARES):
        for first in range(SQUARES):
            if not stones[start] or mask >> first & 1 or not AROUND[start] >> first & 1:
                continue
            after[:] = stones
            left, second, third = after[start], BEYOND[start, first, 0], BEYOND[start, first, 1]
            after[start] = 0
            laid = left if second < 0 or mask >> second & 1 else 1
            after[first] += laid
            left -= laid
            if left:
                laid = left if third < 0 or mask >> third & 1 else min(left, 2)
                after[second] += laid
                if left > laid:
                    after[third] += left - laid
            if not won[index(mask, after)]:
                return False
    return True


@jit
def wins(mask: int, stones: Any, beaten: Any) -> bool:
    """Return whether a step of one of the ten stones leads to a lost position of the other side."""
    for start in range(SQUARES):
        for first in range(SQUARES):
            steps = mask >> start & 1 and AROUND[start] >> first & 1
            if not steps or mask >> first & 1 or stones[first]:
                continue
            if beaten[index(mask ^ (1 << start) ^ (1 << first), stones)]:
                return True
    return False


@jit
def sweep(won: Any, beaten: Any) -> int:
    """Mark the positions won and lost in one more ply; return the number of new ones."""
    stones, after, new = np.zeros(SQUARES, dtype=np.int64), np.zeros(SQUARES, dtype=np.int64), 0
    for turn in range(2):
        for number in range(len(MASKS)):
            mask = MASKS[number]
            for place in range(len(HEIGHTS)):
                at, known = 0, number * len(HEIGHTS) + place
                if (won[known] if turn else beaten[known]) != 0:
                    continue
                for square in range(SQUARES):
                    stones[square] = 0
                    if not mask >> square & 1:
                        stones[square] = HEIGHTS[place, at]
                        at += 1
                if turn and wins(mask, stones, beaten):
                    won[known], new = 1, new + 1
                elif not turn and lost(mask, stones, after, won):
                    beaten[known], new = 1, new + 1
    return new


def solve() -> tuple[Any, Any]:
    """Return the positions won by the ten stones, when they are to move and when they are not."""
    won, beaten = (np.zeros(len(MASKS) * len(HEIGHTS), dtype=np.uint8) for _ in range(2))
    while sweep(won, beaten):
        pass
    return won, beaten


def heights_of(position: Position, side: int) -> Any:
    """Return a side's stones on each square."""
    stones = int(position.record["stones"][side])
    return np.array([stones >> COUNT_BITS * square & 15 for square in range(SQUARES)])


def main(files: list[str]) -> None:
    """Print the share of won positions, by the other side's stacks, and in saved games."""
    won, beaten = solve()
    stacks = np.tile(np.count_nonzero(HEIGHTS, axis=1), len(MASKS))
    for count in range(1, LEFT + 1):
        those = stacks == count
        print(f"| {count} | {those.sum():,} | {won[those].mean():.1%} | {beaten[those].mean():.1%} |")
    for file in files:
        found = [0, 0]
        for game in load_games(Path(file)):
            position = game.start
            for move in game.moves:
                position = game.rules.play(position, move.move)
                for side in range(2):
                    if int(position.record["sides"][side]).bit_count() == STONES:
                        table = won if position.side == side else beaten
                        mask = int(position.record["sides"][side])
                        found[int(table[index(int64(mask), heights_of(position, 1 - side))])] += 1
        print(f"{file}: {sum(found)} positions, {found[1]} won")


if __name__ == "__main__":
    main(sys.argv[1:])
