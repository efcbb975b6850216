"""Hostile files: a process with limits reads each through every entry point in linear time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAX_CPU_S = 8.0
"""For each file; what is not linear in it takes far longer."""


@pytest.mark.parametrize(
    "step", [pytest.param(1, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.thorough)]
)
@pytest.mark.skipif(os.name != "posix", reason="there are no such limits and no such files")
def test_no_file_raises_hangs_or_exhausts_memory(tmp_path: Path, step: int) -> None:
    words = [sys.executable, "-m", "tests.hostile_files", str(tmp_path), str(step)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert len(rows) > 400 // step
    assert [row for row in rows if row[3].startswith("RAISED")] == []
    assert [row for row in rows if float(row[2]) > MAX_CPU_S] == []
    assert not (tmp_path / "pwned").exists()
