"""The player described by Conga's source."""

from __future__ import annotations

import pytest

from engine.compiled.jit import int64
from engine.game.game import Game
from engine.players.parse import parse_player
from engine.rules.conga.notation import pieces_of
from engine.rules.conga.players.source import heuristic
from engine.rules.values import Position
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.engine.rules.conga.support import CONGA
from tests.engine.rules.games import going_on, random_games


def value(position: Position, side: int) -> int:
    return int(heuristic(position.record, int64(side)))


def test_the_start_evaluates_to_minus_three_as_in_the_source() -> None:
    assert [value(CONGA.start(), side) for side in (0, 1)] == [-3, -3]


def as_the_source_counts(position: Position, side: int) -> int:
    """Return the heuristic, written like the source's pseudocode."""
    owner = {square: piece.side for square, piece in pieces_of(position).items()}
    moves = [0, 0]
    for each in (position, CONGA.null_move(position)):
        assert each is not None
        moves[each.side] = len(CONGA.legal_moves(each))
    score = moves[side] - moves[1 - side]
    for square in (each for each, holder in owner.items() if holder != side):
        for other in range(16):
            if other != square and max(abs(other % 4 - square % 4), abs(other // 4 - square // 4)) == 1:
                score += 1 if owner.get(other) == side else -1
    return score


def test_the_heuristic_matches_the_assignment() -> None:
    for position in going_on("conga"):
        for side in (0, 1):
            assert value(position, side) == as_the_source_counts(position, side)


def best_by_plain_minimax(position: Position, depth: int, side: int) -> int:
    """Return the score for the side to move, computed only with the rules and the heuristic."""
    moves = CONGA.legal_moves(position)
    if not moves:
        return -10_000 - depth
    if depth == 0:
        return value(position, side) if position.side == side else -value(position, side)
    return max(-best_by_plain_minimax(CONGA.play(position, move), depth - 1, side) for move in moves)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_source_player_plays_a_best_minimax_move(depth: int) -> None:
    player = parse_player(f"source:{depth}", CONGA)
    for position in going_on("conga")[:: 7 * depth]:
        choice = player.choose(Game(CONGA, position), Limits())
        scores = {
            move: -best_by_plain_minimax(CONGA.play(position, move), depth - 1, position.side)
            for move in CONGA.legal_moves(position)
        }
        assert scores[choice.move] == max(scores.values())


def test_source_player_takes_an_immediate_win() -> None:
    won = [played for played in random_games("conga") if played.outcome and not played.legal_moves()]
    assert won
    for played in won:
        before = played.position_at(len(played.plies) - 1)
        move = parse_player("source:1", CONGA).choose(Game(CONGA, before), Limits()).move
        assert not CONGA.legal_moves(CONGA.play(before, move))


def test_a_source_player_needs_a_depth() -> None:
    with pytest.raises(UserError, match="source needs a depth, as in source:3"):
        parse_player("source", CONGA)
