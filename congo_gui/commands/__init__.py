"""Commands: what they are called, where they belong, and their keys."""
