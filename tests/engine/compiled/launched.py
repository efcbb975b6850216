"""Processes that compile a game for all tests, and their reports.

A report is kept beside the code that the launch compiled: so the tests of compiled code look at the launch
that was needed anyway, and nothing is compiled twice.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from engine.compiled.cache import CACHE_VARIABLE, code_folder
from engine.players.warmup import is_warm
from engine.system.files import replace_file
from tests.engine.compiled import launch as launch_
from tests.imports import ROOT

Report = dict[str, Any]


def run(*arguments: str, **variables: str) -> str:
    """Run Python with these arguments from the root and return what it prints."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr}"
    assert not done.stderr, done.stderr
    return done.stdout


def launch(*words: str, **variables: str) -> Report:
    """Launch a game and return the report."""
    report: Report = json.loads(run("-m", launch_.__name__, *words, **variables))
    return report


def is_launched(name: str) -> bool:
    """Return whether a game is already compiled and its report saved."""
    return _kept(name) is not None


def first_launch(name: str) -> Report:
    """Return the report of the launch that compiled a game; launch it if necessary."""
    return launches(name)[0]


@cache
def launches(name: str) -> tuple[Report, Report]:
    """Return the reports of the launch that compiled a game, and of the next launch.

    They have a folder of their own: what other tests have compiled may not help them. Its code is kept.
    """
    kept = _kept(name)
    if kept is None:
        with tempfile.TemporaryDirectory() as elsewhere:
            variables = {CACHE_VARIABLE: elsewhere}
            kept = launch(name, "warm", **variables), launch(name, **variables)
            for file in sorted(Path(elsewhere).glob("compiled/*/*"), key=lambda each: each.suffix):
                if file.suffix in {".code", ".ready"}:
                    replace_file(_path(name).with_name(file.name), file.read_bytes(), sync=False)
        _path(name).write_text(json.dumps([_fingerprint(name), *kept]), encoding="utf-8")
    return kept


def _kept(name: str) -> tuple[Report, Report] | None:
    try:
        fingerprint, first, second = json.loads(_path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return (first, second) if is_warm(name) and fingerprint == _fingerprint(name) else None


def _path(name: str) -> Path:
    folder = code_folder()
    assert folder is not None
    return folder / f"{name}.launched.json"


def _fingerprint(name: str) -> str:
    """Return a hash of everything that a report depends on: the compiled sources and the launched code."""
    launched = Path(str(launch_.__file__)).read_bytes()
    return hashlib.sha256(launched + _path(name).with_name(f"{name}.ready").read_bytes()).hexdigest()
