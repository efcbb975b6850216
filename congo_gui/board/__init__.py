"""The board of any game: where squares are, what clicks mean, how pieces move, and how it is all drawn."""
