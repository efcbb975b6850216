"""Endgame tablebases: building them, checking them, and what they say in numbers."""
