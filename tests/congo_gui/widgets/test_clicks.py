"""A double click belongs to the screen where it began."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.widgets import clicks
from congo_gui.widgets.base import LEFT_BUTTON, RIGHT_BUTTON
from congo_gui.widgets.clicks import Clicks

BELOW, ABOVE = "a screen", "a screen that it opens"
LATER_MS = 2000


class Mouse:
    """Clicks on screens, at times of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_ms = 0
        self._clicks = Clicks()
        monkeypatch.setattr(pygame.time, "get_ticks", lambda: self.now_ms)
        monkeypatch.setattr(clicks, "DOUBLE_CLICK_MS", 400)

    def reaches(
        self,
        screen: str,
        place: tuple[int, int] = (50, 50),
        button: int = LEFT_BUTTON,
        takes_ms: int = 0,
        has_frame: bool = True,
    ) -> bool:
        """Return whether a click reaches a screen, and neither half of it without the other."""
        halves = []
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            event = pygame.event.Event(kind, button=button, pos=place)
            halves.append(not self._clicks.follow(event, screen))
            self.now_ms += takes_ms
            if has_frame:
                self._clicks.note_frame()
            self.now_ms += 50
        assert halves[0] == halves[1]
        return halves[0]


@pytest.fixture
def mouse(monkeypatch: pytest.MonkeyPatch) -> Mouse:
    return Mouse(monkeypatch)


def test_further_clicks_do_not_reach_the_screen_that_the_first_one_has_opened(mouse: Mouse) -> None:
    assert mouse.reaches(BELOW)
    assert not mouse.reaches(ABOVE)
    assert not mouse.reaches(ABOVE, (52, 49))
    mouse.now_ms += LATER_MS
    assert mouse.reaches(ABOVE)


def test_nor_if_the_first_one_has_taken_long(mouse: Mouse) -> None:
    assert mouse.reaches(BELOW, takes_ms=LATER_MS)
    assert not mouse.reaches(ABOVE)


def test_nor_if_the_second_one_comes_before_the_screen_is_drawn(mouse: Mouse) -> None:
    assert mouse.reaches(BELOW, takes_ms=LATER_MS, has_frame=False)
    assert not mouse.reaches(ABOVE)


def test_both_clicks_of_a_double_click_reach_a_screen_that_stays(mouse: Mouse) -> None:
    assert mouse.reaches(BELOW)
    assert mouse.reaches(BELOW)


def test_a_quick_click_elsewhere_reaches_the_new_screen(mouse: Mouse) -> None:
    assert mouse.reaches(BELOW)
    assert mouse.reaches(ABOVE, (90, 50))
    assert mouse.reaches(ABOVE, (90, 50))


def test_other_buttons_and_the_wheel_reach_the_new_screen(mouse: Mouse) -> None:
    assert mouse.reaches(BELOW)
    assert mouse.reaches(ABOVE, button=RIGHT_BUTTON)
    assert mouse.reaches(ABOVE, button=5)
