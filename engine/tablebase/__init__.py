"""Endgame tablebases. How a game builds its own is in the game's folder."""
