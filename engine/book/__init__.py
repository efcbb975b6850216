"""Opening books: reading and building them, games that correct their weights; names of openings."""
