"""The log of the window, written to standard error on a thread of its own. No pygame."""

from __future__ import annotations

import atexit
import logging
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from logging.handlers import QueueHandler, QueueListener

from engine.system.threads import answer_within

LAST_WAIT_S = 0.5
"""Seconds to wait at the end for what is left to write."""


def _stop(listener: QueueListener) -> bool:
    """Write what is left, and return True."""
    listener.stop()
    return True


@contextmanager
def logging_in_background() -> Iterator[None]:
    """Write warnings on a thread: a stopped terminal, or a pipe that is not read, stops nothing else."""
    records: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
    written = logging.StreamHandler()
    written.setLevel(logging.WARNING)
    handler, listener = QueueHandler(records), QueueListener(records, written, respect_handler_level=True)
    logging.getLogger().addHandler(handler)
    listener.start()
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        if not answer_within(LAST_WAIT_S, partial(_stop, listener), False):
            atexit.unregister(logging.shutdown)  # it would wait for the terminal
