"""The default settings of an ablation. Light to import."""

DEFAULT_GAMES, DEFAULT_NODES, DEFAULT_BUDGET, DEFAULT_SEED = 400, 20_000, 2_000_000, 2026
"""Games a row, nodes a move, nodes for each position that is searched, and the seed."""
