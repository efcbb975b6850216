"""Further threads that search the same root into the same table, and so help the first one.

They share nothing but the table (see transposition.py on why that is safe) and start from depths of their
own, so that they fill it with different entries ("Lazy SMP").
"""

from __future__ import annotations

import logging
import threading
from typing import Any

import numpy as np

from engine.compiled.jit import int64
from engine.search.alphabeta import search_root
from engine.search.state import INFINITE

LOG = logging.getLogger(__name__)


class HelperThreads:
    """`count` helping threads for searches whose record is of type `dtype`; fewer if memory is short."""

    def __init__(self, dtype: np.dtype[Any], count: int) -> None:
        self._memory = _records(dtype, count)
        self._threads: list[threading.Thread] = []

    @property
    def nodes(self) -> int:
        """Moves made by all helpers in the current search."""
        return sum(int(state["nodes"]) for state in self._memory)

    def start(self, memory: Any, max_depth: int) -> None:
        """Start searching what the one-element array `memory` has been set up for.

        The node limit in `memory` becomes each thread's equal share of it.
        """
        # None of them searches before all are there: where there are more threads than cores, each that is
        # started would have to wait for those that search.
        ready = threading.Event()
        for number, state in enumerate(self._memory, start=1):
            work = state, 1 + number % 2, max_depth, ready
            thread = threading.Thread(target=_deepen, args=work, daemon=True)
            try:
                thread.start()
            except RuntimeError:
                LOG.warning("could start only %d threads", number)
                break
            self._threads.append(thread)
        memory["node_limit"] //= 1 + len(self._threads)  # those that did not start search no share
        self._memory[: len(self._threads)] = memory[0]
        self._memory["stop"] = 0
        ready.set()

    def stop(self) -> None:
        """End the helpers' searches and wait for them."""
        for state in self._memory:
            state["stop"] = 1
        for thread in self._threads:
            thread.join()
        self._threads = []


def _records(dtype: np.dtype[Any], count: int) -> Any:
    while True:
        try:
            return np.zeros(count, dtype=dtype)
        except MemoryError:
            if count == 0:
                raise
            count //= 2
            LOG.warning("not enough memory: searching with %d threads", count + 1)


def _deepen(state: Any, first: int, max_depth: int, ready: threading.Event) -> None:
    ready.wait()
    for depth in range(first, max_depth + 1):
        if state["stop"]:
            return
        search_root(state, int64(depth), int64(0), int64(-INFINITE), int64(INFINITE))
