"""Announced wins and losses are correct: another search proves them within as many plies."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import rules as registry
from engine.game.game import Game
from engine.research.prove import Prover
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher

NODES = 2000
"""Few, so that most of the searches are stopped inside a depth."""


def announced(rules: Rules, count: int, most: int) -> Iterator[tuple[Position, int]]:
    """Yield positions with the moves, at most `most`, in which a search wins (loses if negative)."""
    searcher, chance = Searcher(rules, 16), random.Random(rules.name)
    while True:
        game = Game(rules)
        while game.outcome is None:
            searcher.clear()
            searcher.clear_stop()
            found = searcher.search(game.position, game.key_history(), Limits(nodes=NODES), SearchOptions())
            assert found is not None
            mate = found.score.mate
            if mate is not None and abs(mate) <= most:
                yield game.position, mate
                count -= 1
                if not count:
                    return
            # Every other move at random: two equal players would seldom come to a win.
            game.play(
                chance.choice(rules.legal_moves(game.position)) if chance.random() < 0.5 else found.pv[0]
            )


@pytest.mark.parametrize(
    ("count", "most"),
    [pytest.param(20, 3, marks=pytest.mark.thorough), pytest.param(500, 6, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("name", registry.names())
def test_an_announced_win_can_be_forced_within_its_moves(name: str, count: int, most: int) -> None:
    rules = registry.get(name)
    prover = Prover(rules, 256)
    for position, mate in announced(rules, count, most):
        plies = 2 * mate - 1 if mate > 0 else -2 * mate
        assert prover.wins_within(position, plies).wins, (rules.notation.format(position), mate)
