"""Who wins Konane under perfect play on the two smaller boards, found by the search.

By first move and White's answer to it: W where White then wins, B where Black does. White always has an
answer that wins, so no first move wins for Black.
"""

from __future__ import annotations

from functools import cache

import pytest

from engine.game.game import KeyHistory
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher
from tests.engine import naive_konane as naive
from tests.engine.rules.konane.support import FOUR, KONANE, SIX, after

BOARDS = {FOUR: 4, SIX: 6}
SOLVED = {
    FOUR: {
        "a4": {"a3": "W", "b4": "W"},
        "b3": {"a3": "B", "b2": "W", "b4": "B", "c3": "W"},
        "c2": {"b2": "W", "c1": "B", "c3": "W", "d2": "B"},
        "d1": {"c1": "W", "d2": "W"},
    },
    SIX: {
        "a6": {"a5": "W", "b6": "W"},
        "c4": {"b4": "B", "c3": "W", "c5": "B", "d4": "W"},
        "d3": {"c3": "W", "d2": "B", "d4": "W", "e3": "B"},
        "f1": {"e1": "W", "f2": "W"},
    },
}
FULL_WIDTH = SearchOptions(without=frozenset({"lmr", "futility", "lmp", "nullmove", "iir", "see"}))
"""A search that leaves no move out. Others do, but never where that could make a win of what is none."""

LIMIT = Limits(nodes=2_000_000_000)


@cache
def searcher(mib: int) -> Searcher:
    return Searcher(KONANE, mib)


def winner(fen: str, options: SearchOptions, mib: int) -> str:
    """Return the winner, B or W, by searching until the result is certain."""
    position = KONANE.notation.parse(fen)
    shared = searcher(mib)
    shared.clear_stop()
    shared.clear()
    info = shared.search(position, KeyHistory(), LIMIT, options)
    assert info is not None
    assert info.score.mate is not None
    return "BW"[position.side if info.score.mate > 0 else 1 - position.side]


@cache
def wins_for_mover(position: naive.NaiveKonanePosition) -> bool:
    """Return whether the mover wins, by exhaustive search with the naive rules."""
    return any(not wins_for_mover(after_move) for after_move in naive.moves(position).values())


@pytest.mark.parametrize("start", BOARDS, ids=["4x4", "6x6"])
def test_every_first_move_and_every_answer_has_its_result(start: str) -> None:
    position = KONANE.notation.parse(start)
    assert list(SOLVED[start]) == [move.text for move in KONANE.legal_moves(position)]
    for first, answers in SOLVED[start].items():
        reached = KONANE.notation.parse(after(start, first))
        assert list(answers) == [move.text for move in KONANE.legal_moves(reached)]
        assert "W" in answers.values()


def test_on_four_by_four_white_wins_against_every_first_move() -> None:
    assert winner(FOUR, SearchOptions(), 4) == winner(FOUR, FULL_WIDTH, 4) == "W"
    for first, answers in SOLVED[FOUR].items():
        for answer, expected in answers.items():
            fen = after(FOUR, first, answer)
            assert winner(fen, SearchOptions(), 4) == winner(fen, FULL_WIDTH, 4) == expected
            assert wins_for_mover(naive.parse(fen)) == (expected == "B")


@pytest.mark.slow
def test_on_six_by_six_white_wins_against_every_first_move() -> None:
    assert winner(SIX, SearchOptions(), 256) == "W"


@pytest.mark.slow
@pytest.mark.parametrize("first", SOLVED[SIX])
def test_on_six_by_six_white_must_answer_a_centre_stone_towards_the_centre(first: str) -> None:
    for answer, expected in SOLVED[SIX][first].items():
        assert winner(after(SIX, first, answer), SearchOptions(), 256) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "expected"), [("f1 e1", "W"), ("d3 c3", "W"), ("d3 d2", "B")])
def test_exhaustive_search_agrees_on_six_by_six(moves: str, expected: str) -> None:
    # One of each kind; the others are these, turned.
    assert winner(after(SIX, *moves.split()), FULL_WIDTH, 256) == expected
