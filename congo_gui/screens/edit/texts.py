"""Texts of the position editor."""

from __future__ import annotations

# What can be done with the tool

MOVE_HINT = "Drag pieces to other squares, or off the board."
REMOVE_HINT = "Click a piece to remove it, or point at it and press Delete."
PIECE_HINT = "Click squares to place the piece. Right-click to remove."
MORE_STONES = "Each further click adds a stone."
COUNT_HINT = "Wheel, or 1 to 9 and 0 for ten: set the number of stones under the pointer."

# Controls

TITLE = "Set up a position"
LEAVE = "Back to the game"


def to_move(side: str) -> str:
    return f"{side} to move"


def turn_tip(keys: str) -> str:
    return f"Whose turn it is ({keys})"


FEN_TIP = "The position as text; edit it here or on the board."
CANCEL = "Cancel"


def piece(side: str, kind: str) -> str:
    return f"{side}'s {kind}"


# The state of the position

BAD_TEXT = "This text is not a position"
NOT_LEGAL = "Not a legal position yet"
GAME_OVER = "The game is over here"
READY = "Ready to play"

POSITION_LOST = "What you have set up is in no game yet, and is lost when the window closes."
UNDO_BRINGS_BACK = "Undo brings back what you set up before."

# Why a command is not possible

NOTHING_THERE = "No piece under the keyboard cursor or the pointer."
NOTHING_TO_UNDO = "Nothing to undo."
NO_MIRROR = "Mirrored, all stones would be on squares of the wrong colour."
AI_LOADING = "The AI is still loading."
