"""New game: players, levels, a position to start from."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.draw.theme import Role
from congo_gui.screens.edit import texts as edit_texts
from congo_gui.screens.new_game.player_choice import BLURB_LINES, GAP
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.window.settings_screen import UI_SCALES
from engine import rules as registry
from engine.players.levels import LEVELS
from engine.players.simple_players import simple_players
from tests.congo_gui.driver import TRIPLE_JUMP, Driver, Starter
from tests.congo_gui.window_sizes import MANY_SIZES


def opened(driver: Driver) -> NewGameScreen:
    driver.command("new_game")
    screen = driver.app.stack[-1]
    assert isinstance(screen, NewGameScreen)
    return screen


def choose(driver: Driver, screen: NewGameScreen, side: int, name: str) -> None:
    """Choose a human or a level with the mouse."""
    choice = screen.choices[side]
    driver.click(choice.who.part_rect(0 if name == "human" else 1).center)
    if name != "human":
        driver.click(choice.levels.part_rect(int(name) - 1).center)


def chosen(screen: NewGameScreen) -> list[str]:
    return [choice.player.name for choice in screen.choices]


@pytest.mark.parametrize("side", [0, 1])
def test_every_player_can_play_either_side(driver: Driver, side: int) -> None:
    screen = opened(driver)
    for name in ("human", *(level.name for level in LEVELS)):
        choose(driver, screen, side, name)
        assert chosen(screen)[side] == name
        assert screen.choices[side].levels.visible == (name != "human")


def test_current_players_are_preselected(driver: Driver) -> None:
    assert chosen(opened(driver)) == ["human", "5"]


def test_a_level_shows_number_name_and_description(driver: Driver) -> None:
    screen = opened(driver)
    for level in LEVELS:
        choose(driver, screen, 1, level.name)
        assert screen.choices[1].text() == (f"Level {level.name} – {level.title}", level.description)


def test_ai_takes_over_with_the_other_sides_level(start: Starter) -> None:
    driver = start(black="8")
    screen = opened(driver)
    driver.click(screen.choices[0].who.part_rect(1).center)
    assert chosen(screen) == ["8", "8"]


def test_players_are_chosen_with_the_keyboard_alone(driver: Driver) -> None:
    driver.control("n")
    screen = driver.app.stack[-1]
    assert isinstance(screen, NewGameScreen)
    for key in (pygame.K_TAB, pygame.K_TAB, pygame.K_RIGHT, pygame.K_TAB, *[pygame.K_RIGHT] * 3):
        driver.press(key)
    assert chosen(screen) == ["8", "5"]
    for key in (pygame.K_TAB, pygame.K_TAB, pygame.K_TAB, *[pygame.K_LEFT] * 9, pygame.K_RETURN):
        driver.press(key)
    assert [player.name for player in driver.session.current.players] == ["8", "1"]


@pytest.mark.parametrize("size", MANY_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_descriptions_of_levels_and_methods_fit_their_box(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    screen = opened(driver)
    for percent in UI_SCALES:
        driver.app.settings.ui_scale = percent
        driver.run_loop()
        theme = screen.theme
        assert theme is not None
        choice = screen.choices[1]
        top = choice.levels.rect.bottom + theme.px(GAP) + theme.line_height(Role.STRONG)
        sentences = (
            player.description for name in registry.names() for player in simple_players(name).values()
        )
        for blurb in (*(level.description for level in LEVELS), *sentences):
            lines = theme.wrap(blurb, Role.SMALL, choice.who.rect.width)
            assert len(lines) <= BLURB_LINES, (percent, blurb)
            assert top + len(lines) * theme.line_height(Role.SMALL) <= choice.rect.bottom, (percent, blurb)


def test_players_are_chosen_and_the_game_starts(driver: Driver) -> None:
    screen = opened(driver)
    choose(driver, screen, 0, "10")
    choose(driver, screen, 1, "human")
    driver.tool("Start")
    assert [player.name for player in driver.session.current.players] == ["10", "human"]
    assert driver.app.settings.white == "10"
    assert driver.play.board.display.flipped
    driver.reply()
    assert "you play Black" in driver.status


def test_player_card_shows_the_level(driver: Driver) -> None:
    screen = opened(driver)
    choose(driver, screen, 1, "7")
    driver.tool("Start")
    assert [driver.card(side).player for side in (0, 1)] == ["Human", "AI – level 7"]


def test_two_ais_get_the_controls_of_a_demo(driver: Driver) -> None:
    assert not driver.play.panel.pace.visible
    screen = opened(driver)
    choose(driver, screen, 0, "2")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.session.current.is_demo
    assert driver.play.panel.pace.visible
    assert driver.app.settings.white == "human"


def test_a_game_can_start_from_a_position(driver: Driver) -> None:
    screen = opened(driver)
    driver.click(screen.fen.rect.center)
    driver.type(TRIPLE_JUMP)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.fen == TRIPLE_JUMP
    assert driver.app.stack == [driver.play]


def test_a_bad_position_is_explained_and_starts_nothing(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    screen = opened(driver)
    driver.click(screen.fen.rect.center)
    driver.type("nonsense")
    driver.tool("Start")
    assert driver.app.stack[-1] is screen
    assert screen.fen.error
    assert driver.moves == ["d2d3"]
    driver.tool(edit_texts.CANCEL)
    assert driver.app.stack == [driver.play]
    assert driver.moves == ["d2d3"]


def test_escape_closes_even_from_the_field(driver: Driver) -> None:
    screen = opened(driver)
    driver.click(screen.fen.rect.center)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


def test_a_click_beside_the_box_closes_it(driver: Driver) -> None:
    screen = opened(driver)
    driver.click((screen.box.left - 10, screen.box.centery))
    assert driver.app.stack == [driver.play]


def test_the_game_continues_below_a_dialog(start: Starter) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    opened(driver)
    driver.reply()
    assert len(driver.moves) == 1


@pytest.mark.parametrize("percent", [75, 100, 150, 200])
def test_the_description_of_a_player_leaves_the_clock_free(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, percent: int
) -> None:
    driver.app.settings.ui_scale = percent
    driver.resize(1280, 800)
    driver.control("n")
    screen = driver.app.stack[-1]
    assert isinstance(screen, NewGameScreen)
    card = screen.choices[1]
    surface = pygame.Surface((1280, 800))
    theme = driver.play.theme
    assert theme is not None
    card.draw(surface, theme)
    with_text = pygame.image.tobytes(surface.subsurface(card.clock.rect), "RGB")
    monkeypatch.setattr(card, "text", lambda: ("", ""))
    card.draw(surface, theme)
    assert pygame.image.tobytes(surface.subsurface(card.clock.rect), "RGB") == with_text


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1180, 800)])
def test_the_error_of_a_position_covers_nothing_else(start: Starter, size: tuple[int, int]) -> None:
    driver = start()
    driver.resize(*size)
    screen = opened(driver)
    window = pygame.display.get_surface()
    driver.click(screen.fen.rect.center)
    driver.type("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECQ w 1")
    parts = [*(choice.rect for choice in screen.choices), screen.cancel_button.rect, screen.start_button.rect]
    before = [pygame.image.tobytes(window.subsurface(part), "RGB") for part in parts]
    beside = pygame.Rect(screen.fen.rect.x, screen.fen.rect.bottom, 0, 0).union(
        screen.cancel_button.rect.move(-screen.cancel_button.rect.width, 0)
    )
    nothing = pygame.image.tobytes(window.subsurface(beside), "RGB")
    driver.press(pygame.K_RETURN)
    driver.run_loop()
    assert "'Q' is neither a piece" in screen.fen.error
    assert [pygame.image.tobytes(window.subsurface(part), "RGB") for part in parts] == before
    assert pygame.image.tobytes(window.subsurface(beside), "RGB") != nothing
