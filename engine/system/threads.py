"""Ending threads."""

from __future__ import annotations

import threading


def join_or_leave(thread: threading.Thread, seconds: float | None) -> None:
    """Wait at most `seconds` for a thread, without a limit for None.

    If it takes longer, Python waits for it before it shuts down: compiling cannot be interrupted.
    """
    thread.join(seconds)
    if thread.is_alive():
        threading.Thread(target=thread.join).start()
