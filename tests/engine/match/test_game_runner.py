"""Worker processes that play games, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

DEAF = """
import os, signal, sys, time
sys.stdin.buffer.read(1)
os.kill({worker}, signal.SIGTERM)
time.sleep(600)
"""
"""A program that is sent more than it reads, so that the worker is in the middle of a sentence to it."""
WORKER = f"""
import collections, os, sys, threading, time
from engine.match import game_runner
from engine.players.program import Program
game_runner.prepare_worker()
program = Program([sys.executable, "-c", {DEAF!r}.format(worker=os.getpid())])
game_runner._players[threading.get_ident()] = collections.OrderedDict(one=program)
print(program._process.pid, flush=True)
program.send("x" * 10**7)
program.line(time.monotonic() + 600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_worker_ends_while_writing_to_a_program() -> None:
    ended = subprocess.run([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, timeout=300, check=False)
    assert ended.returncode == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(int(ended.stdout), 0)
