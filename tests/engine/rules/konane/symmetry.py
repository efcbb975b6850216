"""Konane's symmetries: half turn, and rows exchanged with columns; both preserve square colours."""

from __future__ import annotations

from itertools import groupby

from tests.engine.rules.games import Symmetry

FILES = "abcdefgh"


def _grid(fen: str) -> tuple[list[str], str]:
    board, rest = fen.split(" ", 1)
    return [
        "".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in board.split("/")
    ], rest


def _fen(grid: list[str], rest: str) -> str:
    rows = []
    for row in grid:
        runs = ((sign, len(list(run))) for sign, run in groupby(row))
        rows.append("".join(str(length) if sign == "." else sign * length for sign, length in runs))
    return f"{'/'.join(rows)} {rest}"


def _turned(fen: str) -> str:
    grid, rest = _grid(fen)
    return _fen([row[::-1] for row in reversed(grid)], rest)


def _transposed(fen: str) -> str:
    grid, rest = _grid(fen)
    return _fen(["".join(column) for column in zip(*grid, strict=True)], rest)


def of_size(size: int) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board, whose names of squares depend on its size."""

    def turned(move: str) -> str:
        return "".join(_turned_name(move[at : at + 2], size) for at in range(0, len(move), 2))

    def transposed(move: str) -> str:
        return "".join(_transposed_name(move[at : at + 2], size) for at in range(0, len(move), 2))

    def applies(fen: str) -> bool:
        return fen.count("/") + 1 == size

    return (
        Symmetry(f"half turn of {size}x{size}", _turned, turned, applies=applies),
        Symmetry(f"{size}x{size} transposed", _transposed, transposed, applies=applies),
    )


def _turned_name(name: str, size: int) -> str:
    return f"{FILES[size - 1 - FILES.index(name[0])]}{size + 1 - int(name[1])}"


def _transposed_name(name: str, size: int) -> str:
    # (x, y) becomes (y, x), y counted from the top.
    x, y = FILES.index(name[0]), size - int(name[1])
    return f"{FILES[y]}{size - x}"


SYMMETRIES = tuple(symmetry for size in (4, 6, 8) for symmetry in of_size(size))
