"""Tournaments between AIs and programs."""
