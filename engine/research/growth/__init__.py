"""How node counts grow with depth and board size."""
