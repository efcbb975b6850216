"""Showing a folder in the system's file manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from congo_gui.system import file_manager
from congo_gui.system.file_manager import show_folder
from tests.waiting import PATIENCE


def test_a_slow_disk_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(folder: Path) -> bool:
        assert threading.current_thread() is not threading.main_thread()
        return disk.wait(PATIENCE)

    disk = threading.Event()
    monkeypatch.setattr(file_manager, "DISK_WAIT_S", 0.0)
    monkeypatch.setattr(os.path, "isdir", look)
    monkeypatch.setenv("PATH", str(tmp_path))  # without a file manager
    assert not show_folder(tmp_path)
    disk.set()


@pytest.mark.skipif(os.name != "posix", reason="Windows has its own file manager")
def test_a_file_manager_that_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("xdg-open", "open"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not show_folder(tmp_path)
    assert not show_folder(tmp_path / "missing")


def test_a_folder_with_the_name_of_a_mac_program_is_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "Popen", lambda words, **streams: started.append(words))
    for name in ("report", "report.app"):
        (tmp_path / name).mkdir()
        assert show_folder(tmp_path / name)
    assert started == [
        ["/usr/bin/open", str(tmp_path / "report")],
        ["/usr/bin/open", "-R", str(tmp_path / "report.app")],
    ]
