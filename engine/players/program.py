"""Line-based communication with another program, robust against anything the program does.

Threads write and read its pipes: a program that neither reads nor writes blocks only these threads, and on
Windows there is no way to wait for a pipe with a timeout.
"""

from __future__ import annotations

import atexit
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from engine.players import texts
from engine.players.base import Player, PlayerFailure
from engine.system.files import reason_of

ROOT = Path(__file__).parents[2]
MAX_LINE_BYTES = 1 << 16
"""Longer lines are split, so that no program can exhaust the memory."""
MAX_QUEUED_LINES = 1000
"""Unread lines that are queued before the program is blocked."""
WATCHDOG = ("/bin/sh", "-c", 'read line; kill -s KILL -- "-$1"', "guard")
"""Kills a process group when its input ends, as it does when this process dies."""
QUIT_TIMEOUT_S = 1.0
"""Seconds that a program has to exit after `quit`."""

_running: set[Program] = set()


@atexit.register
def end_all() -> None:
    """Kill all programs, so that none outlives this process."""
    for program in list(_running):
        program.kill()
        with suppress(subprocess.TimeoutExpired):
            program.wait(QUIT_TIMEOUT_S)


class Program:
    """A running program; its methods raise `PlayerFailure` if it misbehaves.

    With `shows_errors` it inherits our standard error, else that is read for error messages. It runs in
    `folder`; all lines sent and received are appended to `log`.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str] | None = None,
        shows_errors: bool = False,
        folder: str | None = None,
        log: Path | None = None,
    ) -> None:
        self._log: IO[bytes] | None = None
        if log is not None:
            try:
                self._log = log.open("ab", buffering=0)  # a line is written in one piece
            except (OSError, ValueError) as error:
                raise PlayerFailure(texts.log_failed(str(log), reason_of(error))) from None
        # In its own session: killing the group ends its children, too, and Ctrl-C reaches only us.
        try:
            self._process = subprocess.Popen(
                list(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if shows_errors else subprocess.PIPE,
                start_new_session=True,
                env=environment,
                cwd=folder,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:
            raise PlayerFailure(texts.start_failed(reason_of(error))) from None
        self._watchdog = _start_watchdog(self._process.pid)
        self._unsent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._input_closed = threading.Event()
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_QUEUED_LINES)
        self._error_lines: deque[str] = deque(maxlen=3)
        self._closed = threading.Event()
        pipes = ((self._process.stdout, self._read_output), (self._process.stderr, self._read_errors))
        self._readers = {
            threading.Thread(target=reads, args=(pipe,), daemon=True): pipe
            for pipe, reads in pipes
            if pipe is not None
        }
        self._writer = threading.Thread(target=self._write, daemon=True)
        for thread in (self._writer, *self._readers):
            thread.start()
        _running.add(self)

    def send(self, line: str) -> None:
        """Queue a line for the program; never block, even if the program does not read."""
        if self._input_closed.is_set():
            raise self._ended()
        self._note(">", line)
        self._unsent.put(line)

    def line(self, deadline: float) -> str | None:
        """Return the program's next line, None if there is none by `deadline` (`time.monotonic`)."""
        try:
            line = self._lines.get(timeout=max(deadline - time.monotonic(), 0))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # for the next call
            raise self._ended()
        return line

    def close(self, quit_timeout: float = QUIT_TIMEOUT_S) -> None:
        """Ask the program to quit, and kill it if it does not within `quit_timeout` seconds."""
        self._unsent.put("quit")
        self._unsent.put(None)
        self._closed.set()
        try:
            self._process.wait(quit_timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._kill_children()
        if self._watchdog is not None:
            self._watchdog.kill()
            self._watchdog.communicate()
        self._process.wait()
        _running.discard(self)
        self._writer.join(QUIT_TIMEOUT_S)
        for thread, pipe in self._readers.items():
            thread.join(QUIT_TIMEOUT_S)
            # On Windows a child of the program survives and may keep the pipe open: the thread still reads.
            if not thread.is_alive():
                pipe.close()
        if self._log is not None:
            self._log.close()

    def _note(self, sign: str, line: str) -> None:
        """Log a line with the time and process: ``>`` was sent, ``<`` received, ``!`` is an error message."""
        if self._log is not None:
            now = datetime.now().isoformat(sep=" ", timespec="milliseconds")
            with suppress(OSError, ValueError):  # the disk is full, or the log is closed
                self._log.write(f"{now} {self._process.pid} {sign} {line}\n".encode(errors="replace"))

    def kill(self) -> None:
        """Kill the program and its children; return at once."""
        self._process.kill()
        self._kill_children()

    def wait(self, seconds: float) -> None:
        """Wait until the program has ended.

        Raises:
            subprocess.TimeoutExpired: it takes longer.
        """
        self._process.wait(seconds)

    def _kill_children(self) -> None:
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _ended(self) -> PlayerFailure:
        """Return the failure of a program that has ended or closed its output."""
        try:
            status = self._process.wait(QUIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return PlayerFailure(texts.OUTPUT_CLOSED)
        list(self._readers)[-1].join(QUIT_TIMEOUT_S)
        last_error = f" ({self._error_lines[-1]})" if self._error_lines else ""
        if status < 0:
            return PlayerFailure(texts.ended_by_signal(-status, last_error))
        return PlayerFailure(texts.ended_with_status(status, last_error))

    # --- on the writing thread

    def _write(self) -> None:
        """Write the queued lines until `close` is called or the program closes its input."""
        stream = self._process.stdin
        assert stream is not None
        with suppress(OSError), stream:  # closing flushes, which fails if the program has closed its input
            for line in iter(self._unsent.get, None):
                try:
                    stream.write(line.encode(errors="replace") + b"\n")
                    stream.flush()
                except OSError:
                    self._input_closed.set()
                    self._keep(None)
                    return

    # --- on the reading threads

    def _read_output(self, stream: IO[bytes]) -> None:
        for raw in iter(lambda: stream.readline(MAX_LINE_BYTES), b""):
            line = raw.decode(errors="replace").strip()
            self._note("<", line)
            self._keep(line)
        self._keep(None)

    def _keep(self, line: str | None) -> None:
        """Queue a line; block while the queue is full, which throttles programs with endless output."""
        while not self._closed.is_set():
            with suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _read_errors(self, stream: IO[bytes]) -> None:
        for raw in iter(lambda: stream.readline(MAX_LINE_BYTES), b""):
            text = raw.decode(errors="replace").strip()
            if text:
                self._note("!", text)
                self._error_lines.append(text[:200])


def _start_watchdog(group: int) -> subprocess.Popen[bytes] | None:
    """Start a process that kills a process group when we are killed; None if that is impossible."""
    with suppress(OSError):
        if sys.platform != "win32":
            arguments, pipe, silent = [*WATCHDOG, str(group)], subprocess.PIPE, subprocess.DEVNULL
            return subprocess.Popen(
                arguments, stdin=pipe, stdout=silent, stderr=silent, start_new_session=True
            )
    return None


def environment(**variables: str) -> dict[str, str]:
    """Return an environment in which Python finds this engine, with these variables set."""
    own = "" if os.pathsep in str(ROOT) else str(ROOT)  # it would be read as two folders
    path = os.pathsep.join(filter(None, (own, os.environ.get("PYTHONPATH"))))
    return {**os.environ, **variables, "PYTHONPATH": path}


class ProgramPlayer(Player):
    """A player in another process: stopping, aborting and closing it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._program: Program | None = None
        self._stopped, self._aborted = threading.Event(), threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def clear_stop(self) -> None:
        self._stopped.clear()

    def abort(self) -> None:
        self._aborted.set()
        self.stop()

    def close(self) -> None:
        self._end(QUIT_TIMEOUT_S)

    @property
    def _will_be_reused(self) -> bool:
        """True if it was only stopped, not aborted."""
        return self._stopped.is_set() and not self._aborted.is_set()

    def _kill_program(self) -> None:
        """Kill the program; a hanging one would not react to `quit`."""
        self._end(0)

    def _end(self, quit_timeout: float) -> None:
        if self._program is not None:
            self._program.close(quit_timeout)
            self._program = None
