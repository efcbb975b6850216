"""A game as it is played, and its clocks."""
