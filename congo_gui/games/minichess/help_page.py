"""The rules of minichess in short, for the help screen; ``engine/rules/minichess/README.md`` has all."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Chess with three extra pieces"

INTRODUCTION = (
    "Chess on a small board with three extra pieces. Checkmate your opponent's king, or simply "
    "capture it, and you win. White moves first, then you take turns. A piece captures by moving onto an "
    "enemy piece. A dot marks a square to move to, a ring a capture, a dot in a ring either. The move "
    "list shows the piece before its move; × means that it captured one."
)
CARDS = (
    Card(
        "King",
        "One step in any direction. Lose it and you lose the game.",
        (".....", ".***.", ".*K*.", ".***.", "....."),
        "K",
    ),
    Card(
        "Queen",
        "Any distance, straight or diagonally, until something is in the way.",
        ("*.*.*", ".***.", "**Q**", ".***.", "*.*.*"),
        "Q",
    ),
    Card(
        "Rook",
        "Any distance straight, until something is in the way.",
        ("..*..", "..*..", "**R**", "..*..", "..*.."),
        "R",
    ),
    Card(
        "Bishop",
        "Any distance diagonally, until something is in the way.",
        ("*...*", ".*.*.", "..B..", ".*.*.", "*...*"),
        "B",
    ),
    Card(
        "Knight",
        "Two squares straight and one to the side, over anything in between.",
        (".*.*.", "*...*", "..N..", "*...*", ".*.*."),
        "N",
    ),
    Card(
        "Ferz",
        "New: one step diagonally, no more. Its name means the king's counsellor.",
        (".....", ".*.*.", "..F..", ".*.*.", "....."),
        "F",
    ),
    Card(
        "Princess",
        "New: moves like a bishop or like a knight. She looks like a knight with a bishop's hat.",
        ("**.**", "**.**", "..A..", "**.**", "**.**"),
        "A",
    ),
    Card(
        "Empress",
        "New: moves like a rook or like a knight. She looks like a knight on a rook.",
        (".***.", "*.*.*", "**E**", "*.*.*", ".***."),
        "E",
    ),
    Card(
        "Pawn",
        "One step straight forward onto an empty square; it captures one step diagonally forward. It "
        "never goes two steps and never promotes: on the last rank it cannot move.",
        (".....", ".xox.", "..P..", ".....", "....."),
        "P",
    ),
    Card(
        "Check",
        "A king that can be captured next is in check. No rule makes you save it, but if it is "
        "captured, you lose. With Warnings on, the board marks a king in danger.",
    ),
    Card(
        "The end",
        "You lose when your king is captured, or when every move leaves it open to capture: that is "
        "checkmate if it is in check; if not, you are out of safe moves. The game is a draw when "
        "the player to move has no move at all, in check or not, or after 50 turns in a row (25 each) "
        "without a capture, unless the last one wins.",
    ),
    Card("Not here", "No castling, no double pawn step, no en passant and no draw by repetition."),
)
