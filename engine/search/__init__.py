"""The search, one for all games; its entry point is `searcher.Searcher`."""
