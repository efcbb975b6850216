"""What clicked squares mean: the moves that they already are, and how they can go on."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.move import Move
from engine.rules.piece import Placed


@dataclass(frozen=True)
class Target:
    """A square that may be clicked next, and the squares of the pieces that this click captures.

    `drowns` tells that the piece that goes there is lost in the river if its move ends there; `spread` is
    how the stack is laid out that goes there, as in `Transition`.
    """

    square: int
    captures: tuple[int, ...] = ()
    drowns: bool = False
    spread: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class Clicks:
    """What a clicked prefix of squares means: the moves that it already is, and how it can go on.

    `moves` is empty when the prefix must go on, holds one move when the prefix is that move, and more
    when the squares alone do not decide between several (then the window asks).
    """

    moves: tuple[Move, ...] = ()
    onward: tuple[Target, ...] = ()
