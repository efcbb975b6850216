"""The game with which the play screen opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from congo_gui.play.player import PlayerConfigs
from congo_gui.play.rated import RatedGame
from congo_gui.screens.files.game_files import GameFiles
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
    turned: bool = False
    """True for the user's last board orientation; else the only human's side is at the bottom."""
    offer_earlier: bool = False
    """True if the player is asked whether to continue the last game of this kind."""
    rated: RatedGame | None = None
    """Set for a rated game."""
