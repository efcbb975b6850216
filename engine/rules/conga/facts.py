"""Conga's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.conga import texts
from engine.rules.conga.board import MAX_STONES, START, WHITE, WIDTH
from engine.rules.facts import Facts, SearchExample

SIDE_NAMES = ("black", "white")

FACTS = Facts(
    name="conga",
    title=texts.TITLE,
    side_names=SIDE_NAMES,
    kind_names={"B": "stack", "W": "stack"},
    what_pieces_do=dict.fromkeys(("B", "W"), texts.WHAT_A_STACK_DOES),
    help=texts.HELP,
    piece_words=("stack", "stacks"),
    first_hint=texts.FIRST_HINT,
    side_below=WHITE,
    has_own_edges=False,
    origin=texts.ORIGIN,
    sizes=(WIDTH,),
    start_text=START,
    repetitions=3,
    stones=("B", "W"),
    max_stones=MAX_STONES,
    term_titles=texts.TERM_TITLES,
    search_examples=(SearchExample(texts.EXAMPLE, "startpos", 3),),
)
