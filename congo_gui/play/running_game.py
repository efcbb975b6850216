"""The game on the board: its state, its clocks, and the engine's pending request. No pygame.

Every change of the position begins with `interrupt`, so that no outdated answer can arrive, and ends with
`done`, which updates the state and the clocks and notifies the subscribers.

The clock of the side to move runs from the second ply on while the game is IDLE or THINKING; a limit per
move applies from the first ply on. The clock of an AI or program stops as soon as its answer arrives, even
before it is shown, and does not start until the AI or program is ready.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from congo_gui.play.clocks import Timing, low_below, next_tick
from congo_gui.play.engine_service import EngineService, Request
from congo_gui.play.events import (
    Cause,
    ClockSwitched,
    ClockTicked,
    Event,
    EventBus,
    GameOver,
    GameReplaced,
    HintChanged,
    MovePlayed,
    MovesReplaced,
    StateChanged,
)
from congo_gui.play.game_state import GameState, Trigger, following
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.undo_stack import UndoStack
from engine.game.game import Ply
from engine.match.conditions import today
from engine.record.record import RecordedMove, clock_after
from engine.rules.values import Move, Outcome, Position
from engine.search.limits import SearchInfo

MAX_GAMES_KEPT = 20
"""The maximum number of previous games that can be restored."""


class ClockWatch:
    """Runs the clocks and emits an event for every change; `now` is a monotonic clock in seconds."""

    def __init__(self, events: EventBus, now: Callable[[], float]) -> None:
        self._events, self._now = events, now
        self._running: int | None = None
        """The side whose clock was running at the last `ClockSwitched`."""
        self._tick_at = 0.0
        """The time of the next change of the running clock's text."""

    def run(self, played: PlayedGame, side: int | None) -> None:
        """Run the clock of `side`, or none, and emit an event if that is a change."""
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
        """Emit an event if a clock's text has changed since the last tick."""
        if self.next_tick(played) == 0.0:
            self._plan_tick(played)
            self._events.emit(ClockTicked())

    def next_tick(self, played: PlayedGame) -> float | None:
        """Return the seconds until a clock's text changes, None if none runs."""
        clocks = played.game.clocks
        if clocks is None or clocks.running is None:
            return None
        return max(0.0, self._tick_at - self._now())

    def _plan_tick(self, played: PlayedGame) -> None:
        """Compute when the running clock's text changes or the clock becomes low."""
        clocks = played.game.clocks
        if clocks is None or clocks.running is None:
            return
        left, control = clocks.remaining(clocks.running), played.players[clocks.running].clock
        if left is None or control is None:
            return
        until, above_low = next_tick(left), left - low_below(control)
        self._tick_at = self._now() + (min(until, above_low) if above_low > 0 else until)


@dataclass(frozen=True)
class LastSearch:
    """The result of an AI's last search, its position, and the reason if it failed."""

    position: Position
    info: SearchInfo | None = None
    failure: str = ""


