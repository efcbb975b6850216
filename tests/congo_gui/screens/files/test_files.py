"""Saving and opening games, with explanations of errors."""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from congo_gui.play import game_file, game_list, running_game
from congo_gui.play import texts as session_texts
from congo_gui.play.game_file import MAX_LINES
from congo_gui.play.player import PlayerConfig
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.files import file_screen, game_files, reading
from congo_gui.screens.files import folder as folder_module
from congo_gui.screens.files import open_screen as open_screen_module
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.file_screen import FileScreen
from congo_gui.screens.files.folder import FolderEntry, Listing, listing, name_problem
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.files.share_screen import ShareScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.store.earlier_games import EarlierGames
from congo_gui.store.launch_options import LaunchOptions, choose_game, first_players, note_players
from congo_gui.store.settings import Settings, settings_from
from congo_gui.system import texts as system_texts
from congo_gui.system.startup import EngineStage
from engine import rules as registry
from engine.players.levels import FIRST_LEVEL
from engine.record import format as format_module
from engine.record.format import append_game
from engine.record.parse import load_games, parse_games
from engine.record.record import GameRecord, GameResult
from engine.system.shared_file import write_shared
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, Driver, Opener, Starter
from tests.congo_gui.game_files import OPENING, Feed, choose, drop, open_screen, play_two, written
from tests.waiting import PATIENCE

ANNOTATED = (
    '[Event "club"]\n[Game "congo"]\n[Date "2025.01.02"]\n[White "Ann"]\n[Black "Ben"]\n[Result "1/2-1/2"]\n'
    '[Reason "agreed"]\n[Place "Kinshasa"]\n\n'
    "{a start} 1. d2d3 {solid} (1. c2c3 {or so} 1... d6d5) 1... d6d5 $2 1/2-1/2\n\n"
)


