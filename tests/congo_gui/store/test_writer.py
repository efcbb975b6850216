"""Files that cannot be written at first."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.store import writer as writer_module
from congo_gui.store.writer import Writer
from engine.system.files import replace_file
from engine.system.shared_file import change_file
from tests.waiting import PATIENCE


class FullDisk:
    """Refuses to write and to change files until `has_room` returns True."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, has_room: Callable[[], bool]) -> None:
        self._has_room, self.refused = has_room, 0
        monkeypatch.setattr(writer_module, "replace_file", self.write)
        monkeypatch.setattr(writer_module, "change_file", self.change)

    def write(self, path: Path, data: bytes) -> None:
        self._require_room(path)
        replace_file(path, data)

    def change(self, path: Path, max_bytes: int, change: Callable[[bytes], bytes]) -> None:
        self._require_room(path)
        change_file(path, max_bytes, change)

    def _require_room(self, path: Path) -> None:
        if not self._has_room():
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


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


@pytest.mark.parametrize("by_close", [False, True])
def test_what_a_full_disk_refused_is_written_without_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_close: bool
) -> None:
    """If the system allows no more, the window itself tries it again."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    rooms: list[bool] = []
    FullDisk(monkeypatch, lambda: bool(rooms))
    errors: list[str] = []
    writer = Writer(errors.append)
    writer.put(tmp_path / "a", lambda: "text")
    assert (writer.is_idle, len(errors)) == (True, 1)
    rooms.append(True)
    if by_close:
        writer.close()
    else:
        assert writer.reached().is_set()
    assert (tmp_path / "a").read_text() == "text"


def test_a_job_that_comes_while_the_window_works_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    writer = Writer()

    def text() -> str:
        writer.put(tmp_path / "b", lambda: "second")
        return "first"

    writer.put(tmp_path / "a", text)
    assert [(tmp_path / name).read_text() for name in "ab"] == ["first", "second"]
    assert writer.is_idle


def test_what_a_full_disk_refused_is_written_with_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, next_one = tmp_path / "refused.txt", tmp_path / "next.txt"
    disk = FullDisk(monkeypatch, lambda: bool(disk.refused))
    tried_again = threading.Event()

    def has_room(path: Path, data: bytes) -> None:
        disk.write(path, data)
        if path == refused:
            tried_again.set()

    monkeypatch.setattr(writer_module, "replace_file", has_room)
    writer = Writer()
    writer.put(refused, lambda: "moves")
    writer.put(next_one, lambda: "more moves")
    assert tried_again.wait(60)  # before the writer is closed
    assert refused.read_text() == "moves"
    writer.close()


def test_what_a_full_disk_refused_is_written_once_there_is_room_though_nothing_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "RETRY_INTERVAL_S", 0.001)
    errors: list[str] = []
    disk = FullDisk(monkeypatch, lambda: disk.refused == 3)
    is_written = threading.Event()

    def write(path: Path, data: bytes) -> None:
        disk.write(path, data)
        is_written.set()

    monkeypatch.setattr(writer_module, "replace_file", write)
    writer = Writer(errors.append)
    writer.put(tmp_path / "game.txt", lambda: "moves")
    assert is_written.wait(PATIENCE)  # before the writer is closed
    assert (tmp_path / "game.txt").read_text() == "moves"
    assert len(errors) == 1
    writer.close()


def test_a_text_that_cannot_be_made_costs_no_other_file(tmp_path: Path) -> None:
    errors: list[str] = []
    writer = Writer(errors.append)
    writer.put(tmp_path / "broken.txt", lambda: str(1 // 0))
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


@pytest.mark.parametrize("refusals", [0, 1, 2, 3, 4])
def test_changes_that_a_full_disk_refused_are_made_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int
) -> None:
    """The disk has room again before the last change, or only at the end."""
    disk = FullDisk(monkeypatch, lambda: disk.refused >= refusals)
    writer = Writer()
    path = tmp_path / "progress.txt"

    def append(letter: bytes) -> None:
        writer.change(path, lambda data: data + letter)

    for letter in (b"a", b"b", b"c", b"d"):
        append(letter)
    writer.close()
    assert path.read_bytes() == b"abcd"


def test_a_change_that_replaces_takes_the_place_of_those_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(monkeypatch, lambda: disk.refused >= 2)
    writer = Writer()
    path, other = tmp_path / "progress.txt", tmp_path / "other.txt"
    writer.change(path, lambda data: data + b"old")
    writer.remove(other)
    writer.change(path, lambda data: data + b"new", replaces=True)
    writer.close()
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_is_removed_once_what_it_needs_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaced: bool
) -> None:
    """The game of an earlier file is on the board; `replaced`: and becomes an earlier one again."""
    board, before, after = tmp_path / "board.txt", tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text("first")
    disk = FullDisk(monkeypatch, lambda: disk.refused >= (3 if replaced else 1))
    writer = Writer()
    writer.put(board, lambda: "first")
    writer.remove(before, needs=board)
    if replaced:
        writer.put(after, lambda: "first", fallback=board)
        writer.put(board, lambda: "second")
    writer.close()
    assert not before.exists()
    assert board.read_text() == ("second" if replaced else "first")
    assert not replaced or after.read_text() == "first"


def test_a_game_stays_in_its_file_while_another_one_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board's game could be written nowhere; the next one can be written in its place."""
    board, before, after = tmp_path / "board.txt", tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text("first")
    disk = FullDisk(monkeypatch, lambda: bool(disk.refused))
    all_passed = threading.Event()

    def first() -> str:
        assert all_passed.wait(60)
        return "first"

    writer = Writer()
    writer.put(board, first)
    writer.remove(before, needs=board)
    after.mkdir()
    writer.put(after, lambda: "first", fallback=board)
    writer.put(board, lambda: "second")
    all_passed.set()
    writer.close()
    assert board.read_text() == "second"
    assert before.read_text() == "first"


def test_a_file_that_cannot_be_removed_is_not_lost(tmp_path: Path) -> None:
    folder = tmp_path / "game.txt"
    folder.mkdir()  # which cannot be removed like a file
    writer = Writer()
    writer.remove(folder)
    writer.put(folder, lambda: "moves")
    writer.remove(folder)
    writer.reached().wait(PATIENCE)
    assert writer.failed_in(tmp_path) == []
    writer.put(folder, lambda: "moves")
    writer.reached().wait(PATIENCE)
    assert writer.failed_in(tmp_path) == [folder]
    writer.close()
