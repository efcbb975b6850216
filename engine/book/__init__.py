"""Opening books: reading and writing them; names of openings."""
