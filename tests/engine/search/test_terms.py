"""The static evaluation term by term: the terms add up, for either side, in every game."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.errors import GameError
from engine.search import networks
from engine.search.evaluation import evaluation_terms, static_eval
from engine.system.files import load_module
from tests.engine.rules.congo.support import place
from tests.engine.rules.games import NAMES, going_on


@pytest.fixture(autouse=True)
def without_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the handcrafted evaluation: test_network.py tests the terms of a network."""
    monkeypatch.setenv(networks.NETWORK_VARIABLE, "none")


every_game = pytest.mark.parametrize("name", NAMES)
ROUNDED_DOWN = {"congo": 3, "minichess": 1, "bonzee": 2}
"""How often each game's evaluation rounds down; the terms themselves do not."""


@every_game
def test_the_terms_add_up_to_the_evaluation(name: str) -> None:
    game, module = rules.get(name), load_module(name, "terms")
    assert module is not None
    for position in going_on(name):
        total = static_eval(game, position)
        assert total == game.core().evaluate(position.record)
        by_themselves = sum(module.evaluation_terms(position.record).values())
        assert abs(by_themselves - total) <= ROUNDED_DOWN.get(name, 0)
        terms = evaluation_terms(game, position)
        assert round(sum(terms.values()), 1) == total
        assert all(round(value, 1) == value for value in terms.values())


@every_game
def test_every_term_counts_somewhere(name: str) -> None:
    counting = {
        term
        for position in going_on(name)
        for term, value in evaluation_terms(rules.get(name), position).items()
        if value
    }
    rare = {"limit", "lone_king"}
    assert set(evaluation_terms(rules.get(name), rules.get(name).start())) - rare <= counting


def test_evaluation_terms_of_congo() -> None:
    game = rules.get("congo")
    ahead = evaluation_terms(game, place("Ld1 ld7 Za2 Zb2"))
    assert ahead["material"] > 400
    assert evaluation_terms(game, place("Ld1 ld7 Zc4"))["river"] < 0


def test_finished_game_has_no_evaluation() -> None:
    congo = rules.get("congo")
    with pytest.raises(GameError, match="the game is over"):
        static_eval(congo, congo.notation.parse("2ml3/7/7/7/7/7/7 w 0"))


def test_equal_material_counts_zero() -> None:
    """Rounding errors are added to a term that is not zero."""
    game = rules.get("minichess")
    position = game.notation.parse("NBQKAER/FPP1PPF/3P3/7/1n5/fpppppf/1bqkaer w 2 2")
    assert evaluation_terms(game, position)["material"] == 0
