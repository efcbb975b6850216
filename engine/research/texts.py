"""Texts of experiments, suites, puzzles and tunings; the prose of reports is in ``texts.md``."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rules.words import count_text

# Files

IS_DAMAGED = "is damaged"


def no_report(folder: object) -> str:
    return f"{folder} holds no report of an experiment"


def no_good_report(folder: object) -> str:
    return f"{folder} holds no report of an experiment, or a damaged one"


def other_version(folder: object) -> str:
    return f"another version of the program made the results in {folder}; to keep them, choose another folder"


def not_continued(folder: object, source: object) -> str:
    return f"results of the report in {folder} are missing from {source}; to keep them, choose another folder"


REPORT_KEPT = "the report that was here is kept: its files have a number, as in results-2.json"
NO_MATPLOTLIB = "plots need matplotlib: install it with 'pip install matplotlib', or add --no-plots"
MATPLOTLIBRC_HERE = (
    "no plots are drawn in a folder with a file matplotlibrc, which could run code: "
    "start in another folder, or add --no-plots"
)


def matplotlib_settings(error: object) -> str:
    return f"matplotlib cannot read its settings: {error}; without plots: --no-plots"


# Figures


def cores(processor: str, count: int | None) -> str:
    return f"{processor}, {count} cores"


def in_microseconds(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} µs"


def in_milliseconds(digits: str) -> str:
    return f"{digits} ms"


def in_seconds(digits: str) -> str:
    return f"{digits} s"


# Plots

BY_DEPTH = "Nodes by depth"
DEPTH_AXIS = "depth (plies)"

# Numbers that were typed


def no_whole_number(text: str, lowest: int, highest: int | None) -> str:
    upper = "up" if highest is None else f"to {highest}"
    return f"{text} is not a whole number from {lowest} {upper}"


# Proofs

TOO_LONG_A_LINE = "the moves of one line do not fit into the memory of the proof search"

# Suites of positions


def in_line(path: object, number: int) -> str:
    return f"{path}, line {number}"


def no_suite_position(where: str, parts: int) -> str:
    return f"{where}: a line of a suite is 'FEN; MOVES; PROOF', and this has {count_text(parts, 'part')}"


def bad_suite_position(where: str, reason: object) -> str:
    return f"{where}: {reason}"


def no_best_move(where: str) -> str:
    return f"{where}: the best move is missing"


# Long work in a folder


def works_elsewhere(folder: object) -> str:
    return f"another command is working in {folder}; wait until it has ended, or choose another folder"


def other_files(folder: object) -> str:
    return f"{folder} has other files, which could be replaced; name a new or an empty folder"


# Tuning


def no_samples(path: object) -> str:
    return f"{path} is not a file of positions saved by 'tune'"


def too_few_samples(found: int, least: int) -> str:
    return (
        f"at least {least} positions are needed to fit weights, and there are {found}; "
        "raise --games, or name another file with --data"
    )


def other_tuning(folder: object) -> str:
    return f"{folder} holds a tuning with other settings; choose another folder or the same settings"


def damaged_tuning(path: object) -> str:
    return f"{path} is damaged: its last steps cannot be read"


def tuned(done: int, pairs: int, values: Mapping[str, float]) -> str:
    margins = ", ".join(f"{name} {value:.1f}" for name, value in values.items())
    return f"{done}/{pairs} pairs: {margins}"


def no_weights(game: str) -> str:
    return f"{game} has no weights to tune"


# --- puzzles


def other_mining(folder: object) -> str:
    return f"{folder} holds puzzles mined with other settings; choose another folder or the same settings"


def damaged_mining(path: object) -> str:
    return f"{path} is damaged: a line is not a game with its puzzles"


def mined(done: int, games: int, puzzles: int) -> str:
    return f"{done}/{games} games: {count_text(puzzles, 'puzzle')}"


def forced_move(move: str) -> str:
    return f"{move} is the only legal move"


def other_best_move(best: str, move: str) -> str:
    return f"{best} is better than {move}"


def other_best_moves(best: list[str], moves: list[str]) -> str:
    return f"the best moves are {', '.join(best)}, not {', '.join(moves)}"


def not_clearly_better(value: float, other: str, other_value: float) -> str:
    return f"{other} ({other_value:.2f}) is not clearly worse than the right moves ({value:.2f})"


def no_mistake(ply: int, move: str, before: float, after: float) -> str:
    return f"ply {ply}, {move}: no mistake, {before:.2f} before and {after:.2f} after it"


def other_value(ply: int, move: str, value: float) -> str:
    return f"ply {ply}, {move}: the first side's expected score is {value:.2f}"


def not_the_only_move(move: str, best: float, second: float) -> str:
    return f"{move} ({best:.2f}) is not clearly better than the next move ({second:.2f})"


# --- openings


def other_openings(folder: object) -> str:
    return f"{folder} holds games played with other settings; choose another folder or the same settings"


def damaged_openings(path: object) -> str:
    return f"{path} is damaged: a line cannot be read"


def opening_games_played(done: int, games: int) -> str:
    return f"{done:,}/{games:,} games"


def openings_too_large(most: int) -> str:
    return f"the explorer's file would be larger than {most:,} bytes"


MERGING_OPENINGS = "counting the moves of all games"


def openings_analysed(done: int, positions: int) -> str:
    return f"{done:,}/{positions:,} positions analysed"
