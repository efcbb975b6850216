"""The default settings of an ablation. Light to import."""

DEFAULT_GAMES, DEFAULT_NODES, DEFAULT_BUDGET, DEFAULT_SEED = 400, 20_000, 2_000_000, 2026
"""The defaults of the games per row, the nodes per move, the nodes per position searched, and the seed."""
