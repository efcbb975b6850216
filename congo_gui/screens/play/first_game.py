"""The game with which the play screen opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from congo_gui.play.player import PlayerConfigs
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
    """True if the player is asked to go on with the last game as soon as the engine is there."""
    open_it: Callable[[GameFiles], None] | None = None
    """Opens a game instead."""
    turned: bool = False
    """True if the board is turned as the player had it last, not so that the only person sits below."""
    offer_earlier: bool = False
    """True if the player is asked to go on with the last game of this kind."""
