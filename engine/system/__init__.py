"""The computer that the program runs on: checks before the start, files, where the assets are."""
