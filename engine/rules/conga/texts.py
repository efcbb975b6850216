"""Texts about Conga."""

from __future__ import annotations

from engine.rules.words import noun

# The game

TITLE = "Conga"
ORIGIN = "Conga was invented by Martin Franke and published in 1998."
HELP = (
    "Leave the other side without a move and you win. A move picks up all the stones of one of your squares "
    "and lays them out in one direction: one stone on the first square, two on the second, the rest on "
    "the third; where the line is shorter, its last square gets the rest. Only the other "
    "side's squares are in the way. Type the square and a direction of the compass, such as a4SE."
)
FIRST_HINT = "Click a stack, then a marked square."
WHAT_A_STACK_DOES = (
    "all its stones go in one direction, one onto the first square, two onto the second, the rest onto the "
    "third. Only the other side's squares are in the way"
)
EXAMPLE = "Conga: the first moves"

# The terms of the evaluation

TERM_TITLES = {"moves": "moves", "squares": "squares to step onto", "stacks": "stacks"}

# Positions

STONES = "stones"


def wrong_cells(row: str, cells: int, expected: int) -> str:
    return f"{row} has {cells} {noun(cells, 'cell')} instead of {expected}, separated by commas"


def not_a_stack(cell: str, empty: str) -> str:
    return f"{cell} is neither {empty} nor a stack such as b10 or w3"


def wrong_stones(cell: str, maximum: int) -> str:
    return f"the stack {cell} must have 1 to {maximum} stones"


def no_stone(side: str, maximum: int) -> str:
    return f"{side} has no stone on any rank; it must have 1 to {maximum}"


# Moves


def not_a_move(text: str) -> str:
    return f"{text} is not a move; write a stack's square and a direction, such as a4SE"


def board_ends(square: str) -> str:
    return f"the board ends at {square} in that direction"


def first_square_held(side: str, square: str) -> str:
    return f"{side} holds {square}, the first square on the way"


def not_next_to(square: str) -> str:
    return f"click one of the squares next to {square} to choose a direction"


def stuck(side: str) -> str:
    return f"{side} holds all squares around this stack"
