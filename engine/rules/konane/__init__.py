"""Konane, Hawaiian draughts, on 4x4, 6x6 and 8x8 squares. Rules and notation: README.md in this folder."""
