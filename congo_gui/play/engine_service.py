"""Requests for moves and hints to the engine and to programs, which are sent only from here. No pygame.

A request receives its own answer. Outdated answers never arrive: the search thread drops them
(`engine.search.thinker`, `engine.players.background`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from congo_gui.play import texts
from congo_gui.play.played_game import PlayedGame
from congo_gui.play.player import WEIGHTS, PlayerConfig
from engine.book import opening_book
from engine.game.clocks import Clocks, TimeControl
from engine.game.game import Game, KeyHistory
from engine.players.base import DEFAULT_LIMITS
from engine.players.parse import parse_player
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits, SearchOptions, allocate_time
from engine.search.networks import network_problem

if TYPE_CHECKING:
    # Importing it loads the compiler, which has to wait until the first frame is on the screen.
    from engine.players.background import BackgroundPlayer
    from engine.search.thinker import Event

STARTUP_S = 60.0
"""Seconds that a program has to start."""
WINDOW_OVERHEAD_MS = 120
"""Milliseconds that the AI keeps in reserve on its clock, because the window may be busy when it moves."""
MOVE_LIMIT_GRACE_MS = 2000
"""Extra milliseconds for a player with a move limit: the session enforces the limit, not the player."""
CLOSE_WAIT_S = 0.5
"""Seconds that the window waits for the engine's thread, which may be compiling."""
HINT_LIMITS = Limits(nodes=1_000_000)


class ProgramPlayers:
    """Starts and ends the programs that play; they call `wake` after each event."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._running: dict[int, tuple[str, BackgroundPlayer]] = {}
        self._starting: set[int] = set()
        """The sides whose programs were not ready at the last check."""

    def begin(self, played: PlayedGame, start: bool) -> None:
        """Start a game for the programs of both sides, and end programs that no longer play.

        Programs that are not running are started only with `start`.
        """
        for side, player in enumerate(played.players):
            if side in self._running and self._running[side][0] != player.program:
                self.end(side)
            if side in self._running:
                self._running[side][1].new_game(played.seed)
                self._starting.add(side)
            elif start and not player.is_human and not player.is_engine:
                self.of(side, played)

    def of(self, side: int, played: PlayedGame) -> BackgroundPlayer:
        """Return the program that plays a side; start it if it is not running."""
        if side not in self._running:
            from engine.players.background import BackgroundPlayer
            from engine.players.player_files import state_of_files

            rules, program = played.rules, played.players[side].program
            player = BackgroundPlayer(
                lambda: parse_player(program, rules, startup_s=STARTUP_S),
                self._wake,
                lambda: state_of_files(program),
            )
            player.new_game(played.seed)
            self._running[side] = program, player
            self._starting.add(side)
        return self._running[side][1]

    def is_starting(self, side: int) -> bool:
        """Return whether the program of a side is still starting."""
        return side in self._running and not self._running[side][1].ready

    def could_begin(self, side: int) -> bool:
        """Return whether a side has a program that has begun the game."""
        return side in self._running and self._running[side][1].could_begin

    def any_newly_ready(self) -> bool:
        """Return whether a program has become ready since the last call."""
        starting = {side for side in self._running if self.is_starting(side)}
        ready, self._starting = self._starting - starting, starting
        return bool(ready)

    def end(self, side: int) -> None:
        """End a side's program, if there is one."""
        if side in self._running:
            self._running.pop(side)[1].close()
            self._starting.discard(side)

    def close(self) -> None:
        """End all programs."""
        for side in list(self._running):
            self.end(side)


class SearchThread(Protocol):
    """The part of `engine.search.thinker.Thinker` that the window uses."""

    def go(
        self, rules: Rules, position: Position, history: KeyHistory, limits: Limits, options: SearchOptions
    ) -> int: ...
    @property
    def is_ready(self) -> bool: ...
    def cancel(self) -> None: ...
    def set_hash(self, hash_mib: int) -> None: ...
    def events(self) -> list[Event]: ...
    def close(self, wait_s: float | None) -> None: ...


