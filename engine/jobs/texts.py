"""Texts about jobs that cannot run in other processes."""

from __future__ import annotations

# Processes


def job_died(number: int, times: int) -> str:
    return f"the process for job {number} died {times} times"


def worker_not_started(reason: object) -> str:
    return f"a worker process cannot be started ({reason}); try fewer workers"


# Dask

SCHEDULER_GONE = "the Dask scheduler no longer answers"
NO_WORKERS = "waiting for Dask workers: start some from this folder with `dask worker ADDRESS`"
NO_DASK = "--dask needs Dask; install it with: pip install distributed"


def no_scheduler(address: str) -> str:
    return f"no Dask scheduler answers at {address}"
