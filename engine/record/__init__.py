"""Saved games as text, with their variations and comments."""
