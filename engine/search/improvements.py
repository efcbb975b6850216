"""The search's improvements in words, and those that a game has."""

from __future__ import annotations

from collections.abc import Mapping

from engine.book.opening_book import format_of
from engine.rules.rules import Rules
from engine.system.files import load_module
from engine.tablebase.tablebase import tablebase_of

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
    "iir": "internal reduction",
    "see": "exchange evaluation",
    "extensions": "extensions in danger",
    "tablebase": "endgame tables",
}
"""The search's switches in the order in which they are added to plain minimax."""

SOURCE = {
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


def switches(rules: Rules) -> tuple[str, ...]:
    """Return what can be switched in a game's search, in the order of adding."""
    return tuple(name for name in TITLES if name != "tablebase" or tablebase_of(rules) is not None)


def terms(rules: Rules) -> Mapping[str, str]:
    """Return the terms of a game's evaluation that can be switched off, each with what people call it."""
    titles: Mapping[str, str] = getattr(load_module(rules.name, "weights"), "TERM_TITLES", {})
    return titles


def all_but_material(rules: Rules) -> str:
    """Return what the weights are called in which a game's evaluation counts material alone."""
    return "-".join(("weights", *terms(rules)))


def source_switches(rules: Rules) -> list[str]:
    """Return those of `SOURCE` that a game has."""
    has = {*switches(rules)}
    has |= {"material"} if terms(rules) else set()
    has |= {"book"} if format_of(rules).supplied else set()
    return [name for name in SOURCE if name in has]


def has_all_named(rules: Rules) -> bool:
    """Return whether a game has all of `SOURCE`: then the assignment is on this game."""
    return len(source_switches(rules)) == len(SOURCE)
