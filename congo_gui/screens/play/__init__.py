"""Playing: the board, what stands beside it, and the commands that work on the game."""
