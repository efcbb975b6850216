"""The rules of Breakthrough in short, for the help screen; ``README.md`` beside its rules has all of them."""

from __future__ import annotations

from congo_gui.games.help_card import Card

TAGLINE = "Be the first to get through"

INTRODUCTION = "Bring one of your pieces to the last row and you win. White moves first."

CARDS = (
    Card(
        "Piece",
        "One step forward, straight or diagonally. Diagonally it may also take an enemy.",
        (".....", ".*o*.", "..W..", "....."),
        "W",
    ),
    Card("The end", "A piece on the last row wins, and so does taking all enemy pieces."),
)
