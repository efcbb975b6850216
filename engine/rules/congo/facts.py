"""Congo's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.congo import texts
from engine.rules.congo.board import KINDS, LETTERS, LION, NAMES, START, WIDTH
from engine.rules.facts import Facts, NetworkInputs, SearchExample
from engine.rules.values import Reason

SIDE_NAMES = ("white", "black")
LION_CAPTURED = Reason(texts.LION_CAPTURED, texts.LION_CAPTURED_OF, texts.LION_CAPTURED_OF_YOU)
BARE_LIONS = Reason(texts.BARE_LIONS)
NO_PROGRESS = Reason(texts.NO_PROGRESS, in_words=texts.NO_PROGRESS_SHOWN)
assert set(texts.WHAT_IT_DOES) == set(LETTERS)
FACTS = Facts(
    name="congo",
    title=texts.TITLE,
    side_names=SIDE_NAMES,
    kind_names=dict(zip(LETTERS, NAMES, strict=True)),
    piece_words=("animal", "animals"),
    first_hint=texts.FIRST_HINT,
    help=texts.HELP,
    origin=texts.ORIGIN,
    sizes=(WIDTH,),
    start_text=START,
    chance_scale_cp=235.0,
    repetitions=3,
    progress_limit=100,
    no_progress=NO_PROGRESS,
    what_pieces_do=texts.WHAT_IT_DOES,
    ends=(LION_CAPTURED, BARE_LIONS, NO_PROGRESS),
    term_titles=texts.TERM_TITLES,
    other_terms=texts.OTHER_TERMS,
    network_inputs=NetworkInputs(
        2 * KINDS, WIDTH, WIDTH, at_start=4 * WIDTH, min_active=5, royal=(LION, KINDS + LION)
    ),
    unused_features=frozenset({"iir"}),
    search_examples=(
        SearchExample(texts.PAWN_EXAMPLE, "2l4/7/7/7/7/P6/4L2 w 1", 3),
        SearchExample(texts.JUMP_EXAMPLE, "7/4l2/7/4c2/7/2p4/1M1L3 w 1", 2),
    ),
)
