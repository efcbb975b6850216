"""The ten levels: weak ones see little and err, careful ones do not leave their lion to be captured."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.rules.base import Move, Position
from engine.search.limits import Limits, Score, SearchInfo, SearchOptions
from engine.search.searcher import as_score
from engine.search.skill import FULL, SKILLS, Skill, choose
from engine.search.state import WIN
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import (
    NO_HISTORY,
    benchmark,
    fens,
    lion_is_taken,
    random_positions,
    run,
    searcher,
)

LEVELS = range(1, FULL + 1)


def played(position: Position, level: int, seed: int = 0, **limits: int) -> SearchInfo:
    info = run(position, options=SearchOptions(skill=level, seed=seed), **limits)
    assert info is not None
    return info


def loses_lion(position: Position, move: Move) -> bool:
    """Return whether the lion can be captured right after a move."""
    after = CONGO.play(position, move)
    return CONGO.outcome(after) is None and any(
        lion_is_taken(after, reply) for reply in CONGO.legal_moves(after)
    )


@cache
def dangerous() -> tuple[Position, ...]:
    """Return positions in which some moves leave the lion to be captured, and some do not."""
    positions = (*benchmark(), *fens()[::6], *random_positions(100))
    return tuple(
        position
        for position in positions
        if len({loses_lion(position, move) for move in CONGO.legal_moves(position)[:60]}) == 2
    )


# --- what is played


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_moves(level: int) -> None:
    for position in (*fens()[::10], *random_positions(60)[::8]):
        info = played(position, level, nodes=3_000)
        assert info.pv[0] in CONGO.legal_moves(position)


@pytest.mark.parametrize("level", [level for level in LEVELS if level >= 3])
def test_no_level_from_three_up_leaves_its_lion_to_be_captured(level: int) -> None:
    assert len(dangerous()) > 40
    for number, position in enumerate(dangerous()):
        info = played(position, level, seed=number, nodes=3_000)
        assert not loses_lion(position, info.pv[0]), (CONGO.write(position), info.pv[0].text)


def test_the_weakest_levels_do_leave_it_at_times() -> None:
    lost = [p for n, p in enumerate(dangerous()) if loses_lion(p, played(p, 1, seed=n).pv[0])]
    assert lost


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_makes_the_same_move(level: int) -> None:
    for position in random_positions(60)[::12]:
        first, second = (played(position, level, seed=5, nodes=2_000) for _ in range(2))
        assert (first.pv[0], first.score) == (second.pv[0], second.score)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_another_seed_makes_other_moves(level: int) -> None:
    moves = {played(CONGO.start(), level, seed=seed).pv[0] for seed in range(12)}
    assert len(moves) > 2


def test_the_highest_level_is_the_full_search() -> None:
    assert FULL not in SKILLS
    assert sorted(SKILLS) == list(range(1, FULL))
    for position in benchmark()[::4]:
        level, full = played(position, FULL, depth=5), run(position, depth=5)
        assert full is not None
        assert (level.pv, level.score, level.nodes) == (full.pv, full.score, full.nodes)


@pytest.mark.parametrize("level", [level for level, skill in SKILLS.items() if skill.nodes])
def test_levels_below_it_search_within_their_nodes(level: int) -> None:
    most = SKILLS[level].nodes
    assert most is not None
    for limit in (most, 100):
        assert played(CONGO.start(), level, nodes=limit)
        assert searcher().nodes == limit
    assert played(CONGO.start(), level, nodes=10 * most)
    assert searcher().nodes == most


@pytest.mark.parametrize("level", [1, 4, 6, 7])
def test_a_level_keeps_to_the_moves_that_it_may_make(level: int) -> None:
    few = CONGO.legal_moves(CONGO.start())[3:5]
    shared = searcher()
    for seed in range(6):
        shared.allow()
        limits, options = Limits(depth=2, moves=few), SearchOptions(skill=level, seed=seed)
        info = shared.search(CONGO.start(), NO_HISTORY, limits, options)
        assert info is not None
        assert info.pv[0] in few


def test_a_level_has_no_move_where_the_game_is_over() -> None:
    for level in LEVELS:
        assert run(CONGO.parse("3l3/7/7/7/7/7/3L3 w 1"), options=SearchOptions(skill=level)) is None


def test_a_stopped_level_still_has_a_legal_move() -> None:
    for level in LEVELS:
        shared = searcher()
        shared.stop()
        info = shared.search(CONGO.start(), NO_HISTORY, Limits(), SearchOptions(skill=level))
        shared.allow()
        assert info is not None
        assert info.pv[0] in CONGO.legal_moves(CONGO.start())


def test_the_lion_for_the_taking_is_taken_by_whoever_looks_at_all_moves() -> None:
    position = place("Ld1 ld7 Pa1 pb6 zc5 Ea3")
    for level, skill in SKILLS.items():
        if skill.sight == 1:
            assert all(played(position, level, seed=seed).pv[0].text == "d1d7" for seed in range(5))


# --- how a move is chosen


def lines(scores: list[int]) -> list[SearchInfo]:
    """Return lines of as many different moves with these scores."""
    moves = CONGO.legal_moves(CONGO.start())
    return [
        SearchInfo(2, 2, as_score(score), 1, 1, 1, (move,))
        for move, score in zip(moves, scores, strict=False)
    ]


def chosen(skill: Skill, deep: list[int], shallow: list[int] | None = None, tries: int = 200) -> list[int]:
    """Return how often each line is chosen."""
    chance = Random(1)
    known = lines(deep)
    picks = [known.index(choose(skill, known, lines(shallow or deep), chance)) for _ in range(tries)]
    return [picks.count(number) for number in range(len(deep))]


def test_without_faults_the_best_is_chosen() -> None:
    assert chosen(Skill(depth=2), [10, 50, -3]) == [0, 200, 0]


def test_errors_make_close_moves_as_likely_and_bad_ones_rare() -> None:
    counts = chosen(Skill(depth=2, error=50), [30, 40, -400])
    assert min(counts[:2]) > 50
    assert counts[2] == 0


def test_short_sight_leaves_moves_out_but_never_all() -> None:
    counts = chosen(Skill(depth=2, sight=0.5), [30, 20, 10])
    assert counts == sorted(counts, reverse=True)
    assert min(counts) > 10
    assert sum(chosen(Skill(depth=2, sight=0.0), [30, 20, 10])) == 200


def test_a_blind_spot_shows_the_shallow_score() -> None:
    assert chosen(Skill(depth=2, blind=1.0), [-500, 0], [300, 0]) == [200, 0]
    assert min(chosen(Skill(depth=2, blind=0.5), [-500, 0], [300, 0])) > 50


def test_the_careful_choose_no_move_that_loses_the_lion_at_once() -> None:
    deep = [2 - WIN, 2 - WIN, -20]
    blind = Skill(depth=2, sight=0.4, blind=1.0, error=300)
    assert chosen(blind, deep, [500, 400, -20]) == [0, 0, 200]
    careless = Skill(depth=2, sight=0.4, blind=1.0, error=300, careful=False)
    assert chosen(careless, deep, [500, 400, -20])[0] > 50


def test_if_every_move_loses_one_is_made() -> None:
    assert sum(chosen(Skill(depth=2, sight=0.3), [2 - WIN, 2 - WIN])) == 200


def test_a_loss_in_two_is_no_loss_at_once() -> None:
    assert str(Score(2 - WIN, -1)) == str(as_score(2 - WIN))
    assert chosen(Skill(depth=4, blind=1.0), [4 - WIN, -20], [90, -20]) == [200, 0]
