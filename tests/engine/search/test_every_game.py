"""The search, compared with minimax and the rules in every registered game."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from engine import rules
from engine.game.game import KeyHistory
from engine.rules.core import ONGOING
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.alphabeta import make_null_move
from engine.search.evaluation import static_eval_of_record
from engine.search.features import FEATURES
from engine.search.limits import ALPHA_BETA, Limits, SearchOptions
from engine.search.searcher import MAX_DEPTH, Searcher
from engine.search.state import MAX_STATIC_SCORE_CP, WIN
from tests.engine.rules.games import NAMES, going_on
from tests.engine.search.support import NO_KEY_HISTORY, PRESERVING, only, without

every_game = pytest.mark.parametrize("name", NAMES)


@cache
def searcher(name: str) -> Searcher:
    return Searcher(rules.get(name), hash_mib=4)


def fixed(name: str, position: Position, depth: int, options: SearchOptions) -> int:
    """Return alpha-beta's score of one depth, from scratch."""
    shared = searcher(name)
    shared.clear_stop()
    shared.clear()
    info = shared.fixed_depth(position, NO_KEY_HISTORY, depth, options)
    assert info is not None
    return info.score.cp


def minimax(name: str, position: Position, depth: int) -> int:
    info = searcher(name).minimax(position, NO_KEY_HISTORY, depth)
    assert info is not None
    return info.score.cp


def by_rules_alone(game: Rules, line: list[Position], depth: int) -> int:
    """Return minimax's score, computed only with `Rules`, for games without draws by history."""
    position, ply = line[-1], len(line) - 1
    outcome = game.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else (WIN - ply if outcome.winner == position.side else ply - WIN)
    if game.facts.repetitions and position in line[:-1]:
        return 0
    if depth == 0:
        return static_eval_of_record(game, position.record)
    moves = game.legal_moves(position)
    return max(-by_rules_alone(game, [*line, game.play(position, move)], depth - 1) for move in moves)


@every_game
def test_minimax_matches_a_reference_in_python(name: str) -> None:
    searcher(name).clear_stop()
    for position in going_on(name)[::9]:
        for depth in (1, 2):
            assert minimax(name, position, depth) == by_rules_alone(rules.get(name), [position], depth)


@every_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alpha_beta_without_quiescence_is_minimax(name: str, depth: int) -> None:
    for position in going_on(name)[:: 2 * depth]:
        expected = minimax(name, position, depth)
        for options in (ALPHA_BETA, only(*PRESERVING), only("ordering", "table", "pvs", exact_depth=True)):
            assert fixed(name, position, depth, options) == expected, rules.get(name).notation.format(
                position
            )


@every_game
@pytest.mark.parametrize(
    "options", [SearchOptions(), *map(without, FEATURES)], ids=lambda o: "".join(o.without)
)
def test_search_plays_legally_with_any_features_off(name: str, options: SearchOptions) -> None:
    game, shared = rules.get(name), searcher(name)
    for position in going_on(name)[::6]:
        for nodes in (1, 40, 600):
            shared.clear_stop()
            shared.clear()
            info = shared.search(position, KeyHistory(), Limits(nodes=nodes), options)
            assert info is not None
            after = position
            for move in info.pv:
                assert move in game.legal_moves(after)
                after = game.play(after, move)


@every_game
def test_announced_win_is_played(name: str) -> None:
    game, shared = rules.get(name), searcher(name)
    played = 0
    for position in going_on(name):
        shared.clear_stop()
        shared.clear()
        info = shared.search(position, KeyHistory(), Limits(nodes=4000))
        assert info is not None
        if info.score.mate is None or info.score.mate < 0:
            continue
        line = [position]
        for move in info.pv:
            line.append(game.play(line[-1], move))
        if len(info.pv) == 2 * info.score.mate - 1 and info.source == "search":
            outcome = game.outcome(line[-1])
            assert outcome is not None
            assert outcome.winner == position.side
            assert all(game.outcome(earlier) is None for earlier, _ in pairwise(line))
            played += 1
    assert played > 0


@every_game
def test_null_move_changes_only_the_side_or_is_rejected(name: str) -> None:
    game, shared = rules.get(name), searcher(name)
    for position in going_on(name):
        state = shared._state
        state["positions"][0] = position.record
        if make_null_move(state, 0):
            after = Position(state["positions"][1].copy())
            assert after.side != position.side
            assert after.key == game.core().compute_key(after.copy_record())
            assert game.notation.pieces(after) == game.notation.pieces(position)
            assert game.core().terminal_result(after.record) in (ONGOING, 1, 2, 3)


@every_game
def test_a_weak_level_plays_legally(name: str) -> None:
    game, shared = rules.get(name), searcher(name)
    for position in going_on(name)[::8]:
        for level in (1, 3, 6, 7):
            shared.clear_stop()
            info = shared.search(position, KeyHistory(), Limits(), SearchOptions(level=level, seed=4))
            assert info is not None
            assert info.pv[0] in game.legal_moves(position)


OVERWHELMING = "QQQQpQQ/QKQQQQQ/QpQQQQQ/QQQQQQQ/QQQQQQP/ppPQQQQ/PkPQQQQ"
"""A minichess board with 36 queens against none, worth more than the score of a win."""


@pytest.mark.parametrize("side", "wb")
@pytest.mark.parametrize("level", [1, 10])
def test_material_worth_more_than_a_win_is_not_taken_for_one(side: str, level: int) -> None:
    game, shared = rules.get("minichess"), searcher("minichess")
    position = game.notation.parse(f"{OVERWHELMING} {side} 0 1")
    shared.clear_stop()
    shared.clear()
    info = shared.search(position, NO_KEY_HISTORY, Limits(depth=4), SearchOptions(level=level, seed=1))
    assert info is not None
    assert info.pv[0] in game.legal_moves(position)
    assert info.score.mate is None or abs(info.score.mate) <= MAX_DEPTH
    assert abs(static_eval_of_record(game, position.record)) == MAX_STATIC_SCORE_CP
