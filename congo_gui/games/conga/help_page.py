"""The rules of Conga in short, for the help screen; ``engine/rules/conga/README.md`` has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Spread your stones, shut the enemy in"

INTRODUCTION = (
    "Leave the other side without a move and you win. Nothing is ever captured: the stones spread, and "
    "block. Black moves first, then you take turns, and passing is not allowed. On the board a dot shows "
    "a direction for your stack. Point at it to see where the stones will go. "
    "In the move list, a4SE means the stack on a4 moving south-east (N is towards rank 4, E towards "
    "the d-file)."
)

CARDS = (
    Card(
        "Stack",
        "Pick up all the stones of one square and choose one of eight directions. Looking that way, count "
        "the squares before the first enemy stack or the edge.",
        ("....", "ooo.", "o9o.", "ooo."),
        "B",
        stones="B",
    ),
    Card(
        "Three squares free",
        "One stone goes to the first square, two to the second, all others to the third. Before and after:",
        ("9...", "....", ".126"),
        stones="B",
    ),
    Card(
        "Two squares free",
        "One stone goes to the first square, all others to the second.",
        ("9..w", "....", ".18w"),
        stones="B",
    ),
    Card(
        "One square free",
        "All the stones go there. With none free, the stack cannot go that way.",
        ("9.ww", "....", ".9ww"),
        stones="B",
    ),
    Card(
        "Small stacks",
        "Stones are laid out until there are none left: three become one and two, two become one and one, "
        "and a single stone always goes one step.",
        ("3...", "....", ".12."),
        stones="B",
    ),
    Card(
        "Your own stones",
        "They are never in the way: stones that come to them are added.",
        ("34.w", "....", ".52w"),
        stones="B",
    ),
    Card(
        "The end",
        "You lose if you cannot move, because all your stacks are shut in. When a position occurs for the "
        'third time, the game is a draw; "Repetition 2 of 3" above the moves warns you.',
        ("1ww.", "www."),
        stones="B",
    ),
    Card(
        "Tip",
        "Two stacks of one side that touch can always move onto each other. So drive the enemy stacks "
        "apart, into corners, and keep yours together.",
    ),
)
