"""Appending to a file while another process rewrites it loses nothing."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO, NoReturn

import pytest

from engine.game.game import Game
from engine.record.format import append_game, save_games
from engine.record.record import GameRecord
from engine.system import shared_file
from engine.system.files import replace_file
from engine.system.shared_file import change_file, is_at, shared_use, sole_use
from tests.engine.rules.congo.support import CONGO

MAX_BYTES = 1000


def shorter(data: bytes) -> bytes:
    return data.removeprefix(b"one\n\n")


def replaced_by_change(path: Path) -> None:
    change_file(path, MAX_BYTES, shorter)


def replaced_by_saving(path: Path) -> None:
    save_games(path, [GameRecord.of(Game(CONGO))])


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks")
@pytest.mark.parametrize("replace", [replaced_by_change, replaced_by_saving])
def test_append_waits_for_a_replacement_in_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: Callable[[Path], None]
) -> None:
    """The game is appended at the last moment, before the new file replaces the old one."""
    import fcntl

    path = tmp_path / "games.txt"
    path.write_bytes(b"one\n\ntwo\n\n")
    waits, flock, rename = Event(), fcntl.flock, os.replace

    def append() -> None:
        append_game(path, "three\n\n")
        waits.set()

    def noted(file: BinaryIO, how: int) -> None:
        try:
            flock(file, how)
        except BlockingIOError:
            waits.set()
            raise

    def late(old: Path, new: Path) -> None:
        if new == path:  # not one of the compiled code's
            appender.start()
            waits.wait()
        rename(old, new)

    appender = Thread(target=append)
    monkeypatch.setattr(shared_file, "LOCK_WAIT_S", float("inf"))
    monkeypatch.setattr(fcntl, "flock", noted)
    monkeypatch.setattr(os, "replace", late)
    replace(path)
    appender.join()
    assert path.read_bytes().endswith(b"\n\nthree\n\n")
    assert b"one" not in path.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks")
@pytest.mark.parametrize("replace", [replaced_by_change, replaced_by_saving])
def test_a_file_that_was_replaced_while_we_waited_is_locked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: Callable[[Path], None]
) -> None:
    """The lock of the old file excludes nobody."""
    path = tmp_path / "games.txt"
    locked: list[bool] = []
    path.write_bytes(b"one\n\n")

    def lock(file: BinaryIO, wait_s: float) -> None:
        if not locked:
            replace_file(path, b"one\n\ntwo\n\n", sync=False)
        locked.append(is_at(file, path))

    monkeypatch.setattr(shared_file, "_lock", lock)
    replace(path)
    assert locked == [False, True]
    assert b"one" not in path.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks")
def test_a_file_that_is_removed_while_its_lock_is_awaited_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"one\n\n")
    monkeypatch.setattr(shared_file, "_lock", lambda file, wait_s: path.unlink())
    replaced_by_saving(path)
    assert b"[Game " in path.read_bytes()


def test_file_changed_without_a_lock_is_reread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"one\n\ntwo\n\n")
    monkeypatch.setattr(shared_file, "fcntl", None)
    late = [b"three\n\n", b"four\n\n"]

    def change(data: bytes) -> bytes:
        if late:
            with path.open("ab") as file:
                file.write(late.pop(0))
        return shorter(data)

    change_file(path, MAX_BYTES, change)
    assert path.read_bytes() == b"two\n\nthree\n\nfour\n\n"


def test_ever_changing_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"one\n\n")

    def change(data: bytes) -> bytes:
        replace_file(path, data + b"x", sync=False)
        return b""

    with pytest.raises(OSError, match="busy"):
        change_file(path, MAX_BYTES, change)
    assert path.read_bytes() == b"one\n\n" + b"x" * shared_file.TRIES


HOLDER = """
import sys
from pathlib import Path
from engine.system.shared_file import sole_use

with sole_use(Path(sys.argv[1])) as is_free:
    print(is_free, flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("name", ["games.txt", "a" * 255])
def test_lock_is_exclusive_and_released_by_a_killed_process(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"True"
        with sole_use(path) as is_free:
            assert not is_free
        holder.kill()
        holder.wait()
    assert list(tmp_path.iterdir()) != []
    for _ in range(2):
        with sole_use(path) as is_free, sole_use(path) as is_free_twice:
            assert (is_free, is_free_twice) == (True, False)
    assert list(tmp_path.iterdir()) == []


def test_shared_lock_excludes_only_sole_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_file, "LOCK_WAIT_S", 0)
    path, shares = tmp_path / "games.txt", [ExitStack(), ExitStack()]
    for share in shares:
        assert share.enter_context(shared_use(path))
    for share in shares:
        with sole_use(path) as is_free:
            assert not is_free
        share.close()
    assert list(tmp_path.iterdir()) == []
    with sole_use(path) as is_free, shared_use(path) as is_free_to_share:
        assert (is_free, is_free_to_share) == (True, False)


@pytest.mark.skipif(os.name == "nt", reason="there a lock is not removed while others use it")
def test_shared_lock_waits_for_its_removal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last process that shared a lock has it for itself while it removes it."""
    import fcntl

    path, removal, flock = tmp_path / "games.txt", ExitStack(), fcntl.flock

    def end_after_refusal(file: BinaryIO, how: int) -> None:
        try:
            flock(file, how)
        except BlockingIOError:
            removal.close()
            raise

    assert removal.enter_context(sole_use(path))
    monkeypatch.setattr(shared_file, "LOCK_WAIT_S", float("inf"))
    monkeypatch.setattr(fcntl, "flock", end_after_refusal)
    with shared_use(path) as is_free, sole_use(path) as is_free_alone:
        assert (is_free, is_free_alone) == (True, False)


def test_processes_continue_where_files_cannot_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".games.txt.lock").mkdir()
    with sole_use(tmp_path / "games.txt") as is_free:
        assert is_free

    def refused(file: BinaryIO, is_shared: bool) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(shared_file, "try_lock", refused)
    with sole_use(tmp_path / "others.txt") as is_free:
        assert is_free


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked")
def test_a_folder_is_locked_itself_where_no_file_can_be_written_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder of others."""

    def refuse(path: Path, is_shared: bool) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(shared_file, "_claim", refuse)
    for _ in range(2):
        with sole_use(tmp_path) as is_free, sole_use(tmp_path) as is_free_twice:
            assert (is_free, is_free_twice) == (True, False)
    with sole_use(tmp_path / "games.txt") as is_free:
        assert is_free
