"""Matches and tournaments between players, and the statistics of their results."""
