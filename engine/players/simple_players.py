"""The simple players: those common to all games, and each game's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine import rules as registry
from engine.players import texts
from engine.players.base import Player, PlayerFactory, game_players
from engine.rules.rules import Rules


def _random(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.one_ply import RandomPlayer

    return RandomPlayer(seed)


def _first(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.one_ply import FirstMovePlayer

    return FirstMovePlayer()


def _greedy(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.one_ply import GreedyPlayer

    return GreedyPlayer(seed)


def _minimax(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.searching import MinimaxPlayer

    return MinimaxPlayer(rules, depth)


def _alphabeta(rules: Rules, seed: int, depth: int) -> Player:
    from engine.players.searching import AlphaBetaPlayer

    return AlphaBetaPlayer(rules, depth)


COMMON_PLAYERS = {
    "random": PlayerFactory(_random, False, *texts.RANDOM),
    "first": PlayerFactory(_first, False, *texts.FIRST),
    "greedy": PlayerFactory(_greedy, False, *texts.GREEDY),
    "minimax": PlayerFactory(_minimax, True, *texts.MINIMAX),
    "alphabeta": PlayerFactory(_alphabeta, True, *texts.ALPHA_BETA),
}
"""The players of every game, by their names on the command line."""


@cache
def simple_players(game: str) -> Mapping[str, PlayerFactory]:
    """Return the simple players of a game by name; its own take precedence over the common ones."""
    return {**COMMON_PLAYERS, **game_players(game)}


def find_simple_player(name: str) -> PlayerFactory | None:
    """Return the simple player with that name in any game, None if there is none."""
    return next((found[name] for found in map(simple_players, registry.names()) if name in found), None)
