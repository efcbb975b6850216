"""Players: everything that chooses moves, from levels of the AI to programs."""
