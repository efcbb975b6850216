"""Texts of the search: its improvements, its reports, its errors."""

from __future__ import annotations

from collections.abc import Iterable

# Improvements

TITLES = {
    "alphabeta": "alpha-beta",
    "ordering": "move ordering",
    "table": "transposition table",
    "killers": "killer moves",
    "history": "history heuristic",
    "aspiration": "aspiration windows",
    "pvs": "principal variation search",
    "quiescence": "quiescence search",
    "lmr": "late-move reductions",
    "nullmove": "null move",
    "futility": "futility pruning",
    "lmp": "late-move pruning",
    "iir": "internal iterative reduction",
    "see": "exchange evaluation",
    "extensions": "check extensions",
    "tablebase": "tablebase",
}
"""The search's switches in the order in which they are added to plain minimax."""

ASSIGNMENT_PARTS = {
    "alphabeta": "Alpha-beta pruning",
    "material": "Improved evaluation function",
    "ordering": "Move ordering",
    "aspiration": "Aspiration windows",
    "quiescence": "Quiescence search",
    "pvs": "Principal variation search",
    "table": "Transposition tables",
    "killers": "Killer heuristic",
    "book": "Opening book",
    "tablebase": "Endgame tablebases",
}
"""The ten improvements that the assignment names, by what switches them here."""

ACTIVITY_CAP = "activity cap"
OTHER_TERMS = {"limit": ACTIVITY_CAP, "evaluation": "evaluation", "network": "placement and activity"}
"""The titles of terms that cannot be switched off."""

# Reports


def bench_line(number: int, position: str, score: object, move: object, nodes: int) -> str:
    return f"{number}: {position}  {score}  {move}  {nodes} nodes"


# Errors

GAME_OVER = "the game is over in this position, so it has no static evaluation"


def no_feature(name: str, known: Iterable[str]) -> str:
    return f"the search has no feature '{name}'; it has {', '.join(known)}"


def no_margin(name: str, known: Iterable[str]) -> str:
    return f"the search has no margin {name}; it has {', '.join(known)}"


def bad_margin(name: str, lowest: int, highest: int, given: str) -> str:
    return f"margin {name} needs a whole number from {lowest} to {highest}, not {given}"


def stopped(error: Exception) -> str:
    return f"the engine stopped with an error: {error!r}"


# Networks


def no_network(game: str) -> str:
    return f"{game} is not evaluated by a network"


def network_not_readable(name: str, why: object) -> str:
    return f"the network {name} cannot be read ({why})"


def network_damaged(name: str) -> str:
    return f"the network {name} is damaged or made for another version"


def without_network(problem: object) -> str:
    return f"{problem}; the AI uses its handcrafted evaluation instead"
