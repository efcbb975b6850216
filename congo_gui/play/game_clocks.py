"""The clocks of the running game: which one runs, and when it shows something else. No pygame."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.play.clock_text import low_below, next_tick
from congo_gui.play.events import ClockSwitched, ClockTicked, EventBus
from congo_gui.play.played_game import PlayedGame


class ClockWatch:
    """Lets clocks run, and tells the subscribers of `events` of every change; `now` is a clock in seconds."""

    def __init__(self, events: EventBus, now: Callable[[], float]) -> None:
        self._events, self._now = events, now
        self._running: int | None = None
        """The side whose clock ran at the last event about that."""
        self._tick_at = 0.0
        """When the clock that runs shows something else."""

    def run(self, played: PlayedGame, side: int | None) -> None:
        """Let the clock of a side run, or none, and tell if that is another one than before."""
        clocks = played.game.clocks
        before = None if clocks is None else clocks.running
        if clocks is not None:
            clocks.run(side)
        after = None if clocks is None else clocks.running
        if after != before or after != self._running:
            self._running = after
            self._plan_tick(played)
            self._events.emit(ClockSwitched(after))

    def tick(self, played: PlayedGame) -> None:
        """Tell if a clock shows something else than at the last tick."""
        if self.next_tick(played) == 0.0:
            self._plan_tick(played)
            self._events.emit(ClockTicked())

    def next_tick(self, played: PlayedGame) -> float | None:
        """Return the seconds until a clock shows something else, None if none runs."""
        clocks = played.game.clocks
        if clocks is None or clocks.running is None:
            return None
        return max(0.0, self._tick_at - self._now())

    def _plan_tick(self, played: PlayedGame) -> None:
        """Work out when the clock that runs shows something else, or becomes low."""
        clocks = played.game.clocks
        if clocks is None or clocks.running is None:
            return
        left, control = clocks.remaining(clocks.running), played.players[clocks.running].clock
        if left is None or control is None:
            return
        until, above_low = next_tick(left), left - low_below(control)
        self._tick_at = self._now() + (min(until, above_low) if above_low > 0 else until)
