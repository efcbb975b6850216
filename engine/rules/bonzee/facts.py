"""Bonzee's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.bonzee.board import START, WIDTH
from engine.rules.facts import Facts, SearchExample
from engine.rules.values import Reason

SIDE_NAMES = ("green", "red")
NO_TOKENS = Reason("all tokens of the other side were taken")
NO_ATTACK = Reason("ten turns in a row without an attack")
WHAT_A_TOKEN_DOES = (
    "one step to an empty cell next to it, diagonally only from a dark cell. It takes the whole row of "
    "enemies that it steps up to, or else the one that it steps away from"
)

FACTS = Facts(
    name="bonzee",
    title="Bonzee",
    side_names=SIDE_NAMES,
    stones=("G", "R"),
    kind_names={"G": "token", "R": "token"},
    what_pieces_do=dict.fromkeys(("G", "R"), WHAT_A_TOKEN_DOES),
    help=(
        "Take all enemy tokens and you win. A token moves one step to an empty cell, diagonally only from a "
        "dark cell. If the cell beyond holds an enemy, the whole row of enemies there is taken; if not, but "
        "an enemy was right behind the token, the row behind is taken. Ten turns in a row without an attack "
        "are a draw. Type the two cells, such as C5 B6."
    ),
    piece_words=("token", "tokens"),
    first_hint="Click a token, then a marked cell.",
    origin="Bonzee, a relative of fanorona, comes from a course project (COMP 472/6721).",
    sizes=(WIDTH,),
    start_text=START,
    reply_time=3000,
    ends=(NO_TOKENS, NO_ATTACK),
    search_examples=(SearchExample("Bonzee: forward or backward", "9/9/3rg1r2/9/9 g 0", 3),),
)
