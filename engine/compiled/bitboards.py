"""Bitboards outside compiled code."""

from __future__ import annotations

from collections.abc import Iterator


def bits(board: int) -> Iterator[int]:
    """Yield the numbers of the set bits of a 64-bit number, signed or not, lowest first."""
    board &= (1 << 64) - 1
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low
