"""What fills the window: the game, and what opens above it."""