class RunningGame:
    """The state shared by the parts of a session."""

    def __init__(self, current: PlayedGame, timing: Timing, wake: Callable[[], None]) -> None:
        self.events, self.timing = EventBus(), timing
        self._show(current)
        self.engine = EngineService(wake)
        self.history: UndoStack[PlayedGame] = UndoStack(MAX_GAMES_KEPT)
        self.clocks = ClockWatch(self.events, timing.now)
        self.report = LastSearch(current.position)
        self.request: Request | None = None
        """The pending request, None if there is none."""
        self.held_move: Move | None = None
        """The AI's move while it is held back."""
        self.hint: SearchInfo | None = None
        """The best move for the human to move, if requested."""
        self.single_step = False
        """True if the AI makes one move at once and then pauses."""
        self.shown_at = timing.now()
        """The time at which the position on the board was first shown, or the game resumed."""
        self.state = GameState.LOADING
        """The state of the game."""
        self._reported = GameState.LOADING, current.position, False
        """The last reported state and position, and whether the game was over."""

    # --- the state

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game is in progress, and before the engine is attached."""
        return None if self.state is GameState.LOADING else self.current.game.outcome

    @property
    def ai_to_move(self) -> bool:
        """True if an AI is to move in the position on the board."""
        ready = self.state is not GameState.LOADING
        return ready and not self.current.to_move.is_human and self.outcome is None

    @property
    def waits_for_human(self) -> bool:
        """True if a human is to move and may do so."""
        return self.state in (GameState.IDLE, GameState.PAUSED) and self.current.to_move.is_human

    def fire(self, trigger: Trigger) -> None:
        """Change to the next state.

        Raises:
            NoTransition: the trigger is not possible in this state.
        """
        self.state = following(self.state, trigger)

    def interrupt(self) -> None:
        """Drop the pending request and its answer."""
        had_hint = self.hint is not None
        if self.request is not None:
            self.request.asked.cancel()
            had_hint |= self.request.is_for_hint
        self.request = self.held_move = self.hint = None
        self.single_step = False
        self.clear_failure()
        self.fire(Trigger.INTERRUPTED)
        if had_hint:
            self.events.emit(HintChanged())

    def clear_failure(self) -> None:
        """Clear the AI's failure, so that it can be asked again."""
        self.report = replace(self.report, failure="")

    def done(self, *events: Event) -> None:
        """Finish a change: update the state, emit the events, and run the right clock."""
        outcome = self.outcome
        del self.current.remarks[len(self.current.game.plies) :]  # resigning drops the undone plies
        if self.state is GameState.IDLE and outcome is not None:
            self.fire(Trigger.ENDED)
        elif self.state is GameState.IDLE and self._is_waiting:
            self.fire(Trigger.WAITS)
        state, position, was_over = self._reported
        self._reported = self.state, self.current.position, outcome is not None
        for event in events:
            self.events.emit(event)
        if outcome is not None and not was_over:
            self.events.emit(GameOver(outcome, in_place=position == self.current.position))
        if self.state is not state:
            self.events.emit(StateChanged(state, self.state))
        self.run_clocks()

    @property
    def _is_waiting(self) -> bool:
        """True if the game waits for the player because an AI or the clocks are paused."""
        current = self.current
        return (
            (current.is_timed or not current.to_move.is_human) and not current.auto and not self.single_step
        )

    # --- moves, and other games

    def play(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply | None:
        """Make a human's move; later moves are dropped.

        Return None, without making the move, if their time had already run out, or the game has ended
        otherwise while the move was typed.
        """
        if self.flag_falls() or self.outcome is not None:
            return None
        self.history.drop_later()
        self.current.auto = True
        return self.make(move, path, comment)

    def make(self, move: Move, path: tuple[int, ...] | None = None, comment: str = "") -> Ply:
        """Make a move and drop the pending request."""
        self.interrupt()
        game = self.current.game
        ply = game.play(move, path)
        if game.cursor == 1 or not self.current.begun:
            self.current.begun = today()
        remark = RecordedMove(move, comment, clock=clock_after(game, game.cursor, ply.side))
        self.current.remarks[game.cursor - 1 :] = [remark]
        self.shown_at = self.timing.now()
        self.done(MovePlayed(ply))
        return ply

    def replace_game(self, played: PlayedGame, cause: Cause) -> None:
        """Continue with another game; the previous game's clocks stop until it is restored."""
        self.interrupt()
        before = self.current
        self._show(played)
        if before.game.clocks is not None:
            before.game.clocks.run(None)
        self.report = LastSearch(played.position)
        self.shown_at = self.timing.now()
        self.engine.begin(played)
        self.done(GameReplaced(before, cause))

    def _show(self, played: PlayedGame) -> None:
        """Put a game on the board; it reports when it is about to drop moves."""
        self.current = played
        played.game.before_dropping = lambda by_end: self.events.emit(MovesReplaced(by_end))

    # --- the clocks

    def flag_falls(self) -> bool:
        """End the game if the side to move has run out of time; return whether it has."""
        clocks = self.current.game.clocks
        side = None if clocks is None else clocks.flagged_side
        if side is None or self.outcome is not None:
            return False
        self.interrupt()
        self.current.game.lose_on_time(side)
        self.done()
        return True

    def run_clocks(self) -> None:
        """Run the clock of the side to move if its time counts, else none."""
        self.clocks.run(self.current, self.current.position.side if self._time_counts else None)

    @property
    def _time_counts(self) -> bool:
        """True if the clock of the side to move should run."""
        control, begun = self.current.to_move.clock, self.current.game.cursor > 0
        bound = control is not None and (begun or control.per_move)
        counts = bound and self.state in (GameState.IDLE, GameState.THINKING)
        return counts and not self.engine.is_starting(self.current)
