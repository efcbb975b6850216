"""Starting and ending threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from engine.system import texts
from engine.system.errors import UserError

DISK_WAIT_S = 0.3
"""Seconds to wait for a disk before a dialog opens."""

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


def join_or_leave(thread: threading.Thread, seconds: float | None) -> None:
    """Wait at most `seconds` for a thread, without a limit for None.

    If it takes longer, Python waits for it before it shuts down: compiling cannot be interrupted.
    """
    thread.join(seconds)
    if thread.is_alive():
        threading.Thread(target=thread.join).start()


def answer_within(seconds: float, ask: Callable[[], Value], default: Value) -> Value:
    """Return what `ask` returns, called on a thread; if that takes longer than `seconds`, return `default`.

    `ask` must not raise an error.
    """
    answers: list[Value] = []
    thread = threading.Thread(target=lambda: answers.append(ask()), name="question", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # the system allows no more threads
        return ask()
    thread.join(seconds)
    return answers[0] if answers else default
