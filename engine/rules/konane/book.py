"""The settings of Konane's opening books."""

from __future__ import annotations

from engine.book.opening_book import BookFormat

FORMAT = BookFormat(fields=3)  # the ply number decides what the first moves are