def message_of(screen: RemarkDialog) -> str:
    return screen.message


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that answers when it is set, and not within the time that the window waits."""
    disk = threading.Event()
    monkeypatch.setattr(reading, "AT_ONCE_S", 0.0)
    monkeypatch.setattr(game_files, "DISK_WAIT_S", 0.0)
    yield disk
    disk.set()


def slow(function: Callable[..., Any], disk: threading.Event) -> Callable[..., Any]:
    """Return a function that waits for the disk first."""

    def wait(*given: Any) -> Any:
        assert disk.wait(PATIENCE)
        return function(*given)

    return wait


def test_a_saved_game_is_opened_again_with_players_and_moves(driver: Driver, games: Path) -> None:
    play_two(driver)
    driver.control("s")
    driver.type("first game")
    driver.press(pygame.K_RETURN)
    assert [one.name for one in games.iterdir()] == ["first game.txt"]
    driver.session.games.new((PlayerConfig(), PlayerConfig()))
    driver.run_loop()
    assert driver.moves == []
    choose(driver, open_screen(driver), "first game")
    assert driver.moves == ["d2d3", "d6d5"]
    assert [player.name for player in driver.session.current.players] == ["human", "5"]
    assert driver.app.stack == [driver.play]


def test_the_key_of_a_command_types_nothing_on_a_russian_keyboard(driver: Driver) -> None:
    """X11 reports its letter as text, too, after the dialog has opened."""
    russian_s = {"key": 0x44B, "mod": pygame.KMOD_LCTRL, "unicode": "ы", "scancode": 22}
    for kind, values in (
        (pygame.KEYDOWN, russian_s),
        (pygame.TEXTINPUT, {"text": "ы"}),
        (pygame.KEYUP, russian_s),
    ):
        pygame.event.post(pygame.event.Event(kind, values))
    driver.run_loop(2)
    field = driver.top(SaveScreen).name
    assert "ы" not in field.text
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_LCTRL, mod=0, scancode=0))
    driver.type("ы")
    assert field.text == "ы"


def test_of_several_files_dropped_at_once_the_last_is_opened_and_a_message_says_so(
    driver: Driver, tmp_path: Path
) -> None:
    for at, move in enumerate(("d2d3", "c2c3", "e2e3")):
        path = written(tmp_path / f"{at}.txt", f"{OPENING}1. {move} *")
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.run_loop()
    assert driver.moves == ["e2e3"]
    assert driver.play.toast.text == system_texts.LAST_FILE_ALONE
    driver.play.toast.hide()
    drop(driver, tmp_path / "0.txt")
    assert driver.moves == ["d2d3"]
    assert not driver.play.toast.text


def test_saved_games_contain_the_ais_scores(driver: Driver, games: Path) -> None:
    play_two(driver)
    driver.control("s")
    driver.press(pygame.K_RETURN)
    (path,) = games.iterdir()
    (game,) = load_games(path)
    assert [move.comment for move in game.moves] == ["", "+0.35, depth 5"]
    assert game.players == ("human", "engine:level=5")


def test_old_level_name_is_saved_as_a_number(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "old.txt", OPENING + "1. d2d3 *"))
    assert [player.name for player in driver.session.current.players] == ["human", "10"]
    driver.control("s")
    driver.type("new")
    driver.press(pygame.K_RETURN)
    assert load_games(games / "new.txt")[0].players == ("human", "engine:level=10")


def test_an_opened_game_waits_for_the_player(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "one.txt", OPENING + "1. d2d3 *"))
    driver.run_loop(5)
    assert driver.moves == ["d2d3"]
    assert not driver.thinker.thinking
    assert play_texts.CONTINUE_HERE in driver.offered
    driver.tool(play_texts.CONTINUE_HERE)
    driver.reply()
    assert len(driver.moves) == 2


def test_comments_variations_and_tags_survive_opening_and_saving(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "notes.txt", ANNOTATED))
    driver.control("s")
    driver.type("again")
    driver.press(pygame.K_RETURN)
    assert (games / "again.txt").read_text() == ANNOTATED


def test_moves_played_after_opening_drop_the_old_result(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "notes.txt", ANNOTATED))
    driver.click_squares("c2", "c3")
    driver.control("s")
    driver.type("longer")
    driver.press(pygame.K_RETURN)
    (game,) = load_games(games / "longer.txt")
    assert [move.move.text for move in game.moves] == ["d2d3", "d6d5", "c2c3"]
    assert game.moves[0].comment == "solid"
    assert game.result is GameResult.NONE


def test_redo_turns_are_saved_too(driver: Driver, games: Path) -> None:
    play_two(driver)
    driver.click_squares("c2", "c3")
    driver.reply("c6c5")
    driver.press(pygame.K_z, "z")
    assert driver.moves == ["d2d3", "d6d5"]
    driver.control("s")
    driver.type("undone")
    driver.press(pygame.K_RETURN)
    driver.session.games.new((PlayerConfig(), PlayerConfig()))
    driver.run_loop()
    drop(driver, games / "undone.txt")
    assert driver.moves == ["d2d3", "d6d5"]
    driver.press(pygame.K_y, "y")
    assert driver.moves == ["d2d3", "d6d5", "c2c3", "c6c5"]


def test_opened_game_saved_at_its_start_keeps_its_end(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "notes.txt", ANNOTATED))
    driver.press(pygame.K_HOME)
    driver.control("s")
    driver.type("again")
    driver.press(pygame.K_RETURN)
    (game,) = load_games(games / "again.txt")
    assert [move.move.text for move in game.moves] == ["d2d3", "d6d5"]
    assert (game.result, game.reason) == (GameResult.DRAW, "agreed")


def test_a_game_that_is_saved_the_day_after_has_the_day_of_its_first_move(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on(day: str) -> None:
        for module in (game_file, running_game):
            monkeypatch.setattr(module, "today", lambda: day)

    on("2026.11.29")
    play_two(driver)
    on("2026.11.30")
    driver.press(pygame.K_HOME)
    assert saved_record(driver, games).tags["Date"] == "2026.11.29"


def saved_record(driver: Driver, games: Path) -> GameRecord:
    driver.control("s")
    driver.type("it")
    driver.press(pygame.K_RETURN)
    return load_games(games / "it.txt")[0]


@pytest.mark.parametrize("keys", ["z", "zy", "z←", "←z"])
def test_undo_in_an_opened_game_leaves_the_result_in_its_file(driver: Driver, games: Path, keys: str) -> None:
    """Until another move is played."""
    path = written(games / "it.txt", OPENING.replace("\n\n", '\n[Result "1-0"]\n[Reason "resignation"]\n\n'))
    path.write_text(path.read_text() + "1. d2d3 d6d5 1-0\n")
    drop(driver, path)
    for key in keys:
        if key == "←":
            driver.press(pygame.K_LEFT)
        else:
            driver.control(key)
    driver.control("s")
    driver.press(pygame.K_RETURN)
    (game,) = load_games(path)
    assert (len(game.moves), game.result, game.reason) == (2, GameResult.FIRST, "resignation")


@pytest.mark.parametrize(
    ("tags", "is_taken_back"),
    [
        ('[Result "1-0"]\n[Shown "0"]', False),
        ('[Result "1-0"]\n[Shown "0"]\n[Undone "1"]', True),
        ('[Result "1-0"]\n[Shown "0"]\n[Undone "2"]', False),  # an earlier version has played on
        ('[Shown "0"]', True),  # earlier versions wrote no result
    ],
)
def test_a_file_tells_whether_the_end_was_undone(driver: Driver, tags: str, is_taken_back: bool) -> None:
    text = OPENING.replace("\n\n", f'\n[FEN "{TRIPLE_JUMP}"]\n{tags}\n\n') + "1. b1d3f5d7\n"
    (record,) = parse_games(text)
    assert game_file.was_taken_back(record, record.replay()) is is_taken_back


def test_resigning_after_undo_saves_without_the_undone_turns(driver: Driver, games: Path) -> None:
    play_two(driver)
    driver.press(pygame.K_z, "z")
    driver.session.ends.resign()
    driver.run_loop()
    game = saved_record(driver, games)
    assert (game.moves, game.result) == ((), GameResult.SECOND)


def test_resigned_game_saved_at_its_start_keeps_its_end(driver: Driver, games: Path) -> None:
    play_two(driver)
    driver.session.ends.resign()
    driver.press(pygame.K_HOME)
    game = saved_record(driver, games)
    assert (len(game.moves), game.result) == (2, GameResult.SECOND)


def test_save_button_says_replace_for_an_existing_name(driver: Driver, games: Path) -> None:
    written(games / "old.txt", OPENING + "*")
    play_two(driver)
    driver.control("s")
    screen = driver.app.stack[-1]
    assert isinstance(screen, SaveScreen)
    assert screen.save_button.label == files_texts.SAVE
    choose(driver, screen, "old.txt")
    assert screen.save_button.label == files_texts.REPLACE
    driver.tool(files_texts.REPLACE)
    assert len(load_games(games / "old.txt")[0].moves) == 2


@pytest.mark.parametrize("name", ["new.txt", ".hidden.txt"])
def test_warns_before_replacing_a_file_missing_from_the_list(name: str, driver: Driver, games: Path) -> None:
    play_two(driver)
    driver.control("s")
    screen = driver.top(SaveScreen)
    screen.name.set_text(name)
    assert screen.save_button.label == files_texts.SAVE
    (games / name).write_text("saved by another window")
    driver.press(pygame.K_RETURN)
    assert screen.save_button.label == files_texts.REPLACE
    assert (games / name).read_text() == "saved by another window"
    driver.press(pygame.K_RETURN)
    assert len(load_games(games / name)[0].moves) == 2


def test_saving_one_game_of_a_file_of_many_keeps_the_others_byte_for_byte(
    driver: Driver, games: Path
) -> None:
    people = OPENING.replace("engine:level=hard", "human")
    others = [f"{people}1. {move} {{caf\u00e9}}\r\n\n\n*\n\n" for move in ("a2a3", "b2b3", "c2c3")]
    path = games / "many.txt"
    path.write_bytes("\ufeff".encode() + "".join(others).encode() + b"[Event")
    drop(driver, path)
    choose(driver, driver.top(FileGamesScreen), "2. ")
    for square, target in (("d6", "d5"), ("d2", "d3")):
        driver.click_squares(square, target)
        driver.control("s")
        assert "3 games. Only yours" in driver.top(SaveScreen).warning
        driver.press(pygame.K_RETURN)
    first, _, second = path.read_bytes().partition(b"b2b3")
    assert first.startswith("\ufeff".encode() + others[0].encode())
    assert second.endswith(others[2].encode() + b"[Event")
    assert b"d6d5 2. d2d3" in second


def ask_to_save_the_second_game(driver: Driver, games: Path) -> Path:
    """Open the second of three games in a file, make a move, and ask for a name; return the file."""
    people = OPENING.replace("engine:level=hard", "human")
    path = games / "many.txt"
    path.write_text("".join(f"{people}1. {move} *\n\n" for move in ("a2a3", "b2b3", "c2c3")))
    drop(driver, path)
    choose(driver, driver.top(FileGamesScreen), "2. ")
    driver.click_squares("d6", "d5")
    driver.control("s")
    return path


def test_a_game_that_is_replaced_while_its_name_is_asked_for_is_saved(driver: Driver, games: Path) -> None:
    """As in an endless series of games: that one, in its place in its file."""
    path = ask_to_save_the_second_game(driver, games)
    driver.session.games.restart()
    driver.run_loop()
    assert "Only yours" in driver.top(SaveScreen).warning
    driver.press(pygame.K_RETURN)
    saved = [[recorded.move.text for recorded in game.moves] for game in load_games(path)]
    assert saved == [["a2a3"], ["b2b3", "d6d5"], ["c2c3"]]
    assert driver.moves == []
    driver.control("s")
    assert driver.top(SaveScreen).name.text != "many"


def test_a_game_of_a_file_that_comes_back_is_saved_in_its_place(driver: Driver, games: Path) -> None:
    path = ask_to_save_the_second_game(driver, games)
    driver.press(pygame.K_ESCAPE)
    driver.session.games.restart()
    driver.run_loop()
    driver.command("undo")
    driver.control("s")
    assert "Only yours" in driver.top(SaveScreen).warning
    driver.press(pygame.K_RETURN)
    saved = [[recorded.move.text for recorded in game.moves] for game in load_games(path)]
    assert saved == [["a2a3"], ["b2b3", "d6d5"], ["c2c3"]]


def test_a_game_that_is_only_read_gets_no_date(driver: Driver, games: Path) -> None:
    """Another date would make another game of it for the library, every day."""
    undated = OPENING.replace("engine:level=hard", "human") + "1. d2d3 d6d5 *\n"
    assert "Date" not in undated
    drop(driver, written(games / "undated.txt", undated))
    driver.press(pygame.K_LEFT)
    assert "Date" not in driver.play.files.record().tags
    driver.click_squares("c6", "c5")
    assert "Date" in driver.play.files.record().tags, "another game of as many moves"
    driver.command("undo")
    drop(driver, games / "undated.txt")
    driver.press(pygame.K_RIGHT)
    driver.click_squares("c2", "c3")
    assert "Date" in driver.play.files.record().tags


def test_a_saved_game_is_up_to_date_among_the_games_of_its_file(driver: Driver, games: Path) -> None:
    ask_to_save_the_second_game(driver, games)
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_a, "a")
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
        driver.press(key)
    analysis = driver.top(AnalyseScreen)
    assert [node.move.text for node in analysis.cursor.tree.main if node.move] == ["b2b3", "d6d5"]


def test_saving_the_only_game_of_a_file_keeps_everything_else_in_it(driver: Driver, games: Path) -> None:
    """Keeps notes before the game, and games appended later by another program."""
    people = OPENING.replace("engine:level=hard", "human")
    path = games / "notes.txt"
    path.write_text(f"My notes.\n\n{people}*\n\n")
    drop(driver, path)
    for square, target in (("d2", "d3"), ("d6", "d5")):
        append_game(path, f"{people}1. a2a3 *\n\n")
        driver.click_squares(square, target)
        driver.control("s")
        assert "Only yours" in driver.top(SaveScreen).warning
        driver.press(pygame.K_RETURN)
    saved = path.read_text()
    assert saved.startswith("My notes.\n\n[Event")
    assert saved.count("1. d2d3 d6d5") == 1
    assert saved.count("1. a2a3 *") == 2


def test_the_window_does_not_wait_for_a_slow_disk(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event
) -> None:
    """The second Enter does nothing; the file has the moves of the first one."""

    def slowly(path: Path, data: bytes) -> None:
        assert disk.wait(PATIENCE)
        assert not threading.current_thread().daemon  # Python waits for it if the window is closed
        write_shared(path, data)

    monkeypatch.setattr(format_module, "write_shared", slowly)
    play_two(driver)
    driver.control("s")
    screen = driver.top(SaveScreen)
    screen.name.set_text("slow")
    for key in (pygame.K_RETURN, pygame.K_RETURN):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        driver.app.run_once(0.001)
    assert message_of(screen) == files_texts.SAVING
    driver.session.ends.resign()
    disk.set()
    driver.until(lambda: driver.app.stack == [driver.play])
    (saved,) = load_games(games / "slow.txt")
    assert (len(saved.moves), saved.result) == (2, GameResult.NONE)
    assert not driver.play.files.is_saved


def late_writer(disk: threading.Event, is_full: bool) -> Callable[[Path, bytes], None]:
    """Return what writes a file as soon as the disk answers, unless that is full."""

    def write(path: Path, data: bytes) -> None:
        assert disk.wait(PATIENCE)
        if is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_shared(path, data)

    return write


@pytest.mark.parametrize("is_full", [False, True])
def test_escape_leaves_a_slow_save_which_tells_how_it_ends(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event, is_full: bool
) -> None:
    monkeypatch.setattr(format_module, "write_shared", late_writer(disk, is_full))
    play_two(driver)
    driver.control("s")
    driver.top(SaveScreen).name.set_text("slow")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    assert driver.play.toast.text == ""
    disk.set()
    driver.until(lambda: bool(driver.play.toast.text))
    full = files_texts.not_saved("no space left on device")
    assert driver.play.toast.text == (full if is_full else files_texts.saved("slow.txt"))
    assert (games / "slow.txt").exists() is not is_full


@pytest.mark.parametrize("is_full", [False, True])
def test_the_window_that_waits_for_a_slow_save_stays_if_it_fails(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, disk: threading.Event, is_full: bool
) -> None:
    monkeypatch.setattr(format_module, "write_shared", late_writer(disk, is_full))
    play_two(driver)
    driver.control("s")
    driver.press(pygame.K_RETURN)
    driver.app.quit()
    driver.run_loop()
    assert driver.app.running
    disk.set()
    if not is_full:
        driver.until(lambda: not driver.app.running)
        return
    screen = driver.top(SaveScreen)
    driver.until(lambda: screen.message == files_texts.not_saved("no space left on device"))
    driver.until(lambda: screen.toast.text.endswith("Close the window again to quit anyway."))
    assert driver.app.running
    driver.app.quit()
    driver.until(lambda: not driver.app.running)


def test_a_slow_save_left_by_escape_is_known_to_the_game(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event
) -> None:
    """It is saved, and can be saved again; not before, or the older file could replace the newer one."""

    def save() -> str:
        driver.control("s")
        screen = driver.top(SaveScreen)
        driver.until(lambda: screen.message != files_texts.LOOKING)
        driver.press(pygame.K_RETURN)
        return screen.message

    path = written(games / "own.txt", OPENING.replace("engine:level=hard", "human") + "*\n\n")
    drop(driver, path)
    driver.until(lambda: driver.app.stack == [driver.play] and driver.play.files.source is not None)
    driver.click_squares("d2", "d3")
    with monkeypatch.context() as patch:
        patch.setattr(game_files, "write_back", slow(game_file.write_back, disk))
        assert save() == files_texts.SAVING
        driver.press(pygame.K_ESCAPE)
        assert save() == files_texts.WAIT
        driver.press(pygame.K_ESCAPE)
        disk.set()
        driver.until(lambda: driver.play.files.is_saved)
    driver.click_squares("d6", "d5")
    save()
    driver.until(lambda: driver.play.files.is_saved)
    assert "d6d5" in path.read_text()


def test_a_slow_save_ends_with_its_analysis(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event
) -> None:
    """It must not take the next analysis for saved: its copy would be removed."""
    monkeypatch.setattr(format_module, "write_shared", slow(write_shared, disk))
    for name in ("first", "second"):
        driver.press(pygame.K_a, "a")
        driver.click_squares("d2", "d3")
        if name == "first":
            driver.control("s")
            driver.top(SaveScreen).name.set_text(name)
            driver.press(pygame.K_RETURN)
            analysis = next(screen for screen in driver.app.stack if isinstance(screen, AnalyseScreen))
            driver.app.pop_with_dialogs(analysis)
            assert driver.app.stack == [driver.play]
    driver.app.writer.reached().wait(PATIENCE)
    state = Path(os.environ["CONGO_STATE_DIR"])
    kept = [*state.rglob("analysis*.txt")]
    disk.set()
    driver.until((games / "first.txt").exists)
    driver.run_loop()
    driver.app.writer.reached().wait(PATIENCE)
    assert kept
    assert [*state.rglob("analysis*.txt")] == kept


@pytest.mark.parametrize("key", ["o", "s", "h"])
def test_dialogs_open_before_a_slow_disk_has_listed_the_folder(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event, key: str
) -> None:
    written(games / "game.txt", OPENING)
    (games / "folder").mkdir()
    for module, name in ((file_screen, "listing"), (game_files, "_usable_folder"), (game_files, "free_path")):
        monkeypatch.setattr(module, name, slow(getattr(module, name), disk))
    driver.control(key)
    screen = driver.top(FileScreen)
    assert screen.message in (files_texts.LOOKING, files_texts.FORMATS[".png"][1])
    assert screen.list.empty == files_texts.LOOKING
    disk.set()
    driver.until(lambda: "folder" in [row.text for row in screen.list.rows])
    assert screen.folder == games


def test_a_file_on_a_slow_disk_opens_once_it_is_read(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event
) -> None:
    monkeypatch.setattr(game_list, "games_in", slow(game_file.games_in, disk))
    drop(driver, written(games / "game.txt", OPENING + "1. c2c3 *"))
    assert driver.top(FileGamesScreen).message == files_texts.READING
    disk.set()
    driver.until(lambda: driver.moves == ["c2c3"])
    assert driver.app.stack == [driver.play]


def test_a_slow_disk_may_count_the_games_of_a_file_later(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, disk: threading.Event
) -> None:
    written(games / "games.txt", 3 * (OPENING + "*\n\n"))
    monkeypatch.setattr(game_files, "count_games", slow(game_list.count_games, disk))
    driver.control("s")
    screen = driver.top(SaveScreen)
    screen.name.set_text("games")
    driver.until(lambda: screen.warning == files_texts.FILE_EXISTS)
    disk.set()
    driver.until(lambda: screen.warning == files_texts.replaces_all(3))


def test_previous_games_that_a_slow_disk_lists_late_are_there_the_next_time(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_two(driver)
    driver.session.games.restart()
    driver.until(lambda: len(driver.app.autosave.earlier.paths()) == 1)

    def labels() -> list[object]:
        driver.control("o")
        return [button.label for button in driver.top(OpenScreen).kept]

    with driver.slow_disk(monkeypatch, EarlierGames, "paths"):
        assert labels() == [files_texts.LIBRARY]
        driver.press(pygame.K_ESCAPE)
    assert labels() == [files_texts.LIBRARY, files_texts.PREVIOUS_GAME]


def test_a_slow_disk_lists_previous_games_later(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, disk: threading.Event
) -> None:
    monkeypatch.setattr(open_screen_module, "first_game", slow(game_file.first_game, disk))
    for _ in range(2):
        play_two(driver)
        driver.session.games.restart()
        driver.run_loop()
    driver.until(lambda: len(driver.app.autosave.earlier.paths()) == 2)
    driver.control("o")
    screen = driver.top(OpenScreen)
    driver.tool(files_texts.SEVERAL[files_texts.PREVIOUS_GAME])
    assert screen.message == files_texts.LOOKING
    disk.set()
    driver.until(lambda: len(screen.list.rows) == 2)
    assert screen.message == files_texts.LATEST_FIRST


def test_of_a_huge_folder_the_newest_files_are_shown(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        os.utime(written(games / f"{number}.txt", OPENING), times=(number, number))
    monkeypatch.setattr(folder_module, "MAX_ENTRIES", 3)
    screen = open_screen(driver)
    assert [row.text for row in screen.list.rows] == ["3.txt", "2.txt", "1.txt"]
    assert message_of(screen) == files_texts.ONLY_PART
    monkeypatch.setattr(folder_module, "MAX_ITEMS", 2)
    assert len(listing(games).entries) == 2


def test_the_second_save_proposes_the_same_name(driver: Driver, games: Path) -> None:
    driver.control("s")
    driver.type("mine")
    driver.press(pygame.K_RETURN)
    play_two(driver)
    driver.control("s")
    driver.press(pygame.K_RETURN)
    assert [one.name for one in games.iterdir()] == ["mine.txt"]
    assert len(load_games(games / "mine.txt")[0].moves) == 2


@pytest.mark.parametrize("name", ["", "  ", "a/b", "a\\b", "what?", "x" * 300])
def test_an_impossible_name_is_explained_and_nothing_is_written(
    driver: Driver, games: Path, name: str
) -> None:
    driver.control("s")
    screen = driver.app.stack[-1]
    assert isinstance(screen, SaveScreen)
    screen.name.set_text(name)
    driver.press(pygame.K_RETURN)
    assert driver.app.stack[-1] is screen
    assert message_of(screen) == name_problem(name) != ""
    assert list(games.iterdir()) == []


@pytest.mark.parametrize("key", ["s", "h"])
def test_a_name_that_the_locale_cannot_hold_is_refused_in_one_sentence(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(os, "fsencode", lambda name: os.fspath(name).encode("latin-1"))
    driver.click_squares("d2", "d3")
    driver.control(key)
    screen = driver.app.stack[-1]
    assert isinstance(screen, (SaveScreen, ShareScreen))
    screen.name.set_text("Łódź")
    driver.press(pygame.K_RETURN)
    assert message_of(screen) == "The system's character set has no Ł."
    assert list(games.iterdir()) == []


def test_explains_an_unwritable_folder(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONGO_GAMES_DIR", str(written(tmp_path / "file", "") / "inside"))
    driver.control("s")
    screen = driver.app.stack[-1]
    assert isinstance(screen, SaveScreen)
    screen.folder = tmp_path / "file" / "inside"
    driver.press(pygame.K_RETURN)
    assert driver.app.stack[-1] is screen
    assert message_of(screen).startswith("The game cannot be saved here: ")
    assert driver.session.game.cursor == 0


BAD = {
    "nothing": "",
    "no game": "hello",
    "other game": OPENING.replace("congo", "chess") + "1. e2e4 *",
    "impossible move": OPENING + "1. d2d7 *",
    "broken comment": OPENING + "1. d2d3 { *",
    "played on": OPENING.replace("\n\n", f'\n[FEN "{TRIPLE_JUMP}"]\n\n') + "1. b1d3f5d7 1... e6e5 *",
    "bad position": OPENING.replace("\n\n", '\n[FEN "7/7"]\n\n') + "*",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_explains_a_bad_file_and_keeps_the_game(driver: Driver, games: Path, text: str) -> None:
    play_two(driver)
    game = driver.session.game
    path = written(games / "bad.txt", text)
    drop(driver, path)
    assert driver.play.toast.text.startswith("“bad.txt” cannot be opened: ")
    assert driver.play.toast.text.endswith(".")
    assert "\n" not in driver.play.toast.text
    screen = open_screen(driver)
    choose(driver, screen, "bad.txt")
    assert message_of(screen) == driver.play.toast.text
    assert driver.session.game is game
    assert driver.moves == ["d2d3", "d6d5"]


@pytest.mark.parametrize("name", ["congo", "minichess"])
def test_a_file_dropped_before_the_rules_are_loaded_opens_afterwards(
    start: Starter, games: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Nothing is compiled on the window's thread."""
    driver = start(stage=EngineStage.COMPILING)
    with monkeypatch.context() as compiling:
        for rules in (CONGO, registry.get(name)):
            compiling.setattr(type(rules), "core", lambda rules: pytest.fail("it would be compiled"))
        drop(driver, written(games / "one.txt", OPENING.replace("congo", name) + "*"))
        assert driver.play.toast.text == system_texts.FILE_WAITS
    for _ in range(2):  # the window may change to the file's game, which has its own engine
        driver.app.loader.stage = EngineStage.READY
        driver.run_loop()
    assert driver.session.current.rules.name == name
    assert driver.session.current.origin is not None


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
def test_rejects_a_pipe(driver: Driver, games: Path, fed: Feed) -> None:
    drop(driver, fed(games / "pipe.txt", OPENING + "1. d2d3 *"))
    assert driver.play.toast.text == "“pipe.txt” cannot be opened: it is not a file."
    assert driver.moves == []


