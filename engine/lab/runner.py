"""Independent jobs, done one after another here or by several processes.

What a job answers may not depend on the process in which it runs, nor on what ran there before.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")

MOST_RESTARTS = 3
"""How often dead processes are replaced; whoever dies more often than that does so for a reason."""


def run(
    work: Callable[[Job], Answer],
    jobs: Sequence[Job],
    workers: int,
    start: Callable[[], None] | None = None,
) -> Iterator[tuple[int, Answer]]:
    """Yield each job's number in `jobs` and its answer, as they are done.

    With one worker everything happens in this process. Otherwise `work`, `start`, jobs and answers travel
    between processes, so they have to be picklable; `start` is called once in each process. The jobs of a
    process that dies are done again. Raises what `work` raises, and `BrokenProcessPool`.
    """
    if workers == 1 or not jobs:
        for number, job in enumerate(jobs):
            yield number, work(job)
        return
    open_jobs = dict(enumerate(jobs))
    for attempt in range(MOST_RESTARTS + 1):
        try:
            for number, answer in _run_in_pool(work, open_jobs, workers, start):
                del open_jobs[number]
                yield number, answer
            return
        except BrokenProcessPool:
            if attempt == MOST_RESTARTS:
                raise


def _run_in_pool(
    work: Callable[[Job], Answer], jobs: dict[int, Job], workers: int, start: Callable[[], None] | None
) -> Iterator[tuple[int, Answer]]:
    with _pool(min(workers, len(jobs)), start) as pool:
        waiting = {pool.submit(work, job): number for number, job in jobs.items()}
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda each: waiting[each]):
                yield _numbered(waiting, future)


def _numbered(waiting: dict[Future[Answer], int], future: Future[Answer]) -> tuple[int, Answer]:
    return waiting.pop(future), future.result()


@contextmanager
def _pool(workers: int, start: Callable[[], None] | None) -> Iterator[ProcessPoolExecutor]:
    """Provide processes that are ended at once if the block is left by an error or not run to its end."""
    # Forking a process that has threads, such as those that read another program's output, is not safe.
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=start)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown()
