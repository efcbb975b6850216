"""Jobs in this process and in others, some of which die."""

from __future__ import annotations

import contextlib
import errno
import itertools
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from engine.jobs import texts
from engine.jobs.runner import ProcessPool, poll, run
from tests.engine.jobs.job_functions import dies, dies_on, dies_once, square, survives_ctrl_c
from tests.waiting import PATIENCE, ended


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_yields_one_result(workers: int) -> None:
    answers = sorted(run(square, range(5), workers))
    assert answers == [(number, number * number) for number in range(5)]
    assert list(run(square, [], 1)) == []


def test_failing_pool_ends_only_its_own_processes() -> None:
    earlier = set(multiprocessing.active_children())
    with contextlib.suppress(ValueError), ProcessPool(1, None) as pool:
        pool.submit(square, 2).result()
        (own,) = set(multiprocessing.active_children()) - earlier
        another = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(3600,))
        another.start()
        raise ValueError("enough")
    assert ended(own)
    assert not ended(another)
    another.kill()
    another.join()


@pytest.mark.parametrize(
    ("kind", "error", "reason"),
    [
        (SpawnProcess, OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (threading.Thread, RuntimeError("can't start new thread"), "can't start new thread"),
    ],
)
def test_a_worker_that_cannot_start_is_named(
    kind: type, error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(started: object) -> None:
        raise error

    monkeypatch.setattr(kind, "start", refuse)
    with pytest.raises(BrokenExecutor, match=re.escape(texts.worker_not_started(reason))):
        list(run(square, range(3), workers=2))


def test_threads_that_run_out_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python before 3.12.1 would lose a job with the thread that cannot start another one."""
    start, numbers = threading.Thread.start, itertools.count()
    lost: list[threading.ExceptHookArgs] = []

    def first_only(thread: threading.Thread) -> None:
        if next(numbers):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", first_only)
    monkeypatch.setattr(threading, "excepthook", lost.append)
    earlier = set(threading.enumerate())
    reason = re.escape(texts.worker_not_started("can't start new thread"))
    with pytest.raises(BrokenExecutor, match=reason):
        all(not lost for _ in poll(square, [3], 1, in_process=False))
    for thread in set(threading.enumerate()) - earlier:  # that of a dead worker may still be ending
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_job_errors_reach_the_caller() -> None:
    for workers in (1, 2):
        with pytest.raises(ValueError, match="negative"):
            list(run(square, [1, -1, 2], workers))


def test_jobs_of_a_dead_process_are_repeated(tmp_path: Path) -> None:
    answers = sorted(run(partial(dies_once, tmp_path), range(6), 2))
    assert answers == [(number, number) for number in range(6)]
    assert (tmp_path / "died").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_ctrl_c_does_not_reach_the_processes() -> None:
    """In a terminal all processes get it: each would print a traceback while the parent ends them."""
    assert list(run(survives_ctrl_c, [1], 2)) == [(0, True)]


def test_raises_if_processes_keep_dying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.jobs.runner.MAX_RESTARTS", 1)
    with pytest.raises(BrokenExecutor):
        list(run(dies, [1], 2))


def test_job_killing_every_worker_is_reported_as_lost(tmp_path: Path) -> None:
    answers = run(partial(dies_on, 3), range(6), 2, on_lost=lambda number: -number)
    assert sorted(answers) == [(0, 0), (1, 1), (2, 2), (3, -3), (4, 4), (5, 5)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_can_depend_on_earlier_results(workers: int) -> None:
    known: list[int] = []

    def jobs() -> Iterator[int | None]:
        yield from (2, 3)
        while len(known) < 2:
            yield None
        yield sum(known)

    for _, answer in run(square, jobs(), workers):
        known.append(answer)
    assert sorted(known) == [4, 9, 169]


def test_jobs_wait_for_a_free_worker() -> None:
    asked: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(10):
            asked.append(number)
            yield number

    answers = run(square, jobs(), 2)
    next(answers)
    assert len(asked) <= 3
    answers.close()


def test_polling_yields_none_in_pauses() -> None:
    steps = poll(square, iter([None, None, 3]), 1)
    assert list(steps) == [None, None, (0, 9)]
    with contextlib.closing(poll(time.sleep, [3600.0], 2)) as slow:
        assert next(slow) is None


def test_leaving_early_ends_the_processes() -> None:
    earlier = set(multiprocessing.active_children())
    answers = run(square, range(50), 2)
    next(answers)
    processes = set(multiprocessing.active_children()) - earlier
    assert processes
    answers.close()
    assert all(ended(process) for process in processes)


@pytest.mark.parametrize("early", [False, True])
def test_leaving_ends_the_threads(early: bool) -> None:
    """A thread still ending would close the pipe that Python writes to when it ends."""
    earlier = set(threading.enumerate())
    answers = run(square, range(8), 2)
    next(answers)
    if early:
        answers.close()
    else:
        list(answers)
    assert not set(threading.enumerate()) - earlier


@pytest.mark.skipif(sys.platform == "win32", reason="Windows suspends no processes by signal")
def test_leaving_early_ends_a_suspended_process() -> None:
    earlier = set(multiprocessing.active_children())
    answers = run(square, range(50), 2)
    next(answers)
    processes = set(multiprocessing.active_children()) - earlier
    suspended = next(iter(processes))
    assert suspended.pid is not None
    os.kill(suspended.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, suspended.pid, os.WSTOPPED | os.WNOWAIT)
    leaving = threading.Thread(target=answers.close)
    leaving.start()
    leaving.join(20)
    left = not leaving.is_alive()
    suspended.kill()
    leaving.join()
    assert left
    assert all(ended(process) for process in processes)