@pytest.mark.skipif(os.name != "posix", reason="names cannot end with a blank there")
@pytest.mark.parametrize("name", ["game", "game.congo", " game.txt", "game.txt "])
def test_a_file_without_a_usual_name_is_saved_in_its_place(driver: Driver, games: Path, name: str) -> None:
    """It went to the file with the usual name, and replaced that."""
    people = OPENING.replace("engine:level=hard", "human")
    beside = [written(games / other, people + "1. a2a3 *") for other in ("game.txt", "game.congo.txt")]
    path = written(games / name, people + "1. d2d3 *")
    drop(driver, path)
    driver.click_squares("d6", "d5")
    driver.control("s")
    assert driver.top(SaveScreen)._label() == files_texts.REPLACE
    driver.press(pygame.K_RETURN)
    assert [recorded.move.text for recorded in load_games(path)[0].moves] == ["d2d3", "d6d5"]
    assert all("a2a3" in other.read_text() for other in beside)
    driver.control("s")
    driver.top(SaveScreen).name.set_text("other")
    driver.press(pygame.K_RETURN)
    assert (games / "other.txt").exists()


@pytest.mark.skipif(os.name != "posix", reason="names cannot end with a blank there")
@pytest.mark.parametrize("name", ["game", "game.congo", " game.txt", "game.txt "])
def test_a_chosen_file_without_a_usual_name_is_replaced_itself(
    driver: Driver, games: Path, name: str
) -> None:
    beside = [written(games / other, OPENING + "1. a2a3 *") for other in ("game.txt", "game.congo.txt")]
    chosen = written(games / name, OPENING + "1. c2c3 *")
    driver.click_squares("d2", "d3")
    driver.control("s")
    dialog = driver.top(SaveScreen)
    dialog.file_chosen(chosen)
    driver.run_loop()
    assert dialog._label() == files_texts.REPLACE
    driver.press(pygame.K_RETURN)
    assert load_games(chosen)[0].moves[0].move.text == "d2d3"
    assert all("a2a3" in other.read_text() for other in beside)


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_undecodable_file_name_is_shown_opened_and_saved(driver: Driver, games: Path) -> None:
    path = written(Path(os.fsdecode(os.fsencode(games) + b"/caf\xe9.txt")), OPENING + "1. d2d3 *")
    choose(driver, open_screen(driver), path.name)
    assert driver.moves == ["d2d3"]
    driver.click_squares("d6", "d5")
    driver.control("s")
    driver.press(pygame.K_RETURN)
    assert driver.app.stack == [driver.play]
    written(path, "rubbish")
    choose(driver, open_screen(driver), path.name)
    assert "cannot be opened" in message_of(driver.top(OpenScreen))


