"""Measuring: matches and what they say about the strength of players."""
