"""The simple players: those of every game, and each game's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine import rules as registry
from engine.players import texts
from engine.players.base import OwnPlayer, Player, own_players
from engine.rules.rules import Rules


def _random(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.baseline import RandomPlayer

    return RandomPlayer(seed)


def _first(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.baseline import FirstPlayer

    return FirstPlayer()


def _greedy(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.baseline import GreedyPlayer

    return GreedyPlayer(seed)


def _minimax(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.searching import MinimaxPlayer

    return MinimaxPlayer(rules, depth)


def _alphabeta(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.searching import AlphaBetaPlayer

    return AlphaBetaPlayer(rules, depth)


ALL_GAMES = {
    "random": OwnPlayer(_random, False, *texts.RANDOM),
    "first": OwnPlayer(_first, False, *texts.FIRST),
    "greedy": OwnPlayer(_greedy, False, *texts.GREEDY),
    "minimax": OwnPlayer(_minimax, True, *texts.MINIMAX),
    "alphabeta": OwnPlayer(_alphabeta, True, *texts.ALPHA_BETA),
}
"""The players of every game, by the names that the command line knows."""


@cache
def simple_players(game: str) -> Mapping[str, OwnPlayer]:
    """Return the simple players of a game by their names; its own go before those that all games have."""
    return {**ALL_GAMES, **own_players(game)}


def find_simple(name: str) -> OwnPlayer | None:
    """Return the simple player with that name in any game, None if there is none."""
    return next((found[name] for found in map(simple_players, registry.names()) if name in found), None)
