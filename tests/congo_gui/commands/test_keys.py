"""Custom keys: never bound twice, shown everywhere, saved and reset."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pygame
import pytest

from congo_gui.commands import actions
from congo_gui.commands.actions import ACTIONS, BY_ID, action_for
from congo_gui.commands.command import CUSTOM_KEYS, Key, Where
from congo_gui.screens.help.screen import key_sections
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.window import texts as window_texts
from congo_gui.screens.window.key_choice import KeysScreen
from congo_gui.screens.window.menu import MenuScreen, matching_commands
from congo_gui.screens.window.settings_screen import SettingsScreen
from congo_gui.store.settings import SettingsFile
from tests.congo_gui.driver import Driver, Starter

PLUS = Key("+", character="+")


@pytest.fixture(autouse=True)
def default_keys() -> Iterator[None]:
    actions.reset_all_keys()
    yield
    actions.reset_all_keys()


def key_down(code: int, text: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text, mod=mod, scancode=0)


def keys_screen(driver: Driver) -> KeysScreen:
    screen = driver.app.stack[-1]
    assert isinstance(screen, KeysScreen)
    return screen


def open_keys(driver: Driver) -> KeysScreen:
    driver.press(pygame.K_F4)
    return keys_screen(driver)


def pick(driver: Driver, name: str) -> None:
    """Choose a command by typing its name."""
    screen = keys_screen(driver)
    screen.field.set_text("")
    screen.group.set_focus(screen.field)
    driver.type(BY_ID[name].label)
    driver.press(pygame.K_RETURN, "\r")
    assert screen.asked is BY_ID[name]


def test_ctrl_shift_z_redoes() -> None:
    control = pygame.KMOD_LCTRL
    undo, redo = BY_ID["undo"], BY_ID["redo"]
    for where in (Where.GAME, Where.ANALYSIS):
        assert action_for(key_down(pygame.K_z, mod=control), where) is undo
        assert action_for(key_down(pygame.K_z, mod=control | pygame.KMOD_LSHIFT), where) is redo
        assert action_for(key_down(pygame.K_z, mod=pygame.KMOD_LSHIFT), where) is undo
    assert [Key.from_json(key.as_json) for key in redo.keys] == list(redo.keys)


# --- changing one


def test_a_command_gets_the_pressed_key(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_SEMICOLON, ";")
    assert keys_screen(driver).description == window_texts.key_changed(BY_ID["flip"].label, ";")
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    flipped = driver.play.board.display.flipped
    driver.press(pygame.K_f, "f")
    assert driver.play.board.display.flipped == flipped
    driver.press(pygame.K_SEMICOLON, ";")
    assert driver.play.board.display.flipped != flipped


def test_keys_of_a_newer_version_stay(driver: Driver) -> None:
    newer = {"teleport": [["x"]], "undo": ["Hyper+Z"]}
    driver.app.settings.keys = {**newer, "flip": ["Hyper+F"]}
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_SEMICOLON, ";")
    keys = driver.app.settings.keys
    assert keys == {**newer, "flip": [key.as_json for key in BY_ID["flip"].keys]}
    driver.tool(window_texts.RESET_KEYS)
    assert driver.app.settings.keys == {"teleport": [["x"]]}


def test_a_chosen_key_is_not_lost_to_one_that_could_not_be_used(driver: Driver) -> None:
    """Both would have it at the next start, and neither could."""
    driver.app.settings.keys = {"hint": [Key(";", character=";").as_json, "Hyper+H"]}
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_SEMICOLON, ";")
    assert driver.app.settings.keys.keys() == {"flip"}


def test_a_click_on_a_command_asks_for_its_key(driver: Driver) -> None:
    screen = open_keys(driver)
    driver.click(screen.grid.rect_of(BY_ID["warnings"]).center)
    assert screen.asked is BY_ID["warnings"]
    driver.press(pygame.K_F13)
    assert BY_ID["warnings"].key_text == "F13"


def test_the_settings_lead_to_the_keys(driver: Driver) -> None:
    driver.command("options")
    assert isinstance(driver.app.stack[-1], SettingsScreen)
    driver.tool(window_texts.KEYS_BUTTON)
    keys_screen(driver)


def test_a_used_key_is_reported_and_not_bound_twice(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_h, "h")
    screen = keys_screen(driver)
    assert screen.description == window_texts.key_taken("H", BY_ID["hint"].label)
    assert screen.asked is BY_ID["flip"]
    assert action_for(key_down(pygame.K_h, "h"), Where.GAME) is BY_ID["hint"]
    assert BY_ID["flip"].key_text == "F"


def test_its_own_key_is_no_conflict(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "undo")
    driver.press(pygame.K_z, "z")
    assert BY_ID["undo"].key_text == "Z"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_TAB])
def test_reserved_key_cannot_be_assigned(driver: Driver, key: int) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(key, "\r")
    assert keys_screen(driver).description == window_texts.NOT_THIS_KEY
    assert BY_ID["flip"].key_text == "F"


def test_escape_leaves_a_key_as_it_is(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_ESCAPE)
    screen = keys_screen(driver)
    assert screen.asked is None
    assert screen.description == window_texts.key_kept(BY_ID["flip"].label, "F")


def test_a_modifier_alone_is_not_a_key(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_LCTRL, "", pygame.KMOD_LCTRL)
    assert keys_screen(driver).asked is BY_ID["flip"]
    driver.control("u")
    assert BY_ID["flip"].key_text.endswith("+U")


def test_commands_with_a_fixed_key_keep_it(driver: Driver) -> None:
    screen = open_keys(driver)
    driver.type(BY_ID["cancel"].label)
    driver.press(pygame.K_RETURN, "\r")
    assert screen.asked is None
    assert screen.description == window_texts.fixed_key(BY_ID["cancel"].label)


def test_the_shortcut_key_is_not_typed_into_the_field(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_SEMICOLON, ";")
    assert keys_screen(driver).field.text == BY_ID["flip"].label


def test_the_row_shows_a_commands_context(driver: Driver) -> None:
    screen = open_keys(driver)
    driver.type("mirror")
    assert screen.description == BY_ID["mirror"].placed_tip


def test_commands_of_separate_screens_can_share_a_key(driver: Driver) -> None:
    assert actions.assign_key(BY_ID["mirror"], Key("U", pygame.K_u)) is BY_ID["other_turn"]
    assert actions.assign_key(BY_ID["mirror"], Key("H", pygame.K_h)) is None
    assert action_for(key_down(pygame.K_h, "h"), Where.GAME) is BY_ID["hint"]
    assert action_for(key_down(pygame.K_h, "h"), Where.EDITOR) is BY_ID["mirror"]


# --- putting back


def test_one_command_is_reset_to_its_default_key(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "undo")
    driver.press(pygame.K_F14)
    driver.tool(window_texts.DEFAULT_KEY)
    assert [key.text for key in BY_ID["undo"].keys] == [key.text for key in BY_ID["undo"].default_keys]
    assert driver.app.settings.keys == {}


def test_resetting_a_key_does_not_take_it_from_another_command(driver: Driver) -> None:
    screen = open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_F14)
    pick(driver, "hint")
    driver.press(pygame.K_f, "f")
    assert BY_ID["hint"].key_text == "F"
    screen.grid.current = BY_ID["flip"]
    driver.tool(window_texts.DEFAULT_KEY)
    assert screen.description == window_texts.default_taken(BY_ID["hint"].label)
    assert BY_ID["flip"].key_text == "F14"


def test_all_keys_are_reset(driver: Driver) -> None:
    open_keys(driver)
    for name, key in (("flip", pygame.K_F14), ("hint", pygame.K_F15)):
        pick(driver, name)
        driver.press(key)
    driver.tool(window_texts.RESET_KEYS)
    assert all(action.keys == action.default_keys for action in ACTIONS)
    assert driver.app.settings.keys == {}


# --- where keys are shown


def test_a_changed_key_is_shown_everywhere(driver: Driver) -> None:
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_F14)
    driver.press(pygame.K_ESCAPE)
    flip = next(widget for widget in driver.play.panel.tools if widget.label == BY_ID["flip"].label)
    assert flip.tip.endswith("(F14)")
    lines = [line for _, lines in key_sections(Where.GAME, "piece") for line in lines]
    assert any(keys == "F14" and words.startswith(BY_ID["flip"].label) for keys, words in lines)
    assert BY_ID["flip"] in matching_commands("f14")
    driver.control("k")
    assert isinstance(driver.app.stack[-1], MenuScreen)


def test_the_settings_name_the_changed_key(driver: Driver) -> None:
    driver.command("options")
    options = driver.app.stack[-1]
    assert isinstance(options, SettingsScreen)
    driver.tool(window_texts.KEYS_BUTTON)
    pick(driver, "theme")
    driver.press(pygame.K_F14)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack[-1] is options
    assert options.rows[window_texts.THEME].tip.endswith("F14")


def test_the_lessons_follow_the_changed_keys(driver: Driver) -> None:
    actions.assign_key(BY_ID["hint"], Key("F14", pygame.K_F14))
    driver.learn(learn_texts.RULES)
    screen = driver.top(ExerciseScreen)
    assert screen.course is not None
    assert screen.panel.hint.tip == BY_ID["hint"].tip_in(Where.LESSONS)
    driver.press(pygame.K_h, "h")
    assert screen.panel.text.page.feedback == ""
    driver.press(pygame.K_F14)
    assert screen.panel.text.page.feedback == screen.course.lesson.hint
    driver.press(pygame.K_RIGHT)
    assert screen.course.index == 1
    driver.press(pygame.K_LEFT)
    assert screen.course.index == 0


# --- what is kept


def test_keys_are_kept_for_the_next_launch(start: Starter) -> None:
    driver = start()
    open_keys(driver)
    pick(driver, "flip")
    driver.press(pygame.K_PLUS, "*")
    pick(driver, "hint")
    driver.control("u")
    driver.app.close()
    actions.reset_all_keys()
    again = start()
    assert BY_ID["flip"].key_text == "*"
    assert BY_ID["hint"].key_text.endswith("+U")
    assert again.app.settings.keys.keys() == {"flip", "hint"}


@pytest.mark.parametrize(
    "rubbish",
    [
        3,
        [],
        {"flip": "F"},
        {"flip": []},
        {"flip": [None]},
        {"flip": [["F14", "x", False, ""]]},
        {"flip": [["F14", 5, 1, ""]]},
        {"flip": [["", 5, False, ""]]},
        {"flip": [["two", 5, False, "+"]]},
        {"flip": [["long", 0, False, "++"]]},
        {"cancel": [["F14", pygame.K_F14, False, ""]]},
        {"no such command": [["F14", pygame.K_F14, False, ""]]},
        {"flip": [["H", pygame.K_h, False, ""]]},
    ],
)
def test_damaged_keys_become_defaults(start: Starter, rubbish: object) -> None:
    settings_file = SettingsFile()
    settings_file.path.parent.mkdir(parents=True, exist_ok=True)
    settings_file.path.write_text(json.dumps({"keys": rubbish}), encoding="utf-8")
    driver = start()
    assert CUSTOM_KEYS == {}
    driver.press(pygame.K_f, "f")
    assert driver.play.board.display.flipped


def test_two_commands_can_swap_keys_in_a_file() -> None:
    flip, hint = (BY_ID[name].default_keys[0].as_json for name in ("flip", "hint"))
    actions.load_keys({"flip": [hint], "hint": [flip]})
    assert (BY_ID["flip"].key_text, BY_ID["hint"].key_text) == ("H", "F")


def test_the_same_key_in_two_entries_of_a_file_goes_to_one_of_them() -> None:
    key = ["F14", pygame.K_F14, False, ""]
    actions.load_keys({"flip": [key], "hint": [key]})
    assert sum(key.text == "F14" for action in ACTIONS for key in action.keys) == 1


# --- which key presses are one


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (key_down(pygame.K_f, "F", pygame.KMOD_LSHIFT), "F"),
        (key_down(pygame.K_EQUALS, "+", pygame.KMOD_LSHIFT), "+"),
        (key_down(pygame.K_SPACE, " "), "Space"),
        (key_down(pygame.K_7, "7"), "7"),
    ],
)
def test_a_key_press_becomes_a_matching_key(display: object, event: pygame.event.Event, text: str) -> None:
    key = Key.pressed(event)
    assert key is not None
    assert key.text == text
    assert key.matches(event)


def test_alt_belongs_to_the_desktop(display: object) -> None:
    assert Key.pressed(key_down(pygame.K_f, "f", pygame.KMOD_LALT)) is None


def test_a_character_and_a_key_with_control_are_two(display: object) -> None:
    control = Key.pressed(key_down(pygame.K_PLUS, "", pygame.KMOD_LCTRL))
    assert control is not None
    assert not control.clashes(PLUS)
    assert PLUS.clashes(Key("+", character="+"))


def test_a_crafted_list_of_keys_is_ignored() -> None:
    """To compare thousands of keys with those of all commands takes seconds."""
    keys = [[f"F{number}", pygame.K_F15 + 1000 + number, False, ""] for number in range(100)]
    actions.load_keys({"flip": keys[-1:]})
    assert CUSTOM_KEYS
    actions.load_keys({"flip": keys})
    assert not CUSTOM_KEYS
