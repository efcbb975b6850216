"""Learning a game: lessons, and a playground for every piece."""
