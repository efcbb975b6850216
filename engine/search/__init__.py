"""The one search, for all games: see `searcher.Searcher` for the way in."""
