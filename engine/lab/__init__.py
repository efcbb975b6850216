"""Matches, tuning, building tables: what is done with the engine rather than by it."""
