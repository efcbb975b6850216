"""Games within the editing limits can be loaded again after saving."""

from __future__ import annotations

from random import Random

import pytest

from engine.game.game import MAX_PLIES, Game
from engine.record import limits
from engine.record.format import format_game
from engine.record.limits import EDITABLE_DEPTH, excess
from engine.record.parse import RecordError, parse_games
from engine.record.record import GameNode, GameRecord, GameTree, RecordedMove
from engine.rules.values import Outcome, Reason
from tests.engine.rules.conga.support import CONGA
from tests.engine.rules.congo.support import CONGO


def grow(tree: GameTree, node: GameNode, rng: Random) -> GameNode:
    """Add a move, comment or NAG at a random place; return the node to continue at."""
    moves = CONGO.legal_moves(node.position)
    if not moves or rng.random() < 0.1:
        return rng.choice(tree.main)
    child = tree.add(node, rng.choice(moves))
    if rng.random() < 0.3:
        child.comment = " ".join(["a word"] * rng.randrange(1, 5))
    if rng.random() < 0.2:
        child.nags = (1, 14)
    return node if rng.random() < 0.1 else child


@pytest.mark.parametrize("limit", ["MAX_MOVES", "MAX_TOKENS", "MAX_LENGTH"])
def test_a_game_at_the_size_limit_round_trips(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, limit, {"MAX_MOVES": 200, "MAX_TOKENS": 600, "MAX_LENGTH": 30_000}[limit])
    rng, tree = Random(7), GameTree(CONGO, CONGO.start())
    node, line = tree.root, tree.record()
    while not excess(tree.record()):
        line, node = tree.record(), grow(tree, node, rng)
    assert len(tree.main) > 3
    for plies in (None, 2):  # the second as after two plies of a game
        moves = line if plies is None else _cut(line, plies)
        (record,) = parse_games(format_game(GameRecord(CONGO, CONGO.start(), moves)))
        assert record.moves == moves


@pytest.mark.thorough
def test_the_longest_game_can_be_read_again() -> None:
    rng, longest = Random(0), Game(CONGA)  # random players hardly ever end this one
    while longest.outcome is None:
        longest.play(rng.choice(longest.legal_moves()))
    assert (longest.cursor, longest.outcome) == (MAX_PLIES, Outcome(None, Reason.LENGTH))
    wordy = "depth 128, 123456789012 nodes, 12345.67 s, score -1234.56"
    (record,) = parse_games(format_game(GameRecord.of(longest, comments=[wordy] * MAX_PLIES)))
    assert record.replay().outcome == longest.outcome


def test_positions_with_very_many_moves_are_limited_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (CONGO.parse_move(CONGO.start(), text) for text in ("d2d3", "e2e3"))
    choices = len(CONGO.legal_codes(CONGO.start()))
    text = f'[Game "congo"]\n\n1. {first} (1. {second}) (1. {second}) *'
    monkeypatch.setattr(limits, "MAX_CHOICES", 3 * choices)
    assert len(parse_games(text)) == 1
    monkeypatch.setattr(limits, "MAX_CHOICES", 3 * choices - 1)
    with pytest.raises(RecordError, match="the positions of a game have at most"):
        parse_games(text)


def _cut(line: tuple[RecordedMove, ...], plies: int) -> tuple[RecordedMove, ...]:
    return GameTree(CONGO, CONGO.start(), line).record(plies)


def test_variations_at_the_nesting_limit_round_trip() -> None:
    tree = GameTree(CONGO, CONGO.start())
    node, line = tree.root, tree.record()
    while not (reason := excess(tree.record())):
        line = tree.record()
        first, second = CONGO.legal_moves(node.position)[:2]
        tree.add(node, first)
        node = tree.add(node, second)
    assert reason == f"variations are nested more than {EDITABLE_DEPTH} deep"
    moves = GameTree(CONGO, CONGO.start(), line).record(1)  # one deeper
    assert parse_games(format_game(GameRecord(CONGO, CONGO.start(), moves)))[0].moves == moves
