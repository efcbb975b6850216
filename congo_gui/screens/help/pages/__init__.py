"""The rules as people read them in the window: one module a game, found by its name."""
