"""Pieces, and pieces on squares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A piece (or a stack of `count` equal stones) of a side; `kind` is its upper-case FEN letter."""

    side: int
    kind: str
    count: int = 1


@dataclass(frozen=True)
class Placed:
    """A piece on a square."""

    square: int
    piece: Piece
