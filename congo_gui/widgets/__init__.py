"""The window's controls: a common base class, a focus manager, and about ten kinds."""
