"""Warnings to the player to move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Danger(Enum):
    """What a player should be warned of; see `Rules.notices`."""

    WILL_DROWN = "will drown this turn unless it leaves the river"
    UNDER_ATTACK = "can be captured next"


@dataclass(frozen=True)
class Notice:
    """A warning about the piece on `square`, caused by the pieces on `sources` (empty for the river)."""

    danger: Danger
    square: int
    sources: tuple[int, ...] = ()
