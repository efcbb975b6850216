"""Limits for the size of one game: larger than any real game, yet parsed within seconds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.record import texts
from engine.record.record import RecordedMove

MAX_LENGTH, MAX_TOKENS, MAX_MOVES = 2_000_000, 100_000, 20_000
"""Maximum characters, tokens and moves of a game, including variations."""
MAX_CHOICES = 4_000_000
"""Maximum legal moves, of all positions before a game's moves together; a position may have thousands."""
MAX_VARIATION_DEPTH = 60
EDITABLE, EDITABLE_DEPTH = Fraction(95, 100), 50
"""The share of these limits, and the depth, that editing may reach: the file may need a little more."""
TAGS_LENGTH = 20_000
"""Maximum characters of a game's tags."""


def excess(line: Sequence[RecordedMove], comment: str = "") -> str:
    """Return why an edited game is too large to be loaded again, empty if it is not."""
    moves, tokens, length = 0, 1, len(comment) + TAGS_LENGTH
    waiting = [(line, 0)]
    while waiting:
        line, depth = waiting.pop()
        if depth > EDITABLE_DEPTH:
            return texts.too_deep(EDITABLE_DEPTH)
        moves += len(line)
        for recorded in line:
            # A number, the move, its comment and clock, its NAGs, and the brackets of its variations.
            tokens += 4 + len(recorded.nags) + 2 * len(recorded.variations)
            length += len(recorded.move.text) + len(recorded.comment) + 5 * len(recorded.nags) + 40
            waiting += ((variation, depth + 1) for variation in recorded.variations)
    for count, limit, reason in (
        (moves, MAX_MOVES, texts.too_many_moves),
        (tokens, MAX_TOKENS, texts.too_many_tokens),
        (length, MAX_LENGTH, texts.too_long),
    ):
        if count > limit * EDITABLE:
            return reason(int(limit * EDITABLE))
    return ""
