"""Starting and ending threads."""

from __future__ import annotations

import subprocess
import sys
import threading

from engine.__main__ import CANNOT_START
from engine.system import texts
from engine.system.threads import join_or_leave
from tests.waiting import PATIENCE


def test_the_programs_end_waits_for_a_thread_that_takes_longer() -> None:
    before, may_end = set(threading.enumerate()), threading.Event()
    thread = threading.Thread(target=may_end.wait, name="compiler", daemon=True)
    thread.start()
    join_or_leave(thread, 0.0)
    (waiting,) = set(threading.enumerate()) - before - {thread}
    assert not waiting.daemon
    may_end.set()
    waiting.join(PATIENCE)
    assert not thread.is_alive()


def test_an_ended_thread_is_not_waited_for() -> None:
    thread = threading.Thread(target=lambda: None, daemon=True)
    thread.start()
    join_or_leave(thread, None)
    before = threading.active_count()
    join_or_leave(thread, 0.0)
    assert threading.active_count() <= before


def test_without_threads_the_program_says_so() -> None:
    code = """
import sys, threading
from engine.__main__ import main

def refuse(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refuse
sys.exit(main())
"""
    command = [sys.executable, "-c", code, "moves", "konane", "startpos"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr) == (CANNOT_START, f"{texts.NO_MORE_THREADS}\n")
