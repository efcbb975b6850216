"""The choice of games, at the first start and on request, with a demonstration of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.app import App
from congo_gui.draw.theme import Role, Theme
from congo_gui.games import folder_of
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.new_game import live_board
from congo_gui.screens.new_game.games import GameCard, GamesScreen
from congo_gui.screens.new_game.live_board import END_S, TURN_S, LiveBoard
from congo_gui.store.launch_options import LaunchOptions
from engine import rules as registry
from engine.game.clocks import NO_CLOCK, TimeControl
from engine.record.parse import parse_games
from engine.rules.rules import Rules
from tests.congo_gui.driver import CONGO, Driver, Opener
from tests.congo_gui.game_files import last_earlier

NAMES = skins.names()
BOARDS = [(name, size) for name in NAMES for size in registry.get(name).facts.sizes]
SIZES = [(640, 480), (800, 600), (1280, 800), (700, 1000), (2560, 1440)]


def games_screen(driver: Driver) -> GamesScreen:
    screen = driver.app.stack[-1]
    assert isinstance(screen, GamesScreen)
    return screen


def card(driver: Driver, name: str) -> GameCard:
    return next(one for one in games_screen(driver).cards if one.rules.name == name)


def choose(driver: Driver, name: str) -> None:
    """Click a game's card beside its other controls."""
    rect = card(driver, name).rect
    driver.click((rect.centerx, rect.bottom - rect.height // 3))


@pytest.fixture
def first(opened: Opener) -> Driver:
    """The program at its first start."""
    return opened("congo", pick=True)


# --- when it is shown


def test_at_the_first_start_one_click_leads_to_congo(first: Driver) -> None:
    assert [one.rules.name for one in games_screen(first).cards] == list(NAMES)
    choose(first, "congo")
    assert first.app.stack == [first.play]
    assert first.session.game.rules is CONGO
    assert first.app.settings.game == "congo"
    first.click_squares("d2", "d3")
    assert first.moves == ["d2d3"]


@pytest.mark.parametrize("leave", [pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_F3])
def test_asks_only_once(opened: Opener, first: Driver, leave: int) -> None:
    first.press(leave)
    assert first.app.stack == [first.play]
    assert first.app.settings.game is not None
    first.app.close()
    again = opened("congo", pick=True)
    assert again.app.stack == [again.play]


@pytest.mark.parametrize("options", [{"demo": True}, {"first": "human"}, {}])
def test_launch_options_override_the_offer(opened: Opener, options: dict[str, Any]) -> None:
    driver = opened("bonzee", **options)
    assert driver.app.stack == [driver.play]
    assert driver.session.game.rules.name == "bonzee"


def test_unfinished_game_is_offered_first(opened: Opener, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    text = '[Game "bonzee"]\n[Green "human"]\n[Red "human"]\n\n1. C4C5 *\n'
    (state / "game-1.txt").write_text(text, encoding="utf-8")
    driver = opened("congo", pick=True)
    assert isinstance(driver.app.stack[-1], WelcomeScreen)
    driver.press(pygame.K_RETURN)
    assert driver.session.game.rules.name == "bonzee"
    assert driver.moves == ["C4C5"]


# --- choosing


@pytest.mark.parametrize("name", NAMES)
def test_a_click_on_a_card_begins_its_game(first: Driver, name: str) -> None:
    choose(first, name)
    rules = registry.get(name)
    assert first.app.stack == [first.play]
    assert first.session.game.rules is rules
    assert first.session.game.position == rules.start(rules.facts.sizes[0])
    assert first.app.settings.game == name


@pytest.mark.parametrize("size", registry.get("konane").facts.sizes)
def test_a_game_starts_on_the_chosen_board_size(first: Driver, size: int) -> None:
    konane = registry.get("konane")
    sizes = card(first, "konane").sizes
    first.click(sizes.part_rect(konane.facts.sizes.index(size)).center)
    board = card(first, "konane").board
    assert board is not None
    assert konane.notation.shape(board.position) == (size, size)
    choose(first, "konane")
    assert first.session.game.position == konane.start(size)


def test_arrows_and_enter_choose(first: Driver) -> None:
    screen = games_screen(first)
    first.press(pygame.K_RIGHT)
    assert screen.group.focus is screen.cards[0]
    first.press(pygame.K_RIGHT)
    assert screen.group.focus is screen.cards[1]
    first.press(pygame.K_LEFT)
    first.press(pygame.K_DOWN)
    focused = screen.group.focus
    assert isinstance(focused, GameCard)
    assert focused.rect.y > screen.cards[0].rect.y
    first.press(pygame.K_RETURN)
    assert first.session.game.rules is focused.rules


def test_tab_reaches_every_card(first: Driver) -> None:
    screen = games_screen(first)
    for one in screen.cards:
        first.press(pygame.K_TAB)
        assert screen.group.focus is one


def test_choosing_the_current_game_continues_it(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_F3)
    choose(driver, "congo")
    assert driver.moves == ["d2d3"]


def test_another_game_starts_at_the_last_level_without_a_clock(opened: Opener) -> None:
    driver = opened("congo", first="human", second="2", clock=TimeControl(180, 2))
    driver.app.settings.level = "7"
    driver.press(pygame.K_F3)
    choose(driver, "conga")
    assert driver.session.current.players == (PlayerConfig(), PlayerConfig("7"))
    settings = driver.app.settings
    assert (settings.white, settings.black) == ("human", "7")
    assert settings.white_clock == settings.black_clock == NO_CLOCK


def test_previous_game_is_kept_when_another_is_chosen(driver: Driver, tmp_path: Path) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.press(pygame.K_F3)
    choose(driver, "conga")
    assert driver.session.game.rules.name == "conga"
    driver.app.close()
    (kept,) = parse_games(last_earlier(tmp_path / "state"))
    assert [move.move.text for move in kept.moves] == ["d2d3", "d6d5"]


# --- the small boards


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_a_demonstration_is_a_game_by_the_rules(name: str, size: int) -> None:
    game = registry.get(name)
    lines = (folder_of(name) / f"demo-{size}.txt").read_text(encoding="utf-8").splitlines()
    position = game.notation.parse(lines[0])
    assert position == game.start(size)
    for line in lines[1:]:
        move, text = line.split("\t")
        position = game.play(position, game.parse_move(position, move))
        assert game.notation.format(position) == text
    assert len(lines) > 30 or game.outcome(position) is not None


def board_of(rules: Rules, pace: float = 1.0) -> LiveBoard:
    return LiveBoard(rules, skins.get(rules.name), rules.facts.sizes[0], pace, 0.5)


@pytest.mark.parametrize("name", NAMES)
def test_the_small_board_repeats_the_game(display: object, name: str) -> None:
    rules = registry.get(name)
    board = board_of(rules)
    positions = live_board.position_texts(rules, rules.facts.sizes[0])
    assert not board.update(0.2)
    for turn in range(1, len(positions)):
        assert board.update(TURN_S)
        assert rules.notation.format(board.position) == positions[turn]
        while board.next_change == 0.0:
            board.update(0.1)
    assert board.demo.is_over
    board.update(END_S)
    assert board.position == rules.start(rules.facts.sizes[0])


def test_no_demonstration_moves_without_animation(display: object) -> None:
    board = board_of(CONGO, pace=0.0)
    assert board.position != CONGO.start(), "a start position says little about a game"
    assert board.next_change is None
    assert not board.update(100.0)


def test_a_game_without_a_demonstration_shows_its_start(
    display: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_board, "position_texts", lambda rules, size: ())
    board = board_of(CONGO)
    board.update(10.0)
    assert board.position == CONGO.start()


def test_the_first_picture_waits_for_no_board(driver: Driver) -> None:
    driver.play.commands.run("games")
    screen = games_screen(driver)
    before = driver.app.painter.frames_drawn
    driver.app.run_once(0.0)
    assert driver.app.painter.frames_drawn == before + 1
    assert all(one.board is None for one in screen.cards)
    for _ in range(2 * len(screen.cards)):
        driver.app.run_once(0.001)
    assert all(one.board is not None for one in screen.cards)


def test_only_the_animated_card_is_redrawn(first: Driver) -> None:
    screen = games_screen(first)
    first.run_loop(12)
    first.point((1, 1))
    first.run_loop(3)
    assert not screen.needs_drawing
    screen.cards[2].moved = True
    assert screen.draw(pygame.display.get_surface()) == [screen.cards[2].rect]


# --- places


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_all_is_in_the_window(first: Driver, size: tuple[int, int]) -> None:
    first.resize(*size)
    first.run_loop(12)
    screen = games_screen(first)
    theme = screen.theme
    assert isinstance(theme, Theme)
    window = pygame.display.get_surface().get_rect()
    rects = [one.rect for one in screen.cards]
    for at, rect in enumerate(rects):
        assert window.contains(rect)
        assert rect.collidelist(rects[at + 1 :]) < 0
        assert not rect.colliderect(screen.back.rect)
    for one in screen.cards:
        assert one.board is not None
        assert one.rect.contains(pygame.Rect(one.board._geometry.outer_rect))
        title = theme.width(one.label, Role.HEADING)
        assert not one.sizes.visible or one.rect.x + title < one.sizes.rect.x


def test_named_game_does_not_use_another_games_players(opened: Opener) -> None:
    driver = opened("congo")
    settings = driver.app.settings
    settings.game, settings.white, settings.black, settings.level = "congo", "9", "human", "4"
    driver.app.close()
    for name, players in (("konane", ["human", "4"]), ("congo", ["9", "human"])):
        app = App(LaunchOptions(registry.get(name), named=True))
        assert [player.name for player in app.play.session.current.players] == players
        app.close()
