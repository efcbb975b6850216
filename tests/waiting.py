"""How tests wait for what another thread does: for its signal, never for some time to pass."""

from __future__ import annotations

import threading
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds after which a test gives up: so long that no busy machine comes near it."""


class Signal:
    """Given to a thread to be called whenever something has changed."""

    def __init__(self) -> None:
        self._given = threading.Event()

    def __call__(self) -> None:
        self._given.set()

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Look at a condition now, and again after each signal, until it holds."""
        while True:
            self._given.clear()
            if condition():
                return
            assert self._given.wait(PATIENCE), "waited in vain"