@dataclass(frozen=True)
class Request:
    """A request for a move or a hint; `asked` is the engine or the program."""

    asked: SearchThread | BackgroundPlayer
    is_for_hint: bool = False


class EngineService:
    """Owns the engine's thread and the programs of a session; they call `wake` after each event."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._engine: SearchThread | None = None
        self.programs = ProgramPlayers(wake)

    def attach(self, engine: SearchThread, played: PlayedGame) -> None:
        """Set the engine, and start the game's programs."""
        self._engine = engine
        self.begin(played)

    def begin(self, played: PlayedGame) -> None:
        """Begin or continue a game: start its programs, end all others."""
        self.programs.begin(played, start=self._engine is not None)

    @property
    def is_compiled(self) -> bool:
        """True if the engine is attached and its search compiled."""
        return self._engine is not None and self._engine.is_ready

    def is_starting(self, played: PlayedGame) -> bool:
        """Return whether the AI or program to move is still being compiled or started."""
        if played.to_move.is_engine:
            return self._engine is not None and not self._engine.is_ready
        return self.programs.is_starting(played.position.side)

    def close(self) -> None:
        """End the engine's thread and all programs."""
        self.programs.close()
        if self._engine is not None:
            self._engine.close(CLOSE_WAIT_S)
            self._engine = None

    # --- requests

    def ask_move(self, played: PlayedGame) -> Request:
        """Request a move from the AI or program to move; the engine must be attached."""
        side, player = played.position.side, played.to_move
        if not player.is_engine:
            program = self.programs.of(side, played)
            program.go(played.game, program_limits(player))
            return Request(program)
        limits, options = player.search(played.seed)
        limits = limits.within(played.rules.facts.reply_time_ms)
        limits = within_clock(limits, played.game.clocks, side, player.clock)
        return self._search(played.game, limits, options)

    def ask_hint(self, game: Game) -> Request:
        """Request the best move for a human; the engine must be attached."""
        return self._search(game, HINT_LIMITS, SearchOptions(), is_for_hint=True)

    def _search(
        self, game: Game, limits: Limits, options: SearchOptions, is_for_hint: bool = False
    ) -> Request:
        assert self._engine is not None
        self._engine.go(game.rules, game.position, game.key_history(), limits, options)
        return Request(self._engine, is_for_hint)

    # --- lending

    def lend(self) -> SearchThread:
        """Lend the engine to another user until `reclaim` is called."""
        assert self._engine is not None
        return self._engine

    def reclaim(self) -> None:
        """Take the engine back and cancel its search."""
        if self._engine is not None:
            self._engine.cancel()


def within_clock(limits: Limits, clocks: Clocks | None, side: int, control: TimeControl | None) -> Limits:
    """Return limits that also respect a side's clock or limit per move, if it has one."""
    if control is not None and control.per_move:
        movetime = _strict(control).movetime
        return limits if movetime is None else limits.capped(movetime)
    left = None if clocks is None else clocks.remaining(side)
    if left is None or control is None:
        return limits
    remaining, increment = round(left * 1000), round(control.increment * 1000)
    return limits.on_clock(*allocate_time(remaining, increment, margin=WINDOW_OVERHEAD_MS))


def program_limits(player: PlayerConfig) -> Limits:
    """Return the limits for a program; with a game clock it manages its own time."""
    control = player.clock
    if control is None or not control.per_move:
        return Limits()
    limits, usual = _strict(control), DEFAULT_LIMITS.movetime
    return limits.capped(usual) if usual and player.program.startswith(WEIGHTS) else limits


def _strict(control: TimeControl) -> Limits:
    return Limits.strict(round(control.seconds * 1000), MOVE_LIMIT_GRACE_MS)


def missing_files(played: PlayedGame) -> str:
    """Return warnings that the AI's opening book or network cannot be read; empty if there are none."""
    wanted = any(player.search(played.seed)[1].book for player in played.players if player.is_engine)
    book = texts.NO_BOOK if wanted and opening_book.problem(played.rules.name) else ""
    engines = any(player.is_engine for player in played.players)
    network = texts.NO_NETWORK if engines and network_problem(played.rules) else ""
    return " ".join(part for part in (book, network) if part)
