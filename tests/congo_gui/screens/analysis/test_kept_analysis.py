"""An unsaved analysis survives closing the window and killing the program."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from congo_gui.play.game_file import games_in
from congo_gui.screens.analysis import texts as analysis_texts
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.files.game_files import FileSource
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.system import clipboard
from engine.record.parse import load_games
from engine.system.folders import state_dir
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.game_files import OPENING, die, drop, in_library, start_again, written
from tests.congo_gui.screens.analysis.analysis_user import LONELY, AnalysisUser


@pytest.fixture
def analysis(start: Starter) -> AnalysisUser:
    """The analysis of a game after a move of each side."""
    driver = start()
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    return AnalysisUser(driver)


@pytest.fixture
def lonely(analysis: AnalysisUser) -> AnalysisUser:
    """The analysis of a pasted position, with a move and an unfinished comment."""
    assert clipboard.copy(LONELY)
    analysis.driver.control("v")
    analysis.click("f1", "f2")
    analysis.driver.press(pygame.K_q, "q")
    analysis.driver.type("slow")
    return analysis


def started_again(lonely: AnalysisUser, start: Starter, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Close the window during the analysis, and restart the program without arguments."""
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    lonely.driver.run_loop(1)
    assert not lonely.driver.app.running
    lonely.driver.app.close()
    return start_again(start, monkeypatch)


def reported(driver: Driver) -> str:
    """Return the message shown at the start."""
    screen = driver.app.stack[-1]
    return screen.note if isinstance(screen, WelcomeScreen) else screen.toast.text


def brought_back(driver: Driver) -> list[tuple[str, str]]:
    """Open the last analysis; return its moves and comments."""
    driver.app.writer.close()
    driver.control("o")
    driver.tool(files_texts.LAST_ANALYSIS)
    driver.run_loop()
    assert driver.app.stack == [driver.play]
    session = driver.session
    moves = [ply.move.text for ply in session.game.plies]
    return list(zip(moves, [remark.comment for remark in session.current.remarks], strict=True))


