"""Analysing: the engine's lines, chances, variations and reviews."""
