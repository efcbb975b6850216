"""Make an opening book from the data of an opening explorer: analysed moves, with their results."""

from __future__ import annotations

from collections.abc import Iterator

from engine.book.opening_book import MAX_WEIGHT, Book, BookMove
from engine.learn.explorer import ExploredMove, ExploredPosition, Explorer
from engine.research.openings.deep import MAX_LINES
from engine.rules.rules import Rules

MAX_LOSS_CP = 25
"""How much worse than the best move a book move may be."""
PRIOR_GAMES = 8
"""The prior: the number of even games that each move is credited with."""


def book_from_explorer(rules: Rules, explorer: Explorer) -> Book:
    """Return the book of all positions with a deep analysis.

    A move's weight falls linearly from the best move's to 0 at a loss of `MAX_LOSS_CP`; it is multiplied by
    the ratio of the move's score in games to an even score, both including `PRIOR_GAMES` even games, and
    clamped to 1 to `MAX_WEIGHT`.
    """
    entries = {}
    for key in sorted(explorer.keys()):
        explored = explorer.position(rules, rules.notation.parse(key))
        if explored is not None and explored.nodes:
            entries[key] = tuple(sorted(_book_moves(explored), key=lambda entry: -entry.weight))
    return Book(entries)


def _book_moves(explored: ExploredPosition) -> Iterator[BookMove]:
    analysed = explored.moves[:MAX_LINES]
    best = max(each.score.cp for each in analysed)
    for each in analysed:
        loss = best - each.score.cp
        if loss < MAX_LOSS_CP:
            yield BookMove(each.move, _weight(each, loss))


def _weight(move: ExploredMove, loss: int) -> int:
    by_score = MAX_WEIGHT * (MAX_LOSS_CP - loss) / MAX_LOSS_CP
    by_results = 2 * (move.wins + (move.draws + PRIOR_GAMES) / 2) / (move.games + PRIOR_GAMES)
    return min(max(round(by_score * by_results), 1), MAX_WEIGHT)
