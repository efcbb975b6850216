"""Training an evaluation network on games of the engine against itself."""
