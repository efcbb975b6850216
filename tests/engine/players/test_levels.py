"""The levels: found by name, each stronger than the one before, and bounded without a clock."""

from __future__ import annotations

import pytest

from engine.game.game import Game
from engine.players.levels import LEVELS, VARIETY_CP, Level, level, nearest_level
from engine.search.limits import SearchOptions
from engine.search.searcher import Searcher
from engine.search.skill import MAX_LEVEL
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO
from tests.engine.search.support import benchmark, run, searcher


def test_there_are_ten_levels_weakest_first() -> None:
    assert [one.number for one in LEVELS] == list(range(1, MAX_LEVEL + 1))
    assert [one.name for one in LEVELS] == [str(number) for number in range(1, 11)]


def test_levels_end_without_a_clock() -> None:
    # The same move on a slow machine and on a fast one.
    for one in LEVELS:
        assert one.limits.movetime is None
        assert not one.limits.infinite
        assert (one.limits.nodes is None) == (one.number < MAX_LEVEL)


def test_how_a_level_searches() -> None:
    for one in LEVELS[:-1]:
        assert one.options(7) == SearchOptions(level=one.number, seed=7)
    assert LEVELS[-1].options(7) == SearchOptions(level=MAX_LEVEL, variety_cp=VARIETY_CP, seed=7)


def test_every_level_has_its_own_description() -> None:
    assert all(one.description for one in LEVELS)
    assert len({one.description for one in LEVELS}) == len({one.title for one in LEVELS}) == len(LEVELS)


def test_a_level_is_found_by_its_name() -> None:
    assert [level(one.name) for one in LEVELS] == list(LEVELS)


@pytest.mark.parametrize(("name", "number"), [("easy", 2), ("medium", 5), ("Medium", 5), ("HARD", 10)])
def test_old_names_of_the_three_levels_still_work(name: str, number: int) -> None:
    assert level(name).number == number


@pytest.mark.parametrize("name", ["", "hardest", "easy ", "0", "11", "05", "５", "0.9", "10.1", "3.45", "3."])
def test_unknown_level_error_lists_the_known_levels(name: str) -> None:
    with pytest.raises(UserError, match=f"no level called '{name}'; the levels are 1 to 10, and easy"):
        level(name)


def test_a_level_between_two_others_is_a_player_of_its_own() -> None:
    between = level("3.4")
    assert (between.name, between.number, between.title) == ("3.4", 3.4, LEVELS[2].title)
    assert between.options(7) == SearchOptions(level=3.4, seed=7)
    assert level("9.7").limits.nodes is None
    assert level("9.7").options(7).variety_cp == 0
    assert level("4.0") is level("4")


def test_the_nearest_of_the_ten_levels() -> None:
    assert [nearest_level(name).name for name in ("1", "1.4", "3.6", "9.9", "hard")] == [
        *("1", "1", "4", "10", "10")
    ]


@pytest.mark.parametrize("one", LEVELS[:9:2], ids=lambda one: one.name)
def test_weak_level_searches_few_nodes(one: Level) -> None:
    for position in (CONGO.start(), *benchmark()):
        assert run(position, options=one.options(1)) is not None
        assert searcher().nodes <= 100_000


def points_of_stronger(seed: int, strong: int) -> float:
    """Return the score of level 5, as the side `strong`, against level 2."""
    game = Game(CONGO)
    searcher = Searcher(CONGO, 1)
    while game.outcome is None:
        playing = level("5" if game.position.side == strong else "2")
        searcher.clear_stop()
        info = searcher.search(game.position, game.key_history(), playing.limits, playing.options(seed))
        assert info is not None
        game.play(info.pv[0])
    return 0.5 if game.outcome.winner is None else float(game.outcome.winner == strong)


@pytest.mark.slow
def test_level_5_beats_level_2() -> None:
    assert sum(points_of_stronger(seed, strong) for seed in range(6) for strong in (0, 1)) > 7
