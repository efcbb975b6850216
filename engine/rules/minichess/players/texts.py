"""Texts about minichess's own players."""

from __future__ import annotations

# The players

GREEDY = "Greedy"
GREEDY_DESCRIPTION = "Mates if it can; else gives check, however unwisely."
SMART = "Smart"
SMART_DESCRIPTION = "Keeps its king safe; plays the best capture or check."
MINIMAX = "Assignment minimax"
MINIMAX_DESCRIPTION = "Looks ahead, adding up captures and checks on the way."

# What is wrong with a move or a board

NO_MOVE = "White has no move on this board: the game is over"


def no_such_piece(colour: str, kind: str) -> str:
    return f"there is no {colour} {kind} in minichess"


def no_such_square(cell: object) -> str:
    return f"there is no square {cell} on the board of minichess"


def not_a_pair(answer: str) -> str:
    return f"returned {answer}, which is not a pair of squares such as (('d', 0), ('d', 1))"
