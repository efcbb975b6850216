"""The library: all games played, kept as text and searched through an index in SQLite."""
