"""Playing: the board, the panel beside it, and the commands that work on the game."""
