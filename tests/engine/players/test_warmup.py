"""A damaged note of what is compiled means that the game is compiled again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.compiled import sources
from engine.players import warmup

DAMAGES: dict[str, bytes] = {
    "empty": b"",
    "not text": b"\xff\xfe\n\x00",
    "a long name": b"0\nengine." + 300 * b"a",
    "a deep name": b"0\nengine" + 100_000 * b".a",
    "no name": b"0\n\nengine.\0\n..",
}


@pytest.fixture
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(warmup, "code_folder", lambda: tmp_path)
    return tmp_path / "congo.ready"


def test_an_undamaged_note_is_believed(marker: Path) -> None:
    marker.write_text(f"{sources.fingerprint(['engine.rules.core'])}\nengine.rules.core\n")
    assert warmup.is_warm("congo")


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_note_is_not_believed(damage: bytes, marker: Path) -> None:
    marker.write_bytes(damage)
    assert not warmup.is_warm("congo")


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes in folders")
@pytest.mark.parametrize(
    "make",
    [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)],
    ids=["pipe", "folder", "device"],
)
def test_what_is_not_a_file_is_not_read(make: Callable[[Path], None], marker: Path) -> None:
    make(marker)
    assert not warmup.is_warm("congo")
