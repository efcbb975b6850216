"""Openings: play games of the engine against itself, and count what was played in them."""
