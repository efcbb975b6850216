"""Signals end a process even while compiled code is running."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

BUSY = """
import os, signal, threading
from engine.rules import get
from engine.search.perft import perft
{prepare}
rules = get("konane")
perft(rules, rules.start(), 1)
threading.Timer(0.3, os.kill, (os.getpid(), signal.{signal})).start()
perft(rules, rules.start(), 60)
"""
"""A process that would count for years, and gets a signal."""
INTERRUPTIBLE = "from engine.system.signals import make_interruptible; make_interruptible()"
WORKER = "from engine.match.game_runner import prepare_worker; prepare_worker()"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("prepare", "number", "status"),
    [
        (INTERRUPTIBLE, signal.SIGINT, 130),
        (WORKER, signal.SIGINT, 128 + signal.SIGINT),
        (WORKER, signal.SIGTERM, 128 + signal.SIGTERM),
    ],
)
def test_a_signal_ends_compiled_code(prepare: str, number: signal.Signals, status: int) -> None:
    code = BUSY.format(prepare=prepare, signal=number.name)
    ended = subprocess.run([sys.executable, "-c", code], timeout=100, check=False)
    assert ended.returncode == status


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_ctrl_c_is_an_exception_elsewhere_and_stops_compiled_code() -> None:
    code = f"""
{INTERRUPTIBLE}
import os, signal, threading
from engine.system.signals import stopped_by_ctrl_c
for _ in range(2):
    stopped = threading.Event()
    with stopped_by_ctrl_c(stopped.set):
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            stopped.wait()
            print("interrupted")
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=100, check=False)
    assert (ended.returncode, ended.stdout.split()) == (0, [b"interrupted"] * 2)
