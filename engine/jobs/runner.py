"""Run independent jobs in this process, in several processes, or on a Dask cluster.

A job's result must not depend on the process that runs it, nor on earlier jobs in that process. All three
variants use the executors of `concurrent.futures`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, TypeVar

from engine.jobs import texts
from engine.system.errors import UserError, quoted
from engine.system.own_python import starting_workers, worker_started
from engine.system.signals import signals_blocked
from engine.system.status import print_status
from engine.system.threads import start_thread

Job = TypeVar("Job")
Result = TypeVar("Result")
Step = TypeVar("Step")


MAX_RESTARTS = 3
"""How often a job is retried after its process has died."""
POLL_S = 0.2
"""Seconds between two checks for new jobs, or for a caller that wants to stop."""
END_S = 1.0
"""Seconds that terminated processes have to end."""


def run(
    work: Callable[[Job], Result],
    jobs: Iterable[Job | None],
    workers: int,
    dask: str | None = None,
    on_lost: Callable[[Job], Result] | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number and result of each job as it finishes; jobs are numbered from 0.

    The next item of `jobs` is requested when a worker is free, so it can depend on earlier results; None
    means that no job is available yet. With one worker everything happens in this process. Otherwise `work`,
    jobs and results are sent between processes and must be picklable. `dask` is the address of a Dask
    scheduler, whose workers then do all jobs.

    A job whose process dies is retried; if it dies `MAX_RESTARTS` more times, the result is `on_lost(job)`.

    Raises:
        BrokenExecutor: a job was lost and there is no `on_lost`, or no worker is left.
        UserError: there is no such scheduler.
        Exception: what `work` raises.
    """
    yield from without_pauses(poll(work, jobs, workers, dask=dask, on_lost=on_lost))


def poll(
    work: Callable[[Job], Result],
    jobs: Iterable[Job | None],
    workers: int,
    start: Callable[[], None] | None = None,
    dask: str | None = None,
    on_lost: Callable[[Job], Result] | None = None,
    in_process: bool = True,
) -> Generator[tuple[int, Result] | None, None, None]:
    """Like `run`, but also yield None while waiting, for callers that may stop early.

    `start`, if given, is called once in each process. With `in_process` a single worker is this process.
    """
    if dask is None and workers == 1 and in_process:
        return _run_here(work, jobs)
    return _run_by(_pool_of(workers, start, dask), work, jobs, on_lost)


def without_pauses(steps: Generator[Step | None, None, None]) -> Generator[Step, None, None]:
    """Yield the items of `poll` except None."""
    with closing(steps):
        yield from (step for step in steps if step is not None)


def _pool_of(
    workers: int, start: Callable[[], None] | None, dask: str | None
) -> AbstractContextManager[WorkerPool]:
    return ProcessPool(workers, start) if dask is None else DaskCluster(dask)


def _run_here(
    work: Callable[[Job], Result], jobs: Iterable[Job | None]
) -> Generator[tuple[int, Result] | None, None, None]:
    numbers = count()
    for job in jobs:
        if job is None:
            time.sleep(POLL_S)
            yield None
        else:
            yield next(numbers), work(job)


def _run_by(
    workers: AbstractContextManager[WorkerPool],
    work: Callable[[Job], Result],
    jobs: Iterable[Job | None],
    on_lost: Callable[[Job], Result] | None,
) -> Generator[tuple[int, Result] | None, None, None]:
    with workers as pool:
        dispatcher: _Dispatcher[Job, Result] = _Dispatcher(pool, work, jobs, on_lost)
        while dispatcher.hand_out():
            yield from dispatcher.collect()


class _Dispatcher(Generic[Job, Result]):
    """Submits the jobs and collects the results."""

    def __init__(
        self,
        pool: WorkerPool,
        work: Callable[[Job], Result],
        jobs: Iterable[Job | None],
        on_lost: Callable[[Job], Result] | None,
    ) -> None:
        self._pool, self._work, self._on_lost = pool, work, on_lost
        self._supply: Iterator[Job | None] | None = iter(jobs)
        self._numbers = count()
        self._running: dict[Future[Result], tuple[int, Job]] = {}
        self._deaths: Counter[int] = Counter()

    def hand_out(self) -> bool:
        """Submit jobs to free workers; return whether any jobs are left or running."""
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

    def collect(self) -> Iterator[tuple[int, Result] | None]:
        """Yield the next results, or None if there are none within `POLL_S`."""
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
            elif self._on_lost is None:
                raise BrokenExecutor(texts.job_died(number, MAX_RESTARTS + 1))
            else:
                yield number, self._on_lost(job)


# --- processes that do the jobs


class WorkerPool(ABC):
    """Workers that run for the duration of a `with` block; an exception ends them at once."""

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
        """The number of jobs that can run at the same time."""

    @abstractmethod
    def submit(self, work: Callable[[Job], Result], job: Job) -> Future[Result]:
        """Submit a job to a worker; at most `capacity` may run at a time."""

    @abstractmethod
    def worker_died(self, future: Future[Result]) -> bool:
        """Handle the end of a job; return whether its worker died."""


