"""Minichess's own players, by name, and the form in which its source calls functions."""

from __future__ import annotations

from engine.players.base import Player, PlayerFactory
from engine.rules.minichess.players import texts
from engine.rules.minichess.players.gameboard import AGENT_ADAPTERS
from engine.rules.rules import Rules

__all__ = ["AGENT_ADAPTERS", "PLAYERS"]


def _greedy(rules: Rules, seed: int, depth: int) -> Player:
    from engine.rules.minichess.players.opponents import SourceGreedyPlayer

    return SourceGreedyPlayer(seed)


def _smart(rules: Rules, seed: int, depth: int) -> Player:
    from engine.rules.minichess.players.opponents import SmartPlayer

    return SmartPlayer(seed)


def _minimax(rules: Rules, seed: int, depth: int) -> Player:
    from engine.rules.minichess.players.opponents import SourceMinimaxPlayer

    return SourceMinimaxPlayer(rules, seed, depth)


PLAYERS = {
    "greedy": PlayerFactory(_greedy, title=texts.GREEDY, description=texts.GREEDY_DESCRIPTION),
    "smart": PlayerFactory(_smart, title=texts.SMART, description=texts.SMART_DESCRIPTION),
    "sourceminimax": PlayerFactory(
        _minimax, takes_depth=True, title=texts.MINIMAX, description=texts.MINIMAX_DESCRIPTION
    ),
}
