"""Congo's evaluation for tuning: how often each weight counts, and how weights are written."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled.jit import jit, lowest
from engine.rules.congo.board import FULL, KINDS, LETTERS, LION, POSITION, WIDTH
from engine.rules.congo.evaluate import OPENING_PIECES, cheap_terms, costly_terms, phase
from engine.rules.congo.weights import BY_KIND, HALF, SINGLE, read

PSQT_WEIGHTS = KINDS * WIDTH * HALF
"""The piece-square tables come first, by kind, rank from the own side and file; then those of `vector`."""
OTHERS = len(SINGLE) + KINDS * len(BY_KIND)
COUNT = PSQT_WEIGHTS + OTHERS


@jit
def _count_squares(position: Any, counts: Any) -> None:
    for side in range(2):
        sign = 1 if side == position.side else -1
        for kind in range(KINDS):
            pieces = position.kinds[kind] & position.sides[side]
            while pieces:
                square = lowest(pieces)
                pieces &= pieces - 1
                file, rank = square % WIDTH, square // WIDTH
                if side == 1:
                    rank = WIDTH - 1 - rank
                counts[(kind * WIDTH + rank) * HALF + min(file, WIDTH - 1 - file)] += sign


@jit
def _count_all(positions: Any, counts: Any, openings: Any) -> None:
    unit = np.zeros(OTHERS, dtype=np.int64)
    for at in range(positions.size):
        position = positions[at]
        openings[at] = phase(position)
        _count_squares(position, counts[at])
        # The evaluation is a sum of weights, so a weight of one and no others tells how often it counts.
        for number in range(OTHERS):
            unit[number] = 1
            counts[at, PSQT_WEIGHTS + number] = cheap_terms(position, unit) + costly_terms(position, unit)
            unit[number] = 0


def are_positions(records: Any) -> bool:
    """Return whether an array holds valid position records, which the compiled code may read.

    Each has one lion a side, and every piece on one square of the board, with one kind and one side.
    """
    if records.dtype != POSITION or records.ndim != 1:
        return False
    kinds, sides = records["kinds"], records["sides"]
    seen = np.zeros(len(records), dtype=np.int64)
    sound = (sides[:, 0] & sides[:, 1] == 0) & np.isin(records["side"], (0, 1))
    for kind in range(KINDS):
        sound &= seen & kinds[:, kind] == 0
        seen |= kinds[:, kind]
    sound &= (seen == sides[:, 0] | sides[:, 1]) & (seen & ~FULL == 0)
    for side in (0, 1):
        lion = kinds[:, LION] & sides[:, side]
        sound &= (lion != 0) & (lion & (lion - 1) == 0)
    return bool(sound.all())


def count_weights(positions: Any) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Return how often each weight counts for the side to move, and the phase: 1 opening, 0 endgame.

    `positions` is an array of position records; the results have one row, and one number, for each.
    """
    counts = np.zeros((len(positions), COUNT), dtype=np.int8)
    openings = np.zeros(len(positions), dtype=np.int64)
    _count_all(positions, counts, openings)
    return counts, (openings / OPENING_PIECES).astype(np.float32)


def read_pairs(name: str) -> npt.NDArray[np.float32]:
    """Return a weights file as an array of COUNT pairs."""
    weights = read(name)
    pairs = [pair for letter in LETTERS for row in weights["places"][letter] for pair in row]
    pairs += [weights[single] for single in SINGLE]
    pairs += [weights[group][letter] for group in BY_KIND for letter in LETTERS]
    return np.array(pairs, dtype=np.float32)


def format_weights(pairs: npt.NDArray[np.float32], origin: dict[str, Any]) -> str:
    """Return a weights file for such an array, with `origin`, a remark on where it is from, in front."""
    values = [[int(opening), int(ending)] for opening, ending in np.rint(pairs)]
    lines = ["{", f' "origin": {json.dumps(origin)},', ' "places": {']
    for kind, letter in enumerate(LETTERS):
        rows = [values[(kind * WIDTH + rank) * HALF :][:HALF] for rank in range(WIDTH)]
        body = ",\n".join(f"   {json.dumps(row)}" for row in rows)
        lines.append(f'  "{letter}": [\n{body}\n  ]{"," if kind < KINDS - 1 else ""}')
    lines.append(" },")
    others = values[PSQT_WEIGHTS:]
    entries = [f' "{name}": {json.dumps(others[at])}' for at, name in enumerate(SINGLE)]
    for number, name in enumerate(BY_KIND):
        group = others[len(SINGLE) + KINDS * number :][:KINDS]
        entries.append(f' "{name}": {json.dumps(dict(zip(LETTERS, group, strict=True)))}')
    return "\n".join([*lines, ",\n".join(entries), "}"]) + "\n"
