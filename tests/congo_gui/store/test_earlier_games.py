"""Replaced games are kept separately by kind, and offered again on return to their kind."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

import pygame
import pytest

from congo_gui.play import game_file
from congo_gui.play.game_file import TAG_BYTES
from congo_gui.screens.files import file_screen
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.folder import FolderError
from congo_gui.screens.files.game_autosave import WelcomeScreen
from congo_gui.screens.files.preview_list import PreviewList
from congo_gui.screens.new_game.games import GamesScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.store import earlier_games
from congo_gui.store import writer as writer_module
from congo_gui.store.autosave import Autosave
from congo_gui.store.earlier_games import ANALYSIS, MAX_KEPT, MAX_SEARCHED_CHARACTERS, EarlierGames
from congo_gui.store.game_library import GameLibrary
from congo_gui.store.writer import Job, Writer
from engine import rules as registry
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.parse import split_games
from tests.congo_gui.driver import CONGO, Driver, Opener, Starter
from tests.congo_gui.game_files import (
    OPENING,
    choose,
    die,
    last_earlier,
    open_screen,
    play_two,
    start_again,
    written,
)

SLOT = Path("game-1.txt")


def no_room(path: Path, data: bytes) -> None:
    """Stand in for `replace_file` on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


def _finished(text: str) -> str:
    return text.replace("\n\n", '\n[Result "1-0"]\n\n', 1)


# --- the files


@pytest.fixture
def writer() -> Writer:
    return Writer()


@pytest.fixture
def earlier(writer: Writer, state: Path) -> EarlierGames:
    return EarlierGames(writer, state, now=lambda: 1_700_000_000.25)


def test_games_are_listed_by_kind_the_latest_first(writer: Writer, earlier: EarlierGames) -> None:
    kept = [earlier.keep(kind, str) for kind in ("congo", "conga", "congo")]
    writer.close()
    assert earlier.paths("congo") == [kept[2], kept[0]]
    assert set(earlier.paths()) == set(kept)


def test_finished_games_are_not_among_the_unfinished(writer: Writer, earlier: EarlierGames) -> None:
    text = OPENING + "1. d2d3 d6d5 *\n"
    left = earlier.keep("congo", lambda: text)
    for _ in range(3):
        earlier.keep("congo", lambda: _finished(text))
    writer.close()
    assert list(earlier.unfinished("congo")) == [(left, text)]


def test_a_finished_game_whose_end_was_undone_is_among_the_unfinished(
    writer: Writer, earlier: EarlierGames
) -> None:
    text = _finished(OPENING.replace("\n\n", '\n[Shown "1"]\n[Undone "1"]\n\n') + "1. d2d3 d6d5 *\n")
    left = earlier.keep("congo", lambda: text)
    writer.close()
    assert list(earlier.unfinished("congo")) == [(left, text)]


