"""The static evaluation explained: its terms, and the value of each piece where it stands.

With a network the terms are the material and the rest. Without one, a game may say what its handcrafted
evaluation adds up: ``terms.py`` in its folder has ``evaluation_terms(record)``, a dictionary of centipawns
for the side to move by the name of the term, the most important in front.
"""

from __future__ import annotations

from typing import Any

from engine.rules.core import ONGOING
from engine.rules.errors import GameError
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search import texts
from engine.search.improvements import terms
from engine.search.networks import LoadedNetwork, network_of_game
from engine.search.state import MAX_STATIC_SCORE_CP
from engine.system.files import load_module

MATERIAL, NETWORK = "material", "network"


def term_title(rules: Rules, name: str) -> str:
    """Return the title of a term of a game's evaluation."""
    return terms(rules).get(name) or texts.OTHER_TERMS.get(name, name.replace("_", " "))


def network_for(rules: Rules, record: Any) -> LoadedNetwork | None:
    """Return the network that evaluates a position, None if the handcrafted evaluation does."""
    network = network_of_game(rules)
    return network if network and network.covers(record) else None


def static_eval_of_record(rules: Rules, record: Any) -> int:
    """Return the static evaluation of a position that is not terminal, in centipawns for the side to move.

    As in the search, it is at most `MAX_STATIC_SCORE_CP` for either side.
    """
    network = network_for(rules, record)
    score = network.score(record) if network else rules.core().evaluate(record)
    return max(min(score, MAX_STATIC_SCORE_CP), -MAX_STATIC_SCORE_CP)


def static_eval(rules: Rules, position: Position) -> int:
    """Return the static evaluation in centipawns for the side to move, by what plays: the network, if any.

    Raises:
        GameError: the game is over on this board, and there is nothing left to evaluate.
    """
    if rules.core().terminal_result(position.record) != ONGOING:
        raise GameError(texts.GAME_OVER)
    return static_eval_of_record(rules, position.record)


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
    if network_for(rules, position.record) is not None:
        values = {MATERIAL: values[MATERIAL], NETWORK: round(total - values[MATERIAL], 1)}
    largest = max(values, key=lambda name: abs(values[name]))
    values[largest] = round(values[largest] + total - sum(values.values()), 1)
    return values


def piece_values(rules: Rules, position: Position) -> dict[int, int]:
    """Return the value of each piece to its owner where it stands, in centipawns, by square.

    That is the drop in the evaluation when the piece is removed. Empty where no network
    evaluates, or if the game is over; royal pieces are left out.
    """
    network = network_for(rules, position.record)
    if network is None or rules.core().terminal_result(position.record) != ONGOING:
        return {}
    return network.piece_values(position.record)
