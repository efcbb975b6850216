"""Visualisation of a search: minimax and alpha-beta, step by step, as a growing tree."""
