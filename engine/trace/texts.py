"""Texts of a traced search: its steps as sentences, its tree as lines, its errors."""

from __future__ import annotations

from engine.rules.words import count_text

# Values


def value_won(moves: int) -> str:
    return f"win in {moves}"


def value_lost(moves: int) -> str:
    return f"loss in {moves}"


def scores(move: object, value: str) -> str:
    return f"{move} scores {value}"


def wins(move: object, moves: int) -> str:
    return f"{move} wins in {moves}"


def allows_win(move: object, moves: int) -> str:
    return f"{move} allows a win in {moves}"


# Headings of steps

CUT_OFF = "Cut-off"
WINDOW_CLOSES = "The window closes"
ALPHA_RISES = "Alpha rises"
BETA_DROPS = "Beta drops"
DONE = "Done"
ENTERING = "Entering a position"
LEAF = "A leaf gets its value"
BETTER = "Better"
NOT_BETTER = "Not better"
VALUE_GOES_UP = "A value goes up"

# A position is entered


def aim(side: str, maximises: bool) -> str:
    return f"{side} looks for the move with the {'largest' if maximises else 'smallest'} value."


NOTHING_KNOWN = "Nothing is known yet: alpha is −∞ and beta +∞."
ANY_VALUE = "Any value still matters."


def plays(side: str, move: object, then: str) -> str:
    return f"{side} plays {move}. {then}"


STOPS_HERE = "The search stops here: this position gets a value."


def between(alpha: str, beta: str) -> str:
    return f"Only values between alpha {alpha} and beta {beta} matter."


def above(alpha: str, side: str) -> str:
    return f"Only values above alpha {alpha} matter: {side} has that already."


def below(beta: str, side: str) -> str:
    return f"Only values below beta {beta} matter: {side} has that already."


# A leaf gets its value


def evaluated(value: str) -> str:
    return f"The depth limit is reached: the evaluation gives {value}."


def drawn_by_rule(value: str) -> str:
    return f"This would be a draw, by repetition or lack of progress: {value}."


def drawn(value: str) -> str:
    return f"The game is over here, a draw: {value}."


def won(side: str, moves: int) -> str:
    return f"The game is over here: {side} wins in {moves}."


# A move brings a value; `brings` is one of `scores`, `wins`, `allows_win`


def best_so_far(brings: str, side: str) -> str:
    return f"{brings}, the best for {side} so far."


def is_sure(brings: str, side: str, maximises: bool, value: str) -> str:
    return f"{brings}; {side} is sure of that, so {'alpha rises' if maximises else 'beta drops'} to {value}."


def no_better(brings: str, side: str, best: str) -> str:
    return f"{brings}, no better for {side} than {best}. Nothing changes."


def outside(brings: str, maximises: bool, bound: str) -> str:
    limit = f"more than alpha {bound}" if maximises else f"less than beta {bound}"
    return f"{brings}, no {limit}. Nothing changes."


WHICH = "which"


def reaches_bound(brings: str, maximises: bool, other: str, held: object, which_brings: str) -> str:
    bound = "at least beta" if maximises else "at most alpha"
    return f"{brings}. That is {bound}: {other} already has {held} above, {which_brings}."


def cuts_nothing(reason: str) -> str:
    return f"{reason} No other move was left, so this cut saves nothing."


def cuts(reason: str, side: str, other: str, left: int) -> str:
    moves = count_text(left, "other move").removeprefix("1 ")
    return f"Cut! {reason} {other} will not choose this line, so {side}'s {moves} need not be examined."


# A value goes up


def done(move: object, value: str, positions: int) -> str:
    searched = count_text(positions, "position was", "positions were")
    return f"Done: {move} is best and scores {value}. {searched} searched."


def done_decided(move: object, side: str, moves: int, positions: int) -> str:
    searched = count_text(positions, "position was", "positions were")
    return f"Done: {move} is best: {side} wins in {moves}. {searched} searched."


def goes_up(side: str, move: object, value: str, other: str) -> str:
    return f"{side}'s best move here is {move}. Its value, {value}, goes up to {other}'s choice."


def bound_goes_up(bound: str, value: str, other: str) -> str:
    return f"{bound.capitalize()} {value} goes up; that is all {other} needs to know."


def outside_goes_up(side: str, bound: str, value: str) -> str:
    return f"No move of {side}'s falls inside the window: {bound} {value} goes up."


# The tree as lines, which programs may read


def line_won(moves: int) -> str:
    return f"win {moves}"


def line_lost(moves: int) -> str:
    return f"loss {moves}"


LINE_BEST = "  best so far"


def line_cut(bound: str, value: str, moves: str) -> str:
    return f"  cut by {bound} {value}, not looked at: {moves}"


# Refusals

GAME_OVER = "the game is over in this position, so there is nothing to search"


def too_large(depth: int, method: str, positions: int) -> str:
    return (
        f"at depth {depth} {method} searches more than {positions:,} positions, too many to show:"
        " choose a smaller depth"
    )
