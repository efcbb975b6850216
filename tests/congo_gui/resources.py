"""The resources of this process: threads, open files, child processes, and memory."""

from __future__ import annotations

import gc
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.congo_gui.long_session import memory_mib
from tests.waiting import PATIENCE

HAS_PROC = Path("/proc/self/task").is_dir()
"""True on systems that list the resources of a process (Linux)."""


@dataclass(frozen=True)
class Resources:
    """The resources of a process at one moment; threads and files by name."""

    threads: Counter[str]
    files: Counter[str]
    children: frozenset[str]
    mib: float

    @classmethod
    def now(cls) -> Resources:
        """Return the resources of this process after garbage collection."""
        gc.collect()
        threads = Counter(thread.name for thread in threading.enumerate())
        return cls(threads, Counter(_open_files()), _children(), memory_mib())

    def more_than(self, before: Resources) -> str:
        """Describe the resources beyond earlier ones, except memory; empty if there are none."""
        more = (self.threads - before.threads, self.files - before.files, self.children - before.children)
        return " ".join(str(each) for each in more if each)


def wait_for_release(before: Resources) -> None:
    """Wait until all resources are released: threads may take a moment to end."""
    end = time.monotonic() + PATIENCE
    while more := Resources.now().more_than(before):
        assert time.monotonic() < end, f"still there: {more}"
        time.sleep(0.1)


def _open_files() -> list[str]:
    names = []
    for link in Path("/proc/self/fd").iterdir():
        try:
            names.append(str(link.readlink()).partition(":[")[0])  # pipes and sockets have numbers
        except OSError:
            continue  # the folder itself, closed by now
    return names


def _children() -> frozenset[str]:
    """Return the pids of the running child processes."""
    found: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        found |= set((task / "children").read_text().split())
    return frozenset(found)
