"""Run independent jobs in this process, in several processes, or on a Dask cluster.

What a job returns may not depend on the process in which it runs, nor on what ran there before. All ways
build on the executors of `concurrent.futures`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, closing
from itertools import count
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, TypeVar

from engine.jobs import texts
from engine.system.errors import UserError, quoted

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Step = TypeVar("Step")


MAX_RESTARTS = 3
"""How often a job is retried after its process died."""
POLL_S = 0.2
"""Seconds between two checks for new jobs or a caller that stops."""


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
    in_process: bool = True,
) -> Generator[tuple[int, Answer] | None, None, None]:
    """Do as `run` does, and yield None in pauses, for callers that may stop early.

    `start`, if given, is called once in each process. With `in_process` a single worker is this
    process itself.
    """
    if dask is None and workers == 1 and in_process:
        return _run_here(work, jobs)
    return _run_by(_pool_of(workers, start, dask), work, jobs, lost)


def without_pauses(steps: Generator[Step | None, None, None]) -> Generator[Step, None, None]:
    """Yield what `poll` yields, except its pauses."""
    with closing(steps):
        yield from (step for step in steps if step is not None)


def _pool_of(
    workers: int, start: Callable[[], None] | None, dask: str | None
) -> AbstractContextManager[WorkerPool]:
    return ProcessPool(workers, start) if dask is None else DaskCluster(dask)


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
    """Submits the jobs and collects the answers."""

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
        """Submit jobs to free workers; return whether any jobs are left, running ones included."""
        while self._supply is not None and len(self._running) < self._pool.capacity:
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
        """Yield the next answers, or None if there are none within `POLL_S`."""
        if not self._running:
            time.sleep(POLL_S)
        done, _ = wait(self._running, POLL_S, FIRST_COMPLETED)
        if not done:
            yield None
        for future in sorted(done, key=lambda each: self._running[each][0]):
            number, job = self._running.pop(future)
            if not self._pool.worker_died(future):
                yield number, future.result()
            elif self._deaths[number] < MAX_RESTARTS:
                self._deaths[number] += 1
                self._submit(number, job)
            elif self._lost is None:
                raise BrokenExecutor(texts.job_died(number, MAX_RESTARTS + 1))
            else:
                yield number, self._lost(job)


# --- processes that do the jobs


class WorkerPool(ABC):
    """Workers that run as long as the `with` block lasts; an error that leaves it ends them at once."""

    def __enter__(self) -> WorkerPool:
        return self

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the workers."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many jobs can be submitted at a time."""

    @abstractmethod
    def submit(self, work: Callable[[Job], Answer], job: Job) -> Future[Answer]:
        """Give a worker a job; no more than `capacity` at a time."""

    @abstractmethod
    def worker_died(self, future: Future[Answer]) -> bool:
        """Handle the end of a job; return whether its worker died before it was done."""


class _SpawnContext(SpawnContext):
    """Starts processes, and knows which ones: others have children in this process, too.

    Spawned, because forking a process that has threads, such as those that read another program's output,
    is not safe.
    """

    def __init__(self) -> None:
        super().__init__()
        self.started: list[BaseProcess] = []
        """Those without a process number are the ones that the system refused."""

    def Process(self, *args: Any, **kwargs: Any) -> BaseProcess:  # type: ignore[override]  # noqa: N802
        """Return a process that is about to start; `concurrent.futures` calls it by this name."""
        process = SpawnProcess(*args, **kwargs)
        self.started.append(process)
        return process


class ProcessPool(WorkerPool):
    """Processes of this machine, each an executor of its own, so that a dead one's job is known."""

    def __init__(self, count: int, start: Callable[[], None] | None) -> None:
        self._start = start
        self._context = _SpawnContext()
        self._idle = [self._start_worker() for _ in range(count)]
        self._busy: dict[Future[Any], ProcessPoolExecutor] = {}
        self._count = count

    def _start_worker(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1, mp_context=self._context, initializer=_initialise, initargs=(self._start,)
        )

    @property
    def capacity(self) -> int:
        return self._count

    def submit(self, work: Callable[[Job], Answer], job: Job) -> Future[Answer]:
        worker = self._idle.pop()
        try:
            future = worker.submit(work, job)
        except BrokenExecutor:  # it died while it had nothing to do
            worker = self._start_worker()
            future = worker.submit(work, job)
        self._busy[future] = worker
        return future

    def worker_died(self, future: Future[Answer]) -> bool:
        worker = self._busy.pop(future)
        died = isinstance(future.exception(), BrokenExecutor)
        self._idle.append(self._start_worker() if died else worker)
        return died

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        workers = [*self._idle, *self._busy.values()]
        for worker in workers:
            worker.shutdown(wait=False, cancel_futures=True)
        started = [process for process in self._context.started if process.pid is not None]
        if kind is not None:
            for process in started:
                process.terminate()
        for process in started:
            process.join()


def _initialise(start: Callable[[], None] | None) -> None:
    """Prepare a process for its first job."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    if start is not None:
        start()


def _end_with_parent() -> None:
    """Wait until the parent process has died, for whatever reason; then terminate."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


CONNECT_TIMEOUT_S = 10
"""How long to wait for a scheduler's answer."""
EXTRA_JOBS = 2
"""Jobs submitted beyond the number of threads, so that no worker has to wait for its next one."""


class DaskCluster(WorkerPool):
    """All workers that a Dask scheduler has, now or later; raises `UserError` if there is no such scheduler.

    They may be on many machines (https://distributed.dask.org). Dask gives the jobs of a worker that dies to
    others. An answer reaches us once, whatever happens to the worker after that. The workers have to find the
    same `engine` package: start them from this folder, as in ``dask worker tcp://HOST:8786``.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UserError(texts.NO_DASK) from None
        try:
            self._client: Any = Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise UserError(texts.no_scheduler(quoted(address))) from None
        self._executor = self._client.get_executor()

    @property
    def capacity(self) -> int:
        try:
            return sum(self._client.nthreads().values()) + EXTRA_JOBS
        except OSError:
            raise BrokenExecutor(texts.SCHEDULER_GONE) from None

    def submit(self, work: Callable[[Job], Answer], job: Job) -> Future[Answer]:
        future: Future[Answer] = self._executor.submit(work, job)
        return future

    def worker_died(self, future: Future[Answer]) -> bool:
        from distributed import KilledWorker

        try:
            return isinstance(future.exception(), KilledWorker)
        except CancelledError:
            raise BrokenExecutor(texts.SCHEDULER_GONE) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()
