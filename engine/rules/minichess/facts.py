"""Minichess's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.facts import Facts, SearchExample
from engine.rules.minichess.board import BLACK, LETTERS, NAMES, START, WIDTH
from engine.rules.values import Reason

SIDE_NAMES = ("white", "black")
KING_CAPTURED = Reason("the king was captured", "{loser}'s king was captured")
CHECKMATE = Reason("checkmate")
NO_SAFE_MOVES = Reason("every move leaves the king open to capture")
NO_CAPTURES = Reason("50 plies without a capture")
HOW_IT_MOVES = {
    "P": "goes one step forward, and captures one step diagonally forward",
    "F": "goes one step diagonally",
    "N": "leaps two squares straight and one to the side",
    "B": "slides diagonally",
    "R": "slides along its row or its column",
    "A": "slides diagonally or leaps like a knight",
    "E": "slides along its row or its column or leaps like a knight",
    "Q": "slides in any direction",
    "K": "goes one step in any direction",
}
assert set(HOW_IT_MOVES) == set(LETTERS)

FACTS = Facts(
    name="minichess",
    title="Minichess",
    side_names=SIDE_NAMES,
    kind_names=dict(zip(LETTERS, NAMES, strict=True)),
    what_pieces_do=HOW_IT_MOVES,
    help=(
        "Chess on 7x7 squares with three more pieces: the ferz (one step diagonally), the princess (bishop "
        "and knight) and the empress (rook and knight). White starts at the top and moves down. Checkmate "
        "wins, and so does capturing the king, which nobody is kept from exposing. Pawns take single steps "
        "and do not promote. Type the two squares of a move, such as c1c2."
    ),
    side_below=BLACK,
    origin="Minichess with its fairy pieces comes from a project of the course CS3243.",
    sizes=(WIDTH,),
    start_text=START,
    ends=(KING_CAPTURED, CHECKMATE, NO_SAFE_MOVES, NO_CAPTURES),
    search_examples=(SearchExample("Minichess: the first moves", "startpos", 2),),
)
