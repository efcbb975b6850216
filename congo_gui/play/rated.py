"""Rated games: whether a game still counts for the player's rating, and if not, why. No pygame."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from enum import Enum

RATED_TAG = "Rated"
"""The tag in the file of a running game: the id of the rated game, and why it no longer counts."""


class NotRated(Enum):
    """Why a game that was begun as a rated one does not count any more."""

    TAKEBACK = "takeback"
    HINT = "hint"
    ANALYSIS = "analysis"
    OPPONENT = "opponent"
    POSITION = "position"
    COUNTED = "counted"
    """Its result has been counted already."""


_TAG = re.compile(r"([0-9a-f]{32})(?: (\w+))?", re.ASCII)


@dataclass(frozen=True)
class RatedGame:
    """A game that was begun as a rated one: its id, and why it does not count any more, if so."""

    id: str
    reason: NotRated | None = None

    @classmethod
    def new(cls) -> RatedGame:
        """Return a new rated game."""
        return cls(uuid.uuid4().hex)

    @classmethod
    def parse(cls, tag: str) -> RatedGame | None:
        """Parse a tag; return None if it is not one of a rated game."""
        found = _TAG.fullmatch(tag)
        if found is None or found[2] not in (None, *(reason.value for reason in NotRated)):
            return None
        return cls(found[1], NotRated(found[2]) if found[2] else None)

    @property
    def tag(self) -> str:
        """The tag, for `parse`. Whether a result was counted is not in it: the stored results show that."""
        if self.reason in (None, NotRated.COUNTED):
            return self.id
        assert self.reason is not None
        return f"{self.id} {self.reason.value}"

    @property
    def counts(self) -> bool:
        """True if the result will count."""
        return self.reason is None
