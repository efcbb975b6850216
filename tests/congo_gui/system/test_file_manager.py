"""Showing a folder in the system's file manager."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from congo_gui.system.file_manager import show_folder


@pytest.mark.skipif(os.name != "posix", reason="Windows has its own file manager")
def test_a_file_manager_that_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("xdg-open", "open"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not show_folder(tmp_path)
    assert not show_folder(tmp_path / "missing")
