"""Konane's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.facts import Facts, SearchExample
from engine.rules.konane import texts
from engine.rules.konane.board import LETTERS, SIZES

SIDE_NAMES = ("black", "white")

FACTS = Facts(
    name="konane",
    title=texts.TITLE,
    side_names=SIDE_NAMES,
    stones=tuple(LETTERS),
    kind_names=dict.fromkeys(LETTERS, "stone"),
    help=texts.HELP,
    what_pieces_do=dict.fromkeys(LETTERS, texts.WHAT_A_STONE_DOES),
    piece_words=("stone", "stones"),
    first_hint=texts.FIRST_HINT,
    origin=texts.ORIGIN,
    sizes=SIZES,
    draws=False,
    term_titles=texts.TERM_TITLES,
    search_examples=(SearchExample(texts.EXAMPLE, "startpos:4", 4),),
)
