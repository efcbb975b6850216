"""Minichess's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.facts import Facts, SearchExample
from engine.rules.minichess import texts
from engine.rules.minichess.board import BLACK, LETTERS, NAMES, PROGRESS_LIMIT, START, WIDTH
from engine.rules.values import Reason

SIDE_NAMES = ("white", "black")
KING_CAPTURED = Reason(texts.KING_CAPTURED, texts.KING_CAPTURED_OF, texts.KING_CAPTURED_OF_YOU)
CHECKMATE = Reason(texts.CHECKMATE)
NO_SAFE_MOVES = Reason(texts.NO_SAFE_MOVES)
NO_CAPTURES = Reason(texts.NO_CAPTURES, in_words=texts.NO_CAPTURES_SHOWN)
assert set(texts.HOW_IT_MOVES) == set(LETTERS)

FACTS = Facts(
    name="minichess",
    title=texts.TITLE,
    side_names=SIDE_NAMES,
    kind_names=dict(zip(LETTERS, NAMES, strict=True)),
    what_pieces_do=texts.HOW_IT_MOVES,
    help=texts.HELP,
    side_below=BLACK,
    origin=texts.ORIGIN,
    sizes=(WIDTH,),
    start_text=START,
    position_progress_limit=PROGRESS_LIMIT,
    ends=(KING_CAPTURED, CHECKMATE, NO_SAFE_MOVES, NO_CAPTURES),
    term_titles=texts.TERM_TITLES,
    other_terms=texts.OTHER_TERMS,
    search_examples=(SearchExample(texts.EXAMPLE, "startpos", 2),),
)