def test_so_much_text_is_searched_for_an_unfinished_game(writer: Writer, earlier: EarlierGames) -> None:
    """Parsing it makes the window wait."""
    text = OPENING + "{a long comment} " * (MAX_SEARCHED_CHARACTERS // 40)
    kept = [earlier.keep("congo", lambda: text) for _ in range(6)]
    writer.close()
    assert [path for path, _ in earlier.unfinished("congo")] == kept[:2:-1]


def test_a_text_that_is_longer_than_any_game_is_not_searched(
    writer: Writer, earlier: EarlierGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty of 100 MB held the start for seconds."""
    kept = [earlier.keep("congo", partial(OPENING.__add__, rest)) for rest in ("a", "ab", "abc")]
    writer.close()
    monkeypatch.setattr(earlier_games, "MAX_UNFINISHED_BYTES", len(OPENING) + 2)
    assert [path for path, _ in earlier.unfinished("congo")] == kept[1::-1]


def test_too_many_games_of_one_kind_leave_the_others_alone(writer: Writer, state: Path) -> None:
    earlier = EarlierGames(writer, state, archive=lambda text, kept: kept())
    only = earlier.keep("conga", lambda: "conga")
    kept = [earlier.keep("congo", lambda: "congo") for _ in range(MAX_KEPT + 2)]
    writer.close()
    earlier.tidy()
    assert earlier.paths("conga") == [only]
    assert set(kept) - set(earlier.paths("congo")) == set(kept[:2])


def test_too_many_games_stay_while_the_library_does_not_have_them(writer: Writer, state: Path) -> None:
    oldest = OPENING + "1. d2d3 *\n"
    EarlierGames(writer, state).keep("congo", lambda: oldest)
    for _ in range(MAX_KEPT):
        EarlierGames(writer, state).keep("congo", lambda: "congo")
    writer.close()
    asked: list[tuple[str, Callable[[], None]]] = []
    earlier = EarlierGames(writer, state, archive=lambda text, kept: asked.append((text(), kept)))
    earlier.tidy()
    ((text, kept),) = asked
    assert text == oldest
    assert len(earlier.paths()) == MAX_KEPT + 1
    kept()
    assert len(earlier.paths()) == MAX_KEPT


def test_nothing_is_removed_without_a_library(writer: Writer, earlier: EarlierGames) -> None:
    for _ in range(MAX_KEPT + 1):
        earlier.keep("congo", lambda: OPENING + "1. d2d3 *\n")
    writer.close()
    earlier.tidy()
    assert len(earlier.paths()) == MAX_KEPT + 1


class Started:
    """What a start of the program does with the previous games and the library."""

    def __init__(self, state: Path) -> None:
        self.said: list[str] = []
        self.library = GameLibrary(lambda: None, self.said.append)
        self.writer = Writer(self.said.append)
        self.autosave = Autosave(self.writer, state, self.library.keep)

    def close(self) -> None:
        self.writer.close()
        self.library.close()
        self.autosave.close()


def commented(comment: str, end: str = "") -> str:
    """Return a game that has the identity of the others, with a comment on its first move."""
    tags = '[Id "one"]\n[Date "2026.11.28"]\n\n'
    return f"{OPENING.strip()}\n{tags}1. d2d3 {{{comment}}} d6d5 2. c2c3 {end}*\n\n"


def fill(state: Path) -> None:
    """Write as many newer games as are kept."""
    (state / "earlier").mkdir(parents=True, exist_ok=True)
    for number in range(MAX_KEPT):
        written(state / "earlier" / f"congo_2099-01-01_00.00.00.{number:06}.txt", OPENING + "1. d2d3 *\n")


def held(folder: Path, words: str) -> bool:
    return any(words in path.read_text() for path in folder.rglob("*.txt"))


def test_a_comment_in_words_of_another_one_stays_when_its_file_is_removed(
    state: Path, tmp_path: Path
) -> None:
    start = Started(state)
    for text in (commented("no good move", "{good} "), commented("good move")):
        start.autosave.keep_earlier("congo", partial(str, text))
    start.close()
    fill(state)
    Started(state).close()
    assert len(EarlierGames(Writer(), state).paths()) == MAX_KEPT
    assert held(tmp_path, "{no good move}")
    assert held(tmp_path, "{good move}")


def test_a_deeper_review_stays_in_the_library_when_the_files_of_its_game_are_removed(state: Path) -> None:
    start = Started(state)
    for review in ("+0.20, depth 4", "-3.00, depth 14"):
        start.autosave.keep_earlier("congo", partial(commented, review))
    start.close()
    fill(state)
    Started(state).close()
    assert len(EarlierGames(Writer(), state).paths()) == MAX_KEPT
    with Library() as library:
        (found,) = library.find(GameQuery(uid="one"))
        assert "depth 14" in library.text(found)


@pytest.mark.parametrize("declines", [False, True])
def test_what_a_killed_window_has_left_replaces_no_deeper_review(state: Path, declines: bool) -> None:
    """Another window opens the list of games, or the next start begins a new game."""
    killed = Started(state)
    killed.autosave.keep(lambda: commented("+0.20, depth 4"))
    following = killed if declines else Started(state)
    if declines:
        killed.close()
        following = Started(state)
    following.library.keep(lambda: commented("-3.00, depth 14"))
    if declines:
        following.autosave.archive_game()
    else:
        killed.close()
        following.autosave.adopt_left_games()
    following.close()
    with Library() as library:
        (found,) = library.find(GameQuery(uid="one"))
        assert "depth 14" in library.text(found)


def test_a_game_stays_if_only_another_version_of_it_was_deleted(state: Path) -> None:
    start = Started(state)
    start.library.keep(lambda: commented("deleted"))
    start.library.ask(lambda library: library.delete(library.find(GameQuery())))
    start.close()
    kept = [start.autosave.keep_earlier("congo", partial(commented, words)) for words in ("other", "deleted")]
    start.close()
    fill(state)
    Started(state).close()
    assert [path.exists() for path in kept] == [True, False]


@pytest.mark.parametrize(
    "text", ["", "\0" * 99, OPENING + "1. d2d3 {never closed"], ids=["empty", "zeros", "cut off"]
)
def test_a_damaged_game_is_not_reported_at_every_start(state: Path, text: str) -> None:
    fill(state)
    damaged = written(state / "earlier" / "congo_2026-01-01_00.00.00.000000.txt", text)
    for _ in range(2):
        start = Started(state)
        start.close()
        assert start.said == []
    assert damaged.exists()


def test_a_game_that_another_window_left_is_archived(writer: Writer, state: Path) -> None:
    """Its file may be older than the last `MAX_KEPT`, and removed at the next start."""
    state.mkdir()
    archived: list[str] = []
    earlier = EarlierGames(writer, state, archive=lambda text, kept: archived.append(text()))
    earlier.adopt(written(state / "game-2.txt", OPENING + "1. d2d3 *\n"))
    assert archived == [OPENING + "1. d2d3 *\n"]


def test_single_file_of_earlier_versions_is_migrated(state: Path) -> None:
    state.mkdir()
    text = OPENING + "1. d2d3 d6d5 *\n"
    written(state / "earlier.txt", text)
    writer = Writer()
    Autosave(writer).close()
    assert not (state / "earlier.txt").exists()
    (path,) = EarlierGames(writer, state).paths("congo")
    assert path.read_text() == text


def test_the_replaced_game_is_written_before_its_successor(state: Path) -> None:
    """With any number of pending jobs, kill -9 between two writes leaves the old game in one of the files."""
    order: list[str] = []

    def text(name: str) -> str:
        order.append(name)
        return name

    writer = Writer()
    game, aside = state / "game-1.txt", state / "aside.txt"
    writer._jobs.put(Job(game, lambda: text("old")))
    writer._jobs.put(Job(aside, lambda: text("aside")))
    writer._jobs.put(Job(game, lambda: text("skipped")))
    writer.put(game, lambda: text("new"))
    writer.close()
    assert order == ["old", "aside", "new"]


def test_on_a_full_disk_a_replaced_game_is_renamed(
    state: Path, writer: Writer, earlier: EarlierGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.mkdir(exist_ok=True)
    slot = written(state / "game-1.txt", "six plies")
    monkeypatch.setattr(writer_module, "replace_file", no_room)
    path = earlier.keep("congo", lambda: "six plies", slot)
    writer.remove(slot)
    writer.close()
    assert path.read_text() == "six plies"
    written(slot, "another game")
    path.unlink()
    path.parent.rmdir()
    written(path.parent, "a file in the place of the folder")
    path = earlier.keep("congo", lambda: "another game", slot)
    writer.remove(slot)
    writer.close()
    assert (state / path.name).read_text() == "another game"


def test_what_could_only_be_renamed_is_listed_at_the_next_start(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if both folders were unusable, as those of another user are."""
    state.mkdir(exist_ok=True)
    writer, texts = Writer(), [f"{OPENING}1. {move} *" for move in ("d2d3", "c2c3")]
    with monkeypatch.context() as patch:
        patch.setattr(writer_module, "replace_file", no_room)
        for name, text in zip(("earlier", ANALYSIS), texts, strict=True):
            beside = written(state / f"{name}-slot.txt", text)
            folder = written(state / name, "a file in the place of the folder")
            kind = ANALYSIS if name == ANALYSIS else "congo"
            EarlierGames(writer, state, name).keep(kind, partial(str, text), beside)
            writer.close()
            folder.unlink()
    again = Autosave(writer, state)
    writer.close()
    found = [path.read_text() for games in (again.earlier, again.analyses) for path in games.paths()]
    assert found == texts
    again.close()


def test_a_returned_game_stays_in_its_file_until_the_board_is_written(
    writer: Writer, earlier: EarlierGames
) -> None:
    path = earlier.keep("congo", lambda: "game")
    earlier.note_returned(path)
    earlier.note_replaced()
    earlier.board_written(SLOT)
    writer.close()
    assert earlier.paths() == [path]
    earlier.note_returned(path)
    earlier.board_written(SLOT)
    writer.close()
    assert earlier.paths() == []


def test_on_a_full_disk_a_returned_game_stays_in_its_file(
    state: Path, writer: Writer, earlier: EarlierGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = earlier.keep("congo", lambda: "game")
    writer.close()
    monkeypatch.setattr(writer_module, "replace_file", no_room)
    earlier.note_returned(path)
    writer.put(state / "game-1.txt", lambda: "game")
    earlier.board_written(state / "game-1.txt")
    writer.close()
    assert earlier.paths() == [path]


# --- the window


def go_to(driver: Driver, name: str) -> None:
    """Choose a game from all games."""
    driver.play.commands.run("games")
    driver.run_loop()
    card = next(one for one in driver.top(GamesScreen).cards if one.rules.name == name)
    driver.click((card.rect.centerx, card.rect.bottom - card.rect.height // 3))
    driver.run_loop()


def play_some(driver: Driver, plies: int = 3) -> list[str]:
    """Make moves for the humans on both sides."""
    session = driver.session
    for _ in range(plies):
        move = session.game.rules.legal_moves(session.game.position)[0]
        session.play(move, move.path)
        driver.run_loop()
    return driver.moves


def new_game(driver: Driver) -> None:
    players = driver.session.current.players
    driver.session.games.new((players[0], players[0]))
    driver.run_loop()


def test_switching_games_loses_nothing(opened: Opener, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = opened("congo")
    congo = play_some(driver)
    go_to(driver, "conga")
    assert play_texts.game_saved("Congo") in driver.play.toast.text
    new_game(driver)
    first_conga = play_some(driver)
    new_game(driver)
    conga = play_some(driver, 5)
    go_to(driver, "minichess")
    new_game(driver)
    minichess = play_some(driver, 1)
    go_to(driver, "conga")
    driver.top(WelcomeScreen)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == conga
    go_to(driver, "congo")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == congo
    go_to(driver, "minichess")
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == minichess
    screen = open_screen(driver)
    driver.app.writer.close()
    driver.press(pygame.K_ESCAPE)
    screen = open_screen(driver)
    driver.tool(files_texts.SEVERAL[files_texts.PREVIOUS_GAME])
    assert [row.text.split(":")[0] for row in screen.list.rows] == ["Congo", "Conga", "Conga"]

    def refuse(folder: Path, is_shown: Callable[[str], bool]) -> NoReturn:
        raise FolderError(f"{folder} cannot be read")

    with monkeypatch.context() as patch:  # another folder that cannot be listed changes nothing
        patch.setattr(file_screen, "listing", refuse)
        driver.click(screen.up.rect.center)
    driver.click(screen.list.row_rect(2).center)
    assert driver.session.game.rules is registry.get("conga")
    assert driver.moves == first_conga


def test_the_list_of_long_previous_games_needs_only_their_tags(
    driver: Driver, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = OPENING + f"1. d2d3 {{{'so ' * TAG_BYTES}}} d6d5 *\n"
    for number in (1, 2):
        path = state / "earlier" / f"congo_2026-01-01_00.00.00.00000{number}.txt"
        path.parent.mkdir(exist_ok=True)
        written(path, long)
    screen = open_screen(driver)
    with monkeypatch.context() as patch:
        read: list[int] = []

        def split(text: str) -> Iterator[tuple[int, str]]:
            read.append(len(text))
            return split_games(text)

        patch.setattr(game_file, "split_games", split)
        patch.setattr(PreviewList, "draw", lambda *arguments: None)  # it reads the games for its pictures
        driver.tool(files_texts.SEVERAL[files_texts.PREVIOUS_GAME])
    assert read == [TAG_BYTES, TAG_BYTES]
    driver.click(screen.list.row_rect(1).center)
    assert driver.moves == ["d2d3", "d6d5"]


@pytest.mark.thorough
def test_declined_game_is_kept_but_not_offered_again_in_this_run(opened: Opener, state: Path) -> None:
    driver = opened("congo")
    moves = play_some(driver)
    go_to(driver, "conga")
    go_to(driver, "congo")
    driver.press(pygame.K_ESCAPE)
    assert driver.moves == []
    go_to(driver, "conga")
    go_to(driver, "congo")
    assert driver.app.stack == [driver.play]
    open_screen(driver)
    driver.tool(files_texts.PREVIOUS_GAME)
    assert driver.moves == moves


@pytest.mark.thorough
def test_restored_game_exists_once_after_a_kill(start: Starter, state: Path) -> None:
    driver = start()
    play_two(driver)
    driver.control("n")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_z, "z")
    assert driver.moves == ["d2d3", "d6d5"]
    die(driver)
    assert "d2d3 d6d5" in (state / "game-1.txt").read_text()
    assert EarlierGames(Writer(), state).paths() == []


@pytest.mark.thorough
def test_unopenable_game_of_another_kind_leaves_no_copy(start: Starter, state: Path, games: Path) -> None:
    driver = start()
    play_two(driver)
    bad = '[Event "e"]\n[Game "konane"]\n[Black "human"]\n[White "human"]\n\n1. z9 *\n'
    written(games / "bad.txt", bad)
    screen = open_screen(driver)
    choose(driver, screen, "bad.txt")
    driver.run_loop()
    assert driver.session.game.rules is CONGO
    assert driver.moves == ["d2d3", "d6d5"]
    die(driver)
    assert EarlierGames(Writer(), state).paths() == []


@pytest.mark.thorough
def test_offers_the_game_of_another_kind(
    opened: Opener, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = opened("congo")
    moves = play_some(driver)
    go_to(driver, "conga")
    new_game(driver)
    play_some(driver)
    driver.app.close()
    monkeypatch.setattr("congo_gui.app.LaunchOptions.asks_for_a_game", property(lambda options: False))
    driver = opened("congo", named=True)
    driver.run_loop()
    driver.top(WelcomeScreen)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == moves
    driver.app.writer.close()
    assert '[Game "conga"]' in last_earlier(state)


def test_open_lists_games_of_all_closed_windows(
    start: Starter, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start()
    play_two(driver)
    die(driver)
    for number in (2, 3):
        written(state / f"game-{number}.txt", (state / "game-1.txt").read_text())
    other = Autosave(Writer(), state)  # a second window, which continues the first game
    driver = start_again(start, monkeypatch)
    driver.press(pygame.K_RETURN)
    driver.control("o")
    assert len(driver.app.autosave.earlier.paths()) == 1
    assert not (state / "game-3.txt").exists()
    assert other.last_game
    other.close()
