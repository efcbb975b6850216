"""Starting and ending threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from engine.system import texts
from engine.system.errors import UserError

DISK_WAIT_S = 0.3
"""Seconds to wait for a disk before a dialog opens without its answer."""

Value = TypeVar("Value")


def start_thread(thread: threading.Thread) -> None:
    """Start a thread.

    Raises:
        UserError: the system allows no more threads.
    """
    try:
        thread.start()
    except RuntimeError:
        raise UserError(texts.NO_MORE_THREADS) from None


def start_or_run(thread: threading.Thread) -> bool:
    """Start a thread, or do its work here if the system allows no more; return whether it was started."""
    try:
        start_thread(thread)
    except UserError:
        thread.run()
        return False
    return True


def join_or_leave(thread: threading.Thread, seconds: float | None) -> None:
    """Wait at most `seconds` for a thread, without a limit for None.

    If it takes longer, Python waits for it before it shuts down: compiling cannot be interrupted.
    """
    thread.join(seconds)
    if thread.is_alive():
        with suppress(RuntimeError):  # the system allows no more threads
            threading.Thread(target=thread.join).start()


def answer_within(seconds: float, ask: Callable[[], Value], default: Value) -> Value:
    """Return what `ask` returns, called on a thread; if that takes longer than `seconds`, return `default`.

    `ask` must not raise an error.
    """
    answers: list[Value] = []
    begin_question(lambda: answers.append(ask()), seconds)
    return answers[0] if answers else default


def begin_question(ask: Callable[[], object], seconds: float) -> threading.Thread:
    """Call a function on a thread, wait for at most `seconds`, and return the thread.

    If the system allows no more threads, it is called on this one.
    """
    thread = threading.Thread(target=ask, name="question", daemon=True)
    try:
        thread.start()
    except RuntimeError:
        ask()
    else:
        thread.join(seconds)
    return thread
