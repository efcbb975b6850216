"""Test suites: positions with proved best moves, and the work that it takes to solve them.

A suite is a text file. A line is ``FEN; MOVES; PROOF``: the position, its best moves separated by spaces, and
in words why they are best. Empty lines and lines that begin with ``#`` are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.game.game import KeyHistory
from engine.research import texts
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from engine.system.files import read_text

PARTS = 3


@dataclass(frozen=True)
class SuitePosition:
    """A position, the moves that solve it, and the proof in words."""

    position: Position
    moves: tuple[Move, ...]
    proof: str


@dataclass(frozen=True)
class Solution:
    """The result of searching a position of a suite.

    `nodes` and `time_ms` are the effort after which the search kept to a right move; None if it did not.
    """

    entry: SuitePosition
    answer: Move | None
    nodes: int | None
    time_ms: int | None


def read_suite(path: Path, rules: Rules) -> list[SuitePosition]:
    """Read a suite.

    Raises:
        UserError: a line is invalid; the message names it and the reason.
    """
    lines = read_text(path).splitlines()
    return [
        _read_position(texts.in_line(path, number), line, rules)
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.startswith("#")
    ]


def _read_position(where: str, line: str, rules: Rules) -> SuitePosition:
    parts = [part.strip() for part in line.split(";")]
    if len(parts) != PARTS:
        raise UserError(texts.no_suite_position(where, len(parts)))
    fen, moves, proof = parts
    try:
        position = rules.notation.parse(fen)
        found = tuple(rules.parse_move(position, text) for text in moves.split())
    except UserError as error:
        raise UserError(texts.bad_suite_position(where, error)) from None
    if not found:
        raise UserError(texts.no_best_move(where))
    return SuitePosition(position, found, proof)


def solve(searcher: Searcher, entry: SuitePosition, nodes: int, options: SearchOptions) -> Solution:
    """Search a position of a suite from an empty table with at most `nodes` nodes."""
    reports: list[SearchInfo] = []
    searcher.clear()
    searcher.clear_stop()
    last = searcher.search(entry.position, KeyHistory(), Limits(nodes=nodes), options, reports.append)
    first: SearchInfo | None = None
    for info in reports:
        right = info.pv[0] in entry.moves
        first = (first or info) if right else None
    answer = last.pv[0] if last is not None else None
    if first is None or answer not in entry.moves:
        return Solution(entry, answer, None, None)
    return Solution(entry, answer, first.nodes, first.time_ms)


def solve_all(
    rules: Rules, entries: Iterable[SuitePosition], nodes: int, options: SearchOptions, hash_mib: int = 16
) -> Iterable[Solution]:
    """Yield a solution for each position, in order."""
    searcher = Searcher(rules, hash_mib)
    for entry in entries:
        yield solve(searcher, entry, nodes, options)
