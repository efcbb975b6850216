"""The rules of Konane in short, for the help screen; ``engine/rules/konane/README.md`` has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Stones jump until one side is stuck"

INTRODUCTION = (
    "Konane comes from old Hawaii. Stones of lava and of coral fill the whole board; they jump over each "
    "other, and the board empties. If you have no move on your turn, you lose. Black, with the lava "
    "stones, moves first. In the small pictures, as on the board, a ring marks a stone that can be taken "
    "off, and a dot a square where a stone lands. In the move list × means that a stone was jumped over "
    "(×2: two of them)."
)

CARDS = (
    Card(
        "Black opens",
        "Black takes one black stone off the full board: from a corner, or from the middle. The board "
        "marks the stones that can go.",
        ("Bwbw", "wBwb", "bwBw", "wbwB"),
        "B",
    ),
    Card(
        "White answers",
        "White takes off one white stone right beside the gap: above, below, left or right of it.",
        (".w.", "w.w", ".w."),
        "W",
        side=1,
    ),
    Card(
        "Jumping",
        "From now on every move is a jump: over an enemy stone right beside yours, straight, onto the "
        "empty square behind it. The stone that was jumped over is taken off.",
        ("..#..", "..w..", "..Bw#", "..w..", "..b.."),
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
        "No jump over your own stones, over two stones at once or across a corner, and no move without a "
        "jump.",
        ("Bb.", "...", "Bww"),
    ),
    Card(
        "The end",
        "If it is your turn and none of your stones can jump, you have lost. There is no draw: every "
        "move takes a stone off the board.",
    ),
    Card(
        "Tip",
        "Count jumps rather than stones: the side with more jumps in reserve wins. Save jumps that the "
        "other side cannot prevent for the end.",
    ),
    Card("Small boards", "New game also offers 6x6 and 4x4 squares. With perfect play, White wins on both."),
)
