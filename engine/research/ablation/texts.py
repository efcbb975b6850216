"""Texts of an ablation's progress, tables and plots; ``texts.md`` has its prose."""

from __future__ import annotations

from collections.abc import Iterable

# While it runs

PART = "search or game"
PARTS = "searches and games"
WEIGHTS_PROCESS_DIED = (
    "the process that searches with other weights has died; what is finished is kept, so try again"
)


def outdated(rows: Iterable[str]) -> str:
    return f"not used, because another version of the search made them: {', '.join(rows)}"


def searched(row: str) -> str:
    return f"{row}: searched"


def row_searched(title: str) -> str:
    return f"{title}, searched"


def row_game(title: str, number: int) -> str:
    return f"{title}, game {number}"


def game_note(row: str, number: int, reason: str) -> str:
    return f"{row}: game {number}: {reason}"


def games_note(row: str, played: int, games: int, elo: object) -> str:
    return f"{row}: {played}/{games} games, {elo}"


def failed(row: str, reason: str) -> str:
    return f"{row}: {reason}; a player failed, so this row has no result"


# Refusals

DAMAGED = "is damaged: delete it, and its results will be measured again"


def other_kind(folder: object) -> str:
    return f"{folder} holds a report of another kind: choose another folder with --out"


def other_game(folder: object, game: object) -> str:
    return f"{folder} holds the ablation of {game}: choose another folder with --out"


def other_settings(folder: object, name: str, theirs: object, ours: int) -> str:
    return (
        f"{folder} holds rows that were made with --{name} {theirs}, not {ours}: give --{name} {theirs}"
        " to continue with them, or choose another folder with --out"
    )


def small_book(positions: int) -> str:
    return f"the book has {positions} balanced positions; ask for fewer games"


def no_row(name: str, known: Iterable[str]) -> str:
    return f"there is no row {name}; rows are {', '.join(known)}"


# Rows

PLAIN_MINIMAX = "plain minimax"
NO_NETWORK = "- the network"
WHOLE_EVALUATION = "- the whole evaluation"
WITH_BOOK = "with the opening book"
CONTROL = "control: the full search"
CONTROL_NODES = "control: 1% more nodes"


def all_but(rest: str) -> str:
    return f"- all but {rest}"


# The report and its tables

UNFINISHED = "Not all rows are measured yet."
SUMMARY_PICTURE = "Fewer nodes and Elo, improvement by improvement"
LADDER_PICTURE = "Depth and Elo step by step"
NAMED_SECTION = "The improvements that the assignment names"
IMPROVEMENT = "The assignment's improvement"
NODES_WITHOUT = "nodes without it"
TIME_WITHOUT = "time without it"
ELO_OF_ROW = "Elo of the row"
RESULTS = "won / drawn / lost"
BRANCHING = "nodes × per ply"
FEWER_NODES = "fewer nodes"
LESS_TIME = "less time"
ELO = "Elo against the full search"
IS_FULL_SEARCH = "is the full search"
TOO_FEW_GAMES = "too few games"
NODES_TO_DEPTHS = "Nodes to each depth (geometric mean over the positions):"
TIME_TO_DEPTHS = "CPU time to each depth (the same mean):"


def title(game: str) -> str:
    return f"{game}: what each improvement of the search is worth"


def factor(value: str, low: str, high: str, depth: int) -> str:
    return f"{value} ({low} to {high}, depth {depth})"


def at_depth(depth: int) -> str:
    return f"depth {depth}"


def depth_in(seconds: float) -> str:
    return f"depth in {seconds:g} s"


def between(low: int, high: int) -> str:
    return f"{low} to {high}"


# The plots


def worth_title(game: str) -> str:
    return f"{game}: what each improvement is worth"


def ladder_title(game: str) -> str:
    return f"{game}: from minimax to the full search, step by step"


def growth_title(game: str) -> str:
    return f"{game}: how the search grows with depth"


NOTE = "Right: Elo of the full search against itself without this part (for the book: what it adds)."
BOLD = "Bold: named in the assignment."
NONE_DEEPER = "Grey: rows that got no deeper than the one that is labelled at that depth."
ADDED_LABEL = "added to those above"
LEFT_OUT_LABEL = "left out of the full search"
OPENING_BOOK = "opening book"
BEYOND_MATERIAL = "evaluation beyond material"
FEWER_NODES_TITLE = "Fewer nodes to the same depth (times)"
STRONGER_TITLE = "Stronger at the same nodes (Elo, 95%)"
ELO_TITLE = "Against the full search (Elo, 95%)"
GROWTH_PANEL = "Nodes to reach a depth (each row has all the improvements before it)"


def term(name: str) -> str:
    return f"   of which: {name}"


def depth_title(seconds: float) -> str:
    return f"Depth reached in {seconds:g} s of CPU time"
