"""Computes something on a thread, because code may have to be compiled for it. No pygame."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import partial
from queue import SimpleQueue
from typing import Generic, TypeVar

from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.system.errors import UserError
from engine.system.threads import start_thread

MAX_KEPT = 500
"""The maximum number of cached results."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LookupThread(Generic[Key, Value]):
    """Computes the `work` on the key that was requested last; `wake` is called when it is done.

    `failed` returns a value that shows an error, which is a bug.
    """

    def __init__(
        self, wake: Callable[[], None], work: Callable[[Key], Value], failed: Callable[[Exception], Value]
    ) -> None:
        self._wake, self._work, self._failed = wake, work, failed
        self._known: dict[Key, Value] = {}
        self._asked: Key | None = None
        self._jobs: SimpleQueue[Key | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def of(self, key: Key) -> Value | None:
        """Return the result for a key; None while it is computed."""
        found = self._known.get(key)
        if found is None and key != self._asked:
            self._ask(key)
        return found

    def _ask(self, key: Key) -> None:
        self._asked = key
        self._jobs.put(key)
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="lookup", daemon=True)
            try:
                start_thread(thread)
                self._thread = thread
            except UserError:
                self._jobs.put(None)
                self._run()

    def close(self) -> None:
        """End the thread after its current work."""
        self._asked = None
        self._jobs.put(None)

    # --- on the thread

    def _run(self) -> None:
        while (key := self._jobs.get()) is not None:
            if key != self._asked:
                continue  # another one is asked for by now
            try:
                found = self._work(key)
            except Exception as error:
                found = self._failed(error)
            if len(self._known) >= MAX_KEPT:
                self._known.clear()
            self._known[key] = found
            self._wake()


class PositionThread(LookupThread[Position, Value]):
    """Computes the `work` on the position that was requested last; see `LookupThread`."""

    def __init__(
        self,
        rules: Rules,
        wake: Callable[[], None],
        work: Callable[[Rules, Position], Value],
        failed: Callable[[Exception], Value],
    ) -> None:
        super().__init__(wake, partial(work, rules), failed)
        self._rules = rules
