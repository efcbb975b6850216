"""Whether a folder takes files."""

from __future__ import annotations

from pathlib import Path

from engine.system.files import is_writable


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    assert is_writable(tmp_path / "new" / "folder")
    assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_what_is_no_folder_takes_no_files(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not is_writable(tmp_path / "file")
    assert not is_writable(tmp_path / "file" / "folder")
