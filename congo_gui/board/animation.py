"""What moves on the board: pure data in board units, told what happened by a `Transition` or by a difference.

An animation is a cast of actors, each of which knows where it is at a given second. The position is
already the one after the move; `Animator.hidden` names the squares whose pieces are on their way, and
the view draws `sprites` and `effects` in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from engine.rules.piece import Piece, Placed
from engine.rules.transition import Transition

Point = tuple[float, float]
"""Column and row in board units."""

STEP_SECONDS = 0.18
FARTHEST_STEP_SECONDS = 0.22
LEG_SECONDS = 0.16
DIM_SECONDS = 0.06
TAKEN_SECONDS = 0.26
SINK_SECONDS = 0.5
FLASH_SECONDS = 0.35
FADE_SECONDS = 0.2
DIMMED = 0.45
"""How visible a piece is that was jumped over and is taken when the move ends."""
HOP_SCALE = 0.16
HOP_LIFT = 0.22


class EffectKind(Enum):
    """What the view draws round a place for a moment."""

    BURST = "burst"
    RIPPLES = "ripples"
    FLASH = "flash"


@dataclass(frozen=True)
class Sprite:
    """A piece on its way: `lift` is its height in cells, `water` (0 to 1) how deep it has sunk."""

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
class _Walk:
    """A piece that goes from point to point, one leg after the other, from second 0 on."""

    piece: Piece
    points: tuple[Point, ...]
    seconds: tuple[float, ...]
    hops: bool
    becomes: Piece | None = None
    vanishes: bool = False

    @property
    def arrival(self) -> float:
        return sum(self.seconds)

    def at(self, now: float) -> Sprite | None:
        begun = 0.0
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
class _Carried:
    """What is left of a stack on one leg of its way."""

    walk: _Walk
    start: float

    def at(self, now: float) -> Sprite | None:
        return self.walk.at(now - self.start) if now >= self.start else None


@dataclass(frozen=True)
class _Delivery:
    """Stones that lie on a square from a second on."""

    placed: Placed
    arrival: float


@dataclass(frozen=True)
class _Taken:
    """A captured piece: dimmed when it is passed, gone with a pop when the move ends."""

    placed: Placed
    where: Point
    dimmed_from: float | None
    gone_from: float

    def at(self, now: float) -> Sprite | None:
        gone = (now - self.gone_from) / TAKEN_SECONDS
        if gone >= 1:
            return None
        opacity = self._opacity(now)
        if gone <= 0:
            return Sprite(self.placed.piece, *self.where, opacity=opacity)
        return Sprite(self.placed.piece, *self.where, scale=1 + 0.3 * gone, opacity=opacity * (1 - gone))

    def _opacity(self, now: float) -> float:
        if self.dimmed_from is None:
            return 1.0
        return 1 - (1 - DIMMED) * _clamp((now - self.dimmed_from) / DIM_SECONDS)


@dataclass(frozen=True)
class _Sink:
    """A drowning piece: it stays until the move has ended, then goes under."""

    piece: Piece
    where: Point
    start: float
    appears: float = 0.0

    def at(self, now: float) -> Sprite | None:
        depth = (now - self.start) / SINK_SECONDS
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
class _Fade:
    """A piece that comes into sight or leaves it on the spot."""

    piece: Piece
    where: Point
    appears: bool

    def at(self, now: float) -> Sprite | None:
        part = _clamp(now / FADE_SECONDS)
        visible = part if self.appears else 1 - part
        return (
            Sprite(self.piece, *self.where, scale=0.8 + 0.2 * visible, opacity=visible) if visible else None
        )


@dataclass(frozen=True)
class _Bloom:
    """An effect with its time."""

    kind: EffectKind
    where: Point
    start: float
    seconds: float

    def at(self, now: float) -> Effect | None:
        progress = (now - self.start) / self.seconds
        return Effect(self.kind, *self.where, progress) if 0 <= progress < 1 else None


_Actor = _Walk | _Carried | _Taken | _Sink | _Fade


class Animator:
    """Runs one animation at a time.

    `columns` is the board's width, `pace` the factor on all durations; at pace 0 nothing is animated and
    every animation is over as soon as it was started.
    """

    def __init__(self, columns: int = 7, pace: float = 1.0) -> None:
        self.columns = columns
        self.pace = pace
        self.hidden: frozenset[int] = frozenset()
        self.arrival = 0.0
        """Seconds from the start of the last move until its piece arrives."""
        self._cast: tuple[_Actor, ...] = ()
        self._blooms: tuple[_Bloom, ...] = ()
        self._deliveries: tuple[_Delivery, ...] = ()
        self._now = self._end = 0.0

    # --- starting

    def start(self, transition: Transition, shown: int = 0) -> None:
        """Animate a move; the piece is already displayed on ``transition.path[shown]``."""
        if transition.spread:
            self._spread(transition, shown)
            return
        if transition.removed:
            self._take_off(transition.removed)
            return
        mover = self._walk(transition, shown)
        arrival = mover.arrival
        taken = [self._taken(placed, transition, shown, mover) for placed in transition.captured]
        sinking = [self._sink(placed, transition, arrival) for placed in transition.drowned]
        blooms = [_Bloom(EffectKind.BURST, actor.where, arrival, TAKEN_SECONDS) for actor in taken]
        blooms += [_Bloom(EffectKind.RIPPLES, actor.where, arrival, SINK_SECONDS) for actor in sinking]
        if transition.promoted:
            blooms.append(_Bloom(EffectKind.FLASH, mover.points[-1], arrival, FLASH_SECONDS))
        end = max([arrival, *(bloom.start + bloom.seconds for bloom in blooms)])
        self._run([*taken, *sinking, mover], blooms, end, transition.path[-1:])
        self.arrival = arrival * self.pace

    def follow(self, piece: Piece, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        """Animate that the path being entered with `piece` grew by a leg or lost one; else do nothing."""
        longer, shorter = (after, before) if len(after) > len(before) else (before, after)
        if len(shorter) == 0 or shorter != longer[:-1]:
            return
        points = (self._point(before[-1]), self._point(after[-1]))
        self._run([_Walk(piece, points, (LEG_SECONDS,), hops=True)], [], LEG_SECONDS, after[-1:])

    def start_diff(self, before: Mapping[int, Piece], after: Mapping[int, Piece]) -> None:
        """Animate any change of the board: equal pieces glide to the nearest new place, the rest fades."""
        gone = {square: piece for square, piece in before.items() if after.get(square) != piece}
        new = {square: piece for square, piece in after.items() if before.get(square) != piece}
        glides = self._pair(gone, new)
        cast: list[_Actor] = [
            _Fade(piece, self._point(square), appears=False)
            for square, piece in gone.items()
            if square not in glides
        ]
        arrivals = set(glides.values())
        cast += [
            _Fade(piece, self._point(square), appears=True)
            for square, piece in new.items()
            if square not in arrivals
        ]
        cast += [
            _Walk(gone[start], (self._point(start), self._point(end)), (FARTHEST_STEP_SECONDS,), hops=False)
            for start, end in glides.items()
        ]
        self._run(cast, [], FARTHEST_STEP_SECONDS if cast else 0.0, new)

    # --- running

    @property
    def running(self) -> bool:
        """Whether anything is still moving."""
        return self._now < self._end

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether anything is still moving."""
        if not self.running:
            return False
        # The pace may have been set to 0 while something moved.
        self._now = self._now + seconds / self.pace if self.pace > 0 else self._end
        if not self.running:
            self.finish()
        return self.running

    def finish(self) -> None:
        """Jump to the end."""
        self._run([], [], 0.0, ())

    @property
    def owed(self) -> dict[int, int]:
        """How many of the stones on a square, after the move, are still on their way there."""
        late = (each.placed for each in self._deliveries if self._now < each.arrival)
        return {placed.square: placed.piece.count for placed in late}

    def sprites(self) -> list[Sprite]:
        """Return the pieces to draw now, the lowest first."""
        return [sprite for actor in self._cast if (sprite := actor.at(self._now)) is not None]

    def effects(self) -> list[Effect]:
        """Return the effects to draw now."""
        return [effect for bloom in self._blooms if (effect := bloom.at(self._now)) is not None]

    # --- casting

    def _run(
        self, cast: Iterable[_Actor], blooms: Iterable[_Bloom], end: float, hidden: Iterable[int]
    ) -> None:
        self._now, self._end = 0.0, end if self.pace > 0 else 0.0
        moving = self.running
        self._cast = tuple(cast) if moving else ()
        self._blooms = tuple(blooms) if moving else ()
        self._deliveries = ()
        self.hidden = frozenset(hidden) if moving else frozenset()

    def _spread(self, transition: Transition, shown: int) -> None:
        """Let a stack walk its path and leave its stones behind; one that was dropped there lies at once."""
        if shown:
            self.finish()
            self.arrival = 0.0
            return
        points = [self._point(square) for square in transition.path]
        begun, left = 0.0, transition.piece.count
        cast: list[_Actor] = []
        deliveries: list[_Delivery] = []
        legs = zip(transition.spread, pairwise(points), _leg_seconds(tuple(points)), strict=True)
        for placed, ends, seconds in legs:
            walk = _Walk(replace(transition.piece, count=left), ends, (seconds,), hops=False, vanishes=True)
            cast.append(_Carried(walk, begun))
            begun += seconds
            left -= placed.piece.count
            deliveries.append(_Delivery(placed, begun))
        self._run(cast, [], begun, ())
        self._deliveries = tuple(deliveries) if self.running else ()
        self.arrival = begun * self.pace

    def _take_off(self, removed: Iterable[Placed]) -> None:
        """Let pieces fade that are taken off the board as a move."""
        fades = [_Fade(placed.piece, self._point(placed.square), appears=False) for placed in removed]
        self._run(fades, [], FARTHEST_STEP_SECONDS, ())
        self.arrival = FARTHEST_STEP_SECONDS * self.pace

    def _point(self, square: int) -> Point:
        return square % self.columns, square // self.columns

    def _walk(self, transition: Transition, shown: int) -> _Walk:
        points = tuple(self._point(square) for square in transition.path[shown:])
        return _Walk(
            transition.piece,
            points,
            _leg_seconds(points),
            hops=bool(transition.jumped),
            becomes=transition.promoted,
            vanishes=any(placed.square == transition.path[-1] for placed in transition.drowned),
        )

    def _taken(self, placed: Placed, transition: Transition, shown: int, mover: _Walk) -> _Taken:
        where = self._point(placed.square)
        dimmed = None
        if placed in transition.jumped:
            dimmed = self._passing(where, transition.path, shown, mover.seconds)
        return _Taken(placed, where, dimmed, mover.arrival)

    def _passing(self, where: Point, path: tuple[int, ...], shown: int, seconds: tuple[float, ...]) -> float:
        """Return the second at which the mover is above that place; long ago for a leg already displayed."""
        points = [self._point(square) for square in path]
        legs = [leg for leg, (start, end) in enumerate(pairwise(points)) if is_between(start, where, end)]
        leg = legs[0] - shown if legs else 0
        return -DIM_SECONDS if leg < 0 else sum(seconds[:leg]) + 0.5 * sum(seconds[leg : leg + 1])

    def _sink(self, placed: Placed, transition: Transition, arrival: float) -> _Sink:
        is_mover = placed.square == transition.path[-1]
        return _Sink(placed.piece, self._point(placed.square), arrival, arrival if is_mover else 0.0)

    def _pair(self, gone: Mapping[int, Piece], new: Mapping[int, Piece]) -> dict[int, int]:
        """Pair squares of equal pieces, the nearest first."""
        choices = sorted(
            (_distance(self._point(start), self._point(end)), start, end)
            for start, piece in gone.items()
            for end, other in new.items()
            if piece == other
        )
        pairs: dict[int, int] = {}
        for _, start, end in choices:
            if start not in pairs and end not in pairs.values():
                pairs[start] = end
        return pairs


