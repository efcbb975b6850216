"""What each improvement of the search is worth."""
