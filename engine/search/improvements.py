"""The search's improvements that a game has."""

from __future__ import annotations

from collections.abc import Mapping

from engine.book.opening_book import format_of
from engine.rules.rules import Rules
from engine.search import texts
from engine.tablebase.tablebase import has_tablebase


def switches(rules: Rules) -> tuple[str, ...]:
    """Return the names of the improvements that a game's search can switch, in the order of adding."""
    missing = rules.facts.unused_features | (frozenset() if has_tablebase(rules) else {"tablebase"})
    return tuple(name for name in texts.TITLES if name not in missing)


def terms(rules: Rules) -> Mapping[str, str]:
    """Return the terms of a game's evaluation that can be switched off, each with its title."""
    return rules.facts.term_titles


def material_only_weights(rules: Rules) -> str:
    """Return the name of the weights with which the evaluation counts material alone."""
    return "-".join(("weights", *terms(rules)))


def assignment_parts(rules: Rules) -> list[str]:
    """Return the names in `texts.ASSIGNMENT_PARTS` that a game has."""
    has = {*switches(rules)}
    has |= {"material"} if terms(rules) else set()
    has |= {"book"} if format_of(rules).supplied else set()
    return [name for name in texts.ASSIGNMENT_PARTS if name in has]


def has_all_named(rules: Rules) -> bool:
    """Return whether a game has all improvements that the assignment names: then it is about this game."""
    return len(assignment_parts(rules)) == len(texts.ASSIGNMENT_PARTS)
