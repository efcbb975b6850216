"""Breakthrough in the window: how it looks, and its help page."""
