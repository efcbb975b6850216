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
class Puzzle:
    """A position, the moves that solve it, and the proof in words."""

    position: Position
    moves: tuple[Move, ...]
    proof: str


@dataclass(frozen=True)
class Solution:
    """The result of a search of a puzzle.

    `nodes` and `time_ms` are the effort after which it kept to a right move; None if it did not.
    """

    puzzle: Puzzle
    answer: Move | None
    nodes: int | None
    time_ms: int | None


def read_suite(path: Path, rules: Rules) -> list[Puzzle]:
    """Read a suite.

    Raises:
        UserError: a line is invalid; the message names it and the reason.
    """
    lines = read_text(path).splitlines()
    return [
        _read_puzzle(texts.in_line(path, number), line, rules)
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.startswith("#")
    ]


def _read_puzzle(where: str, line: str, rules: Rules) -> Puzzle:
    parts = [part.strip() for part in line.split(";")]
    if len(parts) != PARTS:
        raise UserError(texts.no_puzzle(where, len(parts)))
    fen, moves, proof = parts
    try:
        position = rules.notation.parse(fen)
        found = tuple(rules.parse_move(position, text) for text in moves.split())
    except UserError as error:
        raise UserError(texts.bad_puzzle(where, error)) from None
    if not found:
        raise UserError(texts.no_best_move(where))
    return Puzzle(position, found, proof)


def solve(searcher: Searcher, puzzle: Puzzle, nodes: int, options: SearchOptions) -> Solution:
    """Search a puzzle from an empty table with at most `nodes` nodes."""
    reports: list[SearchInfo] = []
    searcher.clear()
    searcher.clear_stop()
    last = searcher.search(puzzle.position, KeyHistory(), Limits(nodes=nodes), options, reports.append)
    first: SearchInfo | None = None
    for info in reports:
        right = info.pv[0] in puzzle.moves
        first = (first or info) if right else None
    answer = last.pv[0] if last is not None else None
    if first is None or answer not in puzzle.moves:
        return Solution(puzzle, answer, None, None)
    return Solution(puzzle, answer, first.nodes, first.time_ms)


def solve_all(
    rules: Rules, puzzles: Iterable[Puzzle], nodes: int, options: SearchOptions, hash_mib: int = 16
) -> Iterable[Solution]:
    """Yield a solution for each puzzle, in order."""
    searcher = Searcher(rules, hash_mib)
    for puzzle in puzzles:
        yield solve(searcher, puzzle, nodes, options)
