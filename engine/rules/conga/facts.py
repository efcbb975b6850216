"""Conga's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.conga.board import MOST_STONES, START, WHITE, WIDTH
from engine.rules.facts import Facts, SearchExample

SIDE_NAMES = ("black", "white")
WHAT_A_STACK_DOES = (
    "all its stones go in one direction, one onto the first square, two onto the second, the rest onto the "
    "third. Only squares of the other side are in the way"
)

FACTS = Facts(
    name="conga",
    title="Conga",
    side_names=SIDE_NAMES,
    kind_names={"B": "stack", "W": "stack"},
    what_pieces_do=dict.fromkeys(("B", "W"), WHAT_A_STACK_DOES),
    help=(
        "Leave the other side without a move and you win. A move takes all the stones of one of your squares "
        "and lays them out in one direction: one stone on the first square, two on the second, the rest on "
        "the third; where the line is shorter, its last square gets the rest. Only squares that the other "
        "side holds are in the way. Type the square and a direction of the compass, such as a4SE."
    ),
    piece_words=("stack", "stacks"),
    first_hint="Click a stack, then a marked square.",
    side_below=WHITE,
    has_own_edges=False,
    origin="Conga was made by Martin Franke and published in 1998.",
    sizes=(WIDTH,),
    start_text=START,
    repetitions=3,
    stones=("B", "W"),
    most_stones=MOST_STONES,
    search_examples=(SearchExample("Conga: the first moves", "startpos", 3),),
)
