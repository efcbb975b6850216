"""Minichess's own players, by name, and its program interface."""

from engine.rules.minichess.players.opponents import PLAYERS

__all__ = ["PLAYERS"]
