"""The screens: the game, and everything that opens above it."""
