"""Pictures, animations and web pages of games, for people without the program."""
