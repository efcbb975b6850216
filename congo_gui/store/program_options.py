"""The options that a UCI program offers, requested on a thread. No pygame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from congo_gui.play.player import UCI
from engine.players.base import PlayerFailure
from engine.players.parse import parse_player
from engine.players.program_settings import UciOption
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.threads import start_thread

if TYPE_CHECKING:
    from engine.players.base import Player

STARTUP_S = 60.0
"""Seconds that a program has to report its options."""


class OfferedOptions:
    """Starts a program, requests its options and ends it; `wake` is called when this is done."""

    def __init__(self, command: str, rules: Rules, wake: Callable[[], None]) -> None:
        self._rules, self._wake = rules, wake
        self.found: list[UciOption] | None = None
        """The options, None until they are known."""
        self.problem = ""
        """Why they are not available, as a sentence."""
        self._player: Player | None = None
        self._closed = threading.Event()
        try:
            start_thread(
                threading.Thread(target=self._ask, args=(command,), name="program-options", daemon=True)
            )
        except UserError as error:
            self.problem = sentence(str(error))

    def _ask(self, command: str) -> None:
        from engine.players.uci_client import UciPlayer

        try:
            player = parse_player(UCI + command, self._rules, startup_s=STARTUP_S)
            self._player = player
            if self._closed.is_set():
                return
            try:
                player.new_game(1)
                assert isinstance(player, UciPlayer)
                self.found = list(player.options.values())
            finally:
                with suppress(PlayerFailure):
                    player.close()
        except (UserError, PlayerFailure) as error:
            self.problem = sentence(str(error))
        if not self._closed.is_set():
            self._wake()

    def close(self) -> None:
        """Stop the request."""
        self._closed.set()
        if self._player is not None:
            self._player.abort()