def test_the_players_of_an_opened_game_are_not_those_of_the_next_launch(opened: Opener, games: Path) -> None:
    driver = opened("konane", first="human", second="3")
    settings = driver.app.settings
    settings.game, settings.black = "konane", "3"
    settings.programs = {"Lion": "uci:lion"}
    settings.players = {"congo": ["7", "human", "180+2", "-"]}
    players = '[White "uci:lion"]\n[Black "human"]\n\n'
    drop(driver, written(games / "congo.txt", f'[Game "congo"]\n{players}1. d2d3 *'))
    driver.run_loop()
    assert driver.session.current.players[0].name == "uci:lion"
    driver.play.session.games.restart()
    driver.run_loop()
    driver.app.close()
    assert (settings.game, settings.white, settings.black) == ("konane", "human", "3")
    for name, names in (
        ("konane", ["human", "3"]),
        ("congo", ["7", "human"]),
        ("conga", ["human", FIRST_LEVEL]),
    ):
        again = first_players(LaunchOptions(registry.get(name), named=True), settings)
        assert [player.name for player in again] == names


def test_every_game_has_its_own_chosen_players() -> None:
    settings = Settings(game="konane", black="3", white_clock="60+0")
    choose_game(settings, "congo")
    note_players(settings, "congo", (PlayerConfig("8"), PlayerConfig()))
    choose_game(settings, "konane")
    assert (settings.white, settings.black, settings.white_clock) == ("human", "3", "60+0")
    choose_game(settings, "congo")
    assert (settings.white, settings.black, settings.white_clock) == ("8", "human", "-")
    note_players(settings, "conga", (PlayerConfig(), PlayerConfig("2")))
    assert (settings.white, settings.black) == ("8", "human")
    choose_game(settings, "conga")
    assert (settings.white, settings.black) == ("human", "2")
    choose_game(settings, "congo")
    settings.players = {"konane": ["human", 3, "-", "-"]}
    choose_game(settings, "konane")
    assert (settings.white, settings.black) == ("human", "2")


