"""The window's controls: a common base, one focus manager, about ten kinds."""
