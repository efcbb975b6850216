"""Jobs in this process and in others, of which some die."""

from __future__ import annotations

import os
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from engine.lab.runner import run


def square(number: int) -> int:
    """Return a square, and fail for what is negative."""
    if number < 0:
        raise ValueError("negative")
    return number * number


def dies_once(folder: Path, number: int) -> int:
    """Return the number, but end the process the first time that 3 is asked for."""
    if number == 3 and not (folder / "died").exists():
        (folder / "died").touch()
        os._exit(1)
    return number


def dies(number: int) -> int:
    """End the process."""
    os._exit(number)


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_answered_once(workers: int) -> None:
    answers = sorted(run(square, range(5), workers))
    assert answers == [(number, number * number) for number in range(5)]
    assert list(run(square, [], 1)) == []


def test_an_error_in_a_job_is_an_error_here() -> None:
    for workers in (1, 2):
        with pytest.raises(ValueError, match="negative"):
            list(run(square, [1, -1, 2], workers))


def test_jobs_of_a_process_that_died_are_done_again(tmp_path: Path) -> None:
    answers = sorted(run(partial(dies_once, tmp_path), range(6), 2))
    assert answers == [(number, number) for number in range(6)]
    assert (tmp_path / "died").exists()


def test_processes_that_die_again_and_again_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.lab.runner.MOST_RESTARTS", 1)
    with pytest.raises(BrokenProcessPool):
        list(run(dies, [1], 2))


def test_leaving_early_ends_the_processes() -> None:
    answers = run(square, range(50), 2)
    next(answers)
    answers.close()
