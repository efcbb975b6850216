"""The players of a game in a file: their names there, and the limits that a file may set. No pygame."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from congo_gui.play.player import PlayerConfig, PlayerConfigs
from engine.players.levels import level
from engine.record.record import GameRecord
from engine.rules.rules import Rules
from engine.system.errors import UserError

AI_PREFIX = "engine:level="
MAX_LIMITS = {"nodes": 10_000_000, "depth": 60, "movetime": 60_000}
"""Maximum limits of an engine player in a file; players chosen in the window may exceed them."""
MAX_DEPTHS = {"minimax": 5, "alphabeta": 10}
"""The same for simple players with a depth."""


def player_name(player: PlayerConfig) -> str:
    """Return a player's name in files; engine, levels and programs have their command-line names."""
    return AI_PREFIX + player.level if player.level else player.name


def named_player(
    name: str, may_start: Callable[[str], bool] = lambda program: True, rules: Rules | None = None
) -> PlayerConfig | None:
    """Return the player with this name in a file; None for an unknown player or a program not allowed.

    With `rules` it must be able to play that game. Its limits must be within `MAX_LIMITS` and `MAX_DEPTHS`.
    """
    try:
        if name.startswith(AI_PREFIX):
            with suppress(UserError):
                return PlayerConfig(level(name[len(AI_PREFIX) :]).name)
        player = PlayerConfig.named(name, rules=rules)
    except UserError:
        return None
    known = may_start(name) if player.needs_permission else not player.level and _is_bounded(player)
    return player if known else None


def _is_bounded(player: PlayerConfig) -> bool:
    """Return whether the limits of a player from a file are within `MAX_LIMITS`."""
    method, _, depth = player.program.partition(":")
    if method in MAX_DEPTHS:
        return int(depth) <= MAX_DEPTHS[method]
    if not player.is_engine:
        return True
    limits, options = player.search(0)
    ends = all((getattr(limits, name) or 0) <= highest for name, highest in MAX_LIMITS.items())
    return ends and options.threads <= (os.cpu_count() or 1)


def players_of(
    game: GameRecord, may_start: Callable[[str], bool], successor: Callable[[str], str] = str
) -> PlayerConfigs:
    """Return the players to continue a game with: those in the record, with humans for unknown ones.

    `may_start` returns whether a program may be started, `successor` the name that a player has by now.
    """
    found = [named_player(successor(name), may_start, game.rules) for name in game.players]
    first, second = (
        replace(player or PlayerConfig(absent=name), clock=clock)
        for player, name, clock in zip(found, game.players, game.controls, strict=True)
    )
    return first, second


def player_title(name: str) -> str:
    """Return the title of the player with this name in a file, or the name itself if it is unknown."""
    player = named_player(name)
    return name if player is None else player.title
