"""Breakthrough on a small board. Rules and notation: README.md in this folder."""
