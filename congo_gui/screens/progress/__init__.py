"""Progress: rating, results, accuracy, puzzles and streaks of the player."""
