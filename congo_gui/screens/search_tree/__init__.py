"""Visualising a search: minimax and alpha-beta, step by step, as a tree that grows."""