def test_new_games_start_at_the_last_level() -> None:
    settings = Settings()
    for name, players in (("conga", ("human", "2")), ("congo", ("human", "1")), ("konane", ("human", "1"))):
        choose_game(settings, name)
        assert (settings.white, settings.black) == players
        note_players(settings, name, (PlayerConfig("1"), PlayerConfig()))
        note_players(settings, name, (PlayerConfig(), PlayerConfig()))
    settings = settings_from({"game": "congo", "level": settings.level})
    choose_game(settings, "conga")
    assert settings.black == "1"


def test_rejects_a_file_of_very_many_games(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "many.txt", '[Event "e"]\n' * 50_001))
    driver.until(lambda: driver.app.stack == [driver.play])
    assert driver.play.toast.text == "“many.txt” cannot be opened: it contains more than 50,000 games."


def test_rejects_a_file_of_very_many_lines(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "lines.txt", OPENING + "\n" * (MAX_LINES + 1) + "1. d2d3 *"))
    driver.until(lambda: driver.app.stack == [driver.play])
    assert driver.play.toast.text == session_texts.not_opened("lines.txt", session_texts.TOO_LARGE)


def test_the_game_in_a_text_can_be_opened(driver: Driver, games: Path) -> None:
    drop(driver, written(games / "README.md", "# Congo\n\n" + OPENING + "1. d2d3 *\n\nMore words follow.\n"))
    assert driver.moves == ["d2d3"]


