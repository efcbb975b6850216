"""Building the opening book: search the early positions that sound moves lead to, and keep these moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine import rules as registry
from engine.book.opening_book import MAX_WEIGHT, Book, BookMove, book_key
from engine.game.game import History
from engine.jobs.runner import run
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher

HASH_MIB = 16
BEST_MOVES = 5
"""How many of the best moves are looked at."""
MAX_LOSS_CP = 25
"""Centipawns by which a move may be worse than the best and still be in the book."""

_searchers: dict[str, Searcher] = {}


def build(
    name: str, positions: int, nodes: int, workers: int, report: Callable[[], None], dask: str | None = None
) -> Book:
    """Return a book of about `positions` positions, the nearest to the start, searched `nodes` each.

    `report` is called after each position.
    """
    rules = registry.get(name)
    entries: dict[str, tuple[BookMove, ...]] = {}
    layer = {book_key(rules, rules.start())[0]}
    while layer and len(entries) < positions:
        wanted = sorted(layer - entries.keys())[: positions - len(entries)]
        layer = set()
        for number, moves in run(partial(analyse, name, nodes), wanted, workers, dask=dask):
            entries[wanted[number]] = moves
            layer |= _children(rules, wanted[number], moves)
            report()
    return Book({fen: moves for fen, moves in entries.items() if moves})


def analyse(name: str, nodes: int, fen: str) -> tuple[BookMove, ...]:
    """Return the sound moves of a position, best first, with their weights."""
    rules = registry.get(name)
    searcher = _searchers.setdefault(name, Searcher(rules, HASH_MIB))
    searcher.clear()
    searcher.allow()
    lines: dict[int, list[tuple[str, int]]] = {}
    searcher.search(
        rules.notation.parse(fen),
        History(),
        Limits(nodes=nodes),
        SearchOptions(multipv=BEST_MOVES),
        report=lambda info: lines.setdefault(info.depth, []).append((info.pv[0].text, info.score.cp)),
    )
    best = lines[max(lines)] if lines else []
    return tuple(
        BookMove(move, max(MAX_WEIGHT * (MAX_LOSS_CP - (best[0][1] - score)) // MAX_LOSS_CP, 1))
        for move, score in best
        if best[0][1] - score < MAX_LOSS_CP
    )


def _children(rules: Rules, fen: str, moves: tuple[BookMove, ...]) -> set[str]:
    position = rules.notation.parse(fen)
    after = (rules.play(position, rules.parse_move(position, entry.move)) for entry in moves)
    return {book_key(rules, child)[0] for child in after if rules.outcome(child) is None}
