"""Another program that analyses the same position as the AI, over UCI. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from congo_gui.store.programs import Programs
from congo_gui.store.settings import Settings
from engine.game.game import Game
from engine.players.base import Player
from engine.players.parse import parse_player
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchInfo

if TYPE_CHECKING:
    from engine.players.background import BackgroundPlayer
    from engine.players.uci_client import UciPlayer

UCI = "uci:"
HASH, THREADS, LINES = "Hash", "Threads", "MultiPV"
"""Options of UCI."""
UNTIL_STOPPED = Limits(movetime=24 * 3600 * 1000)
"""Practically no limit: a program searches a position until it is stopped."""
STARTUP_S = 60.0


def uci_programs(settings: Settings) -> dict[str, str]:
    """Return the user's programs that speak UCI, by title."""
    return {title: name for title, name in Programs(settings).all().items() if name.startswith(UCI)}


class SecondEngine:
    """Runs the program in the settings; `wake` is called when it has reported a line."""

    def __init__(self, rules: Rules, settings: Settings, wake: Callable[[], None]) -> None:
        self._rules, self._settings, self._wake = rules, settings, wake
        self._player: BackgroundPlayer | None = None
        self._game: Game | None = None
        self._program = ""
        """The program in the settings at the last start."""
        self.is_on = True
        """True if it searches."""
        self.title = ""
        """The user's name for it; empty if none is chosen."""
        self._found: dict[int, SearchInfo] = {}
        self._uci: UciPlayer | None = None
        self.failure = ""

    def start(self) -> None:
        """Start the chosen program, if the user still has it, instead of a running one."""
        self.close()
        self._program = self._settings.analysis_program
        known = uci_programs(self._settings)
        self.title = next(
            (name for name, text in known.items() if text == self._settings.analysis_program), ""
        )
        self.failure = ""
        if not self.title:
            return

        from engine.players.background import BackgroundPlayer

        self._player = BackgroundPlayer(self._make, self._wake)
        self._player.new_game(1)
        self._search()

    def _make(self) -> Player:
        from engine.players.uci_client import UciPlayer

        player = parse_player(self._settings.analysis_program, self._rules, startup_s=STARTUP_S)
        if isinstance(player, UciPlayer):
            self._uci = player
            self._set_options()
        return player

    def _set_options(self) -> None:
        settings = self._settings
        values = {
            HASH: settings.analysis_hash,
            THREADS: settings.analysis_threads,
            LINES: settings.analysis_lines,
        }
        for name, value in values.items():
            if self._uci is not None:
                self._uci.set_option(name, value)

    def follow_settings(self) -> None:
        """Apply the settings: the program, its number of lines, threads and memory."""
        if self.failure or self._program != self._settings.analysis_program:
            self.start()
            return
        self._set_options()
        self._found = {}
        self._search()

    def offers(self, option: str) -> bool:
        """Return whether the program has an option, as far as is known."""
        return self._uci is not None and option in self._uci.options

    @property
    def infos(self) -> tuple[SearchInfo, ...]:
        """The lines of the position on the board, the best in front."""
        return tuple(self._found[rank] for rank in sorted(self._found))

    @property
    def lines(self) -> int:
        """The maximum number of lines that it supports."""
        if not self.title:
            return 0
        return self._settings.analysis_lines if self.offers(LINES) else 1

    def set_game(self, game: Game) -> None:
        """Analyse the position on the board of a game from now on."""
        self._game, self._found = game.copy(), {}
        self._search()

    def set_on(self, on: bool) -> None:
        """Let it search, or stop it."""
        if on != self.is_on:
            self.is_on = on
            self._search()

    def _search(self) -> None:
        if self._player is None or self._game is None:
            return
        if self.is_on and self._game.outcome is None:
            self._player.go(self._game, UNTIL_STOPPED)
        else:
            self._player.cancel()

    def update(self) -> bool:
        """Handle the program's reports; return whether there is news."""
        if self._player is None:
            return False
        from engine.search.thinker import Failed

        events = self._player.events()
        for event in events:
            if isinstance(event, Failed):
                self.failure = event.message
            elif event.info is not None:
                self._found[event.info.multipv] = event.info
        return bool(events)

    def close(self) -> None:
        """End the program."""
        if self._player is not None:
            self._player.close()
        self._player, self._uci, self._found, self.title = None, None, {}, ""
