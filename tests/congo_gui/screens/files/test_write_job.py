"""Files that are written in the background: success, failure, and stopping."""

from __future__ import annotations

import errno
import itertools
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from congo_gui.screens.files import reading, texts
from congo_gui.screens.files.write_job import WriteJob
from engine.system.errors import UserError
from tests.waiting import PATIENCE

PATH = Path("game.txt")


def finished(write: Any) -> WriteJob[Any]:
    """Return a job once it has reported its end."""
    over = threading.Event()
    job = WriteJob(PATH, write, over.set)
    while not job.is_over:
        over.wait()
        over.clear()
    return job


def fail(error: Exception) -> Any:
    raise error


def test_a_job_writes_on_another_thread_and_wakes_the_window() -> None:
    job = finished(lambda progress: threading.current_thread())
    assert job.problem == ""
    assert job.written is not threading.current_thread()


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (UserError("There is no such game."), "There is no such game."),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), texts.not_saved("no space left on device")),
        (ZeroDivisionError(), texts.not_saved(texts.PROGRAM_ERROR)),
    ],
)
def test_a_failure_gets_one_sentence(error: Exception, problem: str) -> None:
    job = finished(lambda progress: fail(error))
    assert job.problem == problem
    assert job.written is None


def test_a_job_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(progress: Any) -> None:
        for done in itertools.count():
            progress(done, 9)

    monkeypatch.setattr(reading, "AT_ONCE_S", 0.0)
    job = WriteJob(PATH, endless, lambda: None)
    job.stop()
    job.wait(PATIENCE)
    assert job.is_over
    assert job.problem == texts.STOPPED


def test_a_file_is_written_without_a_thread_if_there_can_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    job = WriteJob(PATH, lambda progress: "written", lambda: None)
    job.wait(PATIENCE)
    assert (job.is_over, job.written) == (True, "written")
