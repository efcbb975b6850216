"""What a piece can do, shown when the pointer rests on it or a finger stays on it. No pygame here."""

from __future__ import annotations

from collections import deque

from engine.rules.rules import Rules
from engine.rules.values import Position, Target

DELAY = 0.6
"""Seconds that the pointer rests on a piece before it is explained."""
MOST_LANDINGS = 24
"""Squares that a chain of jumps is followed to; a monkey in a crowd could go on for long."""


def reach(rules: Rules, position: Position, square: int) -> tuple[Target, ...]:
    """Return all that the piece on a square, of either side, can do if it is its turn."""
    piece = rules.notation.pieces(position).get(square)
    if piece is None:
        return ()
    asked = position if piece.side == position.side else rules.null_move(position)
    return () if asked is None else tuple(_targets(rules, asked, square).values())


def _targets(rules: Rules, position: Position, square: int) -> dict[int, Target]:
    """Return by square what one turn of the piece may reach and, on the way there, capture."""
    found: dict[int, Target] = {}
    prefixes: deque[tuple[int, ...]] = deque([(square,)])
    while prefixes and len(found) < MOST_LANDINGS:
        prefix = prefixes.popleft()
        for target in rules.clicks.after(position, prefix).onward:
            before = found.get(target.square)
            if before is None and target.captures and target.square not in target.captures:
                prefixes.append((*prefix, target.square))
            captures = {*target.captures, *(before.captures if before else ())}
            found[target.square] = Target(target.square, tuple(sorted(captures)), target.drowns)
    return found


class Peek:
    """Waits until the pointer has rested on one square; then `square` is that square."""

    def __init__(self) -> None:
        self.square: int | None = None
        self._pointed: int | None = None
        self._rested = 0.0
        self._had_enough = False

    def point(self, square: int | None) -> None:
        """Take where the pointer is; None if it is nowhere that could be explained."""
        if square != self._pointed:
            self._pointed, self._had_enough = square, False
            self.restart()

    def press(self) -> None:
        """Take a button or finger going down: held long enough, it asks for an explanation."""
        self._had_enough = False
        self.restart()

    def release(self) -> None:
        """Take it going up: who has just clicked a square does not want it explained."""
        self._had_enough = True
        self.restart()

    def restart(self) -> None:
        """Wait anew."""
        self.square, self._rested = None, 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass; tell whether the time to explain has come."""
        if not self._waits:
            return False
        self._rested += seconds
        if self._rested < DELAY:
            return False
        self.square = self._pointed
        return True

    @property
    def next_change(self) -> float | None:
        """Seconds until the time comes, None if nothing is waited for."""
        return max(0.01, DELAY - self._rested) if self._waits else None

    @property
    def _waits(self) -> bool:
        return self._pointed is not None and self.square is None and not self._had_enough
