"""Files that cannot be written at first."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.store import writer as writer_module
from congo_gui.store.writer import Writer
from engine.system.files import replace_file


class FullDisk:
    """Refuses to write until `has_room` returns True."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, has_room: Callable[[], bool]) -> None:
        self._has_room, self.refused = has_room, 0
        monkeypatch.setattr(writer_module, "replace_file", self.write)

    def write(self, path: Path, data: bytes) -> None:
        if not self._has_room():
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        replace_file(path, data)


def test_what_a_full_disk_refused_is_written_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[str] = []
    disk = FullDisk(monkeypatch, lambda: bool(disk.refused))
    writer = Writer(errors.append)
    writer.put(tmp_path / "game.txt", lambda: "moves")
    writer.close()
    assert (tmp_path / "game.txt").read_text() == "moves"
    assert len(errors) == 1


def test_what_is_removed_since_is_not_written_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(monkeypatch, lambda: bool(disk.refused))
    writer = Writer()
    writer.put(tmp_path / "game.txt", lambda: "moves")
    writer.remove(tmp_path / "other.txt")
    writer.remove(tmp_path / "game.txt")
    writer.close()
    assert disk.refused == 1
    assert not (tmp_path / "game.txt").exists()


def test_a_file_that_took_the_place_of_one_refused_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board's game becomes an earlier one by renaming; then the next game has its file."""
    board, earlier = tmp_path / "board.txt", tmp_path / "earlier.txt"
    board.write_text("first")
    FullDisk(monkeypatch, lambda: False)
    writer = Writer()
    writer.put(earlier, lambda: "first", fallback=board)
    writer.close()
    assert earlier.read_text() == "first"
    board.write_text("second")
    writer.put(board, lambda: "third")
    writer.close()
    assert board.read_text() == "second"
    assert earlier.read_text() == "first"
