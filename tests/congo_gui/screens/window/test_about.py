"""About: versions, authors, licences, and the last crash report."""

from __future__ import annotations

import os

import pygame
import pytest

from congo_gui.screens.window import about as about_module
from congo_gui.screens.window import texts as window_texts
from congo_gui.screens.window.about import AboutScreen
from congo_gui.store.settings import settings_path
from congo_gui.system import crash
from engine import __version__
from engine.system.folders import games_dir, log_dir
from tests.congo_gui.driver import Driver
from tests.congo_gui.game_files import Feed


def about(driver: Driver) -> AboutScreen:
    screen = driver.app.stack[-1]
    assert isinstance(screen, AboutScreen)
    return screen


def words(screen: AboutScreen) -> str:
    return "\n".join(text for _, text in screen.pages[screen.page])


def test_about_lists_versions_authors_and_folders(driver: Driver) -> None:
    driver.control("k")
    driver.type("about")
    driver.press(pygame.K_RETURN, "\r")
    description = words(about(driver))
    for name in (
        window_texts.program(__version__),
        pygame.version.ver,
        "Demian Freeling",
        window_texts.PICTURES,
    ):
        assert name in description
    assert str(games_dir()) in description
    assert str(settings_path()) in description
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_font_licence_is_shown_in_full(driver: Driver) -> None:
    driver.press(pygame.K_F12)
    driver.tool(window_texts.FONT_LICENCE)
    screen = about(driver)
    assert "SIL OPEN FONT LICENSE Version 1.1" in words(screen)
    assert "OTHER DEALINGS IN THE FONT SOFTWARE" in words(screen)
    driver.press(pygame.K_END)
    assert screen.paper.scroller.offset == screen.paper.scroller.last > 0


def test_no_crash_report_shows_where_one_would_be(driver: Driver) -> None:
    driver.press(pygame.K_F12)
    driver.tool(window_texts.CRASH_REPORT)
    assert window_texts.no_report(log_dir()) in words(about(driver))


def test_last_crash_report_is_named_with_its_last_lines(driver: Driver) -> None:
    older = crash.write_report(ValueError("an older one"), lambda: "some game")
    assert older is not None
    os.rename(older, older.with_name("crash-0-older.txt"))
    os.utime(older.with_name("crash-0-older.txt"), (0, 0))
    path = crash.write_report(ValueError("the river has run dry"), lambda: "some game")
    driver.press(pygame.K_F12)
    driver.tool(window_texts.CRASH_REPORT)
    assert str(path) in words(about(driver))
    assert "the river has run dry" in words(about(driver))
    assert "an older one" not in words(about(driver))


def test_an_unreadable_report_is_not_an_error(driver: Driver) -> None:
    log_dir().mkdir(parents=True)
    (log_dir() / "crash-1.txt").mkdir()
    driver.press(pygame.K_F12)
    driver.tool(window_texts.CRASH_REPORT)
    assert "It cannot be read" in words(about(driver))


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
def test_a_pipe_is_not_read_as_a_crash_report(driver: Driver, fed: Feed) -> None:
    log_dir().mkdir(parents=True, exist_ok=True)
    fed(log_dir() / "crash-1.txt", "a report")
    driver.press(pygame.K_F12)
    driver.tool(window_texts.CRASH_REPORT)
    assert "not a file" in words(about(driver))


def test_a_disk_that_does_not_answer_is_not_waited_for(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about_module, "DISK_WAIT_S", 0.0)
    with driver.slow_disk(monkeypatch, crash, "latest_report"):
        driver.press(pygame.K_F12)
        driver.tool(window_texts.CRASH_REPORT)
        assert window_texts.DISK_IS_SLOW in words(about(driver))
