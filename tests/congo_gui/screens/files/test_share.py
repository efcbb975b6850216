"""The dialog that exports the position or the game on the board."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui.screens.files import reading, share_screen, texts
from congo_gui.screens.files.share_screen import ShareScreen
from congo_gui.screens.files.write_job import WriteJob
from congo_gui.share.export import SUFFIXES
from congo_gui.system import clipboard
from engine.system.errors import UserError
from tests.congo_gui.driver import Driver
from tests.congo_gui.game_files import drop, play_two

pytestmark = pytest.mark.thorough


@pytest.fixture
def driver(start: Any) -> Driver:
    driver: Driver = start()
    play_two(driver)
    driver.control("h")
    driver.run_loop()
    return driver


@pytest.fixture
def folder(driver: Driver) -> Path:
    return driver.top(ShareScreen).folder


def export(driver: Driver, format: str, name: str) -> None:
    screen = driver.top(ShareScreen)
    driver.tool(texts.FORMATS[format][0])
    screen.group.set_focus(screen.name)
    driver.press(pygame.K_a, mod=pygame.KMOD_CTRL)
    driver.type(name)
    driver.press(pygame.K_RETURN)


@pytest.mark.parametrize("format", texts.FORMATS)
def test_the_game_on_the_board_is_exported(driver: Driver, folder: Path, format: str) -> None:
    export(driver, format, "mine")
    driver.until(lambda: driver.app.stack == [driver.play])
    (file,) = folder.iterdir()
    assert file.name == f"mine{format}"
    shown = driver.session.game.rules.notation.format(driver.session.game.position)
    if format in (".svg", ".html"):
        text = file.read_text(encoding="utf-8")
        assert (shown if format == ".svg" else "d6d5") in text
    assert "mine" in driver.play.toast.text


def test_the_position_on_the_board_is_copied_as_a_picture(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[bytes] = []

    def copy(png: bytes) -> bool:
        copied.append(png)
        return True

    driver.press(pygame.K_ESCAPE)
    for keys in ((), (pygame.K_LEFT,), (pygame.K_a,)):
        for key in keys:
            driver.press(key, chr(key) if key < 127 else "")
        monkeypatch.setattr(clipboard, "copy_picture", copy)
        driver.press(pygame.K_c, mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
        assert driver.app.stack[-1].toast.text == texts.PICTURE_COPIED
        monkeypatch.setattr(clipboard, "copy_picture", lambda png: False)
        driver.press(pygame.K_c, mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
        assert driver.app.stack[-1].toast.text == texts.NO_PICTURE_COPIED
    later, earlier, _ = (pygame.image.load(BytesIO(png), "a.png") for png in copied)
    assert later.get_size() == earlier.get_size() > (600, 600)
    assert copied[1] == copied[2] != copied[0]


def test_the_window_does_not_wait_long_for_a_program_that_copies_pictures(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def hang(command: Sequence[str], timeout: float, **options: Any) -> None:
        waited.append(timeout)
        raise subprocess.TimeoutExpired(command, timeout)

    driver.press(pygame.K_ESCAPE)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(subprocess, "run", hang)
    driver.press(pygame.K_c, mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert driver.app.stack[-1].toast.text
    assert 0 < max(waited) < 2


def test_an_error_is_shown_and_the_dialog_stays_open(
    driver: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any, **known: Any) -> None:
        raise UserError("The disk is full.")

    monkeypatch.setattr(share_screen, "export", full)
    export(driver, ".png", "mine")
    screen = driver.top(ShareScreen)
    driver.until(lambda: screen.job is None)
    assert screen.message == "The disk is full."
    assert not list(folder.iterdir())


def test_warns_before_replacing_a_new_file(driver: Driver, folder: Path) -> None:
    screen = driver.top(ShareScreen)
    screen.name.set_text("mine")
    target = screen._target()
    target.write_text("of another program")
    driver.press(pygame.K_RETURN)
    assert screen.save_button.label == texts.REPLACE
    assert target.read_text() == "of another program"
    driver.press(pygame.K_RETURN)
    driver.until(lambda: driver.app.stack == [driver.play])
    assert target.read_bytes() != b"of another program"


def test_escape_stops_the_work_and_then_closes(
    driver: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(path: Path, shared: Any, progress: Any) -> None:
        for done in itertools.count():
            progress(done, 99)

    monkeypatch.setattr(reading, "AT_ONCE_S", 0.0)
    monkeypatch.setattr(share_screen, "export", endless)
    screen = driver.top(ShareScreen)
    export(driver, ".gif", "mine")
    driver.until(lambda: screen.message.startswith("Drawing position"))
    driver.press(pygame.K_ESCAPE)
    driver.until(lambda: screen.job is None)
    assert screen.message == texts.STOPPED
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert not list(folder.iterdir())


def test_a_file_dropped_during_the_work_stops_it_and_opens(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(path: Path, shared: Any, progress: Any) -> None:
        for done in itertools.count():
            progress(done, 99)

    def stop(job: WriteJob[Any]) -> None:
        stops.append(job)
        assert len(stops) < 9, "the window waits for ever"
        really_stop(job)

    stops: list[WriteJob[Any]] = []
    really_stop = WriteJob.stop
    monkeypatch.setattr(WriteJob, "stop", stop)
    monkeypatch.setattr(reading, "AT_ONCE_S", 0.0)
    monkeypatch.setattr(share_screen, "export", endless)
    dropped = tmp_path / "dropped.txt"
    dropped.write_text('[Event "e"]\n[Game "congo"]\n\n1. e2e3 *\n')
    screen = driver.top(ShareScreen)
    export(driver, ".gif", "mine")
    driver.until(lambda: screen.message.startswith("Drawing position"))
    drop(driver, dropped)
    driver.until(lambda: driver.moves == ["e2e3"])
    assert driver.app.stack == [driver.play]


def test_every_file_extension_has_a_description() -> None:
    assert tuple(texts.FORMATS) == SUFFIXES


def test_a_chosen_file_is_kept_if_another_format_is_chosen_after_it(driver: Driver, folder: Path) -> None:
    picture = folder / "OLD.PNG"
    picture.write_bytes(b"a picture")
    screen = driver.top(ShareScreen)
    driver.tool(texts.FORMATS[".png"][0])
    driver.run_loop()
    screen.file_chosen(picture)
    driver.tool(texts.FORMATS[".html"][0])
    driver.run_loop()
    driver.press(pygame.K_RETURN)
    driver.until(lambda: driver.app.stack == [driver.play])
    assert picture.read_bytes() == b"a picture"
    assert (folder / "OLD.PNG.html").exists()
