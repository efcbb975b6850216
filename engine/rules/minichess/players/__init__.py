"""Minichess's own players, by name, and the form in which its source calls functions."""

from engine.rules.minichess.players.gameboard import FORMS
from engine.rules.minichess.players.opponents import PLAYERS

__all__ = ["FORMS", "PLAYERS"]
