"""Positions as the library's index knows them: their keys, and the moves played in them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from engine.book.opening_book import book_key, book_move_text
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.rules.values import Position


def position_key(rules: Rules, position: Position) -> int:
    """Return the key of a position in the index, a signed 64-bit number.

    It is a hash of the position's key in the opening book: board and side to move, without counters, the
    same for mirror images where a game is symmetric. So it depends on the notation alone, and stays the same
    from version to version, unlike Zobrist keys.
    """
    return _key(rules, book_key(rules, position)[0])


def move_in_index(rules: Rules, position: Position, text: str) -> str:
    """Return the move `text` as in the index: mirrored if the position's key is that of its mirror image.

    The function is its own inverse.
    """
    return book_move_text(rules, text, book_key(rules, position)[1])


def positions_of(record: GameRecord) -> Iterator[tuple[int, int, str]]:
    """Yield the key, the ply and the next move of each position of a game; the last one has no move."""
    rules, position = record.rules, record.start
    for ply, recorded in enumerate((*record.moves, None)):
        fen, mirrored = book_key(rules, position)
        move = "" if recorded is None else book_move_text(rules, recorded.move.text, mirrored)
        yield _key(rules, fen), ply, move
        if recorded is not None:
            position = rules.play(position, recorded.move)


def _key(rules: Rules, fen: str) -> int:
    hashed = blake2b(f"{rules.name} {fen}".encode(), digest_size=8).digest()
    return int.from_bytes(hashed, "big", signed=True)
