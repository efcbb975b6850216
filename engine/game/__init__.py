"""A game in progress, and its clocks."""
