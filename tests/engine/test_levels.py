"""The levels: found by name, each stronger than the one before, and bounded without a clock."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.players.levels import LEVELS, Level, level
from engine.rules.base import GameError
from engine.search.searcher import Searcher
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import run


def test_there_are_three_levels_weakest_first() -> None:
    assert [one.name for one in LEVELS] == ["easy", "medium", "hard"]
    assert [one.title for one in LEVELS] == ["Easy", "Medium", "Hard"]
    nodes = [one.limits.nodes for one in LEVELS]
    assert None not in nodes
    assert nodes == sorted(set(nodes))  # type: ignore[type-var]


def test_levels_end_without_a_clock() -> None:
    # The same move on a slow machine and on a fast one.
    for one in LEVELS:
        assert one.limits.movetime is None
        assert not one.limits.infinite


def test_every_level_says_what_to_expect_in_its_own_words() -> None:
    assert all(one.blurb for one in LEVELS)
    assert len({one.blurb for one in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("name", ["medium", "Medium", "MEDIUM"])
def test_a_level_is_found_by_its_name_in_either_case(name: str) -> None:
    assert level(name) is LEVELS[1]


@pytest.mark.parametrize("name", ["", "hardest", "easy "])
def test_an_unknown_level_is_an_error_that_names_the_known_ones(name: str) -> None:
    with pytest.raises(GameError, match=f"no level called '{name}'; the levels are easy, medium, hard"):
        level(name)


@pytest.mark.parametrize("one", LEVELS[:2], ids=lambda one: one.name)
def test_a_level_plays_within_its_nodes(one: Level) -> None:
    info = run(CONGO.start(), nodes=one.limits.nodes or 0)
    assert info is not None
    assert info.nodes <= (one.limits.nodes or 0)


def test_medium_beats_easy_with_either_colour() -> None:
    for strong in (0, 1):
        game = Game(CONGO)
        searchers = {side: Searcher(CONGO, 1) for side in (0, 1)}
        while game.outcome is None:
            side = game.position.side
            limits = LEVELS[1 if side == strong else 0].limits
            searchers[side].allow()
            info = searchers[side].search(game.position, game.history(), limits)
            assert info is not None
            game.play(info.pv[0])
        assert game.outcome.winner == strong
