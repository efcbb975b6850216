"""Computes something about positions on a thread, because code may have to be compiled for it. No pygame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

from engine.rules.rules import Rules
from engine.rules.values import Position

MAX_KEPT = 500
"""The maximum number of cached positions."""

Value = TypeVar("Value")


class PositionThread(Generic[Value]):
    """Computes the `work` on the position that was requested last; `wake` is called when it is done.

    `failed` returns a value that shows an error, which is a bug.
    """

    def __init__(
        self,
        rules: Rules,
        wake: Callable[[], None],
        work: Callable[[Rules, Position], Value],
        failed: Callable[[Exception], Value],
    ) -> None:
        self._rules, self._wake, self._work, self._failed = rules, wake, work, failed
        self._known: dict[Position, Value] = {}
        self._asked: Position | None = None
        self._jobs: SimpleQueue[Position | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def of(self, position: Position) -> Value | None:
        """Return the result for a position; None while it is computed."""
        found = self._known.get(position)
        if found is None and position != self._asked:
            self._ask(position)
        return found

    def _ask(self, position: Position) -> None:
        self._asked = position
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="position", daemon=True)
            self._thread.start()
        self._jobs.put(position)

    def close(self) -> None:
        """End the thread after its current work."""
        self._asked = None
        self._jobs.put(None)

    # --- on the thread

    def _run(self) -> None:
        while (position := self._jobs.get()) is not None:
            if position != self._asked:
                continue  # another one is on the board by now
            try:
                found = self._work(self._rules, position)
            except Exception as error:
                found = self._failed(error)
            if len(self._known) >= MAX_KEPT:
                self._known.clear()
            self._known[position] = found
            self._wake()
