"""A search written down step by step."""
