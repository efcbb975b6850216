"""Background exports: success, failure, and stopping."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path
from typing import Any

import pytest

from congo_gui.share import background, texts
from congo_gui.share.background import ExportJob
from congo_gui.share.shared_game import SharedGame
from engine import rules
from engine.record.record import GameRecord

SHARED = SharedGame(GameRecord(rules.first(), rules.first().start()))


def finished(path: Path) -> ExportJob:
    """Return an export once it has reported its end."""
    over = threading.Event()
    job = ExportJob(path, SHARED, over.set)
    while not job.is_over:
        over.wait()
        over.clear()
    return job


def test_an_export_writes_its_file_and_wakes_the_window(tmp_path: Path) -> None:
    job = finished(tmp_path / "start.svg")
    assert job.problem == ""
    assert (tmp_path / "start.svg").read_text(encoding="utf-8").startswith("<svg")


def test_an_unwritable_export_gets_one_sentence(tmp_path: Path) -> None:
    assert finished(tmp_path / "none" / "start.svg").problem.startswith("Could not write start.svg: no such")


def test_an_error_in_the_program_is_reported_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: Any, **known: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(background, "export", broken)
    assert finished(tmp_path / "start.svg").problem.startswith("Could not write start.svg: an error")


def test_an_export_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(path: Path, shared: SharedGame, progress: Any) -> None:
        for done in itertools.count():
            progress(done, 9)

    monkeypatch.setattr(background, "export", endless)
    job = ExportJob(tmp_path / "game.gif", SHARED, lambda: None)
    job.stop()
    assert job.is_over
    assert job.problem == texts.STOPPED
