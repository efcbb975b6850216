"""Players that one game alone has: `PLAYERS` of ``players`` in the game's folder."""

from __future__ import annotations

from collections.abc import Mapping

from engine.players.own_player import OwnPlayer
from engine.system.game_folders import load_module


def own_players(game: str) -> Mapping[str, OwnPlayer]:
    """Return a game's own players by their names; they go before those that all games have."""
    module = load_module(game, "players")
    if module is None:
        return {}
    found: Mapping[str, OwnPlayer] = module.PLAYERS
    return found
