"""The settings screen: every change takes effect at once, is saved, and can be reset."""

from __future__ import annotations

import json

import pygame
import pytest

from congo_gui.draw.theme import PALETTES, Scheme
from congo_gui.screens.new_game.programs import ProgramsScreen
from congo_gui.screens.window import texts as window_texts
from congo_gui.screens.window.settings_screen import ANIMATIONS, SettingsScreen
from congo_gui.store.settings import Settings, SettingsFile, settings_path
from tests.congo_gui.driver import TRIPLE_JUMP, Driver, Starter


def options(driver: Driver) -> SettingsScreen:
    driver.tool(window_texts.SETTINGS)
    screen = driver.app.stack[-1]
    assert isinstance(screen, SettingsScreen)
    return screen


def choose(driver: Driver, screen: SettingsScreen, label: str, text: str) -> None:
    control = screen.rows[label]
    driver.click(control.part_rect(control.texts.index(text)).center)
    driver.run_loop()


def corner() -> tuple[int, ...]:
    """Return the colour of the window's background."""
    return tuple(pygame.display.get_surface().get_at((1, 1)))[:3]


@pytest.mark.parametrize(
    ("text", "scheme"), [(window_texts.NIGHT, Scheme.NIGHT), (window_texts.HIGH_CONTRAST, Scheme.CONTRAST)]
)
def test_colours_change_at_once_and_stay(driver: Driver, text: str, scheme: Scheme) -> None:
    board = driver.square("d4")
    before = pygame.display.get_surface().get_at(board)
    screen = options(driver)
    choose(driver, screen, window_texts.THEME, text)
    assert corner() == PALETTES[scheme].background
    assert pygame.display.get_surface().get_at(board) != before
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    driver.app.close()
    assert SettingsFile().settings.theme == scheme.value


def test_a_setting_is_explained_from_its_label_on(driver: Driver) -> None:
    screen = options(driver)
    assert screen.explanation == window_texts.POINT_AT_A_SETTING
    control = screen.rows[window_texts.ASK_FIRST]
    for place in ((screen.box.x + 20, control.rect.centery), control.part_rect(0).center):
        driver.point((screen.box.centerx, screen.box.y + 4))
        assert screen.explanation == window_texts.POINT_AT_A_SETTING
        driver.point(place)
        assert screen.explanation == window_texts.ASK_FIRST_TIP
    driver.point((screen.box.x - 20, control.rect.centery))
    assert screen.explanation == window_texts.POINT_AT_A_SETTING
    driver.point(screen.reset.rect.center)
    assert screen.explanation == window_texts.DEFAULTS_TIP
    assert all(one.tip for one in screen.rows.values())


def test_the_programs_are_reached_from_the_settings(driver: Driver) -> None:
    options(driver)
    driver.tool(window_texts.PROGRAMS)
    assert isinstance(driver.app.stack[-1], ProgramsScreen)


def test_one_key_cycles_the_colours(driver: Driver) -> None:
    seen = [corner()]
    for _ in Scheme:
        driver.press(pygame.K_t, "t")
        driver.run_loop()
        seen.append(corner())
    assert len(set(seen)) == len(Scheme)
    assert seen[0] == seen[-1]


def test_text_grows_at_once(driver: Driver) -> None:
    screen = options(driver)
    done, scale = screen.done.rect.height, driver.play.theme
    choose(driver, screen, window_texts.TEXT_SIZE, "150%")
    assert screen.done.rect.height > done
    assert driver.play.theme is not scale
    assert driver.play.theme is screen.theme


def test_keys_make_text_larger_and_smaller(driver: Driver) -> None:
    driver.press(pygame.K_EQUALS, "=", pygame.KMOD_LCTRL)
    assert driver.app.settings.ui_scale == 125
    for _ in range(3):
        driver.press(pygame.K_MINUS, "-", pygame.KMOD_LCTRL)
    assert driver.app.settings.ui_scale == 75


@pytest.mark.parametrize("text", ANIMATIONS)
def test_animation_setting_changes_the_speed(driver: Driver, text: str) -> None:
    choose(driver, options(driver), window_texts.ANIMATION, window_texts.NORMAL)
    choose(driver, driver.top(SettingsScreen), window_texts.ANIMATION, text)
    pace = driver.play.board.display.animator.pace
    assert (pace == 0) == (text == window_texts.NO_ANIMATION)
    assert (pace < 1) == (text in (window_texts.NO_ANIMATION, window_texts.FAST))
    assert driver.play.board.display.river.enabled == (text != window_texts.NO_ANIMATION)


