"""Texts of the help."""

from __future__ import annotations

from engine.rules.words import with_article

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


def mouse_lines(piece: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Click", f"Choose {with_article(piece)}, then where it goes"),
        ("Drag", f"Drag {with_article(piece)} to where it goes"),
        ("Right click", "Undo the last click of your move"),
        ("Tab", "Go to the next control; on the board, the arrow keys move the cursor and Enter selects"),
    )


PUZZLES = "Puzzles in Learn"
PUZZLE_LINES = (
    ("Only move", "Every other move throws away the win, or loses; one that is proved as good counts, too"),
    ("Rating", "The first try at each puzzle changes it; trying it again does not"),
    ("Miss", "A wrong move, a hint or the solution; the puzzle comes back tomorrow"),
    ("Analyse", "Shows the solution, once you have tried the puzzle"),
    ("For you", "Puzzles of about your rating, and those that come back today"),
    ("Streak", "Solve puzzles until your first wrong move; no hints, no skipping"),
    ("3 minutes", "Solve as many as you can; a wrong move brings the next puzzle"),
)
ENDINGS = "Endings in Learn"
ENDING_LINES = (
    ("Win", "A won ending: win it; the other side resists as long as it can"),
    ("Hold", "A drawn ending: do not lose it"),
    ("Resist", "A lost ending: lose it as late as possible"),
    (
        "For you",
        "Wins of your length, at first in 3 moves; it grows as you win fast, and shrinks as you miss wins",
    ),
    (
        "Is one enough?",
        "How often one animal wins against a lone lion, and the positions in which it does not",
    ),
    ("Solved", "The first try at each ending counts; hints are allowed, the best line is not"),
)
ARROWS = "Arrows"
ARROW_LINES = (
    ("Solid", "A hint, or in the analysis a line of the AI, with its number and its score"),
    ("Brown", "The last move, if it was a chain of jumps or ended the game"),
    ("Dashed", "The threat: what the other side would play now"),
    ("Hollow", "Your own arrows in the analysis, drawn with the right mouse button, as are double rings"),
)
CLOCKS = "Clocks"
CLOCK_LINES = (
    ("Running", "During its side's turn, from the second turn of the game on"),
    (
        "Stopped",
        "While you pause, look back or analyse, and below a screen that fills the window, but not a dialog",
    ),
    ("The AI's", "Stops as soon as the AI has decided, even if the move is shown a moment later"),
    ("Run out", "That side loses. Undo goes back to its turn and waits for you"),
    ("3 s strict", "A limit for the computer, which loses if a move takes longer. You have no limit"),
)
