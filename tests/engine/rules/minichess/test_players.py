"""Minichess's own opponents; test_opponents.py has the engine's games against them."""

from __future__ import annotations

import pytest

from engine.game.game import Game
from engine.players.base import game_players
from engine.players.material import material_gain
from engine.players.one_ply import GreedyPlayer as PlainGreedyPlayer
from engine.players.parse import parse_player
from engine.rules import get
from engine.rules.minichess.players.opponents import (
    CAPTURE_WITH_CHECK,
    CHECK,
    SmartPlayer,
    SourceGreedyPlayer,
    SourceMinimaxPlayer,
    checks,
)
from engine.rules.values import Move, Position
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.engine.rules.games import going_on
from tests.engine.rules.minichess.support import MINICHESS, place

OWN = ("greedy", "smart", "sourceminimax:2")


def test_the_smart_player_does_not_leave_a_king_where_it_would_be_mated() -> None:
    assert choices("smart", "1n3K1/4q2/2a1P2/2p4/2pp3/f3k2/1b4R w 24 52") == {"f0g0"}


def choices(name: str, fen: str, tries: int = 12) -> set[str]:
    """Return the moves of a player with different seeds."""
    game = Game(MINICHESS, MINICHESS.notation.parse(fen))
    found = set()
    for seed in range(tries):
        player = parse_player(name, MINICHESS)
        player.new_game(seed)
        found.add(player.choose(game, Limits()).move.text)
    return found


# --- by their names


def test_minichess_has_its_own_players_and_congo_none() -> None:
    assert set(game_players("minichess")) == {"greedy", "smart", "sourceminimax"}
    assert game_players("congo") == {}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("greedy", SourceGreedyPlayer), ("Smart", SmartPlayer), ("sourceminimax:3", SourceMinimaxPlayer)],
)
def test_own_players_precede_the_general_ones(name: str, kind: type) -> None:
    player = parse_player(name, MINICHESS)
    assert type(player) is kind
    assert player.name == name.lower()
    assert type(parse_player("greedy", get("congo"))) is PlainGreedyPlayer


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("smart:3", "smart takes no settings"),
        ("sourceminimax", "sourceminimax needs a depth, as in sourceminimax:3"),
        ("sourceminimax:0", "the depth of sourceminimax takes a whole number from 1 to 60"),
        ("clever", "sourceminimax:DEPTH"),
    ],
)
def test_explains_an_unknown_player(name: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        parse_player(name, MINICHESS)


def test_source_players_exist_only_in_minichess() -> None:
    with pytest.raises(UserError, match="there is no player 'smart'"):
        parse_player("smart", get("congo"))


# --- what they do


@pytest.mark.parametrize("name", OWN)
def test_source_players_take_the_king_first(name: str) -> None:
    # The rook could also mate or take the queen; White's own king is in check.
    fen = place("Kd0 Rd3 kd6 qa3 rb0 Qg5")
    assert choices(name, fen) == {"d3d6"}


@pytest.mark.parametrize("name", OWN)
def test_source_players_find_a_mate(name: str) -> None:
    assert choices(name, place("Kd0 Rb5 Rg1 kd6")) == {"g1g6"}


def test_greedy_prefers_a_check_to_a_capture() -> None:
    fen = place("Ka0 Rb3 kd6 qb5 pf5")
    assert choices("greedy", fen) == {"b3d3"}


def test_greedy_without_a_check_plays_any_safe_move() -> None:
    fen = place("Kd0 Nd1 kg6 rd5 Pa1")
    found = choices("greedy", fen, 40)
    assert all(text[:2] != "d1" for text in found)  # the knight is pinned
    assert "a1a2" in found
    assert len(found) > 2


def test_smart_prefers_a_capture_with_check_then_the_dearest_piece_then_a_check() -> None:
    assert choices("smart", place("Kg0 Ba3 kd6 pb4 qc1 pc5")) == {"a3c1"}
    assert choices("smart", place("Kg0 Rb3 kd6 qb1 pd3 fe5")) == {"b3d3"}  # check, too
    assert choices("smart", place("Kg0 Ra3 kd6 fe5 fc5")) == {"a3d3", "a3a6"}


def test_smart_does_not_expose_its_king() -> None:
    assert all(text[:2] != "d1" for text in choices("smart", place("Kd0 Nd1 kg6 rd5 Pa1 qf2"), 20))


def test_source_minimax_sees_a_recapture() -> None:
    fen = place("Ka0 Qd2 kg6 pd4 pc5 pe5")
    assert choices("sourceminimax:1", fen) == {"d2d4"}
    assert "d2d4" not in choices("sourceminimax:2", fen)


@pytest.mark.parametrize("name", ["smart", "sourceminimax:1"])
@pytest.mark.parametrize(
    ("layout", "best"),
    [
        ("Kg0 Rb5 Rg1 kd6 rb1", "g1g6"),  # mate before a rook
        ("Kg0 Rb3 kd6 qb1 pd3 fe5", "b3d3"),  # a pawn with check before the queen without
        ("Kg0 Rb3 kc6 qb1 pe3", "b3b1"),  # the queen before a pawn
        ("Kg0 Ra3 kd6 fa5 fe5 fc5", "a3a5"),  # a capture alone before a check alone
    ],
)
def test_utility_is_mate_then_a_capture_with_check_then_the_piece_then_check(
    name: str, layout: str, best: str
) -> None:
    assert choices(name, place(layout)) == {best}


def test_assignment_minimax_reports_depth_and_nodes() -> None:
    player = parse_player("sourceminimax:3", MINICHESS)
    choice = player.choose(Game(MINICHESS), Limits())
    assert choice.info is not None
    assert choice.info.depth == 3
    assert choice.info.nodes > 100
    assert choice.info.pv == (choice.move,)


def test_alpha_beta_over_utilities_is_minimax_over_utilities() -> None:
    player = parse_player("sourceminimax:2", MINICHESS)
    assert isinstance(player, SourceMinimaxPlayer)
    for position in going_on("minichess")[::9]:
        choice = player.choose(Game(MINICHESS, position), Limits())
        assert choice.info is not None
        expected = max(balance(position, move) for move in MINICHESS.legal_moves(position))
        assert choice.info.score.cp == max(min(expected, 30_000), -30_000)


def balance(position: Position, move: Move) -> int:
    """Return a move's utility less the best reply's."""
    after = MINICHESS.play(position, move)
    outcome = MINICHESS.outcome(after)
    if outcome is not None:
        return utility(position, move) + (0 if outcome.winner is None else 1 << 20)
    replies = []
    for reply in MINICHESS.legal_moves(after):
        end = MINICHESS.outcome(MINICHESS.play(after, reply))
        mate = end is not None and end.winner is not None
        replies.append(utility(after, reply) + ((1 << 20) - 1 if mate else 0))
    return utility(position, move) - max(replies)


def utility(position: Position, move: Move) -> int:
    won = material_gain(MINICHESS, position, move)
    if checks(MINICHESS, position, move):
        return won + CAPTURE_WITH_CHECK if won else CHECK
    return won
