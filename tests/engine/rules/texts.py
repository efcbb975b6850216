"""Mirroring FENs whose board has rows of letters and digits."""

from __future__ import annotations


def _board(fen: str) -> tuple[list[str], list[str]]:
    board, *rest = fen.split(" ")
    return board.split("/"), rest


def mirrored_files(fen: str) -> str:
    """Return the FEN with left and right exchanged."""
    rows, rest = _board(fen)
    return " ".join(["/".join(row[::-1] for row in rows), *rest])


def mirrored_rows(fen: str) -> str:
    """Return the FEN with top and bottom exchanged."""
    rows, rest = _board(fen)
    return " ".join(["/".join(reversed(rows)), *rest])


def swapped_colours(fen: str, sides: str) -> str:
    """Return the FEN with upper and lower case exchanged, and the two letters of the side to move."""
    rows, (side, *rest) = _board(fen)
    return " ".join(["/".join(rows).swapcase(), sides[1 - sides.index(side)], *rest])


def mirrored_squares(move: str, files: str) -> str:
    """Return a move with the files mirrored; `files` are their letters."""
    return "".join(files[-1 - files.index(sign)] if sign in files else sign for sign in move)
