"""Steps of long work: what a kill or a full disk leaves of their file."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from engine.research.step_file import read_steps
from engine.system.errors import UserError

CUT_OFF = b'[1]\n[2]\n[3, "a ha'


def test_a_line_that_was_cut_off_is_dropped_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_bytes(CUT_OFF)
    assert list(read_steps(path, "damaged")) == [[1], [2]]
    assert path.read_bytes() == b"[1]\n[2]\n"


def test_finished_steps_survive_a_failure_to_drop_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_bytes(CUT_OFF)

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "truncate", full)
    with pytest.raises(OSError, match="No space left"):
        list(read_steps(path, "damaged"))
    assert path.read_bytes() == CUT_OFF


def test_a_file_of_any_size_is_read_but_no_endless_line(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_bytes(b"[1]\n[2]\n")
    os.truncate(path, 1 << 40)
    steps = read_steps(path, "damaged")
    assert [next(steps), next(steps)] == [[1], [2]]
    with pytest.raises(UserError, match="cannot be read"):
        next(steps)
