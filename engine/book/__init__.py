"""Opening books: reading them, building them, and games that correct their weights."""