class _Worker(SpawnProcess):
    """A process that Ctrl-C in a terminal does not reach, not even while it starts: its parent ends it."""

    def start(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # its own start would unblock the signal
        with signals_blocked("SIGINT"):
            super().start()


class _SpawnContext(SpawnContext):
    """Spawns processes and remembers them: other code may also have child processes.

    They are spawned because forking a process with threads is not safe.
    """

    def __init__(self) -> None:
        super().__init__()
        self.started: list[BaseProcess] = []
        """A process without a `pid` failed to start."""
        self._new_queue: Any = None

    def Process(self, *args: Any, **kwargs: Any) -> BaseProcess:  # type: ignore[override]  # noqa: N802
        """Return a new process; called by `concurrent.futures`, hence the name."""
        process = _Worker(*args, **kwargs)
        if sys.version_info < (3, 12, 1):
            # Until then Python starts the thread that sends the jobs on another thread, which ends if the
            # system allows no more: the jobs would be waited for without end. Here the caller is told.
            jobs, *_ = kwargs["args"]
            jobs._start_thread()
            self._new_queue = jobs
        self.started.append(process)
        return process

    def process_started(self) -> None:
        """Leave the thread that sends jobs to the executor, which ends it."""
        self._new_queue = None

    def close(self) -> None:
        """End the thread that would have sent jobs to a worker that could not start."""
        if self._new_queue is not None:
            self._new_queue.close()
            self._new_queue.join_thread()


@contextmanager
def _starting() -> Iterator[None]:
    """Start a worker in this block.

    Raises:
        BrokenExecutor: the system allows no more processes, threads or open files.
    """
    try:
        with starting_workers():
            yield
    except BrokenExecutor:
        raise
    except (OSError, RuntimeError) as error:  # RuntimeError: it is a thread
        raise BrokenExecutor(texts.worker_not_started(getattr(error, "strerror", error))) from error


class ProcessPool(WorkerPool):
    """Local processes, each with its own executor, so that a dead process's job is known."""

    def __init__(self, count: int, start: Callable[[], None] | None) -> None:
        self._start = start
        self._context = _SpawnContext()
        self._idle = [self._start_worker() for _ in range(count)]
        self._busy: dict[Future[Any], ProcessPoolExecutor] = {}
        self._count = count

    def _start_worker(self) -> ProcessPoolExecutor:
        with _starting():
            return ProcessPoolExecutor(
                1, mp_context=self._context, initializer=_initialise, initargs=(self._start,)
            )

    @property
    def capacity(self) -> int:
        return self._count

    def submit(self, work: Callable[[Job], Result], job: Job) -> Future[Result]:
        worker = self._idle.pop()
        with _starting():
            try:
                future = worker.submit(work, job)
            except BrokenExecutor:  # it died while idle
                worker = self._start_worker()
                future = worker.submit(work, job)
        self._context.process_started()
        self._busy[future] = worker
        return future

    def worker_died(self, future: Future[Result]) -> bool:
        worker = self._busy.pop(future)
        died = isinstance(future.exception(), BrokenExecutor)
        self._idle.append(self._start_worker() if died else worker)
        return died

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        started = [process for process in self._context.started if process.pid is not None]
        if kind is not None:
            _end(started)
        for worker in (*self._idle, *self._busy.values()):
            # Wait for its thread too: Python, ending, would write to a pipe which that thread is closing.
            worker.shutdown(cancel_futures=True)
        self._context.close()
        for process in started:
            process.join()


def _end(processes: Sequence[BaseProcess]) -> None:
    """Terminate processes; kill those that still run after `END_S`, such as suspended ones."""
    for process in processes:
        process.terminate()
    end = time.monotonic() + END_S
    for process in processes:
        process.join(max(end - time.monotonic(), 0))
        if process.is_alive():
            process.kill()


def _initialise(start: Callable[[], None] | None) -> None:
    """Prepare a process for its first job."""
    worker_started()
    try:
        start_thread(threading.Thread(target=_end_with_parent, name="parent", daemon=True))
        if start is not None:
            start()
    except UserError as error:
        print_status(str(error))
        os._exit(1)  # the executor would print a traceback


def _end_with_parent() -> None:
    """Wait until the parent process has died; then terminate."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


CONNECT_TIMEOUT_S = 10
"""Seconds to wait for a scheduler to answer."""
DASK_LOGGERS = ("distributed", "distributed.client", "tornado.application")
EXTRA_JOBS = 2
"""Jobs submitted beyond the number of threads, so that no worker is ever idle."""


async def _shake_hands(address: str) -> None:
    """Connect to a scheduler: Dask itself waits for ever for a server that accepts and says nothing."""
    from distributed.comm import connect

    greeted = await asyncio.wait_for(connect(address), CONNECT_TIMEOUT_S)
    await greeted.close()


class DaskCluster(WorkerPool):
    """All workers of a Dask scheduler, including later ones; raises `UserError` if there is no scheduler.

    They may be on many machines (https://distributed.dask.org). Dask reassigns the jobs of a dead worker, and
    each result arrives exactly once. The workers must find the same `engine` package: start them from this
    folder, as in ``dask worker tcp://HOST:8786``.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UserError(texts.NO_DASK) from None
        for name in DASK_LOGGERS:  # otherwise a traceback is printed when the scheduler is gone
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._client: Any = None
        self._waiting_reported = False
        with suppress(Exception):  # Dask has many types for a bad address, or a server that is not Dask's
            asyncio.run(_shake_hands(address))
            self._client = Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
        if self._client is None:
            # Out here no traceback keeps the client; closing it when Python ends would take 20 s and fail.
            gc.collect()
            raise UserError(texts.no_scheduler(quoted(address)))
        self._executor = self._client.get_executor()

    @property
    def capacity(self) -> int:
        try:
            threads = sum(self._client.nthreads().values())
        except OSError:
            raise BrokenExecutor(texts.SCHEDULER_GONE) from None
        if not (threads or self._waiting_reported):
            self._waiting_reported = True
            print_status(texts.NO_WORKERS)
        return threads + EXTRA_JOBS

    def submit(self, work: Callable[[Job], Result], job: Job) -> Future[Result]:
        future: Future[Result] = self._executor.submit(work, job)
        return future

    def worker_died(self, future: Future[Result]) -> bool:
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
