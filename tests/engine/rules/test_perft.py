"""Perft of every game, compared with known counts; a mismatch prints the divide."""

from __future__ import annotations

import pytest

from engine import rules
from engine.rules.rules import Rules
from engine.search.perft import divide, perft
from tests.engine.rules.games import NAMES
from tests.engine.rules.perft_data import PerftLine, perft_lines

DEFAULT_LEAVES = 20_000_000
"""Deeper entries run under ``-m slow``."""
CASES = [(name, line) for name in NAMES for line in perft_lines(name)]
DEEP = [
    (name, line, depth)
    for name, line in CASES
    for depth, leaves in line.depths.items()
    if leaves > DEFAULT_LEAVES
]


def report(game: Rules, line: PerftLine, depth: int, found: int) -> str:
    """Return the divide for a mismatch."""
    counts = divide(game, game.notation.parse(line.fen), depth)
    head = f"{line.fen}: perft {depth} is {found}, should be {line.depths[depth]}"
    return "\n".join([head, *(f"{text}: {leaves}" for text, leaves in counts.items())])


def check(name: str, line: PerftLine, depth: int) -> None:
    """Check one figure."""
    game = rules.get(name)
    found = perft(game, game.notation.parse(line.fen), depth)
    if found != line.depths[depth]:
        pytest.fail(report(game, line, depth, found), pytrace=False)


@pytest.mark.parametrize(("name", "line"), CASES, ids=str)
def test_perft(name: str, line: PerftLine) -> None:
    for depth, leaves in line.depths.items():
        if leaves <= DEFAULT_LEAVES:
            check(name, line, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line", "depth"), DEEP, ids=str)
def test_perft_deep(name: str, line: PerftLine, depth: int) -> None:
    check(name, line, depth)


@pytest.mark.parametrize("name", NAMES)
def test_divide_names_every_root_move_and_adds_up(name: str) -> None:
    game = rules.get(name)
    for line in perft_lines(name)[:3]:
        position = game.notation.parse(line.fen)
        depth = min(3, max(line.depths))
        counts = divide(game, position, depth)
        assert sum(counts.values()) == line.depths[depth]
        assert list(counts) == [move.text for move in game.legal_moves(position)]


def test_mismatch_report_lists_every_root_moves_count() -> None:
    congo = rules.get("congo")
    text = report(congo, PerftLine("3l3/7/7/7/7/P6/3L3 w 1", {1: 1}), 1, 9)
    assert "perft 1 is 9, should be 1" in text
    assert "a2a3: 1" in text
