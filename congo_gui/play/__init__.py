"""A game as the window runs it: who plays, whose clock runs, how it is told and kept as text. No pygame."""
