"""The ten levels: weak ones err, careful ones do not hang their lion."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.game.game import KeyHistory
from engine.rules.values import Move, Position
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.skill import FULL_NODES, MAX_LEVEL, SKILLS, Skill, skill_of
from engine.search.weak_play import is_safe, weak_move
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import (
    NO_KEY_HISTORY,
    benchmark,
    fens,
    lion_is_taken,
    random_positions,
    run,
    searcher,
)

LEVELS = range(1, MAX_LEVEL + 1)


def played(position: Position, level: int, seed: int = 0, **limits: Any) -> SearchInfo:
    info = run(position, options=SearchOptions(level=level, seed=seed), **limits)
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
    """Return positions in which some moves hang the lion and some do not."""
    positions = (*benchmark(), *fens()[::6], *random_positions(100))
    return tuple(
        position
        for position in positions
        if len({loses_lion(position, move) for move in CONGO.legal_moves(position)[:60]}) == 2
    )


# --- between two levels


def test_strength_grows_steadily_between_two_levels() -> None:
    tenths = [skill_of(number / 10) for number in range(10, 100)]
    known = [skill for skill in tenths if skill is not None]
    assert len(known) == len(tenths)
    for below, above in pairwise(known):
        assert above.blunder_rate < below.blunder_rate
        assert above.nodes > below.nodes
        assert above.visibility >= below.visibility
        assert above.error <= below.error
        assert above.care >= below.care


def test_the_ten_levels_play_as_their_table_says() -> None:
    assert [skill_of(level) for level in range(1, MAX_LEVEL)] == list(SKILLS.values())
    assert skill_of(MAX_LEVEL) is None


def test_just_below_the_highest_level_hardly_anything_is_overlooked() -> None:
    skill = skill_of(9.9)
    assert skill is not None
    assert skill.blunder_rate < 0.001
    assert skill.nodes < FULL_NODES


# --- what is played


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_moves(level: int) -> None:
    for position in (*fens()[::10], *random_positions(60)[::8]):
        info = played(position, level, nodes=3_000)
        assert info.pv[0] in CONGO.legal_moves(position)


@pytest.mark.parametrize("level", [level for level in LEVELS if level >= 3])
def test_levels_from_three_up_never_hang_the_lion(level: int) -> None:
    assert len(dangerous()) > 40
    for number, position in enumerate(dangerous()):
        info = played(position, level, seed=number, nodes=3_000)
        assert not loses_lion(position, info.pv[0]), (CONGO.notation.format(position), info.pv[0].text)


def test_weakest_levels_sometimes_hang_the_lion() -> None:
    lost = [p for n, p in enumerate(dangerous()) if loses_lion(p, played(p, 1, seed=n).pv[0])]
    assert lost


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_move(level: int) -> None:
    for position in random_positions(60)[::12]:
        first, second = (played(position, level, seed=5, nodes=2_000) for _ in range(2))
        assert (first.pv[0], first.score) == (second.pv[0], second.score)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_another_seed_gives_other_moves(level: int) -> None:
    moves = {played(CONGO.start(), level, seed=seed).pv[0] for seed in range(12)}
    assert len(moves) > 2


def test_the_highest_level_is_the_full_search() -> None:
    assert MAX_LEVEL not in SKILLS
    assert sorted(SKILLS) == list(range(1, MAX_LEVEL))
    for position in benchmark()[::4]:
        level, full = played(position, MAX_LEVEL, depth=5), run(position, depth=5)
        assert full is not None
        assert (level.pv, level.score, level.nodes) == (full.pv, full.score, full.nodes)


@pytest.mark.parametrize("before", [MAX_LEVEL, 9])
def test_what_a_stronger_search_has_found_helps_no_level(before: int) -> None:
    """As after a hint, or if two levels play each other in the window."""
    shared, position = searcher(), benchmark()[3]

    def nodes_to_depth_6() -> int:
        reported: list[SearchInfo] = []
        shared.clear_stop()
        options = SearchOptions(level=6, seed=3)
        shared.search(position, NO_KEY_HISTORY, Limits(), options, report=reported.append)
        return next(info.nodes for info in reported if info.depth == 6)

    shared.clear()
    alone = nodes_to_depth_6()
    played(position, before, nodes=30_000)
    assert nodes_to_depth_6() == alone
    assert nodes_to_depth_6() < alone  # it remembers what it has found itself


@pytest.mark.parametrize("level", [level for level, skill in SKILLS.items() if skill.blunder_rate < 1])
def test_levels_below_it_search_within_their_nodes(level: int) -> None:
    assert SKILLS[level].nodes > len(CONGO.legal_moves(CONGO.start()))
    for seed in range(4):
        assert played(CONGO.start(), level, seed=seed)
        assert searcher().nodes <= SKILLS[level].nodes


def test_more_threads_make_no_other_level() -> None:
    def found(threads: int) -> SearchInfo | None:
        info = run(CONGO.start(), options=SearchOptions(level=9, seed=3, threads=threads))
        return info and info.with_effort(info.nodes, 0)

    assert found(4) == found(1)


def test_a_level_has_better_and_worse_games() -> None:
    skill = Skill(blunder_rate=0.25, nodes=1_000, form=0.1)
    assert skill.blunder_rate_in(0) == pytest.approx(0.25)
    assert skill.blunder_rate_in(1) == pytest.approx(0.16)
    assert skill.blunder_rate_in(-1) == pytest.approx(0.36)


def test_a_blunder_rate_stays_between_0_and_1() -> None:
    skill = Skill(blunder_rate=0.25, nodes=1_000, form=0.3)
    assert skill.blunder_rate_in(4) == 0
    assert skill.blunder_rate_in(-4) == 1


def test_in_a_game_of_good_form_a_level_searches_more_often() -> None:
    def searches(seed: int) -> int:
        """Count the turns, of 40, in which level 5 searches."""
        shared, count = searcher(), 0
        for plies in range(40):
            shared.clear_stop()
            history = KeyHistory(tuple(range(1, plies + 1)))
            shared.search(CONGO.start(), history, Limits(), SearchOptions(level=5, seed=seed))
            count += shared.nodes > len(CONGO.legal_moves(CONGO.start()))
        return count

    forms = {seed: Random(f"{seed} form").gauss(0, 1) for seed in range(200)}
    worst, best = min(forms, key=forms.__getitem__), max(forms, key=forms.__getitem__)
    assert searches(best) > searches(worst)


def test_weak_levels_do_not_use_the_tablebase() -> None:
    position = place("Lc1 le7 Ec3")
    for level in range(1, MAX_LEVEL):
        assert played(position, level).source == "search"
    assert played(position, MAX_LEVEL).source == "tablebase"


@pytest.mark.parametrize("level", [1, 4, 6, 7])
def test_a_level_respects_searchmoves(level: int) -> None:
    few = CONGO.legal_moves(CONGO.start())[3:5]
    shared = searcher()
    for seed in range(6):
        shared.clear_stop()
        limits, options = Limits(depth=2, moves=few), SearchOptions(level=level, seed=seed)
        info = shared.search(CONGO.start(), NO_KEY_HISTORY, limits, options)
        assert info is not None
        assert info.pv[0] in few


def test_a_level_has_no_move_in_a_finished_game() -> None:
    for level in LEVELS:
        assert run(CONGO.notation.parse("3l3/7/7/7/7/7/3L3 w 1"), options=SearchOptions(level=level)) is None


def test_a_stopped_level_still_has_a_legal_move() -> None:
    for level in LEVELS:
        shared = searcher()
        shared.stop()
        info = shared.search(CONGO.start(), NO_KEY_HISTORY, Limits(), SearchOptions(level=level))
        shared.clear_stop()
        assert info is not None
        assert info.pv[0] in CONGO.legal_moves(CONGO.start())


def test_every_level_with_full_visibility_captures_a_hanging_lion() -> None:
    position = place("Ld1 ld7 Pa1 pb6 zc5 Ea3")
    codes = CONGO.core().moves(position.record)
    for seed in range(20):
        looking = Skill(blunder_rate=1, nodes=1, visibility=1.0)
        assert named(position, weak_move(CONGO, position, codes, looking, Random(seed))) == "d1d7"


# --- moves without a search


def named(position: Position, code: int) -> str:
    return next(move.text for move in CONGO.legal_moves(position) if move.code == code)


def weak_moves(layout: str, skill: Skill, tries: int = 200) -> Counter[str]:
    """Return how often each move is chosen."""
    position, chance = place(layout), Random(1)
    codes = CONGO.core().moves(position.record)
    return Counter(named(position, weak_move(CONGO, position, codes, skill, chance)) for _ in range(tries))


HANGING = "Lc1 le7 Ga1 Ec3 pc5 zd7"
"""The elephant may take the pawn on c5, and then the zebra the elephant."""


def test_weak_move_captures_and_overlooks_the_reply() -> None:
    assert set(weak_moves(HANGING, Skill(blunder_rate=1, nodes=1, visibility=1.0, error=0))) == {"c3c5"}
    best = run(place(HANGING), depth=6)
    assert best is not None
    assert best.pv[0].text != "c3c5"


def test_evaluation_errors_vary_the_chosen_move() -> None:
    assert len(weak_moves(HANGING, Skill(blunder_rate=1, nodes=1, visibility=1.0, error=150))) > 3


def test_low_visibility_skips_some_moves_but_never_all() -> None:
    counts = weak_moves(HANGING, Skill(blunder_rate=1, nodes=1, visibility=0.3, error=0))
    assert 30 < counts["c3c5"] < 90
    assert sum(weak_moves(HANGING, Skill(blunder_rate=1, nodes=1, visibility=0.0, error=0)).values()) == 200


def test_careful_levels_avoid_immediate_losses() -> None:
    tried = 0
    for position in dangerous()[:25]:
        codes, chance = CONGO.core().moves(position.record), Random(3)
        reckless = Skill(blunder_rate=1, nodes=1, visibility=0.4, error=300, care=0.0)
        careful = replace(reckless, care=1.0)
        lost = {
            skill: sum(
                not is_safe(CONGO.core(), position.record, weak_move(CONGO, position, codes, skill, chance))
                for _ in range(30)
            )
            for skill in (reckless, careful)
        }
        assert lost[careful] == 0
        tried += lost[reckless] > 0
    assert tried > 10


def test_plays_a_losing_move_if_every_move_loses() -> None:
    position = place("Lc1 ec3 ed3 le7")
    assert all(loses_lion(position, move) for move in CONGO.legal_moves(position))
    codes = CONGO.core().moves(position.record)
    assert weak_move(CONGO, position, codes, SKILLS[5], Random(2)) in codes


def test_a_move_is_safe_if_the_lion_cannot_be_captured_next() -> None:
    for position in dangerous()[:30]:
        for move in CONGO.legal_moves(position)[:30]:
            assert is_safe(CONGO.core(), position.record, move.code) != loses_lion(position, move)


def test_a_win_without_a_search_is_one_in_one_move() -> None:
    """The lions face each other."""
    position = CONGO.notation.parse("3l3/7/p6/7/6P/2E4/3L3 b 1")
    infos = [played(position, 1, seed) for seed in range(20)]
    mates = {info.score.mate for info in infos if info.pv[0].text == "d7d1"}
    assert mates == {1}
