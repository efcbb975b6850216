"""Every command is unique, has a name, a hint and a key, and can be found."""

from __future__ import annotations

import itertools

import pygame
import pytest

from congo_gui.commands.actions import ACTIONS, BY_ID, EVERYDAY, action_for, available_in
from congo_gui.commands.command import Action, Where
from congo_gui.screens.help.screen import key_sections
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.panel import TOOLBAR
from congo_gui.screens.window.menu import MenuScreen, matching_commands
from engine.system.files import asset_path
from tests.congo_gui.driver import Driver, Starter

SHIFTED = {"?": pygame.K_SLASH, "+": pygame.K_EQUALS}


def key_event(code: int, character: str = "", mod: int = 0, scancode: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=character, mod=mod, scancode=scancode)


def events_of(action: Action) -> list[pygame.event.Event]:
    """Return the events of pressing each of the action's keys."""
    events = []
    for key in action.keys:
        if key.character:
            events.append(key_event(SHIFTED.get(key.character, ord(key.character)), key.character))
        else:
            shift = pygame.KMOD_LSHIFT if key.shifted else 0
            events.append(key_event(key.code, mod=shift | (pygame.KMOD_LCTRL if key.control else 0)))
    return events


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_label_hint_and_key(action: Action) -> None:
    assert action.label[0].isupper()
    assert len(action.hint) > 10
    assert action.keys
    assert action.key_text in action.tip
    assert set(action.hints) <= set(action.where)
    assert not action.icon or asset_path("icons", f"{action.icon}.svg").exists()


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_an_actions_keys_find_it(action: Action) -> None:
    for event, where in itertools.product(events_of(action), Where):
        assert action_for(event, where) is action or not action.is_available_in(where)


def test_no_name_is_used_twice() -> None:
    assert len(BY_ID) == len(ACTIONS)


@pytest.mark.parametrize("where", Where)
def test_no_key_is_used_twice_in_one_place(where: Where) -> None:
    for first, second in itertools.combinations(available_in(where), 2):
        assert first.shares_screen_with(second)
        for event in events_of(first):
            assert not any(key.matches(event) for key in second.keys), (first.id, second.id)
        assert not {key.text for key in first.keys} & {key.text for key in second.keys}


@pytest.mark.parametrize("where", Where)
def test_help_lists_every_action_current_screen_first(where: Where) -> None:
    sections = list(key_sections(where, "piece"))
    words = " ".join(line for _, lines in sections for _, line in lines)
    assert all(action.label in words for action in ACTIONS if not action.fixed)
    others = next(at for at, (heading, _) in enumerate(sections) if heading.startswith("Also "))
    nearest = " ".join(line for _, lines in sections[:others] for _, line in lines)
    assert all(f"{action.label}: " in nearest for action in available_in(where))


def test_the_menu_groups_every_action_of_the_screen(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    everyday = set(screen.grid.shown)
    assert everyday == {BY_ID[name] for name in EVERYDAY} < set(available_in(Where.GAME))
    driver.click(screen.more.rect.center)
    assert set(screen.grid.shown) == set(available_in(Where.GAME))
    places = [screen.grid.rect_of(action) for action in screen.grid.shown]
    for first, second in itertools.combinations(places, 2):
        assert not first.colliderect(second)
    driver.press(pygame.K_ESCAPE)
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    assert set(screen.grid.shown) == set(available_in(Where.GAME))
    driver.click(screen.more.rect.center)
    assert set(screen.grid.shown) == everyday


def test_the_menu_of_a_game_between_ais_has_its_commands(start: Starter) -> None:
    driver = start(demo=True)
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    watching = {BY_ID[name] for name in ("step", "faster", "slower", "endless", "score", "take_over")}
    assert watching <= set(screen.grid.shown)
    assert BY_ID["copy_fen"] not in screen.grid.shown


def test_the_menu_runs_a_clicked_command(driver: Driver) -> None:
    flipped = driver.play.board.display.flipped
    driver.command("menu")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.click(screen.grid.rect_of(BY_ID["flip"]).center)
    assert driver.app.stack == [driver.play]
    assert driver.play.board.display.flipped != flipped


def test_typing_finds_a_command_by_name_or_description(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.type("turn round")
    assert screen.grid.shown == (BY_ID["flip"],)
    driver.press(pygame.K_RETURN)
    assert driver.play.board.display.flipped
    assert matching_commands("fen") == tuple(BY_ID[name] for name in ("copy_fen", "paste_fen", "fen_field"))
    assert matching_commands("xyzzy") == ()


def test_the_arrow_keys_go_through_the_menu(driver: Driver) -> None:
    driver.control("k")
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_UP)
    driver.press(pygame.K_RETURN)
    assert isinstance(driver.app.stack[-1], NewGameScreen)


def test_commands_of_other_screens_are_found_with_their_screen(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.type("promote")
    assert screen.grid.shown == (BY_ID["promote"],)
    assert screen.description.endswith("in the analysis (P)")
    driver.press(pygame.K_RETURN)
    assert driver.app.stack[-1] is screen


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (801, 611), (1280, 800), (1280, 777)])
def test_no_row_of_the_menu_is_cut_in_half(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    grid = screen.grid
    for notches in (0, -1, -1, 1, -50):
        if notches:
            driver.wheel(grid.rect.center, notches)
        for action in grid.shown:
            row = grid.rect_of(action)
            assert grid.rect.contains(row) or row.bottom <= grid.rect.top or row.top >= grid.rect.bottom
    assert grid.rect_of(grid.shown[-1]).bottom <= grid.rect.bottom


def test_unavailable_commands_stay_in_the_menu_and_do_nothing(driver: Driver) -> None:
    driver.control("k")
    screen = driver.app.stack[-1]
    assert isinstance(screen, MenuScreen)
    driver.click(screen.grid.rect_of(BY_ID["undo"]).center)
    assert driver.app.stack[-1] is screen
    assert screen.description.endswith(play_texts.NOTHING_TO_UNDO)


def test_the_toolbar_shows_known_actions_with_pictures() -> None:
    assert all(BY_ID[name].icon for name in TOOLBAR)


def test_letters_work_on_a_keyboard_without_latin_letters() -> None:
    cyrillic_em = key_event(0x43C, "м", pygame.KMOD_LCTRL, scancode=25)
    assert action_for(cyrillic_em, Where.GAME) is BY_ID["paste_fen"]


def test_alt_and_a_letter_is_not_a_command() -> None:
    assert action_for(key_event(pygame.K_f, "f", pygame.KMOD_LALT), Where.GAME) is None
