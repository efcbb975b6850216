"""Experiments: what alpha-beta and each improvement of the search gain, measured in the window."""
