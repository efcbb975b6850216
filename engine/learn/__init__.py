"""What the Learn screen teaches, and what it measures: lessons, puzzles, endings, openings, ratings."""
