"""Texts about impossible moves and clocks."""

from __future__ import annotations

# Moves


def game_over(move: object) -> str:
    return f"{move} is not possible: the game is over"


def not_legal(move: object, position: str) -> str:
    return f"{move} is not a legal move in {position}"


# Clocks


def not_a_control(written: str) -> str:
    return f"{written} is not a time control; write seconds+increment, such as 180+2"


def bad_control(seconds: int, increment: int, written: str) -> str:
    return f"a clock has up to {seconds:,} s and adds up to {increment:,} s, not {written}"


def not_a_clock(written: str) -> str:
    return f"{written} is not a clock; write minutes+seconds, such as 3+2"


def bad_clock(minutes: int, increment: int, written: str) -> str:
    return (
        f"a clock has more than 0 and up to {minutes:,} minutes and adds up to "
        f"{increment:,} seconds per move, "
        f"not {written}"
    )


def bad_move_limit(shortest: float, longest: int, written: str) -> str:
    return f"the limit for a move must be {shortest:g} to {longest:,} seconds, not {written}"


def seconds(count: float) -> str:
    return f"{count:g} s"
