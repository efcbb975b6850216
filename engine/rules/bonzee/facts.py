"""Bonzee's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.bonzee import texts
from engine.rules.bonzee.board import DRAWING_PLIES, START, WIDTH
from engine.rules.facts import Facts, SearchExample
from engine.rules.values import Reason

SIDE_NAMES = ("green", "red")
NO_TOKENS = Reason(
    texts.NO_TOKENS, texts.NO_TOKENS_OF, texts.NO_TOKENS_OF_YOU, in_words=texts.NO_TOKENS_SHOWN
)
NO_ATTACK = Reason(texts.NO_ATTACK)

FACTS = Facts(
    name="bonzee",
    title=texts.TITLE,
    side_names=SIDE_NAMES,
    stones=("G", "R"),
    kind_names={"G": "token", "R": "token"},
    what_pieces_do=dict.fromkeys(("G", "R"), texts.WHAT_A_TOKEN_DOES),
    help=texts.HELP,
    piece_words=("token", "tokens"),
    first_hint=texts.FIRST_HINT,
    origin=texts.ORIGIN,
    sizes=(WIDTH,),
    start_text=START,
    position_progress_limit=DRAWING_PLIES,
    reply_time_ms=3000,
    ends=(NO_TOKENS, NO_ATTACK),
    term_titles=texts.TERM_TITLES,
    other_terms=texts.OTHER_TERMS,
    search_examples=(SearchExample(texts.EXAMPLE, "9/9/3rg1r2/9/9 g 0", 3),),
)
