"""The window's own small set of controls: a common base, one focus manager, about ten kinds."""
