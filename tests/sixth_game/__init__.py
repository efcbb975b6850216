"""A game that is not the program's: Breakthrough, added by two folders and nothing else."""
