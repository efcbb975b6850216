"""Perft in Congo; the known counts are checked in rules/test_perft.py."""

from __future__ import annotations

import pytest

from engine.search.perft import divide, perft
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.perft_data import LINES, PerftLine
from tests.engine.rules.congo.support import CONGO


def test_the_file_has_all_its_lines() -> None:
    assert len(LINES) == 81
    assert sum(len(line.depths) for line in LINES) == 354


@pytest.mark.parametrize("line", LINES[:3], ids=str)
def test_divide_adds_up_and_names_every_root_move(line: PerftLine) -> None:
    position = CONGO.notation.parse(line.fen)
    counts = divide(CONGO, position, 3)
    assert sum(counts.values()) == line.depths[3]
    assert list(counts) == [move.text for move in CONGO.legal_moves(position)]
    assert counts == naive.divide(naive.parse(line.fen), 3)


def test_perft_zero_is_one_even_in_a_terminal_position() -> None:
    assert perft(CONGO, CONGO.start(), 0) == 1
    assert perft(CONGO, CONGO.notation.parse("3l3/7/7/7/7/7/3L3 w 1"), 0) == 1


def test_a_terminal_position_has_no_children() -> None:
    for depth in (1, 2, 5):
        assert perft(CONGO, CONGO.notation.parse("3l3/7/7/7/7/7/3L3 w 1"), depth) == 0
