"""The deep analysis of a position's moves for the opening explorer."""

from __future__ import annotations

from functools import cache

from engine import rules as registry
from engine.research.openings.playing import analyse
from engine.search.limits import Score
from engine.search.searcher import Searcher

MAX_LINES = 6
"""How many moves of a position are analysed at most: the most frequent ones."""
HASH_MIB = 32


@cache
def _searcher(game: str) -> Searcher:
    return Searcher(registry.get(game), HASH_MIB)


def analyse_position(game: str, nodes: int, job: tuple[str, tuple[str, ...]]) -> dict[str, Score]:
    """Search some moves of a position, written as in the book; return their scores for the side to move."""
    rules, (key, texts) = registry.get(game), job
    position = rules.notation.parse(key)
    moves = tuple(rules.parse_move(position, text) for text in texts)
    lines = analyse(_searcher(game), position, nodes, len(moves), moves)
    return {line.pv[0].text: line.score for line in lines}
