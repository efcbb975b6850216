"""Texts from files can contain anything, of any length, and are still shown."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from congo_gui.draw import theme as theme_module
from congo_gui.draw.assets import MAX_LETTERS, Face, text_picture, text_width
from congo_gui.draw.theme import MAX_WRAPPED, Role, Theme
from congo_gui.screens.analysis.screen import AnalyseScreen
from tests.congo_gui.driver import Driver
from tests.congo_gui.game_files import OPENING, drop, written


@pytest.mark.parametrize(
    "comment", ["a\0b", "\u200b", "\x07\x1b\x7f", "\U0001f98a", "\u202e\u2028", "x" * 100_000]
)
def test_no_comment_crashes_the_program(driver: Driver, games: Path, comment: str) -> None:
    drop(driver, written(games / "one.txt", f"{OPENING}1. d2d3 {{{comment}}} *"))
    driver.press(pygame.K_a, "a")
    driver.top(AnalyseScreen)
    assert driver.moves == ["d2d3"]


@pytest.mark.parametrize("text", ['[Game "con\0go"]', OPENING + "1. d2\0d3 *"])
def test_error_quoting_a_nul_is_shown(driver: Driver, games: Path, text: str) -> None:
    drop(driver, written(games / "one.txt", text))
    assert "cannot be opened" in driver.play.toast.text


def test_only_the_beginning_of_a_text_is_measured_and_drawn(display: pygame.Surface) -> None:
    beginning, whole = "x" * MAX_LETTERS, "x" * 100_000
    assert text_width(whole, 12) == text_width(beginning, 12)
    pictures = [text_picture(text, 1, Face.REGULAR, (0, 0, 0)) for text in (beginning, whole)]
    assert pictures[0].get_size() == pictures[1].get_size()


@pytest.mark.parametrize("unit", ["x", "\u4e2d", "word ", "\udcff"])
def test_the_lines_of_a_text_are_found_in_linear_time(
    display: pygame.Surface, monkeypatch: pytest.MonkeyPatch, unit: str
) -> None:
    measured = 0

    def width(text: str, size: int, bold: bool = False) -> int:
        nonlocal measured
        measured += min(len(text), MAX_LETTERS)
        assert measured < 200 * MAX_WRAPPED
        return 7 * len(text)

    monkeypatch.setattr(theme_module, "text_width", width)
    lines = Theme(1.0).wrap(unit * (100_000 // len(unit)), Role.BODY, 300)
    assert "".join(lines).replace(" ", "").startswith(unit.strip() * 100)


@pytest.mark.parametrize("letter", ["x", "\u4e2d"])
def test_a_comment_without_blanks_costs_the_window_little(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, letter: str
) -> None:
    measured, whole = 0, text_width

    def width(text: str, size: int, face: Face = Face.REGULAR) -> int:
        nonlocal measured
        measured += len(text)
        assert measured < 1_500_000
        return whole(text, size, face)

    driver.run_loop()
    monkeypatch.setattr(theme_module, "text_width", width)
    drop(driver, written(games / "one.txt", f"{OPENING}1. d2d3 {{{letter * 2_000}}} *"))
    driver.press(pygame.K_a, "a")
    driver.top(AnalyseScreen)
    driver.run_loop()
    assert measured > 2_000
