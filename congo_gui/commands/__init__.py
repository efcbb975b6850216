"""Commands: titles, places and keys."""
