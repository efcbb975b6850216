"""Every command exists once, has a name, a hint and a key of its own, and can be found."""

from __future__ import annotations

import itertools

import pygame
import pytest

from congo_gui.actions import ACTIONS, BY_ID, Action, Commands, action_for
from congo_gui.assets import asset_path
from congo_gui.screens.help import key_lines
from congo_gui.screens.menu import MenuScreen, matching
from congo_gui.screens.panel import TOOLBAR
from congo_gui.screens.play import PlayScreen
from congo_gui.screens.setup import SetupScreen
from tests.congo_gui.driver import Driver

SHIFTED = {"?": pygame.K_SLASH, "+": pygame.K_EQUALS}


def key_event(code: int, character: str = "", mod: int = 0, scancode: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=character, mod=mod, scancode=scancode)


def events_of(action: Action) -> list[pygame.event.Event]:
    """Return what pressing each of the action's keys gives."""
    events = []
    for key in action.keys:
        if key.character:
            events.append(key_event(SHIFTED.get(key.character, ord(key.character)), key.character))
        else:
            events.append(key_event(key.code, mod=pygame.KMOD_LCTRL if key.control else 0))
    return events


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_label_hint_and_key(action: Action) -> None:
    assert action.label[0].isupper()
    assert len(action.hint) > 10
    assert action.keys
    assert action.key_text in action.tip
    assert not action.icon or asset_path("icons", f"{action.icon}.svg").exists()


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_its_keys_lead_to_it(action: Action) -> None:
    for event in events_of(action):
        assert action_for(event) is action


def test_no_key_and_no_name_is_used_twice() -> None:
    keys = [key for action in ACTIONS for key in action.keys]
    assert len({(key.code, key.control, key.character) for key in keys}) == len(keys)
    assert len({key.text for key in keys}) == len(keys)
    assert len(BY_ID) == len(ACTIONS)
    for first, second in itertools.combinations(ACTIONS, 2):
        for event in events_of(first):
            assert not any(key.matches(event) for key in second.keys)


def test_every_action_is_in_the_help() -> None:
    words = " ".join(line for _, line in key_lines())
    assert all(action.label in words for action in ACTIONS)


def test_every_action_is_in_the_menu_under_a_heading(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    assert sorted(action.id for action in screen.grid.shown) == sorted(BY_ID)
    places = [screen.grid.rect_of(action) for action in ACTIONS]
    for first, second in itertools.combinations(places, 2):
        assert not first.colliderect(second)


def test_the_menu_runs_what_is_clicked(driver: Driver) -> None:
    flipped = driver.play.board.flipped
    driver.tool("Menu")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.click(screen.grid.rect_of(BY_ID["flip"]).center)
    assert driver.app.stack == [driver.play]
    assert driver.play.board.flipped != flipped


def test_typing_finds_a_command_by_its_name_or_what_it_does(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.type("turn round")
    assert screen.grid.shown == (BY_ID["flip"],)
    driver.press(pygame.K_RETURN)
    assert driver.play.board.flipped
    assert matching("fen") == (BY_ID["copy_fen"], BY_ID["paste_fen"])
    assert matching("xyzzy") == ()


def test_the_arrow_keys_go_through_the_menu(driver: Driver) -> None:
    driver.control("k")
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_UP)
    driver.press(pygame.K_RETURN)
    assert isinstance(driver.app.stack[-1], SetupScreen)


def test_what_is_not_possible_stays_in_the_menu_and_does_nothing(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.click(screen.grid.rect_of(BY_ID["undo"]).center)
    assert driver.app.stack[-1] is screen
    assert screen.says.endswith("Not possible now.")


def test_the_toolbar_shows_known_actions_with_pictures() -> None:
    assert all(BY_ID[name].icon for name in TOOLBAR)


def test_the_play_screen_has_every_command() -> None:
    wanted = [name for name in vars(Commands) if not name.startswith("_")]
    assert wanted
    assert all(hasattr(PlayScreen, name) for name in wanted)


def test_letters_work_on_a_keyboard_without_latin_letters() -> None:
    cyrillic_em = key_event(0x43C, "м", pygame.KMOD_LCTRL, scancode=25)
    assert action_for(cyrillic_em) is BY_ID["paste_fen"]


def test_alt_and_a_letter_is_no_command() -> None:
    assert action_for(key_event(pygame.K_f, "f", pygame.KMOD_LALT)) is None
