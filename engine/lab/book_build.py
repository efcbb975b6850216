"""Building the opening book: search the early positions that sound moves lead to, and keep these moves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from engine import rules as registry
from engine.book import Book, Entry, fields, mirrored_fen
from engine.game import History
from engine.rules.base import Position, Rules
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher

HASH_MIB = 16
LINES = 5
"""How many of the best moves are looked at."""
SOUND = 25
"""Centipawns by which a move may be worse than the best and still be in the book."""
MOST_WEIGHT = 100

_searchers: dict[str, Searcher] = {}


def build(name: str, positions: int, nodes: int, workers: int, report: Callable[[int, int], None]) -> Book:
    """Return a book of about `positions` positions, the nearest to the start, searched `nodes` each."""
    rules = registry.get(name)
    entries: dict[str, tuple[Entry, ...]] = {}
    layer = {_canonical(rules, rules.start())}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        while layer and len(entries) < positions:
            wanted = sorted(layer - entries.keys())[: positions - len(entries)]
            layer = set()
            found = pool.map(partial(analyse, name, nodes), wanted, chunksize=4)
            for fen, moves in zip(wanted, found, strict=True):
                entries[fen] = moves
                layer |= _children(rules, fen, moves)
                report(len(entries), positions)
    return Book({fen: moves for fen, moves in entries.items() if moves})


def analyse(name: str, nodes: int, fen: str) -> tuple[Entry, ...]:
    """Return the sound moves of a position, best first, with their weights."""
    rules = registry.get(name)
    searcher = _searchers.setdefault(name, Searcher(rules, HASH_MIB))
    searcher.clear()
    searcher.allow()
    lines: dict[int, list[tuple[str, int]]] = {}
    searcher.search(
        rules.parse(fen),
        History(),
        Limits(nodes=nodes),
        SearchOptions(multipv=LINES),
        report=lambda info: lines.setdefault(info.depth, []).append((info.pv[0].text, info.score.cp)),
    )
    best = lines[max(lines)] if lines else []
    return tuple(
        Entry(move, max(MOST_WEIGHT * (SOUND - (best[0][1] - score)) // SOUND, 1))
        for move, score in best
        if best[0][1] - score < SOUND
    )


def _canonical(rules: Rules, position: Position) -> str:
    fen = fields(rules, position)
    return min(fen, mirrored_fen(fen))


def _children(rules: Rules, fen: str, moves: tuple[Entry, ...]) -> set[str]:
    position = rules.parse(fen)
    after = (rules.play(position, rules.parse_move(position, entry.move)) for entry in moves)
    return {_canonical(rules, child) for child in after if rules.outcome(child) is None}
