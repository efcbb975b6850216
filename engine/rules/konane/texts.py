"""Texts about Konane."""

from __future__ import annotations

from engine.rules.words import noun

# The game

TITLE = "Konane"
ORIGIN = "Konane is the draughts of ancient Hawaii."
HELP = (
    "You lose if you cannot move. First Black removes a black stone from a corner or the middle, then White "
    "a white stone beside the gap: type its square, such as b3. From then on a stone captures an enemy stone "
    "next to it by jumping straight over it onto the empty square behind, and may jump on in the same "
    "direction. Type the square it leaves and the last where it lands, such as d4b4."
)
FIRST_HINT = "Click a marked stone to remove it."
JUMP_HINT = "Click a stone that can jump, then a marked square."
WHAT_A_STONE_DOES = (
    "captures an enemy stone beside it by jumping straight over it onto the empty square behind, and may "
    "jump on in the same direction"
)
EXAMPLE = "Konane on 4×4 squares"


def other_size(size: int) -> str:
    return f"Konane is played on 4x4, 6x6 or 8x8 squares, not on {size}x{size}"


# The terms of the evaluation

TERM_TITLES = {"jumps": "jumps", "movable": "stones that can jump", "tempo": "tempo"}

# Positions

PLY = "ply number"
STONE_LETTERS = "b or w"


def wrong_size(rows: int) -> str:
    return f"it has {rows} {noun(rows, 'rank')}; a board has 4, 6 or 8, separated by /"


def wrong_colour(square: str, square_colour: str, stone_colour: str) -> str:
    return f"{square} is a {square_colour} square: a {stone_colour} stone cannot be there"


def wrong_side(ply: int, mover: str, parity: str) -> str:
    return f"{mover} moves on {parity} plies, so it is {mover}'s turn on ply {ply}"


ODD = "odd"
EVEN = "even"


def not_full(square: str) -> str:
    return f"the board is full on ply 0, but {square} is empty"


def not_one_missing(squares: str) -> str:
    return f"on ply 1 exactly one stone is missing, on one of {squares}"


# Moves


def not_a_removal(text: str, stone: str) -> str:
    return f"{text} is not a move; write the square of the stone to remove, such as {stone}"


def not_a_jump(text: str, jump: str) -> str:
    return f"{text} is not a move; write the stone's square and the one where it lands, such as {jump}"


FIRST_STONE = "Black starts by removing a stone from a corner or the middle of the board"
SECOND_STONE = "White starts by removing a stone beside the empty square"
STUCK = "this stone has no enemy beside it with an empty square behind"
NEW_SQUARE = "the stone must land on a square that it has not visited in this turn"
TOO_CROOKED = "a stone jumps two squares, or four or six, straight along its file or rank"


def landing_taken(square: str) -> str:
    return f"{square}, where it would land, is not empty"


def landing_on_the_way_taken(square: str) -> str:
    return f"{square}, where it would land on the way, is not empty"


def nothing_to_jump_over(square: str) -> str:
    return f"there is no stone on {square} to jump over"


ONE_BY_ONE = "click each landing square"
