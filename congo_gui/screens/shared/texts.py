"""Texts that several screens share."""

from __future__ import annotations

from engine.rules.words import count_text, noun

# The clipboard

POSITION_COPIED = "Position copied."
NO_CLIPBOARD = "The clipboard is not available."
CLIPBOARD_EMPTY = "There is no text on the clipboard."


def clipboard_too_long(most: int) -> str:
    return f"The text on the clipboard has more than {most:,} characters: open it as a file."


# Boxes

CLOSE = "Close"
CHOOSE_FIRST = "Choose something first."
CANCEL = "Cancel"

# The position as text

FEN = "Position as text (FEN)"

# The list of moves

START = "Start"
MOVES = "Moves"

# Choosing a move

CHOOSER_HINT = "Point at a move to see it, click to play it. Escape cancels."
WHICH_MOVE = "Which move?"
TYPE_A_MOVE = "Type a move"


def example(move: str) -> str:
    return f"such as {move}"


def fitting(count: int, of: int) -> str:
    return f"{count} of {count_text(of, 'move')} {noun(count, 'matches', 'match')}."


AMBIGUOUS = "Several moves match: choose one."
