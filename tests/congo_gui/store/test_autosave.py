"""Games are saved after every ply, and offered again after a kill."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import platformdirs
import pygame
import pytest

from congo_gui.app import App
from congo_gui.play import game_file
from congo_gui.play.player import PlayerConfig
from congo_gui.play.rated import RATED_TAG, RatedGame
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.files import game_autosave
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.learn.hub import LearnHub
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.shared import dialog
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.window import closing
from congo_gui.store import autosave as autosave_module
from congo_gui.store import last_answer
from congo_gui.store import texts as store_texts
from congo_gui.store import writer as writer_module
from congo_gui.store.autosave import DAMAGED, SLOTS, Autosave
from congo_gui.store.earlier_games import EarlierGames
from congo_gui.store.settings import SettingsFile
from congo_gui.store.writer import Writer
from congo_gui.system import clipboard
from congo_gui.system import texts as system_texts
from congo_gui.system.startup import EngineStage
from congo_gui.widgets.text_field import REST_S
from engine.learn import lessons
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.players import warmup
from engine.record.limits import MAX_LENGTH
from engine.system import folders
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, Driver, Starter
from tests.congo_gui.game_files import (
    OPENING,
    Feed,
    die,
    drop,
    in_library,
    last_earlier,
    open_screen,
    play_two,
    start_again,
    written,
)
from tests.imports import ROOT
from tests.waiting import PATIENCE

# --- keeping


def kept(state: Path) -> str:
    """Return the saved game after everything is written."""
    path = state / "game-1.txt"
    return path.read_text() if path.exists() else ""


def test_every_ply_is_autosaved_and_restored(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start()
    for ply in range(1, 9):
        if driver.session.current.to_move.is_human:
            move = CONGO.legal_moves(driver.session.game.position)[3]
            driver.session.play(move, move.path)
            driver.run_loop()
        else:
            driver.reply()
        game = driver.session.game
        moves, fen = list(driver.moves), driver.fen
        assert len(moves) == ply
        die(driver)
        driver = start_again(start, monkeypatch)
        screen = driver.app.stack[-1]
        assert isinstance(screen, WelcomeScreen)
        driver.press(pygame.K_RETURN)
        assert (driver.moves, driver.fen) == (moves, fen)
        assert driver.session.game is not game
        assert [player.name for player in driver.session.current.players] == ["human", "5"]


def test_the_question_is_read_out(driver: Driver) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    game, skin = driver.session.game, driver.play.panel.moves.skin
    WelcomeScreen(driver.app, skin, game, ("Human", "AI"), lambda: None, lambda: None, "A note.")
    (words,) = spoken
    assert words.startswith(files_texts.CONTINUE_QUESTION)
    assert files_texts.to_move("White") in words
    assert words.endswith("A note.")


@pytest.mark.parametrize("end", [die, lambda driver: driver.app.close()], ids=["crash", "quitting"])
def test_finished_game_becomes_the_previous_game(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[Driver], None]
) -> None:
    driver = start(TRIPLE_JUMP)
    driver.click_squares("b1", "d3", "f5", "d7")
    assert play_texts.YOU_WON in driver.status
    end(driver)
    driver = start_again(start, monkeypatch)
    assert driver.app.stack == [driver.play]
    assert files_texts.GAME_KEPT in driver.play.toast.text
    assert driver.moves == []
    driver.app.writer.close()
    assert kept(state) == ""
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    assert driver.moves == ["b1d3f5d7"]
    assert play_texts.YOU_WON in driver.status


def test_a_resigned_game_is_kept(start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start()
    play_two(driver)
    driver.session.ends.resign()
    driver.run_loop()
    driver.app.close()
    driver = start_again(start, monkeypatch)
    assert driver.app.stack == [driver.play]
    open_screen(driver)
    driver.app.writer.close()
    driver.tool(files_texts.PREVIOUS_GAME)
    assert driver.moves == ["d2d3", "d6d5"]
    assert driver.session.outcome is not None


def finish(driver: Driver, by_move: bool) -> None:
    if by_move:
        driver.click_squares("b1", "d3", "f5", "d7")
    else:
        play_two(driver)
        driver.session.ends.resign()
        driver.run_loop()
    assert driver.session.outcome is not None


@pytest.mark.parametrize("by_move", [True, False])
@pytest.mark.parametrize("end", [die, lambda driver: driver.app.close()], ids=["crash", "quitting"])
def test_a_finished_game_that_is_looked_back_at_is_not_offered(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, end: Callable[[Driver], None], by_move: bool
) -> None:
    driver = start(TRIPLE_JUMP if by_move else None)
    finish(driver, by_move)
    driver.press(pygame.K_HOME)
    end(driver)
    assert f'[Result "{"1-0" if by_move else "0-1"}"]' in kept(state)
    driver = start_again(start, monkeypatch)
    assert driver.app.stack == [driver.play]
    assert files_texts.GAME_KEPT in driver.play.toast.text
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    driver.press(pygame.K_END)
    assert driver.session.outcome is not None


@pytest.mark.parametrize(
    ("by_move", "keys"), [(True, "z"), (True, "z→"), (True, "z→←"), (False, "←z"), (False, "z")]
)
def test_an_end_that_was_undone_is_offered_until_the_game_goes_on(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, by_move: bool, keys: str
) -> None:
    driver = start(TRIPLE_JUMP if by_move else None)
    finish(driver, by_move)
    for key in keys:
        if key == "z":
            driver.control("z")
        else:
            driver.press(pygame.K_RIGHT if key == "→" else pygame.K_LEFT)
    is_over_again = keys.endswith("→")
    for _ in range(1 if is_over_again else 3):
        position = driver.fen
        die(driver)
        driver = start_again(start, monkeypatch)
        if is_over_again:
            assert driver.app.stack == [driver.play]
        else:
            driver.top(WelcomeScreen)
            driver.press(pygame.K_RETURN)
            assert driver.fen == position
            assert driver.session.outcome is None
            driver.press(pygame.K_END)
            assert (driver.session.outcome is not None) == (keys != "z" or by_move)
            driver.press(pygame.K_HOME)


@pytest.mark.parametrize("by_move", [True, False])
def test_a_finished_game_that_is_opened_and_undone_is_offered(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, by_move: bool
) -> None:
    driver = start(TRIPLE_JUMP if by_move else None)
    finish(driver, by_move)
    driver.control("r")
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    driver.control("z")
    if not by_move:  # at its end, the file of such a game is that of the ended one
        driver.press(pygame.K_LEFT)
    die(driver)
    assert f'[Result "{"1-0" if by_move else "0-1"}"]' in kept(state)
    assert "[Undone " in kept(state)
    start_again(start, monkeypatch).top(WelcomeScreen)


def test_a_game_that_goes_on_after_undo_is_not_undone_any_more(start: Starter, state: Path) -> None:
    driver = start(black="human")
    for move in ("d2d3", "d6d5"):
        driver.click_squares(move[:2], move[2:])
    driver.control("z")
    driver.app.writer.close()
    assert '[Shown "1"]\n[Undone "1"]' in kept(state)
    driver.click_squares("d6", "d5")
    driver.press(pygame.K_LEFT)
    driver.app.writer.close()
    assert '[Shown "1"]' in kept(state)
    assert "Undone" not in kept(state)


@pytest.mark.parametrize("keys", ["z→x←", "x⇤y"])
def test_a_resigned_game_is_not_undone(start: Starter, state: Path, keys: str) -> None:
    driver = start(black="human")
    for move in ("d2d3", "d6d5", "c2c3"):
        driver.click_squares(move[:2], move[2:])
    for key in keys:
        if key == "x":
            driver.session.ends.resign()
            driver.run_loop()
        elif key in "zy":
            driver.control(key)
        else:
            driver.press({"→": pygame.K_RIGHT, "←": pygame.K_LEFT, "⇤": pygame.K_HOME}[key])
    driver.app.writer.close()
    assert '[Reason "resignation"]' in kept(state)
    assert "Shown" in kept(state)
    assert "Undone" not in kept(state)


@pytest.mark.parametrize("by_move", [True, False])
def test_a_comment_while_looking_back_at_a_finished_game_makes_no_second_one(
    start: Starter, by_move: bool
) -> None:
    driver = start(TRIPLE_JUMP if by_move else None)
    finish(driver, by_move)
    driver.press(pygame.K_HOME)
    driver.session.games.annotate(driver.session.current.remarks, "before it all")
    driver.run_loop()
    driver.control("r")
    driver.app.close()
    with Library() as library:
        (text,) = map(library.text, library.find(GameQuery()))
    assert "before it all" in text
    assert f'[Result "{"1-0" if by_move else "0-1"}"]' in text


def test_finished_saved_game_keeps_the_previous_one(start: Starter, state: Path, games: Path) -> None:
    driver = start()
    play_two(driver)
    jump = OPENING.replace("\n\n", f'\n[FEN "{TRIPLE_JUMP}"]\n\n') + "1. b1d3f5d7 1-0"
    drop(driver, written(games / "over.txt", jump))
    assert driver.session.outcome is not None
    driver.app.close()
    assert kept(state) == ""
    assert "d2d3 d6d5" in last_earlier(state)


def test_a_move_is_kept_even_if_a_new_game_begins_in_the_same_frame(start: Starter, state: Path) -> None:
    driver = start(black="human")
    driver.session.play(CONGO.parse_move(driver.session.game.position, "d2d3"))
    driver.session.games.restart()
    driver.run_loop()
    driver.app.writer.close()
    assert "d2d3" in last_earlier(state)


def test_undone_moves_are_restored_too(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start()
    play_two(driver)
    driver.press(pygame.K_z, "z")
    assert driver.moves == []
    die(driver)
    driver = start_again(start, monkeypatch)
    driver.press(pygame.K_RETURN)
    assert driver.moves == []
    driver.press(pygame.K_y, "y")
    assert driver.moves == ["d2d3", "d6d5"]


def test_a_game_left_by_closing_the_window_is_offered(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start()
    play_two(driver)
    driver.app.close()
    assert "d2d3 d6d5" in kept(state)
    driver = start_again(start, monkeypatch)
    assert isinstance(driver.app.stack[-1], WelcomeScreen)
    driver.press(pygame.K_ESCAPE)
    assert driver.moves == []
    driver.app.writer.close()
    assert kept(state) == ""
    assert "d2d3 d6d5" in last_earlier(state)


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE], ids=["continue", "new game"])
def test_the_ai_waits_for_the_answer(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, key: int
) -> None:
    driver = start()
    play_two(driver)
    driver.app.close()
    driver = start_again(start, monkeypatch, white="5", black="human")
    driver.top(WelcomeScreen)
    driver.run_loop(5)
    assert not driver.thinker.thinking
    driver.press(key)
    is_continued = key == pygame.K_RETURN
    assert driver.moves == (["d2d3", "d6d5"] if is_continued else [])
    assert driver.thinker.thinking is not is_continued
    driver.app.close()
    assert len(EarlierGames(Writer(), state).paths()) == (0 if is_continued else 1)


def test_a_click_that_was_meant_for_the_board_does_not_answer_the_question(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It opens by itself: clicks beside it, and in its first moment, do nothing."""
    driver = start()
    play_two(driver)
    moves = list(driver.moves)
    die(driver)
    driver = start_again(start, monkeypatch)
    screen = driver.top(WelcomeScreen)
    driver.click((screen.box.left - 5, screen.box.centery))
    driver.click((screen.box.right + 5, screen.box.centery))
    monkeypatch.setattr(dialog, "DOUBLE_CLICK_MS", 1 << 40)
    driver.click(screen.new_game_button.rect.center)
    assert driver.top(WelcomeScreen) is screen
    driver.press(pygame.K_RETURN)
    assert driver.moves == moves


