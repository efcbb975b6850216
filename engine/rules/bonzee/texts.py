"""Texts about Bonzee."""

from __future__ import annotations

# The game

TITLE = "Bonzee"
ORIGIN = "Bonzee, a relative of fanorona, comes from a course project (COMP 472/6721)."
HELP = (
    "Capture all your opponent's tokens and you win. A token moves one step to an empty cell, diagonally "
    "only from a dark cell. If the cell beyond holds an enemy, you capture the whole line of enemies there; "
    "if not, but an enemy was right behind the token, you capture the line behind. Ten turns in a row "
    "without an attack are a draw. Type the two cells, such as C5 B6."
)
FIRST_HINT = "Click a token, then a marked cell."
WHAT_A_TOKEN_DOES = (
    "one step to an empty cell next to it, diagonally only from a dark cell. It captures the whole "
    "line of enemies that it steps up to, or else the line that it steps away from"
)
EXAMPLE = "Bonzee: forward or backward"

# Why a game is over: saved games have these words in them, so they stay as they are

NO_TOKENS = "all tokens of the other side were taken"
NO_ATTACK = "ten turns in a row without an attack"

# The same as shown in the window

NO_TOKENS_SHOWN = "all tokens of the other side were captured"

# The same of the loser, who is filled in or is the reader

NO_TOKENS_OF = "{loser} has no tokens left"
NO_TOKENS_OF_YOU = "you have no tokens left"

# The terms of the evaluation

TERM_TITLES = {
    "lead": "relative lead in tokens",
    "steps": "steps",
    "black_cells": "tokens on dark cells",
    "patience": "urgency before the draw",
}
OTHER_TERMS = "tokens"

# Positions

PROGRESS_CLOCK = "plies since the last attack"
TOKEN_LETTERS = "r or g"
NO_TOKEN = "there is no token in any row; there must be at least one"


def progress_clock_too_high(maximum: int, draw: int) -> str:
    return f"write at most {maximum}; the game is a draw from {draw} on"


# Moves


def not_a_move(text: str) -> str:
    return f"{text} is not a move; write the two cells, such as C5B6 or C5 B6"


def not_next_to(end: str, start: str) -> str:
    return f"{end} is not next to {start}"


def not_empty(cell: str) -> str:
    return f"{cell} is not empty"


def light_cell(cell: str) -> str:
    return f"{cell} is a light cell: no diagonal moves from there"


NO_FREE_CELL = "all cells around this token are occupied"


def no_free_line(cell: str) -> str:
    return f"{cell} is a light cell, so this token can only go straight, and those cells are occupied"


BACKS_OFF = "steps away"
RUNS_UP = "steps up"
BACKED_OFF = "stepped away"
RAN_UP = "stepped up"
