"""Setting up positions of any game, including ones that are not legal yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Piece, Position
from engine.system.errors import UserError

Board = Mapping[int, Piece]
"""Pieces by square."""


def placeable(rules: Rules) -> tuple[Piece, ...]:
    """Return every piece that can be put on a board, those of the first side in front."""
    if rules.facts.stones:
        return tuple(Piece(side, kind) for side, kind in enumerate(rules.facts.stones))
    return tuple(Piece(side, kind) for side in (FIRST, SECOND) for kind in rules.facts.kind_names)


def format_set_up(rules: Rules, like: Position, pieces: Board, side: int) -> str:
    """Format a set-up, legal or not, with `side` to move; `Notation.parse` says what is wrong with it.

    What is neither a piece nor the side, such as the board's size and the counters, is that of `like`.
    """
    counters = rules.notation.set_up_counters(like, pieces, side)
    return rules.notation.format_set_up(like, pieces, side, counters)


def mirrored(pieces: Board, columns: int) -> dict[int, Piece]:
    """Return a board with left and right exchanged."""
    return {_mirror(square, columns): piece for square, piece in pieces.items()}


@cache
def can_mirror(rules: Rules) -> bool:
    """Return whether a mirror image can be legal: not where stones stay on squares of their colour."""
    start = rules.start()
    pieces = mirrored(rules.notation.pieces(start), rules.notation.shape(start)[0])
    try:
        rules.notation.parse(format_set_up(rules, start, pieces, start.side))
    except UserError:
        return False
    return True


def _mirror(square: int, columns: int) -> int:
    return square - square % columns + columns - 1 - square % columns


def exchanged(rules: Rules, pieces: Board, columns: int, rows: int) -> dict[int, Piece]:
    """Return a board with the sides' pieces swapped, each as seen from the other side."""
    return {
        (rows - 1 - square // columns) * columns + square % columns: _of_other_side(rules, piece)
        for square, piece in pieces.items()
    }


def _of_other_side(rules: Rules, piece: Piece) -> Piece:
    side = 1 - piece.side
    return replace(piece, side=side, kind=rules.facts.stones[side] if rules.facts.stones else piece.kind)
