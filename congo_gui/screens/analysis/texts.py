"""What the analysis says."""

from __future__ import annotations

# The panel

TITLE = "Analysis"
LEAVE = "Back to the game"
COMMENT_FIELD = "Comment on this move"
AI_ON = "AI on"
AI_OFF = "AI off"


def lines(count: int) -> str:
    return f"{count} lines" if count > 1 else "1 line"


PLAY_HERE = "Play here"
ARROWS_TIP = (
    "Solid arrows with a number: the lines. Dashed: the threat. Hollow arrows and double rings: yours, "
    "drawn with the right button."
)
START = "Start"

# What the AI does


def ai_stopped(problem: str) -> str:
    return f"The AI stopped: {problem}"


SEARCHING = "Searching…"


def ai_off(key: str) -> str:
    return f"The AI is off ({key})."


def depth(plies: int, speed: str) -> str:
    return f"Depth {plies} · {speed}"


# Review


def reviewing(share: str) -> str:
    return f"Reviewing the game: {share}"


RUN_REVIEW = "Run Review to see who stood better."
GRAPH_TIP = "Who stood better from the start (left) to the end: light for the side that moves first"
NO_MISTAKES = "No serious mistakes."


def worst_move(move: str, better: str) -> str:
    return f"Worst move: {move}; better was {better}."


# The static evaluation

TERMS = "Static evaluation"
WORKING_OUT = "Calculating…"


def terms_tip(side: str) -> str:
    return f"The position's value without looking ahead, term by term; + favours {side}"


def terms_failed(error: Exception) -> str:
    return f"it stopped with an error: {error!r}"


# Why a command is not possible

NO_PASSING = "There is no threat to show here."
NOTHING_TO_REVIEW = "Make some moves first; then you can review them."
FIRST_POSITION = "This is the first position."
LAST_POSITION = "This is the last position."
MAIN_LINE = "This is already the main line."
NOTHING_TO_DELETE = "There is no move to delete here."
NO_ROOM = "This window is too small for comments."
NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
NO_PIECE = "No piece is selected."


def no_move_follows(note: str) -> str:
    return f"{note} No move can follow."


# Leaving

LEAVE_QUESTION = "Leave this analysis?"
STAY = "Stay"


def unsaved(key: str) -> str:
    return f"This analysis has not been saved. To keep it, choose Stay and save it ({key})."


LEAVE_ANALYSIS = "Leave"
