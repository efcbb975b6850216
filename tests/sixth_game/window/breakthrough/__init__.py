"""Breakthrough in the window: its skin and its help page."""
