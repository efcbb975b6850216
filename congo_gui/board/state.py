"""The view state of a board: selection, path, hover, drag, marks. No rules, no pygame.

Every value is immutable and replaced as a whole, so that `BoardState.revision` can count the changes:
a window that remembers the last drawn revision knows whether anything has to be drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from engine.rules.values import PieceWarning, Target, Transition


@dataclass(frozen=True)
class Drag:
    """A dragged piece: its square and the pixel under the pointer."""

    square: int
    xy: tuple[int, int]


class Purpose(Enum):
    """The purpose of an arrow; each has its own stroke."""

    HINT = "hint"
    LINE = "line"
    """The first move of one of the engine's lines."""
    THREAT = "threat"
    OWN = "own"
    """Drawn by the player."""


class Ink(Enum):
    """The colours in which players draw; the values are those of saved files."""

    GREEN = "G"
    RED = "R"
    BLUE = "B"
    YELLOW = "Y"


@dataclass(frozen=True)
class Circle:
    """A ring that the player has drawn round a square."""

    square: int
    ink: Ink = Ink.GREEN


@dataclass(frozen=True)
class Arrow:
    """An arrow between two squares, e.g. a hint; `label` is written where it ends, `badge` on its way.

    One that the player has drawn has the colour `ink`.
    """

    start: int
    end: int
    purpose: Purpose = Purpose.HINT
    label: str = ""
    thin: bool = False
    badge: str = ""
    ink: Ink = Ink.GREEN


def arrows_along(
    path: tuple[int, ...],
    purpose: Purpose = Purpose.HINT,
    label: str = "",
    thin: bool = False,
    badge: str = "",
) -> tuple[Arrow, ...]:
    """Return a move's legs as arrows: the label where the last one ends, the badge on the first."""
    legs = tuple(pairwise(path))
    return tuple(
        Arrow(start, end, purpose, label if at == len(legs) else "", thin, badge if at == 1 else "")
        for at, (start, end) in enumerate(legs, 1)
    )


@dataclass
class BoardState:
    """Everything that the view draws on top of board and pieces."""

    path: tuple[int, ...] = ()
    """The squares clicked so far; the selected piece is on the first."""
    taken: tuple[int, ...] = ()
    """The squares of the pieces that the path so far captures, in order."""
    targets: tuple[Target, ...] = ()
    """The squares that can be clicked next."""
    complete: bool = False
    """True if the path so far is a complete move."""
    hover: int | None = None
    """The square under the mouse."""
    hover_targets: tuple[Target, ...] = ()
    """The targets of the piece under the mouse, while nothing is selected."""
    explained: tuple[Target, ...] = ()
    """The targets of the explained piece; they replace `hover_targets`."""
    drag: Drag | None = None
    cursor: int | None = None
    """The square of the keyboard's cursor, while it is shown."""
    preview: Transition | None = None
    """A move shown as if it were clicked, e.g. a candidate in a list."""
    last: Transition | None = None
    """The last move played."""
    end_paths: tuple[tuple[int, ...], ...] = ()
    """The paths of the moves that ended the game, the last one among them or alone."""
    warnings: tuple[PieceWarning, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    circles: tuple[Circle, ...] = ()
    show_targets: bool = True
    show_drowning: bool = True
    show_attack: bool = True
    revision: int = 0
    """Grows whenever another attribute changes."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__ and self.__dict__[name] == value:
            return
        super().__setattr__(name, value)
        self.__dict__["revision"] = self.__dict__.get("revision", 0) + 1
