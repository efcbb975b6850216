"""What is appended to a file while another process rewrites it is not lost."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO

import pytest

from engine.record.format import append_game
from engine.system import shared_file
from engine.system.files import replace_file
from engine.system.shared_file import change_file

MOST = 1000


def shorter(data: bytes) -> bytes:
    return data.removeprefix(b"one\n\n")


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks")
def test_an_appended_game_waits_for_the_file_that_replaces_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game comes at the last moment: before the new file gets the name of the old one."""
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
        appender.start()
        waits.wait()
        rename(old, new)

    appender = Thread(target=append)
    monkeypatch.setattr(shared_file, "LOCK_WAIT_S", float("inf"))
    monkeypatch.setattr(fcntl, "flock", noted)
    monkeypatch.setattr(os, "replace", late)
    change_file(path, MOST, shorter)
    appender.join()
    assert path.read_bytes() == b"two\n\nthree\n\n"


def test_a_file_that_changes_without_a_lock_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"one\n\ntwo\n\n")
    monkeypatch.setattr(shared_file, "fcntl", None)
    late = [b"three\n\n", b"four\n\n"]

    def change(data: bytes) -> bytes:
        if late:
            with path.open("ab") as file:
                file.write(late.pop(0))
        return shorter(data)

    change_file(path, MOST, change)
    assert path.read_bytes() == b"two\n\nthree\n\nfour\n\n"


def test_a_file_that_never_stays_the_same_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"one\n\n")

    def change(data: bytes) -> bytes:
        replace_file(path, data + b"x", sync=False)
        return b""

    with pytest.raises(OSError, match="busy"):
        change_file(path, MOST, change)
    assert path.read_bytes() == b"one\n\n" + b"x" * shared_file.TRIES
