"""The rules of Bonzee in short, for the help screen; ``engine/rules/bonzee/README.md`` has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Attack by stepping up or away"

INTRODUCTION = (
    "Capture all your opponent's tokens and you win. Green moves first, then you take turns, and passing is "
    "not allowed. A token captures whole lines of enemies, by stepping up to them or away from them. On the "
    "board a dot marks a cell you can step to, and a red disc a cell where you capture: ×3 means three "
    "tokens. Point at it to see which. In the move list × means that a token was captured."
)

CARDS = (
    Card(
        "Token",
        "One step to an empty cell next to it, along the lines. From a dark cell there are lines in all "
        "eight directions.",
        (".....", ".ooo.", ".oGo.", ".ooo.", "....."),
        "G",
        checked=True,
    ),
    Card(
        "Light cells",
        "From a light cell the lines go straight only: up, down, left and right, never diagonally.",
        ("....", ".o..", "oGo.", ".o.."),
        checked=True,
    ),
    Card(
        "Stepping up to enemies",
        "If an enemy is on the cell just beyond the one you step to, you capture it and all the enemies "
        "behind it without a gap. Here you capture two: the line ends at the empty cell.",
        ("Gorr.rr",),
    ),
    Card(
        "Stepping away from enemies",
        "If you capture nothing in front, look back: you capture an enemy right behind the cell that you "
        "left, and all the enemies behind it without a gap.",
        ("rrrGo..",),
    ),
    Card(
        "In front comes first",
        "If there are enemies in front and behind, you capture only those in front. You cannot "
        "choose, so look at the marks before you click.",
        (".rrGor.",),
    ),
    Card(
        "Your choice",
        "You do not have to attack: any step is allowed. But a step that can capture always does. One step "
        "is one turn: there is no second attack.",
    ),
    Card(
        "The end",
        "A player with no tokens loses, and so does one who cannot move. Ten turns in a row without an "
        "attack, five by each side, are a draw, even if the next player cannot move; from the fourth on they "
        "are counted above the moves.",
    ),
    Card(
        "Tip",
        "If you are ahead, keep attacking: ten quiet turns make a draw. Tokens on dark cells have "
        "more ways to go.",
    ),
)
