"""The programs that play in the window, each on a thread of its own, by the sides that they play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.players.parse import parse_player
from engine.rules.rules import Rules

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.players.background import BackgroundPlayer

STARTUP = 60.0
"""Seconds that a program may take to get ready."""


class Seats:
    """Starts programs and ends them; `wake` is called when one has something to say."""

    def __init__(self, rules: Rules, wake: Callable[[], None]) -> None:
        self._rules, self._wake = rules, wake
        self._seated: dict[int, tuple[str, BackgroundPlayer]] = {}

    def __contains__(self, side: int) -> bool:
        return side in self._seated

    def of(self, side: int) -> BackgroundPlayer | None:
        """Return who has been seated on a side, None for nobody."""
        return self._seated[side][1] if side in self._seated else None

    def begin(self, programs: tuple[str, str], seed: int, ready: bool) -> None:
        """Begin a game for the programs of the two sides, empty for none; end those that play no more.

        Others are started only if all is `ready` for them.
        """
        for side, program in enumerate(programs):
            if side in self._seated and self._seated[side][0] != program:
                self.dismiss(side)
            if side in self._seated:
                self._seated[side][1].new_game(seed)
            elif program and ready:
                self.seat(side, program, seed)

    def seat(self, side: int, program: str, seed: int) -> BackgroundPlayer:
        """Return who plays for a side; a new one has begun a game."""
        if side not in self._seated:
            from engine.players.background import BackgroundPlayer

            rules = self._rules
            one = BackgroundPlayer(lambda: parse_player(program, rules, startup=STARTUP), self._wake)
            one.new_game(seed)
            self._seated[side] = program, one
        return self._seated[side][1]

    def dismiss(self, side: int) -> None:
        """End a side's program; the next game begins with a new one."""
        self._seated.pop(side)[1].close()

    def close(self) -> None:
        """End all programs."""
        for side in list(self._seated):
            self.dismiss(side)
