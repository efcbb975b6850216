"""Which keys type text, and where."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.widgets.keyboard import Keyboard

BOARD, FIELD = "the board", "a field"
CONTROL, ALTGR = pygame.KMOD_LCTRL, pygame.KMOD_LCTRL | pygame.KMOD_RALT


@pytest.fixture
def keyboard() -> Keyboard:
    return Keyboard()


def down(keyboard: Keyboard, key: int, focus: str, mod: int = 0) -> bool:
    return keyboard.note(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod), focus)


def up(keyboard: Keyboard, key: int, mod: int = 0) -> None:
    assert not keyboard.note(pygame.event.Event(pygame.KEYUP, key=key, mod=mod), FIELD)


@pytest.mark.parametrize("mod", [0, pygame.KMOD_SHIFT, ALTGR])
def test_a_key_types_where_it_was_pressed(keyboard: Keyboard, mod: int) -> None:
    assert not down(keyboard, pygame.K_q, FIELD, mod)
    assert keyboard.types(FIELD)


def test_a_key_types_nothing_into_a_field_that_it_opens_even_if_it_is_held(keyboard: Keyboard) -> None:
    down(keyboard, pygame.K_7, BOARD, pygame.KMOD_SHIFT)
    assert not keyboard.types(FIELD)
    up(keyboard, pygame.K_LSHIFT)
    assert down(keyboard, pygame.K_7, FIELD)
    assert not keyboard.types(FIELD)
    up(keyboard, pygame.K_7)
    assert not down(keyboard, pygame.K_7, FIELD)
    assert keyboard.types(FIELD)


def test_a_key_with_control_types_nothing_until_it_is_released(keyboard: Keyboard) -> None:
    down(keyboard, pygame.K_LCTRL, FIELD, CONTROL)
    down(keyboard, pygame.K_MINUS, FIELD, CONTROL)
    assert not keyboard.types(FIELD)
    up(keyboard, pygame.K_LCTRL)
    assert down(keyboard, pygame.K_MINUS, FIELD)
    assert not keyboard.types(FIELD)
    up(keyboard, pygame.K_MINUS)
    assert keyboard.types(FIELD)


def test_the_next_key_types_while_the_one_before_is_still_held(keyboard: Keyboard) -> None:
    down(keyboard, pygame.K_s, BOARD)
    down(keyboard, pygame.K_a, FIELD)
    assert keyboard.types(FIELD)
    up(keyboard, pygame.K_s)
    assert keyboard.types(FIELD)


def test_an_input_method_types_without_keys_even_with_control(keyboard: Keyboard) -> None:
    assert keyboard.types(FIELD)
    down(keyboard, pygame.K_LCTRL, FIELD, CONTROL)
    assert keyboard.types(FIELD)


def test_all_keys_are_forgotten_with_the_focus_of_the_window(keyboard: Keyboard) -> None:
    down(keyboard, pygame.K_s, BOARD, CONTROL)
    keyboard.clear()
    assert keyboard.types(FIELD)
    assert not down(keyboard, pygame.K_s, BOARD)
