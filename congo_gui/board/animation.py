"""Animations of the board as pure data in board units, made from a `Transition` or a difference.

An animation is a list of actors, each of which knows where it is at a given second. The position is
already the one after the move; `Animator.hidden` names the squares whose pieces are still moving, and
the view draws `sprites` and `effects` in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from congo_gui.board.actors import (
    CAPTURE_S,
    DIM_S,
    SINK_S,
    Actor,
    CapturedPiece,
    DroppedStones,
    Effect,
    EffectKind,
    FadingPiece,
    Point,
    SinkingPiece,
    Sprite,
    TimedEffect,
    WalkingPiece,
)
from engine.rules.values import Piece, Placed, Transition

STEP_S = 0.18
MAX_STEP_S = 0.22
LEG_S = 0.16
FLASH_S = 0.35


class Animator:
    """Runs one animation at a time.

    `columns` is the board's width, `pace` the factor on all durations; at pace 0 nothing is animated and
    every animation ends as soon as it has started.
    """

    def __init__(self, columns: int = 7, pace: float = 1.0) -> None:
        self.columns = columns
        self.pace = pace
        self.hidden: frozenset[int] = frozenset()
        self.arrival = 0.0
        """Seconds from the start of the last move until its piece arrives."""
        self._actors: tuple[Actor, ...] = ()
        self._effects: tuple[TimedEffect, ...] = ()
        self._dropped_stones: tuple[DroppedStones, ...] = ()
        self._now = self._end = 0.0

    # --- starting

    def start(self, transition: Transition, shown: int = 0) -> None:
        """Animate a move; the piece is already displayed on ``transition.path[shown]``."""
        if transition.spread:
            self._spread(transition, shown)
            return
        if transition.removed:
            self._fade_removed(transition.removed)
            return
        mover = self._walk(transition, shown)
        arrival = mover.arrival
        taken = [self._captured(placed, transition, shown, mover) for placed in transition.captured]
        sinking = [self._sink(placed, transition, arrival) for placed in transition.drowned]
        effects = [TimedEffect(EffectKind.BURST, actor.where, arrival, CAPTURE_S) for actor in taken]
        effects += [TimedEffect(EffectKind.RIPPLES, actor.where, arrival, SINK_S) for actor in sinking]
        if transition.promoted:
            effects.append(TimedEffect(EffectKind.FLASH, mover.points[-1], arrival, FLASH_S))
        end = max([arrival, *(timed.start + timed.seconds for timed in effects)])
        self._run([*taken, *sinking, mover], effects, end, transition.path[-1:])
        self.arrival = arrival * self.pace

    def follow(self, piece: Piece, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        """Animate the leg that the path entered for `piece` gained or lost; ignore any other change."""
        longer, shorter = (after, before) if len(after) > len(before) else (before, after)
        if len(shorter) == 0 or shorter != longer[:-1]:
            return
        points = (self._point(before[-1]), self._point(after[-1]))
        self._run([WalkingPiece(piece, points, (LEG_S,), hops=True)], [], LEG_S, after[-1:])

    def start_diff(self, before: Mapping[int, Piece], after: Mapping[int, Piece]) -> None:
        """Animate any change of the board: equal pieces glide to the nearest new square, others fade."""
        gone = {square: piece for square, piece in before.items() if after.get(square) != piece}
        new = {square: piece for square, piece in after.items() if before.get(square) != piece}
        glides = self._pair(gone, new)
        actors: list[Actor] = []
        for pieces, appears, carried in ((gone, False, glides.keys()), (new, True, set(glides.values()))):
            fading = (square for square in pieces if square not in carried)
            actors += [FadingPiece(pieces[square], self._point(square), appears) for square in fading]
        for start, end in glides.items():
            ends = (self._point(start), self._point(end))
            actors.append(WalkingPiece(gone[start], ends, (MAX_STEP_S,), hops=False))
        self._run(actors, [], MAX_STEP_S if actors else 0.0, new)

    # --- running

    @property
    def running(self) -> bool:
        """True if an animation is running."""
        return self._now < self._end

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether anything is still moving."""
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
    def missing_stones(self) -> dict[int, int]:
        """The number of stones that have not arrived yet, by square."""
        late = (stone.placed for stone in self._dropped_stones if self._now < stone.arrival)
        return {placed.square: placed.piece.count for placed in late}

    def sprites(self) -> list[Sprite]:
        """Return the pieces to draw now, lowest first."""
        return [sprite for actor in self._actors if (sprite := actor.at(self._now)) is not None]

    def effects(self) -> list[Effect]:
        """Return the effects to draw now."""
        return [effect for timed in self._effects if (effect := timed.at(self._now)) is not None]

    # --- making animations

    def _run(
        self, actors: Iterable[Actor], effects: Iterable[TimedEffect], end: float, hidden: Iterable[int]
    ) -> None:
        self._now, self._end = 0.0, end if self.pace > 0 else 0.0
        moving = self.running
        self._actors = tuple(actors) if moving else ()
        self._effects = tuple(effects) if moving else ()
        self._dropped_stones = ()
        self.hidden = frozenset(hidden) if moving else frozenset()

    def _spread(self, transition: Transition, shown: int) -> None:
        """Animate a stack that leaves stones along its path; one that was dragged needs no animation."""
        if shown:
            self.finish()
            self.arrival = 0.0
            return
        points = [self._point(square) for square in transition.path]
        begun, left = 0.0, transition.piece.count
        actors: list[Actor] = []
        dropped: list[DroppedStones] = []
        legs = zip(transition.spread, pairwise(points), _leg_seconds(tuple(points)), strict=True)
        for placed, ends, seconds in legs:
            rest = replace(transition.piece, count=left)
            actors.append(WalkingPiece(rest, ends, (seconds,), hops=False, vanishes=True, start=begun))
            begun += seconds
            left -= placed.piece.count
            dropped.append(DroppedStones(placed, begun))
        self._run(actors, [], begun, ())
        self._dropped_stones = tuple(dropped) if self.running else ()
        self.arrival = begun * self.pace

    def _fade_removed(self, removed: Iterable[Placed]) -> None:
        """Fade out the pieces that a move removes from the board."""
        fades = [FadingPiece(placed.piece, self._point(placed.square), appears=False) for placed in removed]
        self._run(fades, [], MAX_STEP_S, ())
        self.arrival = MAX_STEP_S * self.pace

    def _point(self, square: int) -> Point:
        return square % self.columns, square // self.columns

    def _walk(self, transition: Transition, shown: int) -> WalkingPiece:
        points = tuple(self._point(square) for square in transition.path[shown:])
        return WalkingPiece(
            transition.piece,
            points,
            _leg_seconds(points),
            hops=bool(transition.jumped),
            becomes=transition.promoted,
            vanishes=any(placed.square == transition.path[-1] for placed in transition.drowned),
        )

    def _captured(
        self, placed: Placed, transition: Transition, shown: int, mover: WalkingPiece
    ) -> CapturedPiece:
        where = self._point(placed.square)
        dimmed = None
        if placed in transition.jumped:
            dimmed = self._passing(where, transition.path, shown, mover.seconds)
        return CapturedPiece(placed, where, dimmed, mover.arrival)

    def _passing(self, where: Point, path: tuple[int, ...], shown: int, seconds: tuple[float, ...]) -> float:
        """Return when the mover passes `where`, in seconds; negative if that leg was already shown."""
        points = [self._point(square) for square in path]
        legs = [leg for leg, (start, end) in enumerate(pairwise(points)) if is_between(start, where, end)]
        leg = legs[0] - shown if legs else 0
        return -DIM_S if leg < 0 else sum(seconds[:leg]) + 0.5 * sum(seconds[leg : leg + 1])

    def _sink(self, placed: Placed, transition: Transition, arrival: float) -> SinkingPiece:
        is_mover = placed.square == transition.path[-1]
        return SinkingPiece(placed.piece, self._point(placed.square), arrival, arrival if is_mover else 0.0)

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


def _leg_seconds(points: tuple[Point, ...]) -> tuple[float, ...]:
    """Return the seconds of each leg: the first by its distance, later legs of a chain `LEG_S` each."""
    legs = len(points) - 1
    if legs < 1:
        return ()
    first = STEP_S + 0.01 * (_distance(points[0], points[1]) - 1)
    return (min(first, MAX_STEP_S), *([LEG_S] * (legs - 1)))


def _distance(start: Point, end: Point) -> float:
    return max(abs(end[0] - start[0]), abs(end[1] - start[1]))


def is_between(start: Point, place: Point, end: Point) -> bool:
    """Return whether `place` lies on the straight line between two others."""
    ahead = (end[0] - start[0], end[1] - start[1])
    part = (place[0] - start[0], place[1] - start[1])
    cross = ahead[0] * part[1] - ahead[1] * part[0]
    along = ahead[0] * part[0] + ahead[1] * part[1]
    return cross == 0 and 0 < along < ahead[0] ** 2 + ahead[1] ** 2
