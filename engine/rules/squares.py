"""Square names: a letter for the column and a number for the row."""

from __future__ import annotations

from functools import cache


@cache
def square_name(square: int, columns: int, lowest: int = 1) -> str:
    """Return a square's name: its column's letter and its row's number, which is `lowest` at the bottom."""
    return "abcdefghi"[square % columns] + str(square // columns + lowest)


def square_named(name: str, columns: int, rows: int, lowest: int = 1) -> int | None:
    """Return the square of that name, in either case, or None."""
    column, row = "abcdefghi"[:columns].find(name[:1].lower()), "0123456789".find(name[1:]) - lowest
    if len(name) != 2 or column < 0 or not 0 <= row < rows:
        return None
    return row * columns + column
