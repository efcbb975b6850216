"""Every game in the window: a whole game by clicks, undo, saving, analysis, editing and more."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.edit.screen import EditScreen
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.help.screen import HelpScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.system import clipboard
from engine import rules as registry
from engine.record.parse import parse_games
from engine.rules.rules import Rules
from engine.rules.values import Move
from tests.congo_gui.driver import Driver, Opener

MAX_PLIES = 60
"""Plies after which a game is not continued."""
BOARDS = [(name, size) for name in skins.names() for size in registry.get(name).facts.sizes]


def enter(driver: Driver, rules: Rules, move: Move) -> None:
    """Click a move's path; press Enter if it could be continued."""
    for square in move.path:
        driver.click(driver.play.board.display.geometry.center(square))
    if driver.play.board.controller.waiting:
        driver.press(pygame.K_RETURN, "\r")
    driver.settle()


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_a_whole_game_is_played_by_clicks(opened: Opener, name: str, size: int) -> None:
    driver, rules, random = opened(name, size), registry.get(name), Random(size)
    for _ in range(MAX_PLIES):
        moves = rules.legal_moves(driver.session.game.position)
        if driver.session.outcome is not None:
            break
        before, move = driver.session.game.position, random.choice(moves)
        enter(driver, rules, move)
        assert driver.moves[-1] == move.text
        assert driver.session.game.position == rules.play(before, move)
    assert len(driver.moves) > 3
    played = driver.moves
    position = driver.session.game.position
    driver.control("z")
    assert driver.moves == played[:-1]
    driver.control("y")
    assert driver.session.game.position == position
    _copy_and_paste(driver, rules)
    _save(driver, played)


def _copy_and_paste(driver: Driver, rules: Rules) -> None:
    """Copy the position as text, start a new game, and paste it."""
    position = driver.session.game.position
    driver.play.commands.run("copy_fen")
    assert clipboard.paste() == rules.notation.format(position)
    driver.play.commands.run("restart")
    driver.run_loop()
    driver.control("v")
    assert driver.session.game.position == position
    driver.control("z")
    if not driver.moves:
        driver.control("z")
    assert driver.session.game.position == position


def _save(driver: Driver, played: list[str]) -> None:
    driver.control("s")
    screen = driver.app.stack[-1]
    assert isinstance(screen, SaveScreen)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.play.files.source is not None
    path = driver.play.files.source.path
    saved = parse_games(path.read_text(encoding="utf-8"))[0]
    assert [one.move.text for one in saved.moves] == played


def play_some(driver: Driver, rules: Rules, plies: int) -> list[str]:
    """Play random moves by clicks; return them."""
    random = Random(plies)
    for _ in range(plies):
        enter(driver, rules, random.choice(rules.legal_moves(driver.session.game.position)))
    return driver.moves


@pytest.mark.parametrize("name", skins.names())
def test_all_moves_can_be_undone_and_redone(opened: Opener, name: str) -> None:
    driver, rules = opened(name), registry.get(name)
    played, position = play_some(driver, rules, 6), driver.session.game.position
    for left in range(5, -1, -1):
        driver.control("z")
        assert driver.moves == played[:left]
    assert driver.session.game.position == rules.start()
    for _ in played:
        driver.control("y")
    assert (driver.moves, driver.session.game.position) == (played, position)


@pytest.mark.parametrize("name", skins.names())
def test_a_saved_game_is_opened_again(opened: Opener, name: str) -> None:
    driver, rules = opened(name), registry.get(name)
    played, position = play_some(driver, rules, 5), driver.session.game.position
    _save(driver, played)
    assert driver.play.files.source is not None
    path = driver.play.files.source.path
    driver.play.commands.run("restart")
    driver.run_loop()
    assert driver.moves == []
    driver.play.files.open_file(path)
    driver.run_loop()
    assert (driver.moves, driver.session.game.position) == (played, position)


@pytest.mark.parametrize("name", skins.names())
def test_a_position_is_analysed(opened: Opener, name: str) -> None:
    driver, rules = opened(name), registry.get(name)
    play_some(driver, rules, 3)
    driver.press(pygame.K_a, "a")
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    before = screen.cursor.position
    assert before == driver.session.game.position
    best = rules.legal_moves(before)[-1]
    driver.thinker.report(best)
    driver.run_loop()
    assert best.text in screen._shown.rows()[0].moves
    assert screen.board.controller.state.arrows or len(best.path) == 1
    for square in best.path:
        driver.click(screen.board.display.geometry.center(square))
    if screen.board.controller.waiting:
        driver.press(pygame.K_RETURN, "\r")
    assert screen.cursor.position == rules.play(before, best)
    driver.control("z")
    assert screen.cursor.position == before
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.session.game.position == before


@pytest.mark.parametrize("name", skins.names())
def test_a_piece_is_removed_and_restored_and_play_continues(opened: Opener, name: str) -> None:
    driver, rules = opened(name), registry.get(name)
    play_some(driver, rules, 3)
    driver.press(pygame.K_e, "e")
    screen = driver.app.stack[-1]
    assert isinstance(screen, EditScreen)
    before = dict(screen.set_up.pieces)
    square, piece = min(before.items(), key=lambda item: item[1].count)
    driver.tool("Remove")
    driver.click(screen.board.display.geometry.center(square))
    assert screen.set_up.pieces == {at: one for at, one in before.items() if at != square}
    row = screen.set_up.palette()[piece.side]
    driver.click(screen.palette[piece.side][row.index(piece)].rect.center)
    driver.click(screen.board.display.geometry.center(square))
    assert screen.set_up.pieces == before
    driver.click(screen.action_buttons[0].rect.center)
    driver.tool("Start")
    assert driver.app.stack == [driver.play]
    assert rules.notation.pieces(driver.session.game.position) == before
    assert driver.moves == []
    enter(driver, rules, rules.legal_moves(driver.session.game.position)[0])
    assert len(driver.moves) == 1


