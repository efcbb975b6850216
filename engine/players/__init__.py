"""Who moves: the levels of the engine's play."""
