"""Independent jobs, done one after another in this process, by several processes, or by a Dask cluster.

What a job returns may not depend on the process in which it runs, nor on what ran there before. All ways
build on the executors of `concurrent.futures`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import AbstractContextManager, closing
from itertools import count
from typing import Generic, TypeVar

from engine.jobs.worker_pool import ProcessPool, WorkerPool

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Step = TypeVar("Step")

MAX_RESTARTS = 3
"""How often a job is done again whose process died; one that dies more often does so for a reason."""
POLL_S = 0.2
"""Seconds between two looks for a job to hand out or a caller that wants to leave."""


def run(
    work: Callable[[Job], Answer],
    jobs: Iterable[Job | None],
    workers: int,
    dask: str | None = None,
    lost: Callable[[Job], Answer] | None = None,
) -> Generator[tuple[int, Answer], None, None]:
    """Yield each job's number and its answer, as they are done; the jobs are counted from 0.

    `jobs` is asked for the next one when a worker is free, so it may take into account what was yielded
    till then; None says that there is none at present. With one worker everything happens in this process.
    Otherwise `work`, jobs and answers travel between processes and have to be picklable. `dask` is the
    address of a cluster's scheduler, which then does the jobs with all its workers.

    A job whose process dies is done again, and answered by `lost` if that happens time after time.

    Raises:
        BrokenExecutor: a job was lost and there is no `lost`, or no worker is left.
        UserError: there is no such cluster.
        Exception: what `work` raises.
    """
    yield from without_pauses(poll(work, jobs, workers, dask=dask, lost=lost))


def poll(
    work: Callable[[Job], Answer],
    jobs: Iterable[Job | None],
    workers: int,
    start: Callable[[], None] | None = None,
    dask: str | None = None,
    lost: Callable[[Job], Answer] | None = None,
    own_process: bool = True,
) -> Generator[tuple[int, Answer] | None, None, None]:
    """Do as `run` does, and yield None in pauses, for a caller that may want to leave early.

    `start`, if given, is called once in each process. A single worker is this process itself, unless
    `own_process` is false.
    """
    if dask is None and workers == 1 and own_process:
        return _run_here(work, jobs)
    return _run_by(_pool_of(workers, start, dask), work, jobs, lost)


def without_pauses(steps: Generator[Step | None, None, None]) -> Generator[Step, None, None]:
    """Yield what a poll yields, without its pauses."""
    with closing(steps):
        yield from (step for step in steps if step is not None)


def _pool_of(
    workers: int, start: Callable[[], None] | None, dask: str | None
) -> AbstractContextManager[WorkerPool]:
    if dask is None:
        return ProcessPool(workers, start)
    from engine.jobs.cluster import DaskCluster

    return DaskCluster(dask)


def _run_here(
    work: Callable[[Job], Answer], jobs: Iterable[Job | None]
) -> Generator[tuple[int, Answer] | None, None, None]:
    numbers = count()
    for job in jobs:
        if job is None:
            time.sleep(POLL_S)
            yield None
        else:
            yield next(numbers), work(job)


def _run_by(
    workers: AbstractContextManager[WorkerPool],
    work: Callable[[Job], Answer],
    jobs: Iterable[Job | None],
    lost: Callable[[Job], Answer] | None,
) -> Generator[tuple[int, Answer] | None, None, None]:
    with workers as pool:
        dispatcher: _Dispatcher[Job, Answer] = _Dispatcher(pool, work, jobs, lost)
        while dispatcher.hand_out():
            yield from dispatcher.collect()


class _Dispatcher(Generic[Job, Answer]):
    """Hands out the jobs and collects the answers."""

    def __init__(
        self,
        pool: WorkerPool,
        work: Callable[[Job], Answer],
        jobs: Iterable[Job | None],
        lost: Callable[[Job], Answer] | None,
    ) -> None:
        self._pool, self._work, self._lost = pool, work, lost
        self._supply: Iterator[Job | None] | None = iter(jobs)
        self._numbers = count()
        self._running: dict[Future[Answer], tuple[int, Job]] = {}
        self._deaths: Counter[int] = Counter()

    def hand_out(self) -> bool:
        """Give jobs to free workers; return whether any are left, handed out or not."""
        while self._supply is not None and len(self._running) < self._pool.room:
            try:
                job = next(self._supply)
            except StopIteration:
                self._supply = None
                break
            if job is None:
                break
            self._submit(next(self._numbers), job)
        return bool(self._running) or self._supply is not None

    def _submit(self, number: int, job: Job) -> None:
        self._running[self._pool.submit(self._work, job)] = number, job

    def collect(self) -> Iterator[tuple[int, Answer] | None]:
        """Yield what is answered next, or None if that takes some time."""
        if not self._running:
            time.sleep(POLL_S)
        done, _ = wait(self._running, POLL_S, FIRST_COMPLETED)
        if not done:
            yield None
        for future in sorted(done, key=lambda each: self._running[each][0]):
            number, job = self._running.pop(future)
            if not self._pool.died_over(future):
                yield number, future.result()
            elif self._deaths[number] < MAX_RESTARTS:
                self._deaths[number] += 1
                self._submit(number, job)
            elif self._lost is None:
                raise BrokenExecutor(f"the process that did job {number} died, whoever it was")
            else:
                yield number, self._lost(job)