def test_says_that_a_text_is_not_in_utf_8(driver: Driver, games: Path) -> None:
    (games / "wide.txt").write_text(OPENING + "1. d2d3 *", encoding="utf-16")
    drop(driver, games / "wide.txt")
    reason = "it is not in UTF-8; save it as UTF-8 in a text editor"
    assert driver.play.toast.text == f"“wide.txt” cannot be opened: {reason}."


def test_rejects_a_picture_or_a_folder(driver: Driver, games: Path) -> None:
    (games / "picture.pgn").write_bytes(b"\x89PNG\xff\xfe")
    drop(driver, games / "picture.pgn")
    assert driver.play.toast.text == session_texts.not_opened("picture.pgn", session_texts.NOT_TEXT)
    drop(driver, games)
    assert driver.play.toast.text == session_texts.not_opened("games", session_texts.IS_FOLDER)
    drop(driver, games / "missing.txt")
    assert driver.play.toast.text.startswith("“missing.txt” cannot be opened: ")


def test_rejects_a_text_without_a_game(driver: Driver, games: Path) -> None:
    text = "# Notes\n\n[A link](https://example.org) to the rules.\n\n[Another](there.md)\n"
    drop(driver, written(games / "notes.md", text))
    assert driver.app.stack == [driver.play]
    assert "it contains no game" in driver.play.toast.text


