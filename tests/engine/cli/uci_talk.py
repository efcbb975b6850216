"""Conversations with the UCI loop, without a process."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

from engine.cli.uci import UciLoop

PATIENCE = 60
"""Seconds after which a test that waits in vain fails instead of hanging."""
BEST = r"bestmove [a-g][1-7]([a-g][1-7])+"


class Conversation:
    """The lines sent to the engine, and its answers.

    A line that begins with ``<`` is not sent: it waits for an answer that matches the rest.
    """

    def __init__(self, script: str) -> None:
        self.answers: list[str] = []
        self._script = [line.strip() for line in script.strip().splitlines()]
        self._fresh = threading.Condition()
        self._read = 0

    def hear(self, answer: str) -> None:
        """Receive a line of the engine."""
        with self._fresh:
            self.answers += answer.split("\n")
            self._fresh.notify_all()

    def lines(self) -> Iterator[str]:
        """Yield the lines sent to the engine."""
        for line in self._script:
            if line.startswith("<"):
                self._wait(line[1:].strip())
            else:
                yield line + "\n"

    def _wait(self, pattern: str) -> None:
        def came() -> bool:
            while self._read < len(self.answers):
                self._read += 1
                if re.fullmatch(pattern, self.answers[self._read - 1]):
                    return True
            return False

        with self._fresh:
            assert self._fresh.wait_for(came, PATIENCE), f"no '{pattern}' among {self.answers}"


def answers(script: str) -> list[str]:
    """Return the engine's answers; it must leave no thread."""
    before = set(threading.enumerate())
    talk = Conversation(script)
    UciLoop(talk.hear).run(talk.lines())
    assert set(threading.enumerate()) <= before  # one of an earlier test may just have ended
    return talk.answers


def complaints(script: str) -> list[str]:
    """Return the answers, all of which must be error messages."""
    found = answers(script)
    assert all(line.startswith("info string ") for line in found), found
    return [line.removeprefix("info string ") for line in found]


def best_move(found: list[str]) -> str:
    """Return the single best move in the answers."""
    (best,) = (line for line in found if line.startswith("bestmove"))
    return best.removeprefix("bestmove ")
