"""Games on the disk: saved, opened, and offered back after the window was closed."""
