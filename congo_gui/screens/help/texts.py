"""What the help says."""

from __future__ import annotations

# Pages and buttons

RULES = "Rules"
KEYS = "Keys"
TRY_IT = "Try it"


def title(game: str) -> str:
    return f"How to play {game}"


def try_pieces(pieces: str) -> str:
    return f"Try the {pieces}"


def try_pieces_tip(piece: str) -> str:
    return f"Move every {piece} on a board"


# The page of keys


def elsewhere(place: str) -> str:
    return f"Also {place}"


MOUSE = "Mouse and focus"
MOUSE_LINES = (
    ("Click, click", "Choose a piece, then a marked square"),
    ("Drag", "Drag a piece to its square"),
    ("Right click", "Put the piece back, or undo one jump"),
    ("Tab", "Go to the next control, the board first; there the arrow keys and Enter move"),
)
ARROWS = "Arrows"
ARROW_LINES = (
    ("Solid", "A hint, or in the analysis a line of the AI, with its number and its score"),
    ("Dashed", "What the other side threatens"),
    ("Hollow", "Your own arrows in the analysis, drawn with the right button; so are double rings"),
)
CLOCKS = "Clocks"
CLOCK_LINES = (
    ("Running", "during its side's turn, from the second turn of the game on"),
    (
        "Stopped",
        "while the game is paused, looked back at or analysed, but not while a box like this is open",
    ),
    ("The AI's", "stops as soon as the AI has decided, even if the move is shown a moment later"),
    ("Run out", "that side has lost. Undo gives it the turn once more, and waits for you"),
    ("3 s a move", "A limit for the computer, which loses if a move takes longer. You have none"),
)
