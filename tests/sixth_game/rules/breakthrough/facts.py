"""Breakthrough's facts: names, help text, and the reasons for an end."""

from __future__ import annotations

from engine.rules.breakthrough import texts
from engine.rules.breakthrough.board import START, WIDTH

from engine.rules.facts import Facts, SearchExample
from engine.rules.values import Reason

SIDE_NAMES = ("white", "black")
LAST_ROW_REACHED = Reason(texts.LAST_ROW_REACHED)
NO_PIECES = Reason(texts.NO_PIECES)

FACTS = Facts(
    name="breakthrough",
    title=texts.TITLE,
    side_names=SIDE_NAMES,
    stones=("W", "B"),
    kind_names={"W": "piece", "B": "piece"},
    what_pieces_do=dict.fromkeys(("W", "B"), texts.WHAT_A_PIECE_DOES),
    help=texts.HELP,
    origin=texts.ORIGIN,
    sizes=(WIDTH,),
    start_text=START,
    ends=(LAST_ROW_REACHED, NO_PIECES),
    search_examples=(SearchExample(texts.EXAMPLE, "startpos", 2),),
)
