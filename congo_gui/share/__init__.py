"""Pictures, animations and web pages of games, for people who do not have the program."""
