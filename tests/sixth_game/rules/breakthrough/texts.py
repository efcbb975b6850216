"""Texts about Breakthrough."""

from __future__ import annotations

# The game

TITLE = "Breakthrough"
ORIGIN = "Breakthrough was made by Dan Troyka in 2000; this is a small board."
HELP = (
    "Bring one of your pieces to the last row and you win. A piece moves one step forward, straight or "
    "diagonally, to an empty square; diagonally it may also take an enemy. Type the two squares of a "
    "move, such as a2a3."
)
WHAT_A_PIECE_DOES = "one step forward, straight or diagonally; it takes diagonally"
EXAMPLE = "Breakthrough: the first moves"

# Why a game is over: saved games have these words in them, so they stay as they are

LAST_ROW_REACHED = "a piece reached the last row"
NO_PIECES = "all pieces of the other side were taken"

# Positions

PIECE_LETTERS = "w or b"
NO_PIECE = "there is no piece in any row; there must be at least one"
BOTH_ARRIVED = "only one side can have reached its last row"
