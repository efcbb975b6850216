"""Learning a game: lessons, playgrounds, model games, puzzles, endings, and the overview of them."""
