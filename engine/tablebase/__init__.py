"""Endgame tablebases: what they say. A game's own, with how it is built, lies in the game's folder."""
