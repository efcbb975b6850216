"""The game with which the play screen opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from congo_gui.play.game_file import rules_in
from congo_gui.play.player import PlayerConfigs
from congo_gui.play.rated import RatedGame
from congo_gui.screens.files.game_files import GameFiles
from congo_gui.store.launch_options import LaunchOptions, first_players
from congo_gui.store.settings import Settings
from engine.rules.rules import Rules
from engine.rules.values import Position


@dataclass(frozen=True)
class FirstGame:
    """The game with which the screen opens."""

    rules: Rules
    players: PlayerConfigs
    start: Position | None = None
    offer: bool = False
    """True if the player is asked whether to continue the last game once the engine is loaded."""
    open_it: Callable[[GameFiles], None] | None = None
    """Called to open a game instead."""
    restores_orientation: bool = False
    """True to restore the player's last board orientation; else the only human's side is at the bottom."""
    offer_earlier: bool = False
    """True if the player is asked whether to continue the last game of this kind."""
    rated: RatedGame | None = None
    """Set for a rated game."""

    @classmethod
    def at_launch(cls, options: LaunchOptions, settings: Settings, last_game: str) -> FirstGame:
        """Return the game of a launch; `last_game` is the autosaved one as text, empty if there is none."""
        path = options.file
        # The player is asked whether to continue the game that was left on the board.
        left = rules_in(last_game) if options.pick else None
        return cls(
            left or options.rules,
            first_players(options, settings),
            options.start,
            offer=not options.asks_for_a_game,
            open_it=None if path is None else (lambda files: files.open_file(path)),
            restores_orientation=not (options.first or options.second),
        )
