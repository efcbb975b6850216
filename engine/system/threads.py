"""Starting and ending threads."""

from __future__ import annotations

import threading

from engine.system import texts
from engine.system.errors import UserError


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