def test_a_game_is_found_among_other_text(driver: Driver, games: Path) -> None:
    text = "Our game.\n\n[A link](there.md)\n\n" + OPENING + "1. d2d3 *\n\n[Another](there.md)\n"
    drop(driver, written(games / "notes.md", text))
    assert driver.app.stack == [driver.play]
    assert driver.moves == ["d2d3"]


def test_one_of_several_games_in_a_file_is_chosen(driver: Driver, games: Path) -> None:
    text = OPENING + "1. d2d3 *\n\n" + OPENING.replace("hard", "easy") + "1. c2c3 d6d5 *\n\n"
    drop(driver, written(games / "two.pgn", text))
    screen = driver.top(FileGamesScreen)
    assert [row.text for row in screen.list.rows] == ["1.  Human v AI – level 10", "2.  Human v AI – level 2"]
    choose(driver, screen, "2.")
    assert driver.moves == ["c2c3", "d6d5"]


def test_the_error_in_the_second_game_names_the_line_of_the_file(driver: Driver, games: Path) -> None:
    text = OPENING + "1. d2d3 *\n\n" + OPENING + "1. d2d7 *\n\n"
    drop(driver, written(games / "two.pgn", text))
    screen = driver.top(FileGamesScreen)
    choose(driver, screen, "2.")
    assert "line 13" in message_of(screen)


