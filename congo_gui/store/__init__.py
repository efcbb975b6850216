"""What the window keeps on the disk: settings, programs, the game on the board."""
