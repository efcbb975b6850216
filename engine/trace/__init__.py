"""A search recorded step by step."""
