"""A game as the window runs it: players, clocks, words, and the game as text. No pygame."""
