"""The lines of a search that is asked for one or more of the best moves."""

from __future__ import annotations

from engine.game.game import KeyHistory
from engine.rules.values import Position
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher


def best_lines(
    searcher: Searcher, position: Position, history: KeyHistory, limits: Limits, options: SearchOptions
) -> list[SearchInfo]:
    """Return the lines of the deepest finished iteration, best first, from a position that is not over.

    There are `options.multipv` of them if there are as many moves; only one if no iteration was finished.
    """
    found: dict[int, list[SearchInfo]] = {}
    searcher.clear_stop()
    last = searcher.search(
        position, history, limits, options, report=lambda info: found.setdefault(info.depth, []).append(info)
    )
    assert last is not None
    return found[max(found)] if found else [last]
