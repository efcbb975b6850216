"""Questions to a disk that is slow: the last answer counts, and the window does not wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.new_game.my_level import MyLevelScreen
from congo_gui.store import last_answer
from congo_gui.store.ending_progress import EndingProgress
from congo_gui.store.last_answer import LastAnswer, WatchedFile
from tests.congo_gui.driver import Driver
from tests.congo_gui.store.test_rated_games import opened, won
from tests.waiting import PATIENCE


def join_questions() -> None:
    for thread in threading.enumerate():
        if thread.name == "question":
            thread.join(PATIENCE)


def test_the_last_answer_counts_until_the_next() -> None:
    disk = threading.Event()
    asked: list[None] = []

    def ask() -> int:
        asked.append(None)
        assert disk.wait(PATIENCE)
        return len(asked)

    answer = LastAnswer(ask, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(last_answer, "AT_ONCE_S", 0.0)
        assert [answer.update(), answer.update()] == [0, 0]
    disk.set()
    join_questions()
    assert answer.update() == 2


def test_without_threads_the_question_is_asked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert LastAnswer(lambda: 1, 0).update() == 1


def test_new_contents_are_returned_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    file = WatchedFile(path, 100)
    assert (file.first(), file.news()) == (b"", None)
    path.write_bytes(b"one")
    assert (file.news(), file.news()) == (b"one", None)
    path.write_bytes(b"x" * 101)
    assert file.news() is None


def test_a_late_answer_does_not_take_progress_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was asked before this window changed the file, and no other answer has come since."""

    def look(file: WatchedFile) -> object:
        found = function(file)
        looked.set()
        assert not disks or disks.pop(0).wait(PATIENCE)
        return found

    def write(path: Path, change: Callable[[bytes], bytes], done: Callable[[], None]) -> None:
        path.write_bytes(change(path.read_bytes() if path.exists() else b""))
        done()

    looked = threading.Event()
    first, second = disks = [threading.Event(), threading.Event()]
    other, function = EndingProgress(tmp_path, write), WatchedFile._look
    with monkeypatch.context() as patch:
        patch.setattr(WatchedFile, "_look", look)
        patch.setattr(last_answer, "AT_ONCE_S", 0.0)
        progress = EndingProgress(tmp_path, write)
        other.note("congo", "LC-L", True, 2, 1)
        progress.refresh()
        assert looked.wait(PATIENCE)
        progress.note("congo", "LZ-L", True, 2, 1)
        first.set()
        join_questions()
        progress.refresh()
        assert progress.done("congo", "LZ-L") == (1, 1)
        second.set()
        join_questions()
    progress.refresh()
    assert progress.done("congo") == (2, 2)


def test_a_rated_game_of_another_window_counts_as_soon_as_the_disk_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(file: WatchedFile) -> object:
        assert disk.wait(PATIENCE)
        return function(file)

    disk, function = threading.Event(), WatchedFile._look
    disk.set()
    with monkeypatch.context() as patch:
        patch.setattr(WatchedFile, "_look", look)
        patch.setattr(last_answer, "AT_ONCE_S", 0.0)
        games = opened(tmp_path)
        opened(tmp_path).add(won(1))
        disk.clear()
        assert games.results("congo") == ()
        disk.set()
        join_questions()
    assert games.results("congo") == (won(1),)


def test_learn_and_rated_games_do_not_wait_for_a_slow_disk(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driver.slow_disk(monkeypatch, WatchedFile, "state"):
        driver.press(pygame.K_F7)
        driver.run_loop()
        driver.top(MyLevelScreen)
        driver.press(pygame.K_ESCAPE)
        driver.command("learn")
        driver.run_loop()
        driver.top(LearnHub)
