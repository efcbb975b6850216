"""The terms of the static evaluation, computed on a thread, because it may have to be compiled. No pygame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from congo_gui.screens.analysis import texts
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Position
from engine.system.errors import UserError

MAX_KEPT = 500
"""How many positions are cached."""


@dataclass(frozen=True)
class PositionTerms:
    """The terms of a position in whole centipawns, from the first side's view, by what people call them.

    `problem` is why there are none, if so.
    """

    terms: tuple[tuple[str, int], ...] = ()
    problem: str = ""

    @property
    def total(self) -> int:
        """What the terms add up to."""
        return sum(value for _, value in self.terms)


def terms_of(rules: Rules, position: Position) -> PositionTerms:
    """Return the terms of a position; the rounding error is added to the first one."""
    from engine.search.evaluation import evaluation_terms, static_eval, term_title

    try:
        found, total = evaluation_terms(rules, position), static_eval(rules, position)
    except UserError as error:
        return PositionTerms(problem=str(error))
    values = {name: round(value) for name, value in found.items()}
    first = next(iter(values))
    values[first] += total - sum(values.values())
    sign = 1 if position.side == FIRST else -1
    return PositionTerms(tuple((term_title(rules, name), sign * value) for name, value in values.items()))


class TermsThread:
    """Computes the terms of the position that was requested last; `wake` is called when they are ready."""

    def __init__(
        self,
        rules: Rules,
        wake: Callable[[], None],
        work: Callable[[Rules, Position], PositionTerms] = terms_of,
    ) -> None:
        self._rules, self._wake, self._work = rules, wake, work
        self._known: dict[Position, PositionTerms] = {}
        self._asked: Position | None = None
        self._jobs: SimpleQueue[Position | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def of(self, position: Position) -> PositionTerms | None:
        """Return the terms of a position; None while they are computed."""
        found = self._known.get(position)
        if found is None and position != self._asked:
            self._ask(position)
        return found

    def _ask(self, position: Position) -> None:
        self._asked = position
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="evaluation terms", daemon=True)
            self._thread.start()
        self._jobs.put(position)

    def close(self) -> None:
        """End the thread, as soon as it has done what it is doing."""
        self._asked = None
        self._jobs.put(None)

    # --- on the thread

    def _run(self) -> None:
        while (position := self._jobs.get()) is not None:
            if position != self._asked:
                continue  # another one is on the board by now
            try:
                found = self._work(self._rules, position)
            except Exception as error:  # a defect, to be shown and not to be swallowed
                found = PositionTerms(problem=texts.terms_failed(error))
            if len(self._known) >= MAX_KEPT:
                self._known.clear()
            self._known[position] = found
            self._wake()
