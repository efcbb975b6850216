"""What is going to be played: the game, who plays it, on which clocks, and programs as players."""
