"""Perft against the known figures; a mismatch prints the divide and names the first wrong root moves."""

from __future__ import annotations

import pytest

from engine.perft import divide, perft
from tests.engine import naive_congo as naive
from tests.engine.rules.congo.perft_data import LINES, PerftLine
from tests.engine.rules.congo.support import CONGO

DEFAULT_LEAVES = 20_000_000
"""Deeper entries run under ``-m slow``."""
NAIVE_LEAVES = 300_000
"""What the naive generator counts in a few seconds, to tell which root moves are wrong."""


def report(line: PerftLine, depth: int, found: int) -> str:
    """Return what to look at after a mismatch."""
    position = CONGO.parse(line.fen)
    counts = divide(CONGO, position, depth)
    lines = [f"{line.fen}: perft {depth} is {found}, should be {line.depths[depth]}"]
    if line.depths[depth] <= NAIVE_LEAVES:
        right = naive.divide(naive.parse(line.fen), depth)
        lines += [
            f"wrong: {text} has {counts.get(text)}, should have {right.get(text)}"
            for text in sorted(right.keys() | counts.keys())
            if right.get(text) != counts.get(text)
        ]
    return "\n".join(lines + [f"{text}: {leaves}" for text, leaves in counts.items()])


def check(line: PerftLine, depth: int) -> None:
    """Check one figure."""
    found = perft(CONGO, CONGO.parse(line.fen), depth)
    if found != line.depths[depth]:
        pytest.fail(report(line, depth, found), pytrace=False)


def deep_entries() -> list[tuple[PerftLine, int]]:
    """Return the entries that the default run leaves out."""
    return [
        (line, depth) for line in LINES for depth, leaves in line.depths.items() if leaves > DEFAULT_LEAVES
    ]


def test_the_file_has_all_its_lines() -> None:
    assert len(LINES) == 81
    assert sum(len(line.depths) for line in LINES) == 354


@pytest.mark.parametrize("line", LINES, ids=str)
def test_perft(line: PerftLine) -> None:
    for depth, leaves in line.depths.items():
        if leaves <= DEFAULT_LEAVES:
            check(line, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "depth"), deep_entries(), ids=str)
def test_perft_deep(line: PerftLine, depth: int) -> None:
    check(line, depth)


@pytest.mark.parametrize("line", LINES[:3], ids=str)
def test_divide_adds_up_and_names_every_root_move(line: PerftLine) -> None:
    position = CONGO.parse(line.fen)
    counts = divide(CONGO, position, 3)
    assert sum(counts.values()) == line.depths[3]
    assert list(counts) == [move.text for move in CONGO.legal_moves(position)]
    assert counts == naive.divide(naive.parse(line.fen), 3)


def test_perft_zero_is_one_even_in_a_terminal_position() -> None:
    assert perft(CONGO, CONGO.start(), 0) == 1
    assert perft(CONGO, CONGO.parse("3l3/7/7/7/7/7/3L3 w 1"), 0) == 1


def test_a_terminal_position_has_no_children() -> None:
    for depth in (1, 2, 5):
        assert perft(CONGO, CONGO.parse("3l3/7/7/7/7/7/3L3 w 1"), depth) == 0


def test_a_mismatch_is_reported_with_the_wrong_root_move() -> None:
    line = PerftLine("3l3/7/7/7/7/P6/3L3 w 1", {1: 1})
    text = report(line, 1, 9)
    assert "perft 1 is 9, should be 1" in text
    assert "a2a3: 1" in text
    assert "wrong" not in text
