"""The settings of Congo's opening book; the book itself is ``book.txt`` in this folder."""

from __future__ import annotations

from engine.book.opening_book import BookFormat, Mirror

SWAPPED_FILES = str.maketrans("abcdefg", "gfedcba")


def mirrored_position(text: str) -> str:
    """Return a board and side with the files swapped."""
    board, side = text.split()
    return f"{'/'.join(rank[::-1] for rank in board.split('/'))} {side}"


def mirrored_move(text: str) -> str:
    """Return a move with the files swapped."""
    return text.translate(SWAPPED_FILES)


FORMAT = BookFormat(supplied=True, mirror=Mirror(mirrored_position, mirrored_move))
