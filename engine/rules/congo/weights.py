"""The evaluation's weights, read from ``weights.json``, and the plain values for ordering captures.

The file is written by hand or by tuning (see engine/research/tune.py). Every weight is a pair in centipawns,
for the opening and for the endgame, interpolated between (tapered evaluation). The variable CONGO_WEIGHTS
names another file of this folder, without its suffix, so that two sets can be played against each other. A
dash and the name of a term after it switch that term off, as in ``weights-places-river``; this costs no
speed, because weights are part of the compiled code.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from engine.rules.congo.board import KINDS, LETTERS, SQUARES, WIDTH, Ints, square_of

#                 lion zebra eleph giraf croco monkey pawn superpawn
VALUES = np.array([10000, 290, 330, 320, 500, 400, 100, 330], dtype=np.int64)
"""Piece values by kind in centipawns, for move ordering and SEE; the lion's exceeds all others together."""

SINGLE = ("tempo", "in_river", "lion_attacked", "pinned", "prey", "passed")
BY_KIND = ("mobility", "near_lion", "threat", "stuck")
"""The names of the weights besides the piece-square tables: single ones, and those by kind.

They are keys of the weights files, so earlier versions' names stay: ``prey`` counts what a monkey could
capture at once, ``passed`` the pawns past the river with no enemy directly ahead, ``stuck`` the pieces that
will drown because only one can leave the river in a turn; ``places`` are the piece-square tables.
"""

TERMS = {
    "places": (),
    "mobility": ("mobility", "prey", "passed"),
    "threats": ("threat",),
    "lion": ("near_lion", "lion_attacked", "pinned"),
    "river": ("in_river", "stuck"),
    "tempo": ("tempo",),
}
"""The terms that can be switched off, and their weights; without `places` pieces have their mean value."""

TEMPO, IN_RIVER, LION_ATTACKED, PINNED, JUMP_CAPTURES, PASSED = range(len(SINGLE))
MOBILITY, NEAR_LION, THREAT, STUCK = (len(SINGLE) + KINDS * number for number in range(len(BY_KIND)))
"""The indices of the weights in `WEIGHTS`; of those by kind, the lion's."""

MAX_ACTIVITY = 260
"""Centipawns that mobility, threats and lion safety add at most, so `evaluate` may skip counting them."""

HALF = WIDTH // 2 + 1
"""The number of files in a piece-square table: the board's left half, which the right half mirrors."""

COMPILED_DATA = "*.json"
OTHER_DATA = "lessons.json,strategy.json"
"""The files with weights are all JSON but these; compiled code depends on them, too."""
FILES = tuple(
    path.stem
    for path in sorted(Path(__file__).parent.glob(COMPILED_DATA))
    if path.name not in OTHER_DATA.split(",")
)
FILE = os.environ.get("CONGO_WEIGHTS", "weights")


def read(name: str = FILE) -> dict[str, Any]:
    """Return a file's weights: ``places`` by kind, rank from the own side, file; the others by name.

    Terms named behind the file's name are switched off; those of other games change nothing here.

    Raises:
        GameError: there is no such file of weights, or it cannot be read or is damaged.
    """
    # Late, so that a changed text recompiles nothing.
    from engine.rules.congo import texts
    from engine.rules.errors import GameError
    from engine.rules.texts import no_weights
    from engine.system.errors import quoted
    from engine.system.texts import not_readable

    file, *terms = name.split("-")
    if file not in FILES:
        raise GameError(no_weights(texts.TITLE, quoted(file), FILES))
    path = Path(__file__).with_name(f"{file}.json")
    try:
        weights: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for term in terms:
            _switch_off(weights, term)
        piece_square_table(weights), vector(weights)  # which raise errors if some are missing or too large
    except OSError as error:
        raise GameError(not_readable(path, error.strerror)) from None
    except (ValueError, OverflowError, RecursionError, LookupError, TypeError, AttributeError):
        raise GameError(texts.not_weights(path)) from None
    return weights


def _switch_off(weights: dict[str, Any], term: str) -> None:
    for name in TERMS.get(term, ()):
        weights[name] = [0, 0] if name in SINGLE else {letter: [0, 0] for letter in LETTERS}
    if term == "places":
        weights["places"] = {letter: _levelled(ranks) for letter, ranks in weights["places"].items()}


def _levelled(ranks: list[list[list[int]]]) -> list[list[list[int]]]:
    """Return a kind's piece-square table with the mean of all squares on every square."""
    half = np.array(ranks)
    whole = np.concatenate((half, half[:, : WIDTH - HALF]), axis=1)
    mean = [round(float(part)) for part in whole.mean(axis=(0, 1))]
    return [[mean for _ in rank] for rank in ranks]


def pack(pair: list[int]) -> int:
    """Return an opening and an endgame weight as one number; packed numbers are added as they are."""
    opening, endgame = pair
    return (opening << 32) + endgame


def piece_square_table(weights: dict[str, Any]) -> Ints:
    """Return the packed piece-square tables, material included, for White, by side, kind and square."""
    table = np.zeros((2, KINDS, SQUARES), dtype=np.int64)
    for kind, letter in enumerate(LETTERS):
        for square in range(SQUARES):
            file, rank = square % WIDTH, square // WIDTH
            worth = pack(weights["places"][letter][rank][min(file, WIDTH - 1 - file)])
            table[0, kind, square] = worth
            table[1, kind, square_of(file, WIDTH - 1 - rank)] = -worth
    return table


def vector(weights: dict[str, Any]) -> Ints:
    """Return all other weights, packed, in the order of the indices above."""
    values = [pack(weights[name]) for name in SINGLE]
    for name in BY_KIND:
        values += [pack(weights[name][letter]) for letter in LETTERS]
    return np.array(values, dtype=np.int64)


_weights = read()
PSQT = piece_square_table(_weights)
WEIGHTS = vector(_weights)
