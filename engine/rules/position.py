"""Positions, as immutable values.

Squares are integers, ``row * columns + column``; column 0 is on the left and row 0 at the bottom of the
board as the game's rules draw it. Sides are 0 (moves first) and 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FIRST, SECOND = 0, 1


class Position:
    """A value: everything that decides which moves are legal and what they do.

    Immutable, hashable and comparable. `record` is the numpy record that the compiled core works on;
    `move_number` is written in the FEN but is no part of equality.
    """

    __slots__ = ("_bytes", "_record", "move_number")

    def __init__(self, record: np.void, move_number: int = 1) -> None:
        self._bytes = record.tobytes()
        self._record = np.frombuffer(self._bytes, dtype=record.dtype)[0]
        self.move_number = move_number

    @property
    def record(self) -> Any:
        """The read-only record; use `copy_record` for one that compiled code may change."""
        return self._record

    def copy_record(self) -> Any:
        """Return a writable copy of the record, as a one-element array's element."""
        return np.frombuffer(bytearray(self._bytes), dtype=self._record.dtype)[0]

    @property
    def side(self) -> int:
        """The side to move."""
        return int(self._record["side"])

    @property
    def key(self) -> int:
        """The Zobrist key, the same for equal positions."""
        return int(self._record["key"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self._bytes, self._record.dtype, self.move_number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)


def _position(memory: bytes, dtype: np.dtype[Any], move_number: int) -> Position:
    """Return a position that another process has sent."""
    return Position(np.frombuffer(memory, dtype)[0], move_number)
