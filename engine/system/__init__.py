"""The computer that the program runs on: where its files are. Standard library only."""
