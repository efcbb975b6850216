"""Independent jobs, done one after another here, by several processes, or by the workers of a Dask cluster.

What a job answers may not depend on the process in which it runs, nor on what ran there before. Behind all
of them stand the executors of `concurrent.futures`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import AbstractContextManager, closing
from itertools import count
from typing import Generic, TypeVar

from engine.jobs.worker_pool import Crew, Processes

Job = TypeVar("Job")
Answer = TypeVar("Answer")

MOST_RESTARTS = 3
"""How often a job is done again whose process died; one that dies more often does so for a reason."""
BEAT = 0.2
"""Seconds after which it is asked again whether there is something to do."""


def run(
    work: Callable[[Job], Answer],
    jobs: Iterable[Job | None],
    workers: int,
    start: Callable[[], None] | None = None,
    dask: str | None = None,
    lost: Callable[[Job], Answer] | None = None,
) -> Generator[tuple[int, Answer], None, None]:
    """Yield each job's number and its answer, as they are done; the jobs are counted from 0.

    `jobs` is asked for the next one when somebody is free, so it may take into account what was yielded
    till then; None says that there is none at present. With one worker everything happens in this process.
    Otherwise `work`, `start`, jobs and answers travel between processes, so they have to be picklable;
    `start` is called once in each process. `dask` is the address of a cluster's scheduler, which then does
    the jobs with all its workers.

    A job whose process dies is done again, and answered by `lost` if that happens time after time. Raises
    what `work` raises; `BrokenExecutor` if there is no `lost`, or nobody is left to do the jobs; and
    `UserError` if there is no such cluster.
    """
    with closing(run_with_beats(work, jobs, workers, start, dask, lost)) as steps:
        yield from (step for step in steps if step is not None)


def run_with_beats(
    work: Callable[[Job], Answer],
    jobs: Iterable[Job | None],
    workers: int,
    start: Callable[[], None] | None = None,
    dask: str | None = None,
    lost: Callable[[Job], Answer] | None = None,
    apart: bool = False,
) -> Generator[tuple[int, Answer] | None, None, None]:
    """Do as `run` does, and yield None now and then, for those who may want to leave early.

    With `apart`, nothing is done in this process, not even by a single worker.
    """
    if dask is None and workers == 1 and not apart:
        return _run_here(work, jobs)
    return _run_by(_crew(workers, start, dask), work, jobs, lost)


def _crew(workers: int, start: Callable[[], None] | None, dask: str | None) -> AbstractContextManager[Crew]:
    if dask is None:
        return Processes(workers, start)
    from engine.jobs.cluster import Cluster

    return Cluster(dask)


def _run_here(
    work: Callable[[Job], Answer], jobs: Iterable[Job | None]
) -> Generator[tuple[int, Answer] | None, None, None]:
    numbers = count()
    for job in jobs:
        if job is None:
            time.sleep(BEAT)
            yield None
        else:
            yield next(numbers), work(job)


def _run_by(
    employed: AbstractContextManager[Crew],
    work: Callable[[Job], Answer],
    jobs: Iterable[Job | None],
    lost: Callable[[Job], Answer] | None,
) -> Generator[tuple[int, Answer] | None, None, None]:
    with employed as crew:
        desk: _Desk[Job, Answer] = _Desk(crew, work, jobs, lost)
        while desk.hand_out():
            yield from desk.collect()


class _Desk(Generic[Job, Answer]):
    """Hands out the jobs, and takes in what is answered."""

    def __init__(
        self,
        crew: Crew,
        work: Callable[[Job], Answer],
        jobs: Iterable[Job | None],
        lost: Callable[[Job], Answer] | None,
    ) -> None:
        self._crew, self._work, self._lost = crew, work, lost
        self._supply: Iterator[Job | None] | None = iter(jobs)
        self._numbers = count()
        self._running: dict[Future[Answer], tuple[int, Job]] = {}
        self._deaths: Counter[int] = Counter()

    def hand_out(self) -> bool:
        """Give work to whoever is free; return whether there is any left, handed out or not."""
        while self._supply is not None and len(self._running) < self._crew.room:
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
        self._running[self._crew.submit(self._work, job)] = number, job

    def collect(self) -> Iterator[tuple[int, Answer] | None]:
        """Yield what is answered next, or None if that takes some time."""
        if not self._running:
            time.sleep(BEAT)
        done, _ = wait(self._running, BEAT, FIRST_COMPLETED)
        if not done:
            yield None
        for future in sorted(done, key=lambda each: self._running[each][0]):
            number, job = self._running.pop(future)
            if not self._crew.died_over(future):
                yield number, future.result()
            elif self._deaths[number] < MOST_RESTARTS:
                self._deaths[number] += 1
                self._submit(number, job)
            elif self._lost is None:
                raise BrokenExecutor(f"the process that did job {number} died, whoever it was")
            else:
                yield number, self._lost(job)
