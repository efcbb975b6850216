"""The rules of Konane in short, for the help screen; ``engine/rules/konane/README.md`` has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Stones jump until one side is stuck"

INTRODUCTION = (
    "Konane is a game from ancient Hawaii. Stones of lava and of coral fill the whole board; they jump over "
    "each other, and the board empties. If you have no move on your turn, you lose. Black, with the lava "
    "stones, moves first. In the small pictures, as on the board, a ring marks a stone that can be "
    "removed; a dot (on the board, a number) marks a square where a stone lands. In the move list × means "
    "that a stone was captured (×2: two of them)."
)

CARDS = (
    Card(
        "Black opens",
        "Black removes one black stone from the full board: from a corner, or from one of the four middle "
        "squares. The board marks the stones that can go.",
        # The case alone says whose a stone is: W is a black stone that cannot go.
        ("BwWw", "wBwW", "WwBw", "wWwB"),
        "B",
        taken="B",
    ),
    Card(
        "White answers",
        "White removes one white stone right beside the gap: above, below, left or right of it.",
        (".w.", "w.w", ".w."),
        "W",
        side=1,
        taken="w",
    ),
    Card(
        "Jumping",
        "From now on every move is a jump, up, down, left or right: over an enemy stone next to yours onto "
        "the empty square behind it. That captures the enemy stone.",
        ("..#..", "..w..", "..Bw#", "..w..", "..B.."),
    ),
    Card(
        "Jumping on",
        "If there is another enemy stone next on the same line, and an empty square behind it, the stone "
        "may jump on; it may also stop. It never turns a corner. Click each landing square; click the "
        "last one again or press Enter to stop.",
        ("Bw#w#",),
    ),
    Card(
        "What is not allowed",
        "No jump over your own stones, over two stones at once or diagonally, and no move without a jump.",
        ("BB.", "...", "Bww"),
    ),
    Card(
        "The end",
        "If it is your turn and none of your stones can jump, you lose. There is no draw: every move "
        "removes at least one stone from the board.",
    ),
    Card(
        "Tip",
        "Count jumps rather than stones: the side with more jumps in reserve usually wins. For the end, save "
        "jumps that the other side cannot stop.",
    ),
    Card("Small boards", "New game also offers 6x6 and 4x4 boards. With perfect play, White wins on both."),
)
