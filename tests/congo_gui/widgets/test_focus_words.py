"""What a screen reader says about the control that has the focus."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.widgets import texts
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Chip
from congo_gui.widgets.choices import Segments
from congo_gui.widgets.group import WidgetGroup
from congo_gui.widgets.list_view import ListRow, ListView
from congo_gui.widgets.text_field import TextField

pytestmark = pytest.mark.usefixtures("display")


class Choice:
    """Something chosen among three parts."""

    index = 0

    def choose(self, part: int) -> None:
        self.index = part


@pytest.fixture
def spoken() -> list[str]:
    return []


def group_of(spoken: list[str], *widgets: Widget) -> WidgetGroup:
    return WidgetGroup(widgets, spoken.append)


def press(group: WidgetGroup, key: int) -> None:
    group.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def test_tab_reads_each_control(spoken: list[str]) -> None:
    group = group_of(
        spoken,
        Button("Hint", print),
        Button("Streak", print, chosen=lambda: True),
        Chip("3", print, tip="The lion", chosen=lambda: False, done=lambda: False),
        TextField(print, placeholder="A name"),
        Button("", print, tip="Close", icon_name="close"),
        Button("Grey", print, enabled=lambda: False),
    )
    for _ in range(6):
        press(group, pygame.K_TAB)
    assert spoken == ["Hint", texts.chosen("Streak"), "3. The lion", "A name", "Close", "Hint"]


def test_a_change_by_the_keyboard_is_read(spoken: list[str]) -> None:
    choice, parts = Choice(), ("Easy", "Medium", "Hard")
    group = group_of(spoken, Segments(parts, lambda: choice.index, choice.choose))
    press(group, pygame.K_TAB)
    press(group, pygame.K_RIGHT)
    press(group, pygame.K_RIGHT)
    press(group, pygame.K_RIGHT)
    assert spoken == [texts.part(index, parts) for index in range(3)]


def test_the_rows_of_a_list_are_read(spoken: list[str]) -> None:
    group = group_of(spoken, ListView([ListRow("First", "new"), "Second"], print))
    for key in (pygame.K_TAB, pygame.K_DOWN, pygame.K_DOWN):
        press(group, key)
    assert spoken == [texts.rows(2), "First. new", "Second"]


def test_an_error_in_a_text_field_is_read(spoken: list[str]) -> None:
    def refuse(text: str) -> None:
        field.error = f"{text} is wrong"

    field = TextField(refuse)
    group = group_of(spoken, field)
    group.set_focus(field)
    field.set_text("x")
    press(group, pygame.K_RETURN)
    assert spoken == ["x is wrong"]


def test_without_a_choice_all_parts_are_read() -> None:
    assert texts.part(-1, ("Easy", "Hard")) == "Easy, Hard"
