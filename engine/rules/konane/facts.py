"""Konane's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.facts import Facts, SearchExample
from engine.rules.konane.board import LETTERS, SIZES

SIDE_NAMES = ("black", "white")

FACTS = Facts(
    name="konane",
    title="Konane",
    side_names=SIDE_NAMES,
    stones=tuple(LETTERS),
    kind_names=dict.fromkeys(LETTERS, "stone"),
    help=(
        "Whoever cannot move loses. First Black takes a black stone off a corner or the middle, then White a "
        "white stone beside the gap: type its square, such as b3. From then on a stone jumps over an enemy "
        "stone next to it, straight and onto the empty square behind, and may jump on in the same direction; "
        "what is jumped over is removed. Type the square it leaves and the last where it lands, such as d4b4."
    ),
    what_pieces_do=dict.fromkeys(
        LETTERS,
        "jumps straight over an enemy stone beside it onto the empty square behind, and on the same way",
    ),
    piece_words=("stone", "stones"),
    first_hint="Click a marked stone: it is taken off.",
    origin="Konane is the draughts of old Hawaii.",
    sizes=SIZES,
    search_examples=(SearchExample("Konane on 4×4 squares", "startpos:4", 4),),
)
