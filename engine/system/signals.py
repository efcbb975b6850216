"""Signals that arrive while compiled code is running.

Python calls its signal handlers between two instructions of the main thread, so a search in compiled code
would have to end first, and a deep one never does. Another thread learns of a signal at once.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from engine.system.threads import start_thread

GRACE_S = 2.0
"""Seconds after Ctrl-C at which the main thread is considered to be busy in compiled code."""
INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def watch(numbers: Collection[int], act: Callable[[int], None]) -> None:
    """Call `act`, on a thread, with the number of each of these signals; call this on the main thread.

    Only signals that have a handler of Python's are noticed; the handler is called, too.

    Raises:
        UserError: the system allows no more threads.
    """
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)

    def wait(open_writer: socket.socket) -> None:
        while open_writer.fileno() >= 0 and (data := reader.recv(1)):
            if data[0] in numbers:
                act(data[0])

    start_thread(threading.Thread(target=wait, args=(writer,), name="signals", daemon=True))


def end_at(numbers: Collection[int], end: Callable[[int], None]) -> None:
    """Call `end`, on a thread, with the number of each of these signals, whatever the main one does.

    It has to end the process. The main thread waits for that as soon as it is in Python, so that it does not
    take programs that `end` kills for crashed ones.
    """
    watch(numbers, end)
    for number in numbers:
        signal.signal(number, lambda number, frame: threading.Event().wait())


@contextmanager
def signals_blocked(*names: str) -> Iterator[None]:
    """Start processes that signals of the terminal do not reach: they inherit that from this thread.

    On Windows, Ctrl+C reaches them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, name) for name in names])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stops: list[Callable[[], None]] = []
"""What ends the compiled code that is running."""


@contextmanager
def stopped_by_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop`, on a thread, at Ctrl-C in this block; it ends the compiled code that is running there."""
    _stops.append(stop)
    try:
        yield
    finally:
        _stops.remove(stop)


def make_interruptible() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt`; where compiled code does not stop for it, end the program."""
    noticed = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        noticed.set()
        raise KeyboardInterrupt

    def end_if_busy(number: int) -> None:
        for stop in tuple(_stops):
            stop()
        if not noticed.wait(GRACE_S):
            with suppress(Exception):
                sys.stdout.flush()
            os._exit(INTERRUPTED)
        noticed.clear()

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        watch((signal.SIGINT,), end_if_busy)
        signal.signal(signal.SIGINT, interrupt)