def test_switches_are_the_same_as_the_commands(driver: Driver) -> None:
    screen = options(driver)
    choose(driver, screen, window_texts.WARNINGS, window_texts.OFF)
    assert not driver.play.board.controller.state.show_drowning
    choose(driver, screen, window_texts.EXPLANATIONS, window_texts.OFF)
    assert driver.app.settings.explain is False
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_w, "w")
    warnings = options(driver).rows[window_texts.WARNINGS]
    assert warnings.texts[warnings.index] == window_texts.ON


def test_all_settings_can_be_reset(driver: Driver) -> None:
    screen = options(driver)
    choose(driver, screen, window_texts.THEME, window_texts.NIGHT)
    choose(driver, screen, window_texts.BOARD, "70%")
    choose(driver, screen, window_texts.WARNINGS, window_texts.OFF)
    driver.tool(window_texts.DEFAULTS)
    for name in ("theme", "board_size", "warnings", "animation"):
        assert getattr(driver.app.settings, name) == getattr(Settings(), name)
    assert corner() == PALETTES[Scheme.DAY].background


def test_the_keyboard_reaches_every_setting(driver: Driver) -> None:
    screen = options(driver)
    driver.press(pygame.K_TAB)
    driver.press(pygame.K_RIGHT)
    assert driver.app.settings.theme == "night"
    for control in list(screen.rows.values())[1:]:
        driver.press(pygame.K_TAB)
        assert screen.group.focus is control


@pytest.mark.parametrize(
    ("name", "value", "used"),
    [("theme", "sepia", "day"), ("theme", 3, "day"), ("ui_scale", 1000, 200), ("ui_scale", -5, 75)],
)
def test_ignores_impossible_values(start: Starter, name: str, value: object, used: object) -> None:
    path = settings_path()
    path.parent.mkdir()
    path.write_text(json.dumps({name: value}))
    assert getattr(start().app.settings, name) == used


def test_board_flips_to_the_human_to_move(start: Starter) -> None:
    driver = start(black="human")
    choose(driver, options(driver), window_texts.TWO_PLAYERS, window_texts.AUTO_FLIP)
    driver.press(pygame.K_ESCAPE)
    board = driver.play.board
    assert not board.display.flipped
    driver.click_squares("d2", "d3")
    driver.run_loop()
    assert board.display.flipped
    driver.click_squares("d6", "d5")
    driver.run_loop()
    assert not board.display.flipped
    driver.press(pygame.K_f, "f")
    driver.run_loop()
    assert board.display.flipped, "the key turns it until the next move"
    driver.press(pygame.K_LEFT)
    driver.run_loop()
    assert board.display.flipped
    choose(driver, options(driver), window_texts.TWO_PLAYERS, window_texts.KEEP_BOARD)
    assert board.display.flipped == driver.app.settings.turned


def test_board_never_flips_against_the_ai(driver: Driver) -> None:
    driver.app.settings.auto_flip = True
    driver.click_squares("d2", "d3")
    driver.run_loop()
    assert not driver.play.board.display.flipped


def test_coordinates_are_shown_or_not(driver: Driver) -> None:
    def frame() -> bytes:
        x, y, width, height = driver.play.board.display.geometry.outer_rect
        strip = pygame.Rect(x, y + height - driver.play.board.display.geometry.margin, width // 2, 12)
        return pygame.image.tobytes(pygame.display.get_surface().subsurface(strip), "RGB")

    def board() -> None:
        driver.press(pygame.K_ESCAPE)
        driver.run_loop()

    named = frame()
    screen = options(driver)
    choose(driver, screen, window_texts.COORDINATES, window_texts.HIDDEN)
    board()
    bare = frame()
    assert bare != named
    screen = options(driver)
    choose(driver, screen, window_texts.COORDINATES, window_texts.SHOWN)
    board()
    assert frame() == named


def test_pieces_move_by_clicks_alone(start: Starter) -> None:
    driver = start(black="human")
    choose(driver, options(driver), window_texts.MOUSE, window_texts.CLICK_ONLY)
    driver.press(pygame.K_ESCAPE)
    driver.drag("d2", "d3")
    assert driver.moves == []
    driver.click_squares("d3")
    assert driver.moves == ["d2d3"]


def test_pieces_move_by_dragging_alone(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    choose(driver, options(driver), window_texts.MOUSE, window_texts.DRAG_ONLY)
    driver.press(pygame.K_ESCAPE)
    driver.click_squares("b1", "d3")
    assert driver.play.board.controller.state.path == ()
    for leg in (("b1", "d3"), ("d3", "f5"), ("f5", "d7")):
        driver.drag(*leg)
    driver.press(pygame.K_RETURN)
    assert driver.moves == ["b1d3f5d7"]


def test_settings_of_an_earlier_version_are_used() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"theme": "night", "warnings": false}')
    assert SettingsFile().settings == Settings(theme="night", warnings=False)
