"""The board of any game: geometry, clicks, animation and drawing."""
