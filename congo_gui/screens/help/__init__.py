"""Help: the rules of each game on cards, and all keys."""
