"""Tiny windows show a scaled-down picture of the smallest layout, and mouse positions still match."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.draw.window_surface import MAX_ENLARGED, MIN_WINDOW_SIZE, WindowSurface, canvas_size
from tests.congo_gui.driver import Driver

SMALL = [(320, 240), (640, 300), (300, 480), (639, 479), (200, 700), (900, 200)]


@pytest.mark.parametrize(
    "size", [MIN_WINDOW_SIZE, (480, 640), (641, 480), (480, 2000), (3840, 2160)], ids=str
)
def test_large_window_is_drawn_unscaled(size: tuple[int, int]) -> None:
    assert canvas_size(*size) == size


@pytest.mark.parametrize("size", [*SMALL, (1, 1)], ids=str)
def test_every_layout_has_at_least_the_minimum_size(size: tuple[int, int]) -> None:
    width, height = canvas_size(*size)
    assert max(width, height) >= MIN_WINDOW_SIZE[0]
    assert min(width, height) >= MIN_WINDOW_SIZE[1]
    assert width / height == pytest.approx(size[0] / size[1], rel=0.01)


@pytest.mark.parametrize("size", [(1280, 1), (1, 900), (20, 900), (3000, 2), (9000, 1)], ids=str)
def test_narrow_strip_is_not_drawn_on_a_huge_picture(size: tuple[int, int]) -> None:
    width, height = canvas_size(*size)
    assert max(width, height) == max(*size, MAX_ENLARGED)
    assert min(width, height) == MIN_WINDOW_SIZE[1]


@pytest.mark.parametrize("size", [(800, 600), (320, 240)], ids=str)
def test_a_window_with_few_bits_a_pixel_shows_a_picture_with_many(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = pygame.Surface(size, depth=16)
    monkeypatch.setattr(pygame.display, "get_surface", lambda: window)
    monkeypatch.setattr(pygame.display, "update", lambda areas=None: None)
    shown = WindowSurface()
    picture = shown.fit()
    assert picture is not window
    assert shown.fit() is picture
    assert (picture.get_bitsize(), picture.get_size()) == (32, canvas_size(*size))
    picture.fill((255, 255, 255))
    shown.show([])
    assert window.get_at((size[0] // 2, size[1] // 2))[:3] == (255, 255, 255)


def click_in_window(driver: Driver, name: str) -> None:
    """Click a square at its place in the scaled window."""
    x, y = driver.square(name)
    window = pygame.display.get_surface().get_size()
    canvas = canvas_size(*window)
    driver.click((x * window[0] // canvas[0], y * window[1] // canvas[1]))


@pytest.mark.parametrize("size", SMALL, ids=str)
def test_a_tiny_window_can_be_played_in(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    assert pygame.display.get_surface().get_size() == size
    click_in_window(driver, "d2")
    click_in_window(driver, "d3")
    assert driver.moves == ["d2d3"]
    screen = pygame.Rect((0, 0), canvas_size(*size))
    visible = [widget.rect for widget in driver.play.group.widgets if widget.visible]
    assert all(screen.contains(rect) for rect in visible)


def test_a_tiny_window_shows_the_whole_picture_smaller(driver: Driver) -> None:
    driver.resize(640, 480)
    driver.app.painter.draw()
    expected = pygame.transform.smoothscale(pygame.display.get_surface(), (320, 240))
    driver.resize(320, 240)
    shown = pygame.display.get_surface()
    for place in ((10, 10), (150, 100), (250, 60), (300, 230)):
        assert shown.get_at(place) == expected.get_at(place)


def test_enlarged_window_is_drawn_unscaled(driver: Driver) -> None:
    driver.resize(320, 240)
    driver.resize(800, 600)
    driver.click_squares("d2", "d3")
    assert driver.moves == ["d2d3"]
