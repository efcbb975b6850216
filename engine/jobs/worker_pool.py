"""The processes that do the jobs of runner.py."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")


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
    def room(self) -> int:
        """How many jobs they can have at a time."""

    @abstractmethod
    def submit(self, work: Callable[[Job], Answer], job: Job) -> Future[Answer]:
        """Give a worker a job; there has to be room for it."""

    @abstractmethod
    def died_over(self, future: Future[Answer]) -> bool:
        """Take note that a job has come to its end; return whether its worker died before it was done."""


class _SpawnContext(SpawnContext):
    """Starts processes, and knows which ones: others have children in this process, too.

    Spawned, because forking a process that has threads, such as those that read another program's output,
    is not safe.
    """

    def __init__(self) -> None:
        super().__init__()
        self.started: list[BaseProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> BaseProcess:  # type: ignore[override]  # noqa: N802
        """Return a process that is about to start; `concurrent.futures` calls it by this name."""
        process = SpawnProcess(*args, **kwargs)
        self.started.append(process)
        return process


class ProcessPool(WorkerPool):
    """Processes of this machine. Each is an executor of its own: so it is known over which job one died."""

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
    def room(self) -> int:
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

    def died_over(self, future: Future[Answer]) -> bool:
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
        if kind is not None:
            for process in self._context.started:
                process.terminate()
        for process in self._context.started:
            process.join()


def _initialise(start: Callable[[], None] | None) -> None:
    """Do what a process does before its first job."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    if start is not None:
        start()


def _end_with_parent() -> None:
    """Wait until the process that gives us jobs has died, however that came; then end as if told to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
