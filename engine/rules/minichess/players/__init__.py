"""Minichess's own players, by name, and the form in which its source calls functions."""

from __future__ import annotations

from engine.players.base import OwnPlayer, Player
from engine.rules.minichess.players.gameboard import FORMS
from engine.rules.rules import Rules

__all__ = ["FORMS", "PLAYERS"]


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
    "greedy": OwnPlayer(
        _greedy, title="Greedy", sentence="Mates if it can; else gives check, however unwisely."
    ),
    "smart": OwnPlayer(
        _smart, title="Smart", sentence="Keeps its king safe; plays the best capture or check."
    ),
    "sourceminimax": OwnPlayer(
        _minimax,
        takes_depth=True,
        title="Assignment minimax",
        sentence="Looks ahead, adding up captures and checks on the way.",
    ),
}
