"""Games on disk: saving, opening, and continuing them after the window was closed."""
