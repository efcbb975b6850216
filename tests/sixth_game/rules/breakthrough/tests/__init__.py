"""Breakthrough's data for the tests of all games."""
