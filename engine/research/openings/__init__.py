"""Openings: play games of the engine against itself, and count the moves played in them."""
