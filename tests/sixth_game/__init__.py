"""A game outside the program: Breakthrough, added by two folders and nothing else."""
