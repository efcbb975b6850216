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

UCI = "uci:"
LONGEST = Limits(movetime=24 * 3600 * 1000)
"""How long a program searches one position: until it is stopped, that is."""
STARTUP_S = 60.0


def uci_programs(settings: Settings) -> dict[str, str]:
    """Return the user's programs that speak UCI, by title."""
    return {title: name for title, name in Programs(settings).all().items() if name.startswith(UCI)}


class SecondEngine:
    """Runs the program that the settings name; `wake` is called when it has found something."""

    def __init__(self, rules: Rules, settings: Settings, wake: Callable[[], None]) -> None:
        self._rules, self._settings, self._wake = rules, settings, wake
        self._player: BackgroundPlayer | None = None
        self._game: Game | None = None
        self._on = True
        self.title = ""
        """What the user calls it; empty if none is chosen."""
        self.info: SearchInfo | None = None
        """The best line of the position on the board."""
        self.failure = ""

    def start(self) -> None:
        """Start the chosen program, in the place of one that runs, if the user has it still."""
        self.close()
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

        player = parse_player(self._settings.analysis_program, self._rules, startup=STARTUP_S)
        if isinstance(player, UciPlayer):
            player.set_option("Hash", self._settings.analysis_hash)
            player.set_option("Threads", self._settings.analysis_threads)
        return player

    def look_at(self, game: Game) -> None:
        """Analyse the position on the board of a game from now on."""
        self._game, self.info = game.copy(), None
        self._search()

    def turn_on(self, on: bool) -> None:
        """Let it search, or stop it."""
        if on != self._on:
            self._on = on
            self._search()

    def _search(self) -> None:
        if self._player is None or self._game is None:
            return
        if self._on and self._game.outcome is None:
            self._player.go(self._game, LONGEST)
        else:
            self._player.cancel()

    def update(self) -> bool:
        """Handle what the program has found; return whether there is news."""
        if self._player is None:
            return False
        from engine.search.thinker import Failed

        events = self._player.events()
        for event in events:
            if isinstance(event, Failed):
                self.failure = event.message
            elif event.info is not None:
                self.info = event.info
        return bool(events)

    def close(self) -> None:
        """End the program."""
        if self._player is not None:
            self._player.close()
        self._player, self.info, self.title = None, None, ""
