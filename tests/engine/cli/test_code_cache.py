"""Commands with a cache of compiled code that is damaged, full, foreign or writable by others."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.compiled.cache import CACHE_VARIABLE, TAG
from engine.compiled.stored_code import CHECKSUM_BYTES
from tests.imports import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a shell's limits, and permissions")

RESULT = ("result", "conga", "startpos")
"""The command that compiles least."""


def result(folder: Path, shell: str = ":", **variables: str) -> str:
    """Have the result of Conga's start printed, after a shell's command; return what standard error says."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'{shell}; exec "$@"', "sh", sys.executable, "-m", "engine", *RESULT],
        env={**os.environ, CACHE_VARIABLE: str(folder), **variables},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "none\n"), done.stderr
    return done.stderr


def code_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.code"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache that a command has made with no umask."""
    folder = tmp_path_factory.mktemp("compiled") / "cache"
    assert result(folder, "umask 0") == ""
    assert len(code_files(folder)) == 2
    return folder


@pytest.fixture
def cache(compiled: Path, tmp_path: Path) -> Path:
    """Return a copy of that cache."""
    return shutil.copytree(compiled, tmp_path / "cache")


def test_others_may_not_enter_the_cache(compiled: Path) -> None:
    folders = [code_files(compiled)[0].parent, compiled / "compiled", compiled]
    assert [folder.stat().st_mode & 0o777 for folder in folders] == [0o700] * 3


@pytest.mark.parametrize(
    "damages",
    [
        (lambda data: b"", lambda data: data[:-9]),
        (lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:], lambda data: b"nonsense"),
    ],
    ids=["empty and truncated", "flipped and nonsense"],
)
def test_damaged_code_is_compiled_again(damages: tuple[Callable[[bytes], bytes], ...], cache: Path) -> None:
    files = code_files(cache)
    damaged = [damage(path.read_bytes()) for path, damage in zip(files, damages, strict=True)]
    for path, data in zip(files, damaged, strict=True):
        path.write_bytes(data)
    assert result(cache) == ""
    assert all(path.read_bytes() != data for path, data in zip(files, damaged, strict=True))


def test_a_full_disk_does_not_stop_a_command(tmp_path: Path) -> None:
    said = result(tmp_path / "cache", "ulimit -f 1", PYTHONDONTWRITEBYTECODE="1")
    assert said.count("cannot be kept") == len(said.splitlines()) == 1
    assert code_files(tmp_path) == []


def test_foreign_folders_beside_the_code_stay(cache: Path) -> None:
    code_files(cache)[0].with_name(TAG).unlink()  # as before the first start
    foreign = [cache / "compiled" / name / "thesis.txt" for name in "abcdefg"]
    for path in foreign:
        path.parent.mkdir()
        path.write_text("mine")
    assert result(cache) == ""
    assert [path.exists() for path in foreign] == [True] * len(foreign)


class Evil:
    """When unpickled, makes a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self._folder),)


def test_code_that_others_can_write_is_not_run(cache: Path, compiled: Path, tmp_path: Path) -> None:
    evil = pickle.dumps(Evil(tmp_path / "pwned"))
    for path in code_files(cache):
        magic, sources, _ = path.read_bytes().split(b"\n", 2)
        path.write_bytes(
            b"\n".join((magic, sources, zlib.crc32(evil).to_bytes(CHECKSUM_BYTES, "big") + evil))
        )
    cache.chmod(0o777)
    temporary = tmp_path / "temporary"
    shutil.copytree(compiled, temporary / "congo-compiled-me")
    said = result(cache, TMPDIR=str(temporary), USER="me")
    assert not (tmp_path / "pwned").exists()
    assert "cannot be kept" in said
