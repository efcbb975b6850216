"""Finds endings on a thread, because reading the tablebase takes a moment. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from congo_gui.screens.learn import texts
from congo_gui.screens.learn.ending_words import material_title
from congo_gui.screens.shared.position_thread import LookupThread
from engine.learn.endings import (
    EndingQuery,
    MaterialFigures,
    against_bare,
    distances,
    endings_of,
    figures_of,
    find_endings,
)
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.tablebase.tablebase import Tablebase


@dataclass(frozen=True)
class FoundEnding:
    """An ending and the tablebase it is from; without a position `problem` says why there is none.

    `bare` are the figures of one piece against the bare royal one.
    """

    tablebase: Tablebase | None = None
    position: Position | None = None
    bare: tuple[MaterialFigures, ...] = ()
    problem: str = ""


class EndingFinder:
    """Finds an ending for a query and a seed; `wake` is called when there is an answer."""

    def __init__(self, rules: Rules, wake: Callable[[], None]) -> None:
        self._rules = rules
        self._bare: tuple[MaterialFigures, ...] | None = None
        self._thread = LookupThread(
            wake, self._find, lambda error: FoundEnding(problem=texts.endings_failed(error))
        )
        self.close = self._thread.close

    def of(self, query: EndingQuery, seed: int) -> FoundEnding | None:
        """Return an ending; None while it is searched for."""
        return self._thread.of((query, seed))

    def _find(self, key: tuple[EndingQuery, int]) -> FoundEnding:
        query, seed = key
        try:
            tablebase = endings_of(self._rules)
        except UserError as error:
            return FoundEnding(problem=sentence(str(error)))
        if self._bare is None:
            self._bare = tuple(
                figures_of(tablebase, material) for material in against_bare(tablebase.materials)
            )
        position = next(find_endings(self._rules, tablebase, query, Random(seed)), None)
        problem = "" if position is not None else self._no_ending(tablebase, query)
        if position is not None:
            tablebase.ranked_moves(self._rules, position)  # now its code is loaded
        return FoundEnding(tablebase, position, self._bare, problem)

    def _no_ending(self, tablebase: Tablebase, query: EndingQuery) -> str:
        """Return why no ending was found."""
        pieces = self._rules.facts.piece_words[1]
        if query.materials and not distances(tablebase, query):
            title = material_title(self._rules, query.materials[0])
            return texts.no_goal(title, query.goal.value, pieces)
        return texts.no_ending(pieces)
