"""Buttons, sliders, lists, choices, scrolling, tooltips and the order of Tab."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from congo_gui.draw.theme import Theme
from congo_gui.play.clocks import Timing
from congo_gui.screens.files.game_table import GameTable
from congo_gui.widgets import group as group_module
from congo_gui.widgets.base import Widget
from congo_gui.widgets.bubbles import Toast, draw_tooltip
from congo_gui.widgets.button import Button
from congo_gui.widgets.choices import Slider
from congo_gui.widgets.group import TIP_DELAY_S, WidgetGroup
from congo_gui.widgets.list_view import ListView
from congo_gui.widgets.scroll import Scroller
from tests.congo_gui.driver import AT_ONCE, CONGO, FakeThinker, Starter


@pytest.fixture
def theme(display: pygame.Surface) -> Theme:
    del display
    return Theme(1.0)


def press(group: WidgetGroup, position: tuple[int, int]) -> None:
    group.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=1))


def release(group: WidgetGroup, position: tuple[int, int]) -> None:
    group.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=position, button=1))


def move(group: WidgetGroup, position: tuple[int, int]) -> None:
    event = pygame.event.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0))
    group.handle(event)


def key(group: WidgetGroup, code: int, mod: int = 0) -> bool:
    return group.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))


class Counter:
    """Counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1


def button_group(theme: Theme, enabled: bool = True) -> tuple[WidgetGroup, Counter]:
    counter = Counter()
    button = Button("Go", counter, tip="Goes", enabled=lambda: enabled)
    button.place(pygame.Rect(10, 10, 80, 30), theme)
    return WidgetGroup([button]), counter


def test_a_button_runs_when_released_over_it(theme: Theme) -> None:
    group, counter = button_group(theme)
    press(group, (20, 20))
    assert counter.calls == 0
    release(group, (20, 20))
    assert counter.calls == 1
    press(group, (20, 20))
    release(group, (300, 300))
    assert counter.calls == 1


def test_a_disabled_button_does_nothing(theme: Theme) -> None:
    group, counter = button_group(theme, enabled=False)
    press(group, (20, 20))
    release(group, (20, 20))
    key(group, pygame.K_TAB)
    key(group, pygame.K_RETURN)
    assert counter.calls == 0
    assert group.focus is None


def test_a_click_keeps_the_keyboard_focus(theme: Theme) -> None:
    group, _ = button_group(theme)
    press(group, (20, 20))
    release(group, (20, 20))
    assert group.focus is None


def test_tab_cycles_in_both_directions(theme: Theme) -> None:
    buttons: list[Widget] = [Button(name, Counter()) for name in "abc"]
    group = WidgetGroup(buttons)
    for expected in (0, 1, 2, 0):
        key(group, pygame.K_TAB)
        assert group.focus is buttons[expected]
    key(group, pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert group.focus is buttons[2]
    assert key(group, pygame.K_ESCAPE)
    assert group.focus is None
    del theme


def test_shift_tab_begins_at_the_end(theme: Theme) -> None:
    del theme
    buttons: list[Widget] = [Button(name, Counter()) for name in "abc"]
    group = WidgetGroup(buttons)
    key(group, pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert group.focus is buttons[2]


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_SPACE])
def test_a_focused_button_is_pressed_by_keys(theme: Theme, code: int) -> None:
    group, counter = button_group(theme)
    key(group, pygame.K_TAB)
    assert key(group, code)
    assert counter.calls == 1


def test_a_focused_control_is_marked(theme: Theme, display: pygame.Surface) -> None:
    group, _ = button_group(theme)
    group.draw(display, theme)
    before = pygame.image.tobytes(display, "RGB")
    key(group, pygame.K_TAB)
    group.draw(display, theme)
    assert pygame.image.tobytes(display, "RGB") != before


