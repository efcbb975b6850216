"""The programs that play in the window, each on a thread of its own, by the sides that they play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from congo_gui.play.played_game import PlayedGame
from engine.players.parse import parse_player

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.players.background import BackgroundPlayer

STARTUP_S = 60.0
"""For so long a program may get ready."""


class ProgramPlayers:
    """Starts programs and ends them; `wake` is called when one has something to say."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._running: dict[int, tuple[str, BackgroundPlayer]] = {}
        self._starting: set[int] = set()
        """The sides whose programs were not ready when that was asked last."""

    def begin(self, played: PlayedGame, start: bool) -> None:
        """Begin a game for the programs of the two sides, and end those that play no more.

        Others are started only if `start` says so.
        """
        for side, player in enumerate(played.players):
            if side in self._running and self._running[side][0] != player.program:
                self.end(side)
            if side in self._running:
                self._running[side][1].new_game(played.seed)
                self._starting.add(side)
            elif player.program and start:
                self.of(side, played)

    def of(self, side: int, played: PlayedGame) -> BackgroundPlayer:
        """Return the program that plays a side; a new one has begun a game."""
        if side not in self._running:
            from engine.players.background import BackgroundPlayer

            rules, program = played.rules, played.players[side].program
            one = BackgroundPlayer(lambda: parse_player(program, rules, startup=STARTUP_S), self._wake)
            one.new_game(played.seed)
            self._running[side] = program, one
            self._starting.add(side)
        return self._running[side][1]

    def is_starting(self, side: int) -> bool:
        """Tell whether the program of a side is still getting ready."""
        return side in self._running and not self._running[side][1].ready

    def got_ready(self) -> bool:
        """Tell whether a program has got ready since the last call."""
        ready = {side for side in self._starting if not self.is_starting(side)}
        self._starting -= ready
        return bool(ready)

    def end(self, side: int) -> bool:
        """End a side's program, if there is one, and tell whether there was; the next game has a new one."""
        if side not in self._running:
            return False
        self._running.pop(side)[1].close()
        self._starting.discard(side)
        return True

    def close(self) -> None:
        """End all programs."""
        for side in list(self._running):
            self.end(side)
