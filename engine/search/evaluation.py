"""The static evaluation term by term, for people; the search itself uses only the sum (`core.evaluate`).

A game may say what its evaluation adds up: ``terms.py`` in its folder has ``evaluation_terms(record)``, a
dictionary of centipawns for the side to move by the name of the term, the most important in front.
"""

from __future__ import annotations

from engine.rules.core import ONGOING
from engine.rules.errors import GameError
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search import texts
from engine.search.improvements import terms
from engine.system.files import load_module


def term_title(rules: Rules, name: str) -> str:
    """Return what people call a term of a game's evaluation."""
    return terms(rules).get(name) or texts.OTHER_TERMS.get(name, name.replace("_", " "))


def static_eval(rules: Rules, position: Position) -> int:
    """Return the static evaluation in centipawns for the side to move.

    Raises:
        GameError: the game is over on this board, and there is nothing left to evaluate.
    """
    core = rules.core()
    if core.terminal_result(position.record) != ONGOING:
        raise GameError(texts.GAME_OVER)
    return core.evaluate(position.record)


def evaluation_terms(rules: Rules, position: Position) -> dict[str, float]:
    """Return the terms of the static evaluation, in centipawns with one decimal, for the side to move.

    They add up to `static_eval`: the largest term absorbs the rounding error, so that a zero term stays 0.

    Raises:
        GameError: the game is over on this board, as for `static_eval`.
    """
    total = static_eval(rules, position)
    module = load_module(rules.name, "terms")
    if module is None:
        return {"evaluation": float(total)}
    given = module.evaluation_terms(position.record)
    values = {name: round(float(value), 1) for name, value in given.items()}
    largest = max(values, key=lambda name: abs(values[name]))
    values[largest] = round(values[largest] + total - sum(values.values()), 1)
    return values
