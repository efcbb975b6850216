"""Explanations by the rules of every game, checked along random games."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules import texts as common_texts
from engine.rules.bonzee import texts as bonzee_texts
from engine.rules.konane import texts as konane_texts
from engine.rules.minichess import texts as minichess_texts
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.rules.words import sentence
from tests.engine.rules.games import NAMES, going_on, positions

every_game = pytest.mark.parametrize("name", NAMES)


def squares(game: Rules, position: Position) -> range:
    columns, rows = game.notation.shape(position)
    return range(columns * rows)


def assert_sentence(text: str) -> None:
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    assert not text.endswith("..")


@every_game
def test_every_click_is_possible_or_has_a_reason(name: str) -> None:
    game = rules.get(name)
    for position in going_on(name)[::4]:
        starts = {target.square for target in game.clicks.after(position, ()).onward}
        for start in squares(game, position):
            reason = game.prose.why_not(position, (), start)
            assert (reason == "") == (start in starts)
            if reason:
                assert_sentence(reason)
        for start in sorted(starts)[:4]:
            onward = {target.square for target in game.clicks.after(position, (start,)).onward}
            for end in squares(game, position):
                reason = game.prose.why_not(position, (start,), end)
                assert (reason == "") == (
                    end in onward or bool(game.clicks.moves_between(position, start, end))
                )
                if reason:
                    assert_sentence(reason)


@pytest.mark.parametrize(
    ("name", "fen", "square", "reason"),
    [
        ("congo", "4l2/7/7/7/7/1PPP3/1PLP3 w 1", "c1", "This lion cannot move anywhere now."),
        ("minichess", "3K3/7/7/7/7/7/P2k3 w 0 1", "a6", sentence(minichess_texts.LAST_ROW)),
        ("minichess", "3K3/7/7/7/7/7/3k2P w 0 1", "g6", sentence(minichess_texts.LAST_ROW)),
        ("minichess", "p2K3/7/7/7/7/7/3k3 b 0 1", "a0", sentence(minichess_texts.LAST_ROW)),
        (
            "minichess",
            "3K3/7/P6/r6/7/7/3k3 w 0 1",
            "a2",
            "The rook on a3 blocks this pawn, and the pawn has nothing to capture.",
        ),
        ("minichess", "startpos", "d0", "Your own pieces are on every square this king could go to."),
        ("konane", "bwbw/wbwb/bwbw/wbwb b 0", "b3", ""),
        ("konane", "bwbw/wbwb/bwbw/wbwb b 0", "d3", sentence(konane_texts.FIRST_STONE)),
        ("konane", "bw2/4/4/3b b 2", "d1", "This stone has no enemy beside it with an empty square behind."),
        (
            "conga",
            "-,-,-,-/-,-,-,-/w1,w1,b1,-/b7,w1,-,- b",
            "a1",
            "White holds all squares around this stack.",
        ),
        (
            "conga",
            "-,-,-,-/-,-,-,-/b1,b1,w1,-/w7,b1,-,- w",
            "a1",
            "Black holds all squares around this stack.",
        ),
        ("bonzee", "startpos", "E1", "All cells around this token are occupied."),
        ("bonzee", "startpos", "E2", sentence(bonzee_texts.no_free_line("E2"))),
        (
            "bonzee",
            "startpos",
            "A1",
            sentence(common_texts.not_yours(common_texts.that_piece("token"), "Red", "Green")),
        ),
    ],
)
def test_immovable_pieces_have_a_reason(name: str, fen: str, square: str, reason: str) -> None:
    game = rules.get(name)
    position = rules.parse_position(game, fen)
    at = game.notation.square_at(position, square)
    assert at is not None
    assert game.prose.why_not(position, (), at) == reason


@every_game
def test_finished_game_is_a_reason(name: str) -> None:
    game = rules.get(name)
    over = [position for position in positions(name) if game.outcome(position) is not None]
    assert over
    for position in over:
        assert game.prose.why_not(position, (), 0) == "The game is over."


@every_game
def test_every_piece_can_be_described(name: str) -> None:
    game = rules.get(name)
    for position in positions(name)[::4]:
        pieces = game.notation.pieces(position)
        for square in squares(game, position):
            text = game.prose.about(position, square)
            assert bool(text) == (square in pieces)
            if text:
                assert game.facts.kind_names[pieces[square].kind] in text
                assert_sentence(text)


@every_game
def test_null_move_changes_only_the_side(name: str) -> None:
    game = rules.get(name)
    for position in going_on(name)[::4]:
        passed = game.null_move(position)
        if passed is not None:
            assert passed.side == 1 - position.side
            assert game.notation.pieces(passed) == game.notation.pieces(position)
            assert game.null_move(passed) == position
