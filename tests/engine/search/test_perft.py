"""Perft: the total, the divide, and terminal positions. Counts are in rules/congo/test_perft.py."""

from __future__ import annotations

import pytest

from engine.rules.values import Position
from engine.search.perft import divide, perft
from tests.engine.rules.congo.support import CONGO, place
from tests.engine.search.support import fens, random_positions

OVER = ("3l3/7/7/7/7/7/3L3 w 1", "7/2pl3/7/7/7/7/P6 w 1", "7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1")


def walked(position: Position, depth: int) -> int:
    """Return the number of leaves, counted only with `Rules`."""
    if depth == 0:
        return 1
    return sum(walked(CONGO.play(position, move), depth - 1) for move in CONGO.legal_moves(position))


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_leaves_match_playing(depth: int) -> None:
    for position in (*fens()[::16], *random_positions(60)[::20]):
        assert perft(CONGO, position, depth) == walked(position, depth)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_divide_counts_add_up(depth: int) -> None:
    for position in fens()[::10]:
        parts = divide(CONGO, position, depth)
        assert list(parts) == [move.text for move in CONGO.legal_moves(position)]
        assert sum(parts.values()) == perft(CONGO, position, depth)


def test_each_divide_count_is_the_perft_after_its_move() -> None:
    position = place("Ld1 ld7 Md4 pd5 pe3 Zb2 ec6")
    for text, count in divide(CONGO, position, 3).items():
        after = CONGO.play(position, CONGO.parse_move(position, text))
        assert count == perft(CONGO, after, 2)


@pytest.mark.parametrize("fen", OVER)
def test_where_the_game_is_over_there_are_no_leaves_below(fen: str) -> None:
    position = CONGO.notation.parse(fen)
    assert [perft(CONGO, position, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert divide(CONGO, position, 2) == {}


def test_captured_lions_end_their_lines() -> None:
    position = place("Ld1 ld7 Pa1")  # d1d7 takes the lion at once
    parts = divide(CONGO, position, 2)
    assert parts["d1d7"] == 0
    assert all(count for text, count in parts.items() if text != "d1d7")


def test_draws_by_history_do_not_count() -> None:
    # Lions with two blocked pawns would soon repeat positions; perft ignores that.
    position = place("Lc1 lc7 Pa1 pa7")
    assert perft(CONGO, position, 6) > perft(CONGO, position, 5) * 5


def test_the_position_is_unchanged() -> None:
    position = CONGO.start()
    before = position.record.tobytes()
    perft(CONGO, position, 3)
    divide(CONGO, position, 2)
    assert position.record.tobytes() == before
