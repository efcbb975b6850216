"""Mining puzzles from games, and checking them."""
