"""Jobs for the workers of a Dask cluster (https://distributed.dask.org), which may be many machines.

Dask gives the jobs of a worker that dies to others. An answer reaches us once, whatever happens to the
worker after that. The workers have to find the same `engine` package: start them from this folder, as in
``dask worker tcp://HOST:8786``.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from types import TracebackType
from typing import Any, TypeVar

from engine.jobs.worker_pool import WorkerPool
from engine.system.errors import UserError, quoted

Job = TypeVar("Job")
Answer = TypeVar("Answer")

CONNECT_TIMEOUT_S = 10
"""Seconds within which a scheduler has to answer."""
SCHEDULER_GONE = "the Dask scheduler is gone"
EXTRA_JOBS = 2
"""Jobs given out beyond those that can be done at once, so that no worker waits for the next."""


class DaskCluster(WorkerPool):
    """All workers that a scheduler has, now or later; raises `UserError` if there is no such scheduler."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UserError(
                "--dask needs Dask, which is not installed: pip install distributed brings it"
            ) from None
        try:
            self._client: Any = Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise UserError(f"no Dask scheduler answers at {quoted(address)}") from None
        self._executor = self._client.get_executor()

    @property
    def room(self) -> int:
        try:
            return sum(self._client.nthreads().values()) + EXTRA_JOBS
        except OSError:
            raise BrokenExecutor(SCHEDULER_GONE) from None

    def submit(self, work: Callable[[Job], Answer], job: Job) -> Future[Answer]:
        future: Future[Answer] = self._executor.submit(work, job)
        return future

    def died_over(self, future: Future[Answer]) -> bool:
        from distributed import KilledWorker

        try:
            return isinstance(future.exception(), KilledWorker)
        except CancelledError:
            raise BrokenExecutor(SCHEDULER_GONE) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()
