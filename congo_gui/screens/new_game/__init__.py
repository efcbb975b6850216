"""New game: the game, its players, clocks, and programs as players."""
