"""Limits for the size of one game: beyond any real game, and still parsed in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.record import texts
from engine.record.record import RecordedMove

MAX_LENGTH, MAX_TOKENS, MAX_MOVES = 2_000_000, 100_000, 20_000
"""Characters, tokens and moves, variations included."""
MAX_VARIATION_DEPTH = 60
EDITABLE, EDITABLE_DEPTH = Fraction(95, 100), 50
"""The share of these limits, and the depth, up to which a game may grow: writing may take a little more."""
TAGS_LENGTH = 20_000
"""Characters that the tags of a game take at most."""


def excess(line: Sequence[RecordedMove], comment: str = "") -> str:
    """Return why a game that has grown could not be read again, empty if it can be."""
    moves, tokens, length = 0, 1, len(comment) + TAGS_LENGTH
    waiting = [(line, 0)]
    while waiting:
        line, depth = waiting.pop()
        if depth > EDITABLE_DEPTH:
            return texts.too_deep(EDITABLE_DEPTH)
        moves += len(line)
        for recorded in line:
            # A number, the move, its comment and clock, its marks, and the brackets of its variations.
            tokens += 4 + len(recorded.nags) + 2 * len(recorded.variations)
            length += len(recorded.move.text) + len(recorded.comment) + 5 * len(recorded.nags) + 40
            waiting += ((variation, depth + 1) for variation in recorded.variations)
    for count, limit, words in (
        (moves, MAX_MOVES, texts.too_many_moves),
        (tokens, MAX_TOKENS, texts.too_many_tokens),
        (length, MAX_LENGTH, texts.too_long),
    ):
        if count > limit * EDITABLE:
            return words(int(limit * EDITABLE))
    return ""
