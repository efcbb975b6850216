"""Reasons for impossible clicks: every kind of piece and every reason."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from engine.rules import texts as common_texts
from engine.rules.congo import texts
from engine.rules.values import Position
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.strategies import positions
from tests.engine.rules.congo.support import CONGO, at, path, place

LIONS = "Lc1 le7"


def why_not(layout: str, clicks: str, side: str = "w") -> str:
    """Return why the last of the clicked squares is not possible after those before it."""
    *before, square = path(clicks)
    return CONGO.prose.why_not(place(layout, side), tuple(before), square)


REASONS = [
    # layout, clicks, what the sentence must say
    ("Lc1 le7 Zg1", "c1c3", "lion goes only one step."),
    ("Lc1 le7 Zg1", "c1f1", "only one step, and never out of its castle"),
    ("Lc1 le7 Zg1", "c1b1", "never leaves its castle"),
    ("Lc3 le7 pc4", "c3c4", "never leaves its castle"),
    ("Lc1 le7 Pd2", "c1d2", "your own pawn stands on d2"),
    ("Lc3 lc6 pc4", "c3c6", "pawn on c4 is in the way: a lion flies only if nothing stands between"),
    ("Lc3 le5 Zd4", "c3e5", "zebra on d4 is in the way"),
    ("Lc2 le6 Zg1", "c2e6", texts.LION_FLIES),
    (f"{LIONS} Za2", "a2a3", "two squares straight and one to the side"),
    (f"{LIONS} Za2", "a2c4", "two squares straight and one to the side"),
    (f"{LIONS} Ea2", "a2b3", "straight up, down or sideways"),
    (f"{LIONS} Ea2", "a2a5", "one or two squares, and a5 is 3 away"),
    (f"{LIONS} Ea2 Pa4", "a2a4", "your own pawn stands on a4"),
    (f"{LIONS} Ga2 pb3", "a2b3", "the giraffe only captures two squares away"),
    (f"{LIONS} Ga2", "a2b4", texts.GIRAFFE_STRAIGHT),
    (f"{LIONS} Ga2", "a2d5", "d5 is further away"),
    (f"{LIONS} Ca2", "a2a5", "only as far as the river"),
    (f"{LIONS} Ca3", "a3a1", "only towards the river"),
    (f"{LIONS} Ca6", "a6a3", "only as far as the river"),
    (f"{LIONS} Ca2", "a2d2", "sideways only while it is in the river"),
    (f"{LIONS} Ca2 pa3", "a2a4", "the pawn on a3 is in the way: the crocodile does not jump"),
    (f"{LIONS} Ca4 zc4", "a4f4", "the zebra on c4 is in the way"),
    (f"{LIONS} Ca4", "a4a6", "out of the river the crocodile goes only one step"),
    (f"{LIONS} Ca2", "a2c4", "straight to the river, or along the river"),
    (f"{LIONS} Mb5", "b5b7", "there is no enemy on b6"),
    (f"{LIONS} Mb5 Pb6", "b5b7", "only over enemies, and your own pawn stands on b6"),
    (f"{LIONS} Mb5 pb6", "b5b6", "click b7, the empty square behind it"),
    (f"{LIONS} Mb4 pc5 pd6", "b4c5", "d6 behind it is not empty"),
    (f"{LIONS} Mb4 pa5", "b4a5", "behind a5 the board ends"),
    (f"{LIONS} Mb6 pb7", "b6b7", "behind b7 the board ends"),
    (f"{LIONS} Mb5 pb6 zb7", "b5b7", "cannot land on b7: it is not empty"),
    (f"{LIONS} Mb5 pe5", "b5e5", "only what is right beside it"),
    (f"{LIONS} Mb5", "b5e5", "one step, or jumps over an enemy beside it"),
    (f"{LIONS} Mb5 pb4 pc3", "b5b3b5", "already jumped over b4 in this turn"),
    (f"{LIONS} Mb5 pb4 pc3", "b5b3b4", "already jumped over b4"),
    (f"{LIONS} Mb5 pb4 pc3", "b5b3a2", "only jump on, or stop"),
    (f"{LIONS} Mb5 pb4 Pc3", "b5b3c3", "your own pawn stands on c3"),
    (f"{LIONS} Mb5 pb4 pc3", "b5b3c3", "click d3"),
    (f"{LIONS} Mb5 pb4 pc3 pc4", "b5b3d3c4", "click b5, the empty square behind it"),
    (f"{LIONS} Mb5 pb4", "b5b3d3", "no enemy on c3"),
    (f"{LIONS} Pd2", "d2d4", "only one step forward"),
    (f"{LIONS} Pd2", "d2e2", "does not go sideways"),
    (f"{LIONS} Pd3", "d3d2", "back only when it is past the river"),
    (f"{LIONS} Pd4", "d4d3", "back only when it is past the river"),
    (f"{LIONS} Pd6", "d6c5", "straight back, not diagonally"),
    (f"{LIONS} Pd6", "d6d3", "one or two squares, not 3"),
    (f"{LIONS} Pd6 zd5", "d6d5", "does not capture backward"),
    (f"{LIONS} Pd6 zd5", "d6d4", "the zebra on d5 is in the way: the pawn does not jump"),
    (f"{LIONS} Sa2", "a2a4", "superpawn goes only one step forward"),
    (f"{LIONS} Sa2", "a2c2", "one step sideways"),
    (f"{LIONS} Sd6", "d6c4", texts.SUPERPAWN_BACK),
    (f"{LIONS} Sd6", "d6d3", "one or two squares, not 3"),
    (f"{LIONS} Sd6 zc5", "d6c5", "does not capture backward"),
    (f"{LIONS} Sd6 zc5", "d6b4", "the zebra on c5 is in the way"),
    (f"{LIONS} Za2", "b5", "there is nothing on b5"),
    (f"{LIONS} Za2 eb5", "b5", common_texts.not_yours("that elephant", "Black", "White")),
    ("Lc1 le7 Pb1 Pb2 Pc2 Pd1 Pd2", "c1", "This lion cannot move anywhere now."),
    ("Lc1 Ea1", "a1a2", "The game is over."),
]


@pytest.mark.parametrize(("layout", "clicks", "words"), REASONS, ids=lambda value: value)
def test_reasons_are_sentences(layout: str, clicks: str, words: str) -> None:
    text = why_not(layout, clicks)
    assert words.lower() in text.lower()
    assert text[0].isupper()
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("layout", "clicks", "words"),
    [
        ("Lc1 le7 pd6", "d6d7", "back only when it is past the river"),
        ("Lc1 le7 pd6", "d6d4", "only one step forward"),
        ("Lc1 le7 ca6", "a6a3", "only as far as the river"),
        ("Lc3 le5 zd4", "e5c3", "zebra on d4 is in the way"),
        ("Lc1 le7 pd2 Zd3", "d2d3", "does not capture backward"),
    ],
)
def test_black_directions_are_reversed(layout: str, clicks: str, words: str) -> None:
    assert words in why_not(layout, clicks, "b")


@pytest.mark.parametrize(
    ("layout", "clicks"),
    [
        ("Lc1 le7 Ga2 pb4", "a2c4"),
        ("Lc1 le7 Mb5 pb4 pc3", "b5d3"),
        ("Lc1 le7 Mb5 pb4", "b5b3"),
        ("Lc1 le7 Zg1", "c1"),
    ],
)
def test_possible_moves_need_no_reason(layout: str, clicks: str) -> None:
    assert why_not(layout, clicks) == ""


@settings(max_examples=60)
@given(positions())
def test_every_square_is_a_move_or_has_a_reason(drawn: naive.NaiveCongoPosition) -> None:
    position = CONGO.notation.parse(naive.format_position(drawn))
    over = CONGO.outcome(position) is not None
    ends = {
        (move.path[0], square) for move in CONGO.legal_moves(position) for square in _clickable(move.path)
    }
    for start, piece in CONGO.notation.pieces(position).items():
        if piece.side == position.side:
            for square in range(49):
                text = CONGO.prose.why_not(position, (start,), square)
                assert (text == "") == ((start, square) in ends and not over), (start, square, text)
                assert_true_of_obstacles(position, start, square, text)


def _clickable(squares: tuple[int, ...]) -> set[int]:
    """Return the squares to click for a move: its end, and the end of its first leg."""
    return {squares[1], squares[-1]}


def assert_true_of_obstacles(position: Position, start: int, end: int, text: str) -> None:
    """Check that the piece named as blocking is between the two squares."""
    named = re.search(r"the (\w+) on (\w\d) is in the way", text, re.IGNORECASE)
    if named:
        square = at(named[2])
        assert CONGO.facts.kind_names[CONGO.notation.pieces(position)[square].kind] == named[1]
        for one, between, other in zip(divmod(start, 7), divmod(square, 7), divmod(end, 7), strict=True):
            assert min(one, other) <= between <= max(one, other)


@settings(max_examples=60)
@given(positions())
def test_a_jumping_monkey_can_continue_or_has_a_reason(drawn: naive.NaiveCongoPosition) -> None:
    position = CONGO.notation.parse(naive.format_position(drawn))
    walks = [move.path for move in CONGO.legal_moves(position) if len(move.path) > 2][:3]
    for walk in walks:
        onward = {target.square for target in CONGO.clicks.after(position, walk).onward}
        for square in range(49):
            assert (CONGO.prose.why_not(position, walk, square) == "") == (square in onward)


@pytest.mark.parametrize(
    ("layout", "clicks", "words"),
    [
        ("Lc1 le7 Zb4", "b4d5", ""),
        ("Lc1 le7 Eb4", "b4d4", "drowns if it is still there after this turn"),
        ("Lc1 le7 Eb3", "b3b4", "must leave it on your next turn"),
        ("Lc1 le7 Cb4", "b4d4", ""),
        ("Lc1 le7 Cb3", "b3b4", ""),
        ("Lc1 le7 Mb4 pb5 pc5", "b4b6d4", "monkey drowns"),
    ],
)
def test_a_move_into_the_river_comes_with_a_warning(layout: str, clicks: str, words: str) -> None:
    *before, square = path(clicks)
    text = CONGO.prose.caution(place(layout), tuple(before), square)
    assert words in text
    assert bool(text) == bool(words)


def test_every_animal_is_described() -> None:
    position = place("Lc1 le7 Za1 Ea2 Ga3 Ca4 Ma5 Pa6 Sb1 zg4")
    for square, piece in CONGO.notation.pieces(position).items():
        text = CONGO.prose.about(position, square)
        assert CONGO.facts.kind_names[piece.kind] in text
        assert text.endswith(".")
    assert CONGO.prose.about(position, at("a1")).startswith("White's zebra: jumps two squares")
    assert "after" not in CONGO.prose.about(position, at("a4"))
    assert "after Black's next turn" in CONGO.prose.about(position, at("g4"))
    assert CONGO.prose.about(position, at("d4")) == ""


def test_null_move_keeps_the_board() -> None:
    position = place("Lc1 le7 Zb4 pa6", "w", 7)
    passed = CONGO.null_move(position)
    assert passed is not None
    assert CONGO.notation.pieces(passed) == CONGO.notation.pieces(position)
    assert passed == place("Lc1 le7 Zb4 pa6", "b")
    assert passed.key == place("Lc1 le7 Zb4 pa6", "b").key
    again = CONGO.null_move(passed)
    assert again == position
    assert CONGO.notation.format(again) == CONGO.notation.format(place("Lc1 le7 Zb4 pa6", "w", 8))
