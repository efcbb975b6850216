"""Training an evaluation: games against itself, and later the network that learns from them."""
