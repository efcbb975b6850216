"""Texts of the growth report's tables, findings and plots; ``texts.md`` has its prose."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.words import count_text

# Refusals

ELSEWHERE = "choose another folder with --out"


def too_deep(turn_depth: int, depth: int) -> str:
    return f"--turn-depth {turn_depth} is deeper than --depth {depth}, the maximum depth"


def unknown_size(option: str, size: int) -> str:
    return f"{option} names the size {size}, on which no games are played"


def other_kind(path: object) -> str:
    return f"{path} belongs to a report of another kind: {ELSEWHERE}"


def other_game(folder: object, game: object) -> str:
    return f"{folder} holds the report on {game}: {ELSEWHERE}"


def other_settings(folder: object, option: str, theirs: object, ours: object) -> str:
    made = f"{option} {theirs}, not {ours}"
    return f"{folder} holds a report made with {made}, which would be lost: {ELSEWHERE}"


def more_games(folder: object) -> str:
    return f"{folder} holds a report of more depths or sizes, which would be lost: {ELSEWHERE}"


def too_many_turns(folder: object, games: int, turns: int) -> str:
    most = f"{games:,} games or {turns:,} turns"
    return f"{folder} holds more than {most}, too many to open; the command growth can continue it"


# Games


def outdated(games: int) -> str:
    return f"{count_text(games, 'game')} not used, because another version of the search played them"


CUT_OFF = "cut off"
"""How saved games of a report say that they were stopped."""
STOPPED = "stopped"


def cut_off_after(plies: int) -> str:
    return f"{CUT_OFF} after {plies} plies"


def size_and_depth(size: int | None, depth: int) -> str:
    return f"size {size}, depth {depth}" if size else f"depth {depth}"


# The report and its tables

TURNS_PICTURE = "Nodes turn by turn"
MAX_DEPTH = "max. depth"
MINIMAX_WON = "minimax won"
ALPHA_BETA_WON = "alpha-beta won"


def title(game: str) -> str:
    return f"{game}: node growth of minimax and alpha-beta"


def unfinished(played: int, total: int) -> str:
    return f"The report is not finished: {played} of {total} games so far."


def at_depth(board: str, depth: int) -> str:
    return f"On {board}, depth {depth}" if board else f"At depth {depth}"


def grown(where: str, more: str, factor: str, less: str) -> str:
    return f"{where}: minimax explores {more} nodes per turn, {factor} times as many as alpha-beta ({less})."


def turns_of(board: str, depth: int) -> str:
    return f"{board} board, max. depth {depth}:"


def other_openings(plies: int, seed: int) -> str:
    return f"; the others after {plies} random plies (seed {seed})"


MARGINS = "\n  ± is a 95% interval of the mean, from the spread over the pairs."

# Findings

AS_EXPECTED = "As expected."
NOT_AS_EXPECTED = "Not as expected."
ONE_DEPTH = "The factor grew with the depth: not measured, as there is only one depth."
NO_WINS = "Neither won a game, so there is nothing to compare."


def on_board(board: str) -> str:
    return f" on {board}"


def powers(values: Sequence[str], verdict: str) -> str:
    return f"Powers at the greatest depth: {', '.join(values)}. {verdict}"


def near(count: int, of: int, middle: float, verdict: str) -> str:
    which = f"{count} of {of} powers at the greatest depth are"
    if of == 1:
        which = f"The power at the greatest depth is{'' if count else ' not'}"
    return f"{which} nearer to {middle} than to 0.5 or 1. {verdict}"


def grew(count: int, of: int, verdict: str) -> str:
    return f"The factor grew with the depth at {count} of {of} steps. {verdict}"


def grew_with_size(count: int, of: int, depth: int, factors: Sequence[str], verdict: str) -> str:
    by_size = f"at depth {depth} from the smallest board to the largest {', '.join(factors)}"
    return f"The factor grew with the depth at {count} of {of} steps, and {by_size}. {verdict}"


def by_third(factors: Sequence[str], verdict: str) -> str:
    return f"The factor in opening, middlegame and endgame: {'; '.join(factors)}. {verdict}"


def wins(minimax: int, alpha_beta: int, verdict: str) -> str:
    return f"Minimax won {count_text(minimax, 'game')}, alpha-beta {alpha_beta}. {verdict}"


# The plots

NODES_AXIS = "nodes per turn"


def depths_title(game: str) -> str:
    return f"{game}: nodes by depth"


def turns_title(game: str) -> str:
    return f"{game}: nodes turn by turn"


def panel(board: str, depth: int) -> str:
    return f"{board}, depth {depth}" if board else f"depth {depth}"
