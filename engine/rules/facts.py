"""What is fixed about a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class SearchExample:
    """A position whose search is worth looking at: its text as the command line takes it, and how deep."""

    label: str
    text: str
    depth: int


@dataclass(frozen=True)
class Mirror:
    """How a board with the side to move, and a move, are written as a mirror shows them."""

    position: Callable[[str], str]
    move: Callable[[str], str]