def test_an_analysis_open_at_quitting_is_restored(
    lonely: AnalysisUser, start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = started_again(lonely, start, monkeypatch)
    assert reported(driver) == files_texts.ANALYSIS_KEPT
    driver.press(pygame.K_ESCAPE)
    assert brought_back(driver) == [("f1f2", "slow")]
    assert CONGO.notation.format(driver.session.game.start) == LONELY
    # It is reported only once.
    driver.app.close()
    again = start()
    again.run_loop()
    assert "analysis" not in reported(again)


def test_an_analysis_survives_a_kill(
    lonely: AnalysisUser, start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    lonely.driver.press(pygame.K_RETURN)  # the comment is written
    die(lonely.driver)
    driver = start_again(start, monkeypatch)
    assert reported(driver) == files_texts.ANALYSIS_KEPT
    driver.press(pygame.K_ESCAPE)
    assert brought_back(driver) == [("f1f2", "slow")]


def test_variations_of_the_game_survive_a_kill(
    analysis: AnalysisUser, start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis.driver.press(pygame.K_LEFT)
    analysis.click("e6", "e5")
    die(analysis.driver)
    driver = start_again(start, monkeypatch)
    driver.press(pygame.K_ESCAPE)
    brought_back(driver)
    (variation,) = driver.session.current.remarks[1].variations
    assert variation[0].move.text == "e6e5"


def test_the_analysis_of_a_game_without_moves_is_kept(start: Starter, state: Path) -> None:
    driver = start()
    analysis = AnalysisUser(driver)
    analysis.click("e2", "e3")
    driver.press(pygame.K_ESCAPE)
    driver.top(ConfirmScreen).dismiss()  # leaving asks; closing the window does not
    driver.app.close()
    assert [path for path in state.glob("**/analysis*.txt") if "e2e3" in path.read_text("utf-8")]


@pytest.mark.parametrize("end", ["closed", "killed", "replaced"])
def test_a_comment_on_a_game_without_moves_is_kept_with_it(
    start: Starter, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    driver = start()
    AnalysisUser(driver)
    driver.press(pygame.K_q, "q")
    driver.type("hello")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.session.current.introduction == "hello"
    if end == "replaced":
        driver.click_squares("d2", "d3")
        driver.play.commands.run("restart")
        driver.run_loop()
        driver.app.writer.close()
    else:
        driver.app.close() if end == "closed" else die(driver)
        driver = start_again(start, monkeypatch)
        driver.press(pygame.K_ESCAPE)
        driver.app.writer.close()
    (kept,) = driver.app.autosave.earlier.paths()
    assert "{hello}" in kept.read_text("utf-8")


def test_the_analysis_of_a_game_without_moves_belongs_to_its_file(start: Starter, tmp_path: Path) -> None:
    driver = start()
    many = OPENING + "*\n\n" + OPENING + "1. a2a3 *\n"
    drop(driver, written(tmp_path / "many.txt", many))
    driver.press(pygame.K_RETURN)
    analysis = AnalysisUser(driver)
    analysis.click("e2", "e3")
    driver.control("s")
    assert driver.top(SaveScreen).name.text == "many"
    driver.press(pygame.K_RETURN)
    driver.run_loop()
    assert [len(game.moves) for game in load_games(tmp_path / "many.txt")] == [1, 1]
    driver.press(pygame.K_PAGEDOWN)
    assert [node.move.text for node in analysis.screen.cursor.main_line if node.move] == ["a2a3"]
    # The game on the board has less than its place in the file now, and must not replace it.
    driver.press(pygame.K_ESCAPE)
    driver.click_squares("b2", "b3")
    driver.control("s")
    assert driver.top(SaveScreen).name.text != "many"


def test_a_game_saved_from_the_analysis_of_its_neighbour_is_shown_as_it_is_in_the_file(
    start: Starter, tmp_path: Path
) -> None:
    driver = start()
    many = "".join(f"{OPENING}1. {move} *\n\n" for move in ("a2a3", "b2b3", "c2c3"))
    drop(driver, written(tmp_path / "many.txt", many))
    driver.press(pygame.K_RETURN)
    for moves in (["b2b3"], ["b2b3", "d6d5"]):
        analysis = AnalysisUser(driver)
        driver.press(pygame.K_PAGEDOWN)
        assert [node.move.text for node in analysis.screen.cursor.main_line if node.move] == moves
        driver.press(pygame.K_END)
        analysis.click("d6", "d5")
        driver.control("s")
        driver.press(pygame.K_RETURN)
        driver.run_loop()
        driver.press(pygame.K_ESCAPE)
        assert driver.app.stack == [driver.play]
    assert [len(game.moves) for game in load_games(tmp_path / "many.txt")] == [1, 2, 1]


def test_a_discarded_analysis_of_a_game_without_moves_does_not_come_back(start: Starter) -> None:
    driver = start()
    for _ in range(2):
        analysis = AnalysisUser(driver)
        assert not analysis.screen.cursor.main_line[1:]
        analysis.click("e2", "e3")
        driver.press(pygame.K_ESCAPE)
        driver.tool(analysis_texts.LEAVE_ANALYSIS)
        assert driver.app.stack == [driver.play]


def test_a_second_analysis_does_not_replace_the_first(lonely: AnalysisUser, tmp_path: Path) -> None:
    driver = lonely.driver
    kept = written(tmp_path / "other.txt", OPENING + "1. a2a3 *")
    drop(driver, kept)
    again = AnalysisUser(driver)
    assert clipboard.copy(LONELY)
    driver.control("v")
    again.click("d1", "d2")
    drop(driver, kept)
    assert "1. f1f2 {slow}" in "".join(in_library(driver))
    driver.control("o")
    driver.tool(files_texts.SEVERAL[files_texts.LAST_ANALYSIS])
    assert len(driver.top(OpenScreen).list.rows) == 2


def test_an_analysis_replaces_neither_its_game_nor_another_one_in_the_library(
    analysis: AnalysisUser, tmp_path: Path
) -> None:
    driver = analysis.driver
    driver.press(pygame.K_ESCAPE)
    driver.control("s")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.play.files.source is not None
    saved = driver.play.files.source.path
    driver.play.commands.run("restart")
    driver.run_loop()
    (kept,) = in_library(driver)
    for comment in ("slow", "quick"):
        source = FileSource(saved, games_in(saved)[0])
        driver.play.analyses.analyse_record(driver.play.files.read(source), source)
        driver.run_loop()
        driver.press(pygame.K_END)
        driver.press(pygame.K_DELETE)
        driver.press(pygame.K_q, "q")
        driver.type(comment)
        driver.press(pygame.K_RETURN)
        drop(driver, written(tmp_path / "other.txt", OPENING + "1. a2a3 *"))
    found = in_library(driver)
    assert kept in found
    assert len([text for text in found if "slow" in text or "quick" in text]) == 2


def test_an_analysis_replaced_by_a_dropped_file_is_kept(lonely: AnalysisUser, tmp_path: Path) -> None:
    driver = lonely.driver
    drop(driver, written(tmp_path / "other.txt", OPENING + "1. a2a3 *"))
    assert driver.app.stack == [driver.play]
    assert driver.moves == ["a2a3"]
    assert driver.play.toast.text == files_texts.ANALYSIS_KEPT
    assert brought_back(driver) == [("f1f2", "slow")]


def test_a_variation_is_on_the_disk_as_soon_as_a_dropped_file_closes_its_analysis(
    analysis: AnalysisUser, tmp_path: Path
) -> None:
    """Not only in the next iteration of the loop, for which the window may wait for seconds."""
    analysis.click("e2", "e3")
    games = written(tmp_path / "two.txt", 2 * f"{OPENING}1. a2a3 *\n\n")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(games)))
    analysis.driver.app.run_once(0.0)
    analysis.driver.app.writer.close()
    assert "e2e3" in (state_dir() / "game-1.txt").read_text()


@pytest.mark.parametrize("way", ["saved", "left"])
def test_saved_or_discarded_analyses_are_not_offered(
    lonely: AnalysisUser, start: Starter, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "saved":
        lonely.driver.control("s")
        lonely.driver.press(pygame.K_RETURN, "\r")
    else:
        lonely.screen.commands.run("cancel")
        lonely.driver.run_loop()
        lonely.driver.tool(analysis_texts.LEAVE_ANALYSIS)
    driver = started_again(lonely, start, monkeypatch)
    assert "analysis" not in reported(driver)
    driver.press(pygame.K_ESCAPE)
    driver.control("o")
    screen = driver.app.stack[-1]
    assert isinstance(screen, OpenScreen)
    assert files_texts.LAST_ANALYSIS not in [button.label for button in screen.kept]


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1180, 800)])
def test_restorable_games_fit_beside_cancel(lonely: AnalysisUser, size: tuple[int, int]) -> None:
    driver = lonely.driver
    driver.app.autosave.archive_analysis()
    driver.app.autosave.earlier.keep("congo", lambda: OPENING + "1. a2a3 *")
    driver.app.writer.close()
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_ESCAPE)
    driver.tool(analysis_texts.LEAVE_ANALYSIS)
    driver.resize(*size)
    driver.control("o")
    screen = driver.app.stack[-1]
    assert isinstance(screen, OpenScreen)
    assert len(screen.kept) == 3  # with the library
    for button in screen.kept:
        assert driver.play.theme is not None
        assert button.rect.width >= button.natural_width(driver.play.theme)
    rects = [button.rect for button in (*screen.kept, screen.cancel_button)]
    assert all(not one.colliderect(other) for one, other in pairwise(rects))