class TooltipClock:
    """A clock set by the test."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> TooltipClock:
    """The clock of tooltips."""
    clock = TooltipClock()
    monkeypatch.setattr(group_module, "time", clock)
    return clock


@pytest.fixture
def timing(clock: TooltipClock) -> Timing:
    """The clock of the programs that `start` starts, which times the toasts."""
    return replace(AT_ONCE, now=clock.monotonic)


def test_a_tooltip_appears_late_and_hides_when_the_pointer_leaves(theme: Theme, clock: TooltipClock) -> None:
    group, _ = button_group(theme)
    move(group, (20, 20))
    assert group.next_change is not None
    clock.now += TIP_DELAY_S / 2
    group.update(0.1)
    assert not group.tip_shown
    clock.now += TIP_DELAY_S
    assert group.update(0.1)
    assert group.tip_shown
    assert group.next_change is None
    move(group, (500, 500))
    assert not group.tip_shown
    del theme


@pytest.mark.parametrize("corner", [(0, 0), (790, 0), (0, 590), (790, 590)])
def test_a_tooltip_stays_in_the_window(
    theme: Theme, display: pygame.Surface, corner: tuple[int, int]
) -> None:
    anchor = pygame.Rect(corner, (10, 10))
    place = draw_tooltip(display, theme, "Mark animals about to drown, and your lion in danger (W)", anchor)
    assert display.get_rect().contains(place)


def slider_group(theme: Theme) -> tuple[WidgetGroup, Slider, list[float]]:
    seen: list[float] = []
    slider = Slider((0.1, 1.0, 5.0), 1.0, seen.append)
    slider.place(pygame.Rect(0, 0, 220, 20), theme)
    return WidgetGroup([slider]), slider, seen


def test_a_slider_follows_mouse_wheel_and_keys(theme: Theme) -> None:
    group, slider, seen = slider_group(theme)
    press(group, (215, 10))
    assert slider.value == 5.0
    event = pygame.event.Event(pygame.MOUSEMOTION, pos=(-50, 10), rel=(0, 0), buttons=(1, 0, 0))
    group.handle(event)
    release(group, (-50, 10))
    assert slider.value == 0.1
    move(group, (20, 10))
    group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    key(group, pygame.K_TAB)
    key(group, pygame.K_RIGHT)
    key(group, pygame.K_RIGHT)
    assert seen == [5.0, 0.1, 1.0, 5.0]


def test_a_slider_takes_the_nearest_value(theme: Theme) -> None:
    _, slider, seen = slider_group(theme)
    slider.set(3.5)
    assert slider.value == 5.0
    assert seen == []


def test_a_list_is_pointed_at_chosen_from_and_scrolled(theme: Theme) -> None:
    chosen: list[int] = []
    pointed: list[int | None] = []
    rows = ListView([f"row {number}" for number in range(1000)], chosen.append, pointed.append)
    rows.place(pygame.Rect(0, 0, 200, 100), theme)
    group = WidgetGroup([rows])
    move(group, (20, 10))
    press(group, (20, 10))
    release(group, (20, 10))
    assert chosen == [0]
    group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    move(group, (20, 11))
    assert pointed[-1] == 6
    move(group, (500, 500))
    assert pointed[-1] is None
    group.set_focus(rows)
    key(group, pygame.K_UP)
    key(group, pygame.K_UP)
    assert rows.current == 999
    assert rows.rect.contains(rows.row_rect(999))
    key(group, pygame.K_RETURN)
    assert chosen == [0, 999]


def test_a_table_of_games_is_not_dragged_by_a_pointer_that_was_released_elsewhere(theme: Theme) -> None:
    rows = GameTable(lambda row: None, lambda row: None, lambda: None, "")
    rows.set_rows([f"row {number}" for number in range(1000)])
    rows.place(pygame.Rect(0, 0, 200, 100), theme)
    group = WidgetGroup([rows])
    press(group, rows.scroller.bar.midtop)
    move(group, (rows.scroller.bar.centerx, 50))
    dragged = rows.scroller.offset
    assert dragged > 0
    group.release_pointer()
    move(group, (rows.scroller.bar.centerx, 90))
    assert rows.scroller.offset == dragged


def test_the_scroll_bar_can_be_dragged(theme: Theme) -> None:
    scroller = Scroller()
    scroller.place(pygame.Rect(0, 0, 100, 100), 1000, theme)
    thumb = scroller.thumb()
    assert thumb is not None
    assert scroller.press(thumb.center)
    assert scroller.drag((thumb.centerx, 500))
    assert scroller.offset == scroller.last == 900
    assert scroller.release()
    assert not scroller.drag((thumb.centerx, 0))


def test_fitting_content_has_no_scroll_bar(theme: Theme) -> None:
    scroller = Scroller()
    scroller.place(pygame.Rect(0, 0, 100, 100), 80, theme)
    assert scroller.thumb() is None
    assert not scroller.press((95, 10))


def test_an_empty_list_shows_a_message(theme: Theme, display: pygame.Surface) -> None:
    pictures = []
    for rows in ((), ("a row",)):
        display.fill(theme.colours.panel)
        shown = ListView(rows, lambda row: None, empty="There is nothing.")
        shown.place(pygame.Rect(20, 20, 300, 200), theme)
        shown.draw(display, theme)
        pictures.append(pygame.image.tobytes(display.subsurface(pygame.Rect(60, 100, 220, 40)), "RGB"))
        assert display.get_at((170, 200))[:3] == theme.colours.sunken
    assert pictures[0] != pictures[1]


def test_a_toast_disappears(theme: Theme, display: pygame.Surface, clock: TooltipClock) -> None:
    toast = Toast(clock.monotonic)
    assert toast.next_change is None
    toast.show("Copied.", 1.0)
    toast.draw(display, theme, display.get_rect())
    # What was shown during something long must be seen at all.
    clock.now += 3.0
    assert toast.update()
    clock.now += 0.5
    assert not toast.update()
    clock.now += 0.6
    assert toast.update()
    assert toast.text == ""


def test_toast_duration_ignores_slow_frames(
    start: Starter, thinker: FakeThinker, clock: TooltipClock
) -> None:
    driver = start(demo=True)
    driver.run_loop()
    driver.play.toast.show("Your last game was kept.", 8.0)
    driver.run_loop()
    for _ in range(8):
        assert driver.play.toast.text
        clock.now += 1.01
        thinker.report(*CONGO.legal_moves(driver.session.game.position)[:1])
        driver.run_loop()
    assert not driver.play.toast.text


def test_the_wheel_scrolls_the_control_under_the_pointer(theme: Theme) -> None:
    group, slider, _ = slider_group(theme)
    move(group, (400, 400))
    assert not group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert slider.value == 1.0
