"""The rules of Congo in short, for the help screen; ``engine/rules/congo/README.md`` has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Animals on both sides of a river"

INTRODUCTION = (
    "Capture the enemy lion and you win at once. White moves first, then the turns alternate. You "
    "capture by moving onto an enemy animal; only the monkey captures by jumping. In the small pictures, "
    "as on the board, a dot means that the animal can move there, a ring that it can capture there, and "
    "both that it can do either. In the move list × means that an animal was captured (×3: three of "
    "them), ~ that one drowned, and =S that a pawn became a superpawn."
)

CARDS = (
    Card(
        "Lion",
        "One step in any direction, but never out of its castle. Lose it and you lose the game.",
        (".....", ".***.", ".*L*.", ".***.", "....."),
        "L",
    ),
    Card(
        "The flying lion",
        "If nothing stands between the two lions in a column or on a diagonal across the river, the lion "
        "to move may fly over and capture the other.",
        ("..l..", ".....", "~~~~~", ".....", "..L.."),
        taken="l",
    ),
    Card(
        "Zebra",
        "Moves like a knight in chess: two squares straight and one aside, over anything in between.",
        (".*.*.", "*...*", "..Z..", "*...*", ".*.*."),
        "Z",
    ),
    Card(
        "Elephant",
        "One or two squares straight. With two squares it jumps over what stands between.",
        ("..*..", "..*..", "**E**", "..*..", "..*.."),
        "E",
    ),
    Card(
        "Giraffe",
        "Exactly two squares in any direction, jumping over what is between. Or one step, but then it "
        "cannot capture.",
        ("*.*.*", ".ooo.", "*oGo*", ".ooo.", "*.*.*"),
        "G",
    ),
    Card(
        "Crocodile",
        "One step in any direction; any distance straight to the river, and along it. It never drowns.",
        ("~~=~~", "..*..", ".***.", ".*C*.", ".***."),
        "C",
    ),
    Card(
        "Monkey",
        "One step in any direction without capturing. It captures by jumping over a neighbouring animal "
        "onto the empty square behind it.",
        (".....", ".ooo.", ".oMp#", ".oop.", "....#"),
        "M",
    ),
    Card(
        "Jumping on",
        "After a jump the monkey may jump again, in any direction, over animals that it has not jumped "
        "over yet. What it jumped over is removed at the end. Click each landing square; click the "
        "monkey again or press Enter to stop.",
        ("....#", "...p.", "..#..", "...p.", "....M"),
    ),
    Card(
        "Pawn",
        "One step straight or diagonally forward, to move or to capture. Beyond the river also one or "
        "two squares straight back, without capturing.",
        (".....", ".***.", "..P..", "..o..", "..o.."),
        "P",
    ),
    Card(
        "Superpawn",
        "What a pawn becomes on the farthest row. It moves like a pawn and also steps sideways; it goes "
        "one or two squares back, straight or diagonally, without capturing.",
        (".....", ".***.", ".*S*.", ".ooo.", "o.o.o"),
        "S",
    ),
    Card(
        "The river",
        "The row in the middle. An animal that stands in it when your turn begins, and still stands in "
        "it when your turn ends, drowns. So get out at once! Only the crocodile can swim. A drop on the "
        "board marks an animal that is about to drown, and squares where it would.",
        ("..*..", "..*..", "!!E!!", "..*..", "..*.."),
    ),
    Card(
        "The castles",
        "The three by three squares around each lion. Other animals may enter and leave.",
        (".+l+.", ".+++.", ".+++.", "~~~~~", ".+++.", ".+++.", ".+L+."),
    ),
    Card(
        "No check",
        "There is no check in Congo, so watch your lion. With warnings on, the board marks a lion in "
        "danger and animals that are about to drown.",
    ),
    Card(
        "The end",
        "You also lose if you have no move. The game is a draw when only the lions are left, when a "
        "position occurs for the third time, or after 100 turns in a row (of both players) without a "
        "capture, a drowning or a new superpawn.",
    ),
    Card(
        "Counting towards a draw",
        '"Repetition 2 of 3": this position has occurred twice. "Quiet turns 20 of 100": turns without a '
        "capture, a drowning or a new superpawn. They appear above the moves once they matter.",
    ),
)
