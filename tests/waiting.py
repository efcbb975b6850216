"""Waiting for other threads and processes: for a signal, never for a time."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

PATIENCE = 300.0
"""Seconds after which a test gives up: so long that no busy machine comes near it."""


class Signal:
    """A callback for a thread, to be called after every change."""

    def __init__(self) -> None:
        self._given = threading.Event()

    def __call__(self) -> None:
        self._given.set()

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Check a condition now and after each signal, until it holds."""
        while True:
            self._given.clear()
            if condition():
                return
            assert self._given.wait(PATIENCE), "waited in vain"


class ProcessSignal:
    """Signals that another process has reached a place in its code, where it must run `code`."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(PATIENCE)
        self.code = f"__import__('socket').create_connection({self._server.getsockname()!r}).close()"

    def wait(self) -> None:
        """Wait until the code has run once more."""
        visitor, _ = self._server.accept()
        visitor.close()

    def close(self) -> None:
        """Stop listening."""
        self._server.close()


def ended(process: BaseProcess) -> bool:
    """Return whether the system has ended a process.

    `is_alive` may still say yes for a moment while the executor's own thread collects the process.
    """
    return bool(wait([process.sentinel], 0))
