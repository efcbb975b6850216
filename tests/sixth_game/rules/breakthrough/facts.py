"""What is fixed about Breakthrough."""

from __future__ import annotations

from engine.rules.breakthrough.board import START, WIDTH

from engine.rules.facts import Facts, SearchExample
from engine.rules.values import Reason

SIDE_NAMES = ("white", "black")
LAST_ROW_REACHED = Reason("a piece reached the last row")
NO_PIECES = Reason("all pieces of the other side were taken")

FACTS = Facts(
    name="breakthrough",
    title="Breakthrough",
    side_names=SIDE_NAMES,
    stones=("W", "B"),
    kind_names={"W": "piece", "B": "piece"},
    what_pieces_do=dict.fromkeys(("W", "B"), "one step forward, straight or diagonally; it takes diagonally"),
    help=(
        "Bring one of your pieces to the last row and you win. A piece moves one step forward, straight or "
        "diagonally, to an empty square; diagonally it may also take an enemy. Type the two squares of a "
        "move, such as a2a3."
    ),
    origin="Breakthrough was made by Dan Troyka in 2000; this is a small board.",
    sizes=(WIDTH,),
    start_text=START,
    ends=(LAST_ROW_REACHED, NO_PIECES),
    search_examples=(SearchExample("Breakthrough: the first moves", "startpos", 2),),
)