def test_a_declined_game_can_be_opened_later(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start()
    play_two(driver)
    driver.app.close()
    driver = start_again(start, monkeypatch)
    driver.command("new_game")
    driver.app.writer.close()
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    assert driver.moves == ["d2d3", "d6d5"]


def test_replaced_game_can_be_restored(driver: Driver) -> None:
    play_two(driver)
    driver.control("n")
    driver.press(pygame.K_RETURN)
    assert driver.moves == []
    driver.app.writer.close()
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    assert driver.moves == ["d2d3", "d6d5"]


def test_a_requested_game_opens_and_the_last_one_is_kept(start: Starter, state: Path) -> None:
    driver = start()
    play_two(driver)
    driver.app.close()
    driver = start(TRIPLE_JUMP)
    driver.run_loop()
    assert driver.app.stack == [driver.play]
    assert files_texts.GAME_KEPT in driver.play.toast.text
    driver.app.writer.close()
    assert "d2d3 d6d5" in last_earlier(state)


@pytest.mark.parametrize("is_usual", [False, True])
def test_a_position_that_was_set_up_is_offered_without_a_move(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, is_usual: bool
) -> None:
    driver = start()
    position = CONGO.start() if is_usual else CONGO.notation.parse(TRIPLE_JUMP)
    driver.session.games.new((PlayerConfig(), PlayerConfig()), position)
    driver.app.close()
    assert bool(kept(state)) is not is_usual
    again = start_again(start, monkeypatch)
    if is_usual:
        assert again.app.stack == [again.play]
    else:
        again.top(WelcomeScreen)
        again.press(pygame.K_RETURN)
        assert again.session.game.position == position


@pytest.mark.parametrize("other", ["same start", "new game", "other rules"])
def test_a_position_that_was_set_up_is_kept_when_another_one_replaces_it(
    start: Starter, state: Path, other: str
) -> None:
    driver = start()
    driver.session.games.new((PlayerConfig(), PlayerConfig()), CONGO.notation.parse(TRIPLE_JUMP))
    driver.run_loop()
    if other == "same start":
        driver.session.games.restart()
    elif other == "new game":
        driver.session.games.new((PlayerConfig(), PlayerConfig()))
    else:
        driver.press(pygame.K_F3)
        driver.tool("Konane")
    driver.run_loop()
    driver.app.writer.close()
    earlier = [path.read_text() for path in (state / "earlier").glob("*")]
    assert [TRIPLE_JUMP in text for text in earlier] == [True] * (other != "same start")


BETWEEN_AIS = OPENING.replace("human", "engine:level=5") + "1. d2d3 d6d5 *"


@pytest.mark.parametrize(
    ("remark", "saved"),
    [
        ({"comment": "an idea of mine"}, "an idea of mine"),
        ({"comment": "[%csl Gd3]"}, "[%csl Gd3]"),
        ({"nags": (3,)}, "$3"),
    ],
    ids=["comment", "circle", "mark"],
)
@pytest.mark.parametrize("replaced", [False, True], ids=["quitting", "another game"])
def test_remarks_on_a_game_between_ais_are_kept(
    driver: Driver, games: Path, state: Path, remark: dict[str, Any], saved: str, replaced: bool
) -> None:
    drop(driver, written(games / "demo.txt", BETWEEN_AIS))
    assert driver.session.current.is_demo
    assert not driver.play.autosave.is_played
    first, *others = driver.session.current.remarks
    driver.session.games.annotate([replace(first, **remark), *others], "")
    driver.run_loop()
    if replaced:
        driver.session.games.new((PlayerConfig(), PlayerConfig()))
        driver.run_loop()
    driver.app.close()
    assert saved in (last_earlier(state) if replaced else kept(state))


def move_from_the_start(driver: Driver) -> None:
    driver.press(pygame.K_HOME)
    driver.click_squares("a2", "a3")


def resign_after_undo(driver: Driver) -> None:
    driver.command("undo")
    driver.session.ends.resign()


def agree_after_undo(driver: Driver) -> None:
    driver.command("undo")
    assert driver.session.ends.offer_draw()


def adjudicate_after_undo(driver: Driver) -> None:
    driver.command("undo")
    driver.session.ends.adjudicate(0)


def precious_moves(driver: Driver) -> None:
    """Play two moves; the last one has a comment."""
    driver.click_squares("d2", "d3")
    driver.click_squares("d6", "d5")
    *others, last = driver.session.current.remarks
    driver.session.games.annotate([*others, replace(last, comment="precious")], "")
    driver.run_loop()


@pytest.mark.parametrize(
    "drop", [move_from_the_start, resign_after_undo, agree_after_undo, adjudicate_after_undo]
)
def test_written_remarks_on_moves_that_are_dropped_stay_in_the_library(
    start: Starter, drop: Callable[[Driver], None]
) -> None:
    driver = start(white="human", black="human")
    precious_moves(driver)
    drop(driver)
    driver.run_loop()
    assert all("precious" not in recorded.comment for recorded in driver.session.current.remarks)
    assert "d6d5 {precious}" in "".join(in_library(driver))
    driver.app.writer.close()
    assert not driver.app.autosave.earlier.paths()


def lose_on_time_after_undo(driver: Driver) -> None:
    """As when the clocks go on at an earlier position."""
    driver.command("undo")
    driver.session.game.lose_on_time(1)


@pytest.mark.parametrize(
    "end", [resign_after_undo, agree_after_undo, adjudicate_after_undo, lose_on_time_after_undo]
)
def test_moves_that_the_end_of_a_game_drops_stay_in_the_library(
    start: Starter, end: Callable[[Driver], None]
) -> None:
    driver = start(white="human", black="human")
    driver.click_squares("d2", "d3")
    driver.click_squares("d6", "d5")
    end(driver)
    driver.run_loop()
    assert driver.moves == ["d2d3"]
    assert "1. d2d3 d6d5" in "".join(in_library(driver))


def test_dropped_moves_stay_among_the_previous_games_if_the_library_cannot_take_them(
    start: Starter, tmp_path: Path
) -> None:
    written(tmp_path / "data", "not a folder")
    driver = start(white="human", black="human")
    precious_moves(driver)
    move_from_the_start(driver)
    driver.app.close()
    (path,) = driver.app.autosave.earlier.paths()
    assert "d6d5 {precious}" in path.read_text()


def test_moves_of_a_human_that_the_ai_replaces_stay_in_the_library(driver: Driver) -> None:
    play_two(driver)
    driver.click_squares("e2", "e3")
    driver.reply("e6e5")
    driver.press(pygame.K_LEFT)
    driver.press(pygame.K_SPACE, " ")
    driver.reply("c6c5")
    assert not in_library(driver)  # only the AI's own move was replaced
    for _ in range(3):
        driver.press(pygame.K_LEFT)
    driver.press(pygame.K_SPACE, " ")
    driver.reply("a6a5")
    assert driver.moves == ["d2d3", "a6a5"]
    (kept,) = in_library(driver)
    assert "2. e2e3 c6c5" in kept


def test_dropped_remarks_stay_in_the_library_if_the_same_moves_are_played_again(start: Starter) -> None:
    driver = start(white="human", black="human")
    driver.click_squares("d2", "d3")
    (last,) = driver.session.current.remarks
    driver.session.games.annotate([replace(last, comment="precious")], "")
    driver.run_loop()
    driver.press(pygame.K_HOME)
    driver.click_squares("d2", "d3")
    driver.session.games.restart()
    driver.run_loop()
    assert "d2d3 {precious}" in "".join(in_library(driver))


def test_moves_without_remarks_are_dropped(start: Starter) -> None:
    driver = start(white="human", black="human")
    driver.click_squares("d2", "d3")
    driver.click_squares("d6", "d5")
    driver.press(pygame.K_HOME)
    driver.click_squares("a2", "a3")
    assert not in_library(driver)


def test_a_demo_is_not_offered_after_quitting(start: Starter, state: Path) -> None:
    driver = start(demo=True)
    driver.session.demo.set_pace(0.0)
    driver.reply()
    driver.run_loop()
    driver.app.close()
    assert kept(state) == ""


def test_a_damaged_game_is_reported_and_set_aside(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.mkdir()
    written(state / "game-1.txt", "rubbish")
    driver = start_again(start, monkeypatch)
    assert driver.app.stack == [driver.play]
    assert "damaged" in driver.play.toast.text
    driver.app.close()
    written(state / "game-1.txt", "more rubbish")
    start_again(start, monkeypatch).app.close()
    assert (state / DAMAGED).read_text() == "rubbish"
    assert (state / "damaged-2.txt").read_text() == "more rubbish"


@pytest.mark.parametrize(
    "rated", ["", f'[{RATED_TAG} "{RatedGame("0" * 32).tag}"]\n'], ids=["usual", "rated"]
)
def test_a_game_of_another_kind_is_set_aside_without_replaying_it(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch, rated: str
) -> None:
    """Its rules may have to be compiled first, as after an update: the window would wait for that."""
    state.mkdir()
    players = '[Black "human"]\n[White "engine:level=2"]'
    text = f'[Game "konane"]\n{players}\n[Result "*"]\n{rated}\n1. d4 e4 *\n\n'
    written(state / "game-1.txt", text)
    monkeypatch.setattr(warmup, "is_warm", lambda game: False)
    monkeypatch.setattr(game_file, "parse_games", lambda text: pytest.fail("its moves are parsed"))
    driver = start_again(start, monkeypatch)
    assert driver.play.toast.text == files_texts.GAME_KEPT
    driver.app.close()
    (path,) = (state / "earlier").iterdir()
    assert path.read_text() == text


def test_a_damaged_game_leaves_the_earlier_one_alone(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start()
    play_two(driver)
    driver.app.close()
    written(state / "earlier.txt", "the good game")
    written(state / "game-1.txt", "\0" * 500)
    driver = start_again(start, monkeypatch)
    play_two(driver)
    driver.app.close()
    assert (state / "earlier.txt").read_text() == "the good game"
    assert (state / DAMAGED).read_text() == "\0" * 500
    assert "d2d3 d6d5" in kept(state)


def test_skips_an_unusable_folder(start: Starter, state: Path) -> None:
    (state / "game-1.txt").mkdir(parents=True)
    (state / "game-2.lock").mkdir()
    driver = start()
    play_two(driver)
    driver.app.close()
    assert "d2d3 d6d5" in (state / "game-3.txt").read_text()


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
def test_a_pipe_in_place_of_the_last_game_is_not_read(
    start: Starter, state: Path, fed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.mkdir()
    fed(state / "game-1.txt", OPENING + "1. d2d3 *")
    driver = start_again(start, monkeypatch)
    assert driver.app.stack == [driver.play]
    play_two(driver)
    driver.app.close()
    assert "d2d3 d6d5" in (state / "game-2.txt").read_text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files")
def test_skips_a_slot_whose_lock_is_a_pipe(state: Path) -> None:
    state.mkdir()
    readers = []  # without them a failure would be a wait without end
    for number in (1, 2):
        os.mkfifo(state / f"game-{number}.lock")
        readers.append(os.open(state / f"game-{number}.lock", os.O_RDONLY | os.O_NONBLOCK))
    written(state / "game-2.txt", "left by another process")
    writer = Writer()
    autosave = Autosave(writer)
    autosave.adopt_left_games()
    autosave.keep(lambda: "a game")
    writer.close()
    autosave.close()
    for reader in readers:
        os.close(reader)
    assert (state / "game-3.txt").read_text() == "a game"
    assert (state / "game-2.txt").read_text() == "left by another process"


def test_reports_that_nothing_is_saved(start: Starter, state: Path) -> None:
    writer = Writer()
    others = [Autosave(writer) for _ in range(SLOTS)]
    assert all(other.has_slot for other in others)
    assert not Autosave(writer).left_analysis
    driver = start()
    assert store_texts.NOT_KEPT in driver.play.toast.text
    for other in others:
        other.close()


def test_unwritable_game_is_reported_once(start: Starter, state: Path) -> None:
    driver = start()
    (state / "game-1.txt").mkdir()
    driver.click_squares("d2", "d3")
    driver.app.writer.close()
    driver.until(lambda: "game-1.txt cannot be written" in driver.play.toast.text)
    driver.play.toast.hide()
    driver.reply("d6d5")
    driver.app.writer.close()
    driver.run_loop()
    assert driver.play.toast.text == ""


def test_a_folder_that_can_no_longer_be_entered_stops_nothing(
    driver: Driver, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.stat

    def denied(path: Any, **options: Any) -> os.stat_result:
        if str(path).startswith(str(state)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return whole(path, **options)

    play_two(driver)
    monkeypatch.setattr(os, "stat", denied)
    open_screen(driver)
    driver.press(pygame.K_ESCAPE)
    driver.control("n")
    driver.press(pygame.K_RETURN)
    assert driver.moves == []


def test_two_windows_keep_two_games(state: Path) -> None:
    writer = Writer()
    first, second = Autosave(writer), Autosave(writer)
    first.keep(lambda: "one")
    second.keep(lambda: "two")
    writer.close()
    assert (kept(state), (state / "game-2.txt").read_text()) == ("one", "two")
    second.close()
    third = Autosave(writer)
    assert third.last_game == "two"
    first.close()
    third.close()


@pytest.mark.parametrize("folder_too", [False, True])
def test_a_program_whose_lock_file_was_removed_leaves_its_slot_to_the_next(
    state: Path, tmp_path: Path, folder_too: bool
) -> None:
    writer = Writer()
    one = Autosave(writer, state)
    one.keep(lambda: "first")
    writer.close()
    (state / "game-1.lock").unlink()
    if folder_too:
        state.rename(tmp_path / "elsewhere")
    other = Autosave(writer, state)
    other.keep(lambda: "second")
    one.keep(lambda: "first, longer")
    writer.close()
    other.forget()
    writer.close()
    assert [path.read_text() for path in sorted(state.glob("game-*.txt"))] == ["first, longer"]
    one.close()
    other.close()


def test_a_slot_whose_lock_was_removed_is_taken_again_when_no_other_is_free(state: Path) -> None:
    writer = Writer()
    windows = [Autosave(writer, state) for _ in range(SLOTS)]
    for number, window in enumerate(windows):
        window.keep(partial(str, number))
    windows[0].keep_analysis(lambda: "lines")
    writer.close()
    (state / "game-1.lock").unlink()
    windows[0].forget_analysis()
    assert windows[0].keep(lambda: "longer")
    writer.close()
    assert kept(state) == "longer"
    assert not list(state.glob("**/*analysis*.txt"))
    for window in windows:
        window.close()


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the games on a drive; return its mount point, a link that `unplug` and `plug_in` change."""
    (tmp_path / "medium").mkdir()
    mount = tmp_path / "mount"
    mount.symlink_to(tmp_path / "medium")
    monkeypatch.setenv("CONGO_STATE_DIR", str(mount / "state"))
    return mount


@pytest.mark.parametrize("usual", ["games", "state", ""])
def test_a_saved_game_may_be_called_like_an_autosaved_one_in_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: str
) -> None:
    if usual == "games":
        monkeypatch.delenv("CONGO_GAMES_DIR")
        monkeypatch.setattr(folders, "games_dir", lambda: tmp_path / "state")
    else:
        monkeypatch.setenv("CONGO_GAMES_DIR", str(tmp_path / "state"))
    if usual == "state":
        monkeypatch.delenv("CONGO_STATE_DIR")
        monkeypatch.setattr(platformdirs, "user_state_path", lambda *_, **__: tmp_path / "state")
    (tmp_path / "state").mkdir()
    saved = written(tmp_path / "state" / "game-1.txt", OPENING)
    writer = Writer()
    autosave = Autosave(writer)
    assert autosave.last_game == ""
    autosave.keep(lambda: "running")
    writer.close()
    autosave.close()
    assert saved.read_text() == OPENING
    assert (tmp_path / "state" / "autosaved" / "game-1.txt").read_text() == "running"


def unplug(drive: Path) -> None:
    drive.unlink()
    drive.symlink_to("nowhere")


def plug_in(drive: Path) -> None:
    drive.unlink()
    drive.symlink_to("medium")


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege")
@pytest.mark.parametrize("loses_lock", [False, True])
def test_the_game_is_saved_again_when_its_folder_is_back(drive: Path, loses_lock: bool) -> None:
    said: list[str] = []
    writer = Writer()
    autosave = Autosave(writer, report_error=said.append)
    slot = drive / "state" / "game-1.txt"
    texts = [f"{OPENING}1. d2d3 {{{word}}} *" for word in ("one", "two", "three", "four")]
    assert autosave.keep(partial(str, texts[0]))
    writer.close()
    unplug(drive)
    assert not autosave.keep(partial(str, texts[1]))
    assert not autosave.keep(partial(str, texts[2]))
    assert said == [store_texts.NOT_KEPT]
    plug_in(drive)
    if loses_lock:
        slot.with_suffix(".lock").unlink()
    assert autosave.keep(partial(str, texts[3]))
    writer.close()
    assert slot.read_text() == texts[3]
    assert [path.read_text() for path in autosave.earlier.paths()] == texts[:loses_lock]
    unplug(drive)
    assert not autosave.keep(partial(str, texts[1]))
    assert said == [store_texts.NOT_KEPT] * 2
    autosave.close()


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege")
def test_the_window_says_that_the_folder_is_gone_and_saves_once_it_is_back(
    drive: Path, start: Starter
) -> None:
    driver = start()
    driver.click_squares("d2", "d3")
    driver.app.writer.close()
    unplug(drive)
    driver.reply("d6d5")
    driver.until(lambda: store_texts.NOT_KEPT in driver.play.toast.text)
    plug_in(drive)
    driver.app.close()
    assert "d2d3 d6d5" in kept(drive / "state")


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege")
@pytest.mark.parametrize("closes", [True, False])
def test_an_analysis_of_no_game_is_saved_once_the_folder_is_back(
    drive: Path, start: Starter, monkeypatch: pytest.MonkeyPatch, closes: bool
) -> None:
    monkeypatch.setattr(game_autosave, "SAVE_INTERVAL_S", 0.0)
    driver = start()
    driver.press(pygame.K_a, "a")
    unplug(drive)
    assert clipboard.copy("1. d2d3 {my idea} *")
    driver.control("v")
    plug_in(drive)
    if closes:
        driver.app.close()
    else:
        driver.run_loop()
        driver.app.writer.close()
    assert "my idea" in (drive / "state" / "analysis-1.txt").read_text()


def no_room(path: Path, *given: object) -> NoReturn:
    """Stand in for `replace_file` or `change_file` on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


def closes(driver: Driver) -> bool:
    """Close the window; return whether it does without a question."""
    driver.app.quit()
    driver.run_loop()
    return not driver.app.running


@pytest.mark.parametrize("what", ["game", "analysis"])
def test_the_window_asks_before_a_game_on_a_full_disk_is_lost(
    driver: Driver, games: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        if what == "game":
            play_two(driver)
        else:
            driver.press(pygame.K_a, "a")
            assert clipboard.copy("1. d2d3 {my idea} *")
            driver.control("v")
        driver.until(lambda: "No space left" in driver.app.stack[-1].toast.text)
        assert not closes(driver)
        assert driver.top(ConfirmScreen).message == system_texts.NOT_SAVED
        driver.press(pygame.K_ESCAPE)
        driver.control("s")
        driver.press(pygame.K_RETURN)
        assert list(games.iterdir())
        assert closes(driver)


def test_moves_do_not_wait_for_a_slow_disk(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    with driver.slow_disk(monkeypatch, autosave_module, "is_at"):
        play_two(driver)
        driver.run_loop()
        assert len(driver.moves) == 2


def test_a_game_that_the_disk_refuses_is_announced_until_it_is_saved(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    driver.app.screen_reader = spoken.append
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        driver.click_squares("d2", "d3")
        driver.until(lambda: any("No space left" in text for text in spoken))
        driver.click_squares("d6", "d5")
        driver.run_loop()
        assert "No space left" not in driver.play.toast.text
        assert play_texts.NOT_AUTOSAVED in driver.status
    driver.click_squares("e2", "e3")
    driver.until(lambda: play_texts.NOT_AUTOSAVED not in driver.status)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_the_window_asks_when_the_disk_refuses_the_last_move(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, is_replaced: bool
) -> None:
    """However late, and even if the game is replaced while the window waits for the disk."""
    disk = threading.Event()

    def refuse_late(path: Path, data: bytes) -> NoReturn:
        assert disk.wait(PATIENCE)
        no_room(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", refuse_late)
        patch.setattr(closing, "AT_ONCE_S", 0.0)
        play_two(driver)
        assert not closes(driver)
        assert driver.play.toast.text == system_texts.LAST_MOVES
        if is_replaced:
            driver.session.games.restart()
            driver.run_loop()
        disk.set()
        driver.until(lambda: isinstance(driver.app.stack[-1], ConfirmScreen))
        assert driver.top(ConfirmScreen).message == system_texts.NOT_SAVED
        assert closes(driver)


def test_a_double_click_on_the_cross_does_not_close_without_the_question(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        patch.setattr(closing, "AGAIN_S", 1e9)
        play_two(driver)
        assert not closes(driver)
        assert not closes(driver)
        assert driver.top(ConfirmScreen).message == system_texts.NOT_SAVED
        patch.setattr(closing, "AGAIN_S", 0.0)
        assert closes(driver)


@pytest.mark.parametrize(
    "change",
    [
        lambda app: app.puzzle_progress.forget("congo"),
        lambda app: setattr(app.settings, "lessons", {"congo": ["lion"]}),
        lambda app: setattr(app.settings, "programs", {"Rex": {"command": "rex"}}),
    ],
)
def test_the_window_asks_before_progress_is_lost(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, change: Callable[[App], None]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "change_file", no_room)
        change(driver.app)
        assert not closes(driver)
        assert driver.top(ConfirmScreen).message == system_texts.PROGRESS_NOT_SAVED
        assert closes(driver)


def test_the_window_closes_though_the_last_look_cannot_be_saved(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "change_file", no_room)
        driver.app.settings.volume = 5
        driver.run_loop()
        assert closes(driver)


def test_the_window_closes_at_once_when_asked_again_on_a_slow_disk(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", lambda path, data: disk.wait(PATIENCE))
        patch.setattr(closing, "AT_ONCE_S", 0.0)
        play_two(driver)
        assert not closes(driver)
        assert closes(driver)
        disk.set()


@pytest.mark.parametrize("was_full", [True, False])
def test_the_window_asks_before_a_replaced_game_is_lost(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, was_full: bool
) -> None:
    """One that was in the slot is renamed, for which there is always room."""
    with monkeypatch.context() as patch:
        if was_full:
            patch.setattr(writer_module, "replace_file", no_room)
        play_two(driver)
        driver.app.writer.reached().wait(PATIENCE)
        patch.setattr(writer_module, "replace_file", no_room)
        driver.control("r")
        driver.run_loop()
        assert closes(driver) is not was_full


def test_settings_in_the_same_folder_are_no_game(
    driver: Driver, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows and macOS both are in one folder."""
    with monkeypatch.context() as patch:
        play_two(driver)
        driver.app.writer.reached().wait(PATIENCE)
        patch.setattr(writer_module, "replace_file", no_room)
        driver.app.writer.put(state / "settings.json", str)
        driver.app.writer.reached().wait(PATIENCE)
        assert closes(driver)


def test_the_window_closes_at_once_when_asked_again_on_a_full_disk(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        play_two(driver)
        driver.until(lambda: "No space left" in driver.app.stack[-1].toast.text)
        assert not closes(driver)
        assert closes(driver)


def test_two_signals_at_once_end_the_program(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a terminal sends two."""
    monkeypatch.setattr(closing, "AGAIN_S", 1e9)
    for _ in range(2):
        driver.app.quit()
    assert not driver.app.running


def test_what_was_no_question_is_not_answered_by_closing_again(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert closes(driver)
    driver.app.running = True  # as if something else had kept the window open
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        play_two(driver)
        driver.until(lambda: "No space left" in driver.app.stack[-1].toast.text)
        assert not closes(driver)


def test_only_the_first_game_of_a_slot_is_read() -> None:
    """A file of many games may lie there; the window waits for this."""
    games = f"{OPENING}1. d2d3 *\n\n" + '[Event "e"]\nno game\n\n' * 10
    found = game_file.kept_game(games)
    assert found is not None
    assert len(found.moves) == 1
    assert game_file.kept_game(games + " " * MAX_LENGTH) is None
    assert game_file.kept_game("") is None


def test_second_program_adopts_the_first_slots_game(state: Path) -> None:
    writer = Writer()
    first, second = Autosave(writer), Autosave(writer)
    written(state / "game-1.txt", OPENING)
    first.close()
    second.adopt_left_games()
    writer.close()
    assert not (state / "game-1.txt").exists()
    second.close()


def analyses(autosave: Autosave) -> list[str]:
    """Return the last analyses, latest first."""
    return [path.read_text() for path in autosave.analyses.paths()]


def test_left_analyses_are_listed_but_not_those_of_other_windows(state: Path) -> None:
    writer = Writer()
    window, other = Autosave(writer), Autosave(writer)
    for number in (3, 2):
        written(state / f"analysis-{number}.txt", f"{OPENING}{{of {number}}} *")
    window.adopt_left_games()
    assert analyses(window) == [f"{OPENING}{{of 3}} *"]
    assert not (state / "analysis-3.txt").exists()
    assert (state / "analysis-2.txt").exists()
    window.close()
    other.close()


def test_the_single_analysis_of_earlier_versions_is_listed(state: Path) -> None:
    state.mkdir()
    written(state / "analysis.txt", f"{OPENING}{{kept}} *")
    writer = Writer()
    autosave = Autosave(writer)
    assert analyses(autosave) == [f"{OPENING}{{kept}} *"]
    writer.close()
    autosave.close()


def test_a_first_analysis_that_is_left_on_a_full_disk_is_listed_at_the_next_start(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer()
    autosave = Autosave(writer)
    autosave.keep_analysis(partial(str, f"{OPENING}{{kept}} *"))
    writer.close()

    def full(*arguments: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", full)
        patch.setattr(os, "mkdir", full)
        autosave.archive_analysis()
        writer.close()
        autosave.close()
    again = Autosave(Writer())
    assert analyses(again) == [f"{OPENING}{{kept}} *"]
    again.close()


def note_a_thought(driver: Driver) -> None:
    """Comment on a move in the analysis of a game, and wait until both are on the disk."""
    play_two(driver)
    driver.press(pygame.K_a, "a")
    driver.press(pygame.K_q, "q")
    driver.type("my thought")
    driver.press(pygame.K_RETURN)
    driver.run_loop()
    driver.app.writer.close()


def test_a_comment_is_on_the_disk_before_its_last_key(driver: Driver, state: Path) -> None:
    """A pause to think loses nothing if the computer stops."""
    play_two(driver)
    driver.press(pygame.K_a, "a")
    driver.press(pygame.K_q, "q")
    driver.type("my thought ")
    driver.top(AnalyseScreen).update(REST_S)
    driver.type("goes on")
    driver.app.writer.close()
    assert "my thought" in (state / "analysis-1.txt").read_text()
    assert driver.top(AnalyseScreen).panel.comment.text == "my thought goes on"


@pytest.mark.parametrize("is_full", [False, True])
def test_an_analysis_stays_until_the_disk_has_taken_the_game_with_its_comments(
    driver: Driver, state: Path, is_full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_a_thought(driver)
    with monkeypatch.context() as patch:
        if is_full:
            patch.setattr(writer_module, "replace_file", no_room)
        driver.app.close()
    left = [path.name for path in state.glob("*-1.txt") if "my thought" in path.read_text()]
    assert left == ["analysis-1.txt" if is_full else "game-1.txt"]


def test_an_analysis_stays_on_a_full_disk_when_a_game_from_it_replaces_its_game(
    driver: Driver, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_a_thought(driver)
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        driver.app.stack[-1].commands.run("play_from")
        driver.press(pygame.K_RETURN)
        driver.run_loop()
        assert driver.app.stack == [driver.play]
        assert not driver.moves
        assert not closes(driver)
        assert any("my thought" in path.read_text() for path in state.rglob("*.txt"))


def test_a_given_analysis_leaves_its_place_to_a_new_one(state: Path) -> None:
    writer = Writer()
    autosave = Autosave(writer)
    autosave.keep_analysis(lambda: "first")
    autosave.give_analysis()
    autosave.keep_analysis(lambda: "second")
    autosave.keep(lambda: "game")
    writer.close()
    assert (state / "analysis-1.txt").read_text() == "second"
    autosave.close()


def test_a_given_analysis_stays_as_long_as_there_is_no_slot_for_the_game(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer()
    autosave = Autosave(writer)
    autosave.keep_analysis(lambda: "thought")
    writer.close()
    autosave.give_analysis()
    with monkeypatch.context() as patch:
        patch.setattr(autosave_module, "is_at", lambda lock, path: False)
        patch.setattr(autosave_module, "_locked", lambda lock: False)
        assert not autosave.keep(lambda: "game")
    assert autosave.is_given
    autosave.keep(lambda: "game")
    writer.close()
    assert not (state / "analysis-1.txt").exists()
    autosave.close()


def test_a_late_answer_about_the_lock_does_not_move_the_game_to_another_slot(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer()
    autosave = Autosave(writer)
    with monkeypatch.context() as patch:
        patch.setattr(autosave_module, "is_at", lambda lock, path: False)
        assert not autosave.has_slot  # as when the folder was away for a moment
    monkeypatch.setattr(last_answer, "AT_ONCE_S", 0.0)
    assert autosave.keep(lambda: "game")
    writer.close()
    assert [path.name for path in state.glob("game-*.txt")] == ["game-1.txt"]
    autosave.close()


def test_a_new_analysis_is_not_removed_when_the_disk_takes_the_game_with_the_last_one(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer()
    autosave = Autosave(writer)
    autosave.keep_analysis(lambda: "first")
    writer.close()
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        autosave.give_analysis()
        autosave.keep(lambda: "game")
        writer.close()
    autosave.keep_analysis(lambda: "second")
    autosave.keep(lambda: "longer game")
    writer.close()
    assert (state / "analysis-1.txt").read_text() == "second"
    autosave.close()


def test_an_analysis_stays_when_the_next_is_left_though_the_library_takes_none(state: Path) -> None:
    writer = Writer()
    autosave = Autosave(writer, archive=lambda text, kept: None)
    for word in ("first", "second"):
        autosave.keep_analysis(partial(str, f"{OPENING}{{{word}}} *"))
        autosave.archive_analysis()
    writer.close()
    assert analyses(autosave) == [f"{OPENING}{{{word}}} *" for word in ("second", "first")]
    autosave.close()


@pytest.mark.parametrize("name", ["game", "analysis"])
def test_finds_autosaves_beyond_an_empty_slot(state: Path, name: str) -> None:
    state.mkdir()
    written(state / f"{name}-2.txt", "left")
    writer = Writer()
    autosave = Autosave(writer)
    assert (autosave.last_game == "left", autosave.left_analysis) == (name == "game", name == "analysis")
    writer.close()
    autosave.close()


def test_last_game_is_kept_until_the_player_decides(state: Path) -> None:
    """A window that saves nothing keeps the game of the previous program."""
    writer = Writer()
    first = Autosave(writer)
    first.keep(lambda: "one")
    writer.close()
    first.close()
    second = Autosave(writer)
    second.forget()
    writer.close()
    assert (second.last_game, kept(state)) == ("one", "one")
    second.close()


def test_an_analysis_is_kept_forgotten_or_archived(state: Path) -> None:
    writer = Writer()
    state = state / "not" / "there"
    autosave = Autosave(writer, state)
    assert not autosave.left_analysis
    beside_the_game = state / "analysis-1.txt"
    autosave.keep_analysis(lambda: "lines")
    writer.close()
    assert beside_the_game.read_text() == "lines"
    autosave.forget_analysis()
    writer.close()
    assert not beside_the_game.exists()
    assert not autosave.archive_analysis()
    autosave.keep_analysis(lambda: "more lines")
    assert autosave.archive_analysis()
    writer.close()
    assert (analyses(autosave), beside_the_game.exists()) == (["more lines"], False)
    autosave.close()


def test_play_continues_without_a_writable_folder(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONGO_STATE_DIR", str(written(tmp_path / "file", "") / "inside"))
    driver = start()
    play_two(driver)
    assert driver.moves == ["d2d3", "d6d5"]


def test_the_file_is_whole_at_every_moment(tmp_path: Path) -> None:
    """A reader always sees a complete old or new text while the game is being rewritten."""
    path = tmp_path / "game.txt"
    texts = [str(digit) * 20_000 for digit in range(2)]
    path.write_text(texts[0])
    writer = Writer()
    for turn in range(200):
        writer.put(path, partial(str, texts[turn % 2]))
        assert path.read_text() in texts
    writer.close()
    assert path.read_text() == texts[1]
    assert [one.name for one in tmp_path.iterdir()] == ["game.txt"]


def test_a_changed_setting_is_on_the_disk_before_the_program_ends(driver: Driver) -> None:
    driver.press(pygame.K_w, "w")
    die(driver)
    assert SettingsFile().settings.warnings is False


def test_the_size_of_the_window_survives_a_crash(start: Starter) -> None:
    driver = start()
    driver.resize(900, 600)
    die(driver)
    assert SettingsFile().settings.window == (900, 600)
    start()
    assert pygame.display.get_surface().get_size() == (900, 600)


def test_opening_a_game_while_the_ai_thinks_drops_its_answer(driver: Driver, games: Path) -> None:
    driver.click_squares("d2", "d3")
    driver.until(lambda: driver.thinker.thinking)
    drop(driver, written(games / "one.txt", OPENING + "1. c2c3 d6d5 *"))
    assert not driver.thinker.thinking
    driver.run_loop(5)
    assert driver.moves == ["c2c3", "d6d5"]
    driver.press(pygame.K_z, "z")
    driver.press(pygame.K_z, "z")
    assert driver.moves == ["d2d3"]


# --- the real program


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start the program without arguments, to be killed once its window is open."""
    code = (
        "import main\n"
        "from congo_gui.system.packages import import_pygame\n"
        "import_pygame()\n"
        "from congo_gui.app import App\n"
        "run_once = App.run_once\n"
        "def report_start(app, *arguments):\n"
        "    run_once(app, *arguments)\n"
        "    print('up', flush=True)\n"
        "    App.run_once = run_once\n"
        "App.run_once = report_start\n"
        "main.main()"
    )
    started: list[subprocess.Popen[str]] = []

    def run() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", code]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_the_lock_of_a_killed_program_is_free(
    program: Callable[[], subprocess.Popen[str]], state: Path
) -> None:
    process = program()
    assert not _free(state)
    process.kill()
    process.wait()
    assert _free(state)


def _free(state: Path) -> bool:
    """Return whether the first slot is free."""
    autosave = Autosave(Writer(), state)
    try:
        return autosave._path == state / "game-1.txt"
    finally:
        autosave.close()


def test_nothing_is_offered_before_the_engine_is_ready(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.mkdir()
    written(state / "game-1.txt", OPENING + "1. d2d3 *")
    monkeypatch.setattr("congo_gui.app.LaunchOptions.asks_for_a_game", property(lambda options: False))
    driver = start(stage=EngineStage.LOADING)
    assert driver.app.stack == [driver.play]
    driver.app.loader.stage = EngineStage.READY
    driver.run_loop()
    assert isinstance(driver.app.stack[-1], WelcomeScreen)


@pytest.fixture
def loading(start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A window whose engine is still loading, with a game of the last run."""
    state.mkdir()
    written(state / "game-1.txt", OPENING + "1. d2d3 *")
    monkeypatch.setattr("congo_gui.app.LaunchOptions.asks_for_a_game", property(lambda options: False))
    return start(stage=EngineStage.LOADING)


def test_the_question_waits_until_learn_is_closed(loading: Driver) -> None:
    loading.press(pygame.K_F2)
    loading.app.loader.stage = EngineStage.READY
    loading.run_loop()
    assert isinstance(loading.app.stack[-1], LearnHub)
    loading.press(pygame.K_ESCAPE)
    assert isinstance(loading.app.stack[-1], WelcomeScreen)
    loading.press(pygame.K_RETURN)
    assert loading.moves == ["d2d3"]


def test_a_game_begun_from_learn_is_not_interrupted_by_the_question(loading: Driver) -> None:
    *most, last = lessons.load(CONGO).lessons
    loading.app.settings.lessons = {"congo": [lesson.id for lesson in most]}
    loading.learn(learn_texts.RULES)
    loading.app.loader.stage = EngineStage.READY
    loading.run_loop()
    course = loading.top(ExerciseScreen).course
    assert course is not None
    for text in last.solution:
        move = CONGO.parse_move(course.position, text)
        course.play(move, move.path)
    loading.tool(learn_texts.PLAY_FIRST_GAME)
    assert loading.app.stack == [loading.play]
    loading.app.writer.close()
    assert len(loading.app.autosave.earlier.paths("congo")) == 1


def test_each_unwritable_file_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    reported: list[str] = []
    writer = Writer(reported.append)
    for _ in range(2):
        for name in ("settings.json", "game-1.txt"):
            writer.put(tmp_path / "file" / name, lambda: "text")
        writer.close()
    assert ["settings.json" in text for text in reported] == [True, False]
