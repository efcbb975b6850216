"""The moving pieces of an animation, and their positions by time, in board units. No pygame."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from engine.rules.values import Piece, Placed

Point = tuple[float, float]
"""Column and row in board units."""

DIM_S = 0.06
CAPTURE_S = 0.26
SINK_S = 0.5
FADE_S = 0.2
DIMMED_OPACITY = 0.45
"""Opacity of a piece that was jumped over, until it is removed at the end of the move."""
HOP_SCALE = 0.16
HOP_LIFT = 0.22


class EffectKind(Enum):
    """The kinds of passing effects around a point of the board."""

    BURST = "burst"
    RIPPLES = "ripples"
    FLASH = "flash"


@dataclass(frozen=True)
class Sprite:
    """A moving piece: `lift` is its height above the board in cells, `water` how far it has sunk, 0 to 1."""

    piece: Piece
    column: float
    row: float
    scale: float = 1.0
    opacity: float = 1.0
    lift: float = 0.0
    water: float = 0.0


@dataclass(frozen=True)
class Effect:
    """A passing effect; `progress` runs from 0 to 1."""

    kind: EffectKind
    column: float
    row: float
    progress: float


@dataclass(frozen=True)
class WalkingPiece:
    """A piece that moves from point to point, leg by leg, starting at `start` (in seconds)."""

    piece: Piece
    points: tuple[Point, ...]
    seconds: tuple[float, ...]
    hops: bool
    becomes: Piece | None = None
    vanishes: bool = False
    start: float = 0.0

    @property
    def arrival(self) -> float:
        return sum(self.seconds)

    def at(self, now: float) -> Sprite | None:
        begun = self.start
        if now < begun:
            return None
        for (start, end), seconds in zip(pairwise(self.points), self.seconds, strict=True):
            if now < begun + seconds:
                return self._between(start, end, (now - begun) / seconds)
            begun += seconds
        return None if self.vanishes else Sprite(self.becomes or self.piece, *self.points[-1])

    def _between(self, start: Point, end: Point, part: float) -> Sprite:
        eased = ease(part)
        column = start[0] + (end[0] - start[0]) * eased
        row = start[1] + (end[1] - start[1]) * eased
        arc = 4 * eased * (1 - eased) if self.hops or not _straight(start, end) else 0.0
        return Sprite(self.piece, column, row, scale=1 + HOP_SCALE * arc, lift=HOP_LIFT * arc)


@dataclass(frozen=True)
class DroppedStones:
    """Stones that appear on a square at `arrival` (in seconds)."""

    placed: Placed
    arrival: float


@dataclass(frozen=True)
class CapturedPiece:
    """A captured piece: dimmed when the mover passes it, removed with a pop at the end of the move."""

    placed: Placed
    where: Point
    dimmed_from: float | None
    gone_from: float

    def at(self, now: float) -> Sprite | None:
        gone = (now - self.gone_from) / CAPTURE_S
        if gone >= 1:
            return None
        opacity = self._opacity(now)
        if gone <= 0:
            return Sprite(self.placed.piece, *self.where, opacity=opacity)
        return Sprite(self.placed.piece, *self.where, scale=1 + 0.3 * gone, opacity=opacity * (1 - gone))

    def _opacity(self, now: float) -> float:
        if self.dimmed_from is None:
            return 1.0
        return 1 - (1 - DIMMED_OPACITY) * _clamp((now - self.dimmed_from) / DIM_S)


@dataclass(frozen=True)
class SinkingPiece:
    """A drowning piece: it stays on its square until the move has ended, then sinks."""

    piece: Piece
    where: Point
    start: float
    appears: float = 0.0

    def at(self, now: float) -> Sprite | None:
        depth = (now - self.start) / SINK_S
        if depth >= 1 or now < self.appears:
            return None
        depth = _clamp(depth)
        return Sprite(
            self.piece,
            *self.where,
            scale=1 - 0.55 * depth * depth,
            opacity=1 - depth**3,
            lift=-0.06 * depth,
            water=depth,
        )


@dataclass(frozen=True)
class FadingPiece:
    """A piece that fades in or out on its square."""

    piece: Piece
    where: Point
    appears: bool

    def at(self, now: float) -> Sprite | None:
        part = _clamp(now / FADE_S)
        visible = part if self.appears else 1 - part
        return (
            Sprite(self.piece, *self.where, scale=0.8 + 0.2 * visible, opacity=visible) if visible else None
        )


@dataclass(frozen=True)
class TimedEffect:
    """An effect with its time."""

    kind: EffectKind
    where: Point
    start: float
    seconds: float

    def at(self, now: float) -> Effect | None:
        progress = (now - self.start) / self.seconds
        return Effect(self.kind, *self.where, progress) if 0 <= progress < 1 else None


Actor = WalkingPiece | CapturedPiece | SinkingPiece | FadingPiece


def ease(part: float) -> float:
    """Map linear time to motion that starts and ends gently, 0 to 0 and 1 to 1."""
    return part * part * (3 - 2 * part)


def _clamp(part: float) -> float:
    return min(max(part, 0.0), 1.0)


def _straight(start: Point, end: Point) -> bool:
    dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
    return dx == 0 or dy == 0 or dx == dy
