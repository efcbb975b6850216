"""The rules of Congo in short, for the help screen; ``engine/rules/congo/README.md`` has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Animals on both sides of a river"

INTRODUCTION = (
    "Capture your opponent's lion and you win at once. White moves first, then you take turns. You "
    "capture by moving onto an enemy; only the monkey captures by jumping over one. A dot "
    "marks a square to move to, a ring a capture, a dot in a ring either. Just pointing at an animal "
    "shows diamonds and cross-hairs instead. The move list shows the animal before its move; × means that "
    "one was captured (×3: three of them), ~ that one drowned, and =S that a pawn became a superpawn."
)

CARDS = (
    Card(
        "Lion",
        "One step in any direction, inside its castle. Lose it and you lose the game.",
        (".....", ".***.", ".*L*.", ".***.", "....."),
        "L",
    ),
    Card(
        "The flying lion",
        "If the lions share a file or a diagonal across the river, with nothing between them, the one "
        "whose turn it is may fly and capture the other.",
        ("..l..", ".....", "~~~~~", ".....", "..L.."),
        taken="l",
    ),
    Card(
        "Zebra",
        "Moves like a chess knight: two squares straight and one to the side, over anything between.",
        (".*.*.", "*...*", "..Z..", "*...*", ".*.*."),
        "Z",
    ),
    Card(
        "Elephant",
        "One or two squares straight. Going two, it jumps over anything in between and does it no harm.",
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
        "One step in any direction. It also slides any distance straight towards the river and into it, or, "
        "once there, along it, but not over other animals. It leaves the river with a single step, and never "
        "drowns.",
        ("~~=~~", "..*..", ".***.", ".*C*.", ".***."),
        "C",
    ),
    Card(
        "Monkey",
        "One step in any direction without capturing. It captures by jumping over a neighbouring enemy "
        "onto the empty square behind it.",
        (".....", ".ooo.", ".oMp#", ".oop.", "....#"),
        "M",
    ),
    Card(
        "Jumping on",
        "After a jump the monkey may jump again, in any direction, over enemies it has not jumped over "
        "yet; it may come back to a square. The enemies are removed when its turn ends, and are never in its "
        "way. Click each landing square; click the monkey again or press Enter to stop.",
        ("....#", "...p.", "..#..", "...p.", "....M"),
    ),
    Card(
        "Pawn",
        "The meerkat. One step forward, straight or diagonal, to move or capture. Beyond the river also "
        "one or two squares straight back, without capturing or jumping.",
        (".....", ".***.", "..P..", "..o..", "..o.."),
        "P",
    ),
    Card(
        "Superpawn",
        "A pawn that reaches the last rank becomes one at once, and gets a crown. It moves and captures "
        "like a pawn, also one step sideways; anywhere on the board it goes back up to two squares, straight "
        "or diagonally, without capturing or jumping.",
        (".....", ".***.", ".*S*.", ".ooo.", "o.o.o"),
        "S",
    ),
    Card(
        "The river",
        "Rank 4, in the middle. Your animal drowns if it is in the river both when your turn begins and "
        "when it ends. So get out at once! What it captured stays captured. Only the crocodile can swim. "
        "A drop marks a square where an animal would drown and, with Warnings on, an animal about to "
        "drown.",
        ("..*..", "..*..", "!!E!!", "..*..", "..*.."),
    ),
    Card(
        "The castles",
        "The nine squares inside each wall, c1 to e3 and c5 to e7. Other animals may enter and leave.",
        (".+l+.", ".+++.", ".+++.", "~~~~~", ".+++.", ".+++.", ".+L+."),
    ),
    Card(
        "No check",
        "You may leave your lion in danger, so watch it! With Warnings on, the board marks a lion in danger.",
    ),
    Card(
        "The end",
        "You also lose if you cannot move. The game is a draw when you agree on one, when only the lions "
        "are left, when a position occurs for the third time, or after 100 turns in a row (50 each) "
        "without a capture, a drowning or a new superpawn.",
    ),
    Card(
        "Counting towards a draw",
        '"Repetition 2 of 3": this position has occurred twice. "Quiet turns 20 of 100": turns without a '
        "capture, a drowning or a new superpawn. Both appear above the moves once they matter.",
    ),
)