def ease(part: float) -> float:
    """Map linear time to motion that starts and ends gently, 0 to 0 and 1 to 1."""
    return part * part * (3 - 2 * part)


def _clamp(part: float) -> float:
    return min(max(part, 0.0), 1.0)


def _leg_seconds(points: tuple[Point, ...]) -> tuple[float, ...]:
    """Give a single step its time by distance, the legs of a chain one shorter time each after the first."""
    legs = len(points) - 1
    if legs < 1:
        return ()
    first = STEP_SECONDS + 0.01 * (_distance(points[0], points[1]) - 1)
    return (min(first, FARTHEST_STEP_SECONDS), *([LEG_SECONDS] * (legs - 1)))


def _distance(start: Point, end: Point) -> float:
    return max(abs(end[0] - start[0]), abs(end[1] - start[1]))


def _straight(start: Point, end: Point) -> bool:
    dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
    return dx == 0 or dy == 0 or dx == dy


def is_between(start: Point, place: Point, end: Point) -> bool:
    """Whether `place` lies on the straight line between two others."""
    ahead = (end[0] - start[0], end[1] - start[1])
    part = (place[0] - start[0], place[1] - start[1])
    cross = ahead[0] * part[1] - ahead[1] * part[0]
    along = ahead[0] * part[0] + ahead[1] * part[1]
    return cross == 0 and 0 < along < ahead[0] ** 2 + ahead[1] ** 2