@pytest.mark.parametrize("name", skins.names())
def test_the_board_size_can_be_changed(opened: Opener, name: str) -> None:
    driver, rules = opened(name), registry.get(name)
    for size in reversed(rules.facts.sizes):
        driver.play.panel.position.set_up(rules.notation.format(rules.start(size)))
        driver.run_loop()
        board = driver.play.board
        assert (board.display.geometry.columns, board.display.geometry.rows) == rules.notation.shape(
            rules.start(size)
        )
        assert board.rect.contains(pygame.Rect(board.display.geometry.outer_rect))


@pytest.mark.parametrize("name", skins.names())
def test_any_position_can_be_set_up_by_hand(opened: Opener, name: str) -> None:
    driver, rules = opened(name), registry.get(name)
    driver.press(pygame.K_e, "e")
    screen = driver.app.stack[-1]
    assert isinstance(screen, EditScreen)
    square = min(rules.notation.pieces(rules.start()), default=0)
    screen.set_up.remove(square)
    screen._changed()
    assert square not in rules.notation.pieces(screen.set_up.like) or square not in screen.set_up.pieces
    driver.command("set_start")
    assert screen.set_up.pieces == rules.notation.pieces(rules.start())
    driver.run_loop()
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


@pytest.mark.parametrize("name", skins.names())
def test_two_ais_play_every_game(opened: Opener, name: str) -> None:
    driver, rules = opened(name, None, demo=True), registry.get(name)
    driver.session.demo.set_pace(0.0)
    for _ in range(4):
        driver.until(lambda: driver.thinker.thinking)
        plies = driver.session.game.cursor
        driver.thinker.answer_with(rules.legal_moves(driver.session.game.position)[0])
        driver.until(lambda: driver.session.game.cursor == plies + 1)  # noqa: B023
    assert len(driver.moves) == 4


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", skins.names())
def test_a_human_is_at_the_bottom(opened: Opener, name: str, side: int) -> None:
    person, other = ("first", "second") if side == 0 else ("second", "first")
    driver = opened(name, None, **{person: "human", other: "easy"})
    facts, flipped = registry.get(name).facts, driver.play.board.display.flipped
    assert flipped == (facts.has_own_edges and side != facts.side_below)
    assert driver.play.panel.cards[1].text.side == (side if facts.has_own_edges else facts.side_below)


@pytest.mark.parametrize("side", ["first", "second"])
def test_conga_is_drawn_as_in_its_source(opened: Opener, side: str) -> None:
    """Black is always at the top left, so that typed directions match the screen."""
    driver = opened("conga", None, **{side: "human", "second" if side == "first" else "first": "easy"})
    board, game = driver.play.board.display, driver.play.session.game
    squares = [game.rules.notation.square_at(game.position, name) for name in ("a4", "d1")]
    a4, d1 = (board.geometry.center(square) for square in squares if square is not None)
    assert a4[0] < d1[0]
    assert a4[1] < d1[1]


@pytest.mark.parametrize("key", [pygame.K_a, pygame.K_e, pygame.K_b])
def test_minichess_is_studied_as_in_its_source(opened: Opener, key: int) -> None:
    """White is at the bottom; analysis, editor and search tree show row 0 at the top, by a setting."""
    driver = opened("minichess", None, first="human", second="easy")
    assert driver.play.board.display.flipped
    for as_played in (False, True):
        driver.app.settings.study_as_played = as_played
        driver.press(key)
        assert driver.app.stack[-1].board.display.flipped == as_played  # type: ignore[attr-defined]
        driver.press(pygame.K_ESCAPE)


@pytest.mark.parametrize("name", skins.names())
def test_the_help_opens(opened: Opener, name: str) -> None:
    driver = opened(name)
    driver.press(pygame.K_F1)
    assert isinstance(driver.app.stack[-1], HelpScreen)
    assert registry.get(name).facts.title in driver.app.stack[-1].title


@pytest.mark.parametrize("name", skins.names())
def test_new_game_offers_every_game_and_size(opened: Opener, name: str) -> None:
    driver, rules = opened("congo"), registry.get(name)
    enter(
        driver,
        driver.session.game.rules,
        driver.session.game.rules.legal_moves(driver.session.game.position)[0],
    )
    for index, size in enumerate(rules.facts.sizes):
        driver.press(pygame.K_n, "\x0e", pygame.KMOD_LCTRL)
        screen = driver.app.stack[-1]
        assert isinstance(screen, NewGameScreen)
        driver.click(screen.game.part_rect(skins.names().index(name)).center)
        if len(rules.facts.sizes) > 1:
            driver.click(screen.sizes[name].part_rect(index).center)
        driver.tool("Start")
        assert driver.app.stack == [driver.play]
        assert driver.session.game.rules is rules
        assert driver.session.game.position == rules.start(size)
