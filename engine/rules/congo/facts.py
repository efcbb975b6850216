"""Congo's constants: names, sizes, limits, hints."""

from __future__ import annotations

from engine.rules.congo.board import LETTERS, NAMES, START, WIDTH
from engine.rules.facts import Facts, SearchExample
from engine.rules.values import Reason

SIDE_NAMES = ("white", "black")
LION_CAPTURED = Reason("the lion was captured", "{loser}'s lion was captured")
BARE_LIONS = Reason("only the two lions are left")
NO_PROGRESS = Reason("100 plies without a capture, a drowning or a promotion")
WHAT_IT_DOES = {
    "L": "one step in any direction, but it never leaves its castle. If nothing stands between the two "
    "lions, one may fly across the river and capture the other",
    "Z": "jumps two squares straight and one to the side, over anything",
    "E": "one or two squares straight, never diagonally. With two squares it jumps over what is between",
    "G": "one step without capturing, or a jump of exactly two squares. Only the jump captures",
    "C": "one step in any direction, or any distance straight to the river, or along it. It never drowns",
    "M": "one step without capturing. It captures by jumping over an enemy next to it onto the empty "
    "square behind, and may then jump on",
    "P": "one step forward, straight or diagonally. Past the river also one or two straight back, without "
    "capturing",
    "S": "one step forward or sideways. One or two squares back, straight or diagonally, without capturing",
}
assert set(WHAT_IT_DOES) == set(LETTERS)
FACTS = Facts(
    name="congo",
    title="Congo",
    side_names=SIDE_NAMES,
    kind_names=dict(zip(LETTERS, NAMES, strict=True)),
    piece_words=("animal", "animals"),
    first_hint="Click an animal, then a marked square.",
    help=(
        "Capture the enemy lion and you win. Animals capture by moving onto an enemy, only the monkey by "
        "jumping over it. Whatever stays in the river (rank 4) for a whole turn drowns, crocodiles apart. "
        "Type the square that a piece leaves and the one it goes to, such as d2d3; for a monkey's capture "
        "every landing square, such as b5b3d3f5."
    ),
    origin=(
        "Congo was made by Demian Freeling in 1982. The rules here follow the overview of an assignment in "
        "Advanced Analysis of Algorithms (2021); where it is silent, the program's documents decide."
    ),
    sizes=(WIDTH,),
    start_text=START,
    repetitions=3,
    progress_limit=100,
    no_progress=NO_PROGRESS,
    what_pieces_do=WHAT_IT_DOES,
    ends=(LION_CAPTURED, BARE_LIONS, NO_PROGRESS),
    search_examples=(
        SearchExample("Congo: a pawn ending", "2l4/7/7/7/7/P6/4L2 w 1", 3),
        SearchExample("Congo: a jump that wins", "7/4l2/7/4c2/7/2p4/1M1L3 w 1", 2),
    ),
)
