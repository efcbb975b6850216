"""Players that one game alone has: `players.py` in the game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from engine.players.own_player import OwnPlayer


def own_players(game: str) -> Mapping[str, OwnPlayer]:
    """Return a game's own players by their names; they go before those that all games have."""
    module = f"engine.rules.{game}.players"
    if find_spec(module) is None:
        return {}
    found: Mapping[str, OwnPlayer] = import_module(module).PLAYERS
    return found
