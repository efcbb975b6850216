"""Games on the disk: saving, opening, and continuing them after the window was closed."""