def test_a_path_can_be_typed(driver: Driver, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "other place"
    other.mkdir()
    written(other / "there.txt", OPENING + "1. c2c3 *")
    screen = open_screen(driver)
    assert screen.folder == games
    driver.click(screen.field.rect.center)
    driver.type("nowhere")
    driver.press(pygame.K_RETURN)
    assert message_of(screen).startswith("There is no file or folder")
    screen.field.set_text(f'"{other}"')
    driver.press(pygame.K_RETURN)
    assert screen.folder == other
    driver.click(screen.field.rect.center)
    driver.type("there.txt")
    driver.press(pygame.K_RETURN)
    assert driver.moves == ["c2c3"]
    assert open_screen(driver).folder == other


def test_the_path_of_a_file_that_is_typed_is_where_it_is_saved(driver: Driver, tmp_path: Path) -> None:
    other = tmp_path / "other place"
    other.mkdir()
    path = written(other / "there.txt", OPENING + "1. c2c3 *")
    driver.click_squares("d2", "d3")
    driver.control("s")
    screen = driver.top(SaveScreen)
    driver.click(screen.field.rect.center)
    driver.control("a")
    driver.type(str(path))
    driver.press(pygame.K_RETURN)
    driver.run_loop()
    assert (screen.name.text, screen.field.text) == ("there", str(other))
    driver.tool(files_texts.REPLACE)
    driver.until(lambda: "d2d3" in path.read_text())


def test_folders_come_first_and_then_the_newest_game(games: Path) -> None:
    (games / "older").mkdir()
    for age, name in enumerate(("new.txt", "middle.pgn", "old.TXT")):
        written(games / name, "x")
        os.utime(games / name, (1e9 - age, 1e9 - age))
    written(games / "picture.png", "x")
    written(games / ".hidden.txt", "x")
    assert [one.path.name for one in listing(games).entries] == ["older", "new.txt", "middle.pgn", "old.TXT"]


@pytest.mark.parametrize("changed", [2.0**62, -(2.0**62), 2.0**80])
def test_files_changed_at_an_impossible_time_are_listed(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, changed: float
) -> None:
    """Some file systems keep any time of change, which others would correct: so no file is given one here."""

    def listing(*given: object) -> Listing:
        return Listing(games, [FolderEntry(games / "far.txt", False, changed)], ())

    monkeypatch.setattr(file_screen, "listing", listing)
    screen = open_screen(driver)
    assert [row.note for row in screen.list.rows] == [""]


def test_the_folder_above_is_one_click_away(driver: Driver, games: Path) -> None:
    screen = open_screen(driver)
    driver.click(screen.up.rect.center)
    assert screen.folder == games.parent
    choose(driver, screen, "games")
    assert screen.folder == games


def test_escape_leaves_the_file_screens(driver: Driver, games: Path) -> None:
    for letter in "os":
        driver.control(letter)
        driver.press(pygame.K_ESCAPE)
        assert driver.app.stack == [driver.play]
    assert list(games.iterdir()) == []


def test_an_unreadable_folder_is_not_said_to_have_no_games(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(os, "scandir", refuse)
    driver.control("o")
    screen = driver.top(OpenScreen)
    driver.until(lambda: screen.message != files_texts.LOOKING)
    assert "cannot be shown: permission denied" in screen.message
    assert screen.list.empty == ""
