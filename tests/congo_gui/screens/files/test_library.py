"""The library in the window: finished games enter it; it is searched, changed and exported."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest

from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.files import game_table, library_screen, texts
from congo_gui.screens.files.comment_dialog import CommentDialog
from congo_gui.screens.files.find_file_screen import FindFileScreen
from congo_gui.screens.files.library_screen import LibraryScreen
from congo_gui.screens.files.open_screen import OpenScreen
from congo_gui.system import clipboard
from congo_gui.system import texts as system_texts
from congo_gui.widgets.button import Button
from congo_gui.widgets.edited_line import MAX_LENGTH
from congo_gui.widgets.texts import cut_off
from engine.library import importing
from engine.library import texts as library_texts
from engine.library.entry import Entry, entry_of, imported_entry
from engine.library.journal import Journal, LibraryError
from engine.library.library import Library
from engine.library.query import FoundGame, GameQuery
from engine.record.format import save_games
from engine.record.parse import load_games
from engine.system.folders import games_dir
from tests.congo_gui.driver import Driver, Starter
from tests.engine.library.games import played, resigned
from tests.waiting import PATIENCE

GAMES = (
    resigned("d2d3", "d6d5", players=("Anna", "engine:level=5"), Id="anna"),
    resigned("c2c3", "c6c5", "d2d3", players=("Bert", "engine:level=7"), Id="bert"),
    played("d2d3", "c6c5", "c2c3", players=("Cleo", "human"), Id="cleo"),
)


@pytest.fixture(autouse=True)
def filled() -> None:
    """Put games into the user's library."""
    with Library() as library:
        library.put([entry_of(game) for game in GAMES])
        while library.index_positions():
            pass


@pytest.fixture
def driver(start: Starter, filled: None) -> Driver:
    """The program with a human as White against the scripted AI."""
    return start()


def kept() -> list[str]:
    """Return the identities of the games in the library."""
    with Library() as library:
        return [game.uid for game in library.find(GameQuery())]


def settle(driver: Driver) -> LibraryScreen:
    """Wait until the library has answered."""
    screen = driver.top(LibraryScreen)
    driver.until(lambda: not screen.is_busy)
    driver.run_loop()
    return screen


def opened(driver: Driver) -> LibraryScreen:
    """Open the library by its button in *Open*."""
    driver.command("open_game")
    driver.click(driver.top(OpenScreen).kept[0].rect.center)
    return settle(driver)


def open_comment(driver: Driver, screen: LibraryScreen | None = None) -> LibraryScreen:
    """Open the dialog for the comment on the selected game; return the screen."""
    screen = screen or opened(driver)
    driver.click(screen.comment_button.rect.center)
    driver.until(lambda: isinstance(driver.app.stack[-1], CommentDialog))
    return screen


def listed(screen: LibraryScreen) -> list[str]:
    """Return the first names of the listed games."""
    return [row.text.split()[1] for row in screen.list.rows]


def test_open_has_a_button_for_the_library(driver: Driver) -> None:
    screen = opened(driver)
    assert listed(screen) == ["Cleo", "Bert", "Anna"]
    driver.double_click(screen.list.row_rect(1).center)
    driver.until(lambda: driver.app.stack == [driver.play])
    assert driver.moves == ["c2c3", "c6c5", "d2d3"]
    assert driver.play.files.source is None


def test_buttons_act_on_the_game_that_was_clicked(driver: Driver) -> None:
    screen = opened(driver)
    for row in (1, 2, 1):
        driver.click(screen.list.row_rect(row).center)
        assert driver.app.stack[-1] is screen
    driver.point(screen.list.row_rect(2).center)
    driver.press(pygame.K_DELETE)
    settle(driver)
    assert kept() == ["anna", "cleo"]


def test_a_row_that_the_keyboard_left_does_not_open_on_one_click(driver: Driver) -> None:
    screen = opened(driver)
    driver.click(screen.list.row_rect(1).center)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_UP)
    driver.click(screen.list.row_rect(1).center)
    assert driver.app.stack[-1] is screen
    driver.click(screen.list.row_rect(1).center)
    driver.until(lambda: driver.app.stack == [driver.play])


def test_filters_keep_their_places_and_show_whole_labels(driver: Driver) -> None:
    screen = opened(driver)
    assert screen.theme is not None
    places = [button.rect.copy() for button in screen.filter_buttons]
    for button, one in zip(screen.filter_buttons, screen.filters, strict=True):
        for _ in one.choices:
            driver.click(button.rect.center)
            settle(driver)
            assert button.natural_width(screen.theme) <= button.rect.width
    assert [button.rect for button in screen.filter_buttons] == places


def test_the_preview_shows_the_position_that_is_searched_for(driver: Driver) -> None:
    screen = opened(driver)
    drawn = screen.preview.pictures.drawn
    driver.until(lambda: len(drawn) == 1)
    driver.click(screen.filter_buttons[-1].rect.center)
    settle(driver)
    driver.until(lambda: len(drawn) == 2)
    last, start = (pygame.image.tobytes(picture, "RGB") for picture in drawn.values())
    assert last != start


def test_words_and_filters_narrow_the_list(driver: Driver) -> None:
    screen = opened(driver)
    driver.type("bert")
    settle(driver)
    assert listed(screen) == ["Bert"]
    driver.press(pygame.K_BACKSPACE)
    for _ in range(3):
        driver.press(pygame.K_BACKSPACE)
    settle(driver)
    won = next(button for button in screen.filter_buttons if button.label == texts.ANY_RESULT)
    driver.click(won.rect.center)
    settle(driver)
    assert listed(screen) == ["Bert", "Anna"]
    assert won.label == texts.won_by("White")


def test_the_position_on_the_board_is_found_in_any_order_of_moves(driver: Driver) -> None:
    driver.click_squares("c2", "c3")
    driver.reply("c6c5")
    driver.click_squares("d2", "d3")
    driver.control("f")
    screen = settle(driver)
    assert listed(screen) == ["Cleo", "Bert"]
    driver.press(pygame.K_RETURN)
    driver.until(lambda: driver.app.stack == [driver.play])
    assert driver.moves == ["d2d3", "c6c5", "c2c3"]


def test_the_analysis_finds_games_and_analyses_one(driver: Driver) -> None:
    driver.command("analyse")
    driver.control("f")
    screen = settle(driver)
    assert listed(screen) == ["Cleo", "Bert", "Anna"]
    driver.press(pygame.K_RETURN)
    driver.until(lambda: isinstance(driver.app.stack[-1], AnalyseScreen))
    analysis = driver.top(AnalyseScreen)
    assert [node.move.text for node in analysis.cursor.tree.main if node.move] == ["d2d3", "c6c5", "c2c3"]
    assert analysis.cursor.node is analysis.cursor.tree.root  # the position that was searched for


@pytest.mark.parametrize("by_button", [False, True])
def test_a_double_click_deletes_one_game(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, by_button: bool
) -> None:
    """The next game takes the place of the deleted one: it is selected, and its cross below the pointer."""
    screen = opened(driver)
    driver.click(screen.list.row_rect(0).center)
    place = screen.delete_button.rect.center if by_button else screen.list.cross_rect(0).center
    monkeypatch.setattr(game_table, "DOUBLE_CLICK_MS", 1 << 40)
    for _ in range(2):
        driver.click(place)
        settle(driver)
    assert kept() == ["anna", "bert"]
    monkeypatch.setattr(game_table, "DOUBLE_CLICK_MS", 0)
    driver.click(place)
    settle(driver)
    assert kept() == ["anna"]


def test_a_game_is_deleted_and_restored(driver: Driver) -> None:
    screen = opened(driver)
    driver.press(pygame.K_DELETE)
    settle(driver)
    assert listed(screen) == ["Bert", "Anna"]
    assert kept() == ["anna", "bert"]
    driver.click(screen.undo_button.rect.center)
    settle(driver)
    assert sorted(kept()) == ["anna", "bert", "cleo"]
    assert listed(screen) == ["Cleo", "Bert", "Anna"]
    assert not screen.undo_button.enabled


def test_undoing_that_fails_can_be_tried_again(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = opened(driver)
    driver.press(pygame.K_DELETE)
    settle(driver)

    def full(library: Library, entries: Sequence[Entry]) -> int:
        raise LibraryError(library_texts.DISK_FULL)

    with monkeypatch.context() as patched:
        patched.setattr(Library, "put", full)
        driver.click(screen.undo_button.rect.center)
        settle(driver)
    assert kept() == ["anna", "bert"]
    driver.click(screen.undo_button.rect.center)
    settle(driver)
    assert sorted(kept()) == ["anna", "bert", "cleo"]


def test_a_comment_is_written_found_and_undone(driver: Driver) -> None:
    screen = open_comment(driver)
    driver.type("A {curly} end")
    driver.press(pygame.K_RETURN)
    settle(driver)
    assert screen.preview.game is not None
    assert screen.preview.game.comment == "A {curly} end"
    driver.click(screen.search.rect.center)
    driver.type("curly")
    settle(driver)
    assert listed(screen) == ["Cleo"]
    driver.click(screen.undo_button.rect.center)
    settle(driver)
    assert listed(screen) == []


@pytest.mark.parametrize(
    ("leave", "comment"),
    [
        (lambda driver: driver.app.close(), "A new comment"),
        (lambda driver: driver.click((2, 2)), "A new comment"),
        (lambda driver: driver.app.close_above_game(), "A new comment"),
        (lambda driver: driver.press(pygame.K_ESCAPE), ""),
        (lambda driver: driver.tool(texts.CANCEL), ""),
    ],
)
def test_a_comment_being_typed_is_kept_unless_it_is_cancelled(
    driver: Driver, leave: Callable[[Driver], None], comment: str
) -> None:
    open_comment(driver)
    driver.type("A new comment")
    leave(driver)
    driver.app.close()
    with Library() as library:
        (cleo,) = library.find(GameQuery(words="cleo"))
        assert library.entry(cleo).comment == comment


def test_a_comment_is_continued_and_not_replaced_by_the_first_key(driver: Driver) -> None:
    screen = None
    for words in ("first", " second"):
        screen = open_comment(driver, screen)
        driver.type(words)
        driver.press(pygame.K_RETURN)
        settle(driver)
    open_comment(driver, screen)
    assert driver.top(CommentDialog).field.text == "first second"


def test_a_comment_that_does_not_fit_is_cut_off_with_a_message(driver: Driver) -> None:
    open_comment(driver)
    clipboard.copy("x" * (MAX_LENGTH + 1))
    driver.control("v")
    assert driver.top(CommentDialog).toast.text == cut_off(MAX_LENGTH)


@pytest.mark.parametrize(("undoes", "comment"), [(True, "board"), (False, "board mine")])
def test_comments_and_undo_keep_what_another_window_has_added(
    driver: Driver, undoes: bool, comment: str
) -> None:
    screen = open_comment(driver)
    driver.type("mine")
    if undoes:
        driver.press(pygame.K_RETURN)
        settle(driver)
    longer = played("d2d3", "c6c5", "c2c3", "d6d5", players=GAMES[2].players, Id="cleo")
    with Library() as library:
        importing.keep(library, entry_of(replace(longer, comment="board")), entry_of(GAMES[2]))
    if undoes:
        driver.click(screen.undo_button.rect.center)
    else:
        driver.press(pygame.K_RETURN)
    settle(driver)
    with Library() as library:
        cleo = library.game("cleo")
        assert cleo is not None
        entry = library.entry(cleo)
    assert entry.moves == ("d2d3", "c6c5", "c2c3", "d6d5")
    assert entry.comment == comment


def test_undoing_a_comment_leaves_a_game_deleted_that_another_window_has_deleted(driver: Driver) -> None:
    screen = open_comment(driver)
    driver.type("mine")
    driver.press(pygame.K_RETURN)
    settle(driver)
    with Library() as library:
        library.delete(library.find(GameQuery(uid="cleo")))
    driver.click(screen.undo_button.rect.center)
    settle(driver)
    assert "cleo" not in kept()


def test_the_dialog_shows_a_comment_that_another_window_has_just_written(driver: Driver) -> None:
    screen = opened(driver)
    with Library() as library:
        library.put([entry_of(replace(GAMES[2], comment="board"))])
    open_comment(driver, screen)
    assert driver.top(CommentDialog).field.text == "board"


def refuse(journal: Journal, games: Sequence[str]) -> None:
    """Stand in for `Journal.append` on a full disk."""
    raise LibraryError(library_texts.DISK_FULL)


def test_a_comment_that_cannot_be_written_stays_in_the_dialog(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_comment(driver)
    driver.type("A new comment")
    with monkeypatch.context() as full:
        full.setattr(Journal, "append", refuse)
        driver.press(pygame.K_RETURN)
        driver.until(lambda: isinstance(driver.app.stack[-1], CommentDialog))
    dialog = driver.top(CommentDialog)
    assert dialog.field.text == "A new comment"
    assert dialog.toast.text == library_texts.DISK_FULL
    driver.press(pygame.K_RETURN)
    settle(driver)
    with Library() as library:
        (cleo,) = library.find(GameQuery(words="cleo"))
        assert library.entry(cleo).comment == "A new comment"


def write_later_to_a_full_disk(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> tuple[LibraryScreen, Callable[[], None]]:
    """Close the dialog with a new comment; return the screen, and what lets the library fail to write it."""

    screen = open_comment(driver)
    driver.type("A new comment")
    monkeypatch.setattr(Journal, "append", refuse)
    release = threading.Event()
    driver.app.library.ask(lambda library: release.wait(PATIENCE))
    driver.press(pygame.K_RETURN)
    return screen, release.set


def test_a_comment_that_cannot_be_written_is_shown_after_the_list_is_closed(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, release = write_later_to_a_full_disk(driver, monkeypatch)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]
    release()
    driver.until(lambda: "“A new comment”" in driver.play.toast.text)
    assert library_texts.DISK_FULL in driver.play.toast.text


def test_a_comment_that_cannot_be_written_is_shown_on_a_screen_opened_meanwhile(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, release = write_later_to_a_full_disk(driver, monkeypatch)
    driver.click(screen.import_button.rect.center)
    stack = list(driver.app.stack)
    assert isinstance(stack[-1], FindFileScreen)
    release()
    driver.until(lambda: not screen.is_busy)
    driver.until(lambda: "“A new comment”" in stack[-1].toast.text)
    assert driver.app.stack == stack


def test_the_window_stays_for_a_comment_that_cannot_be_written(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, release = write_later_to_a_full_disk(driver, monkeypatch)
    driver.app.quit()
    driver.run_loop()
    assert driver.app.running
    release()
    driver.until(lambda: isinstance(driver.app.stack[-1], CommentDialog))
    assert driver.app.running
    assert driver.top(CommentDialog).field.text == "A new comment"
    driver.run_loop()
    assert screen.toast.text == ""
    driver.app.quit()
    assert not driver.app.running


@pytest.mark.parametrize("is_list_open", [True, False])
def test_the_window_stays_for_a_comment_that_has_failed_just_before(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, is_list_open: bool
) -> None:
    """Between two iterations of the loop, so that nothing has been shown yet."""
    screen, release = write_later_to_a_full_disk(driver, monkeypatch)
    if not is_list_open:
        driver.press(pygame.K_ESCAPE)
        driver.press(pygame.K_ESCAPE)
    failed = threading.Event()
    driver.app.library.ask(lambda library: failed.set())
    release()
    assert failed.wait(PATIENCE)
    driver.app.quit()
    driver.run_loop()
    assert driver.app.running
    if is_list_open:
        assert driver.top(CommentDialog).field.text == "A new comment"
        assert screen.toast.text == ""
    else:
        lost = texts.unwritten_comment("A new comment")
        assert driver.play.toast.text == f"{library_texts.DISK_FULL}. {lost}"
    driver.app.quit()
    assert not driver.app.running


def test_the_window_waits_for_a_comment_that_is_still_being_typed(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_comment(driver)
    driver.type("A new comment")
    monkeypatch.setattr(Journal, "append", refuse)
    driver.app.quit()
    assert driver.app.running
    driver.until(lambda: isinstance(driver.app.stack[-1], CommentDialog))
    assert driver.top(CommentDialog).field.text == "A new comment"
    assert driver.app.running


def test_the_window_stays_for_an_export_that_is_begun_while_it_waits(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(library: Library, found: Sequence[FoundGame], path: Path, replaces: bool) -> None:
        raise LibraryError(library_texts.DISK_FULL)

    monkeypatch.setattr(library_screen, "export_games", fail)
    screen = opened(driver)
    release, failed = threading.Event(), threading.Event()
    driver.app.library.ask(lambda library: release.wait(PATIENCE), lost="Something.")
    driver.app.quit()
    driver.click(screen.export_button.rect.center)
    driver.press(pygame.K_RETURN)
    driver.app.library.ask(lambda library: failed.set())
    release.set()
    assert failed.wait(PATIENCE)
    driver.run_loop()
    assert driver.app.running
    driver.app.quit()
    assert not driver.app.running


def test_a_window_that_waits_for_the_library_says_so_and_closes_when_asked_again(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, release = write_later_to_a_full_disk(driver, monkeypatch)
    driver.app.quit()
    driver.run_loop()
    assert screen.toast.text == system_texts.LIBRARY_WRITES
    screen.dismiss()
    assert driver.app.running
    driver.app.quit()
    assert not driver.app.running
    release()


def test_a_comment_that_cannot_be_written_is_not_left_for_a_game_opened_meanwhile(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, release = write_later_to_a_full_disk(driver, monkeypatch)
    driver.double_click(screen.list.row_rect(1).center)
    release()
    driver.until(lambda: not screen.is_busy)
    assert driver.app.stack[-2] is screen
    assert driver.top(CommentDialog).field.text == "A new comment"


@pytest.mark.parametrize("is_before", [True, False])
def test_undoing_a_deletion_leaves_what_another_window_has_written(driver: Driver, is_before: bool) -> None:
    screen = opened(driver)
    for deletes in (not is_before, is_before):
        if deletes:
            driver.press(pygame.K_DELETE)
            settle(driver)
        else:
            with Library() as library:
                library.put([entry_of(replace(GAMES[2], comment="board"))])
    driver.click(screen.undo_button.rect.center)
    settle(driver)
    with Library() as library:
        cleo = library.game("cleo")
        assert cleo is not None
        assert library.entry(cleo).comment == "board"


def export(driver: Driver, button: Callable[[LibraryScreen], Button], path: Path) -> None:
    screen = opened(driver)
    driver.click(button(screen).rect.center)
    driver.type(str(path.name))
    driver.press(pygame.K_RETURN)
    settle(driver)


def test_the_selected_game_or_all_are_exported(driver: Driver, games: Path) -> None:
    export(driver, lambda screen: screen.export_button, games / "one.txt")
    assert [game.players[0] for game in load_games(games / "one.txt")] == ["Cleo"]
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    export(driver, lambda screen: screen.export_all_button, games / "all.txt")
    assert [game.players[0] for game in load_games(games / "all.txt")] == ["Cleo", "Bert", "Anna"]


def test_an_export_does_not_replace_a_file_that_comes_while_the_library_is_busy(
    driver: Driver, games: Path
) -> None:
    screen, release = opened(driver), threading.Event()
    driver.app.library.ask(lambda library: release.wait(PATIENCE))
    for key in (pygame.K_HOME, pygame.K_END):
        driver.press(key)
        driver.click(screen.export_button.rect.center)
        driver.press(pygame.K_RETURN)
        driver.run_loop()
        assert driver.app.stack[-1] is screen
    release.set()
    settle(driver)
    (path,) = games.iterdir()
    assert [game.players[0] for game in load_games(path)] == ["Cleo"]
    assert "not replaced" in screen.message


def test_a_file_is_imported(driver: Driver, games: Path) -> None:
    save_games(games / "more.txt", [played("e2e3", players=("Dora", "Emil"), Id="dora")])
    screen = opened(driver)
    driver.click(screen.import_button.rect.center)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN)
    settle(driver)
    assert listed(screen) == ["Dora", "Cleo", "Bert", "Anna"]


def test_the_window_waits_for_a_file_that_is_imported_until_asked_again(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games(games / "more.txt", [played("e2e3", Id="one"), played("f2f3", Id="two")])

    def read_when_closing(text: str) -> Entry:
        assert driver.app.library.closing.wait(PATIENCE)
        return imported_entry(text)

    screen = opened(driver)
    monkeypatch.setattr(importing, "imported_entry", read_when_closing)
    driver.click(screen.import_button.rect.center)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN)
    driver.app.quit()
    driver.run_loop()
    assert driver.app.running
    assert screen.toast.text == system_texts.LIBRARY_WRITES
    driver.app.quit()
    assert not driver.app.running
    driver.app.close()
    assert len(kept()) == len(GAMES)


def test_a_file_without_games_is_not_imported(driver: Driver, games: Path) -> None:
    (games / "notes.txt").write_text("milk, bread\n", encoding="utf-8")
    screen = opened(driver)
    driver.click(screen.import_button.rect.center)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN)
    settle(driver)
    assert screen.toast.text == texts.imported(0, 0, 0)
    assert listed(screen) == ["Cleo", "Bert", "Anna"]


def test_a_finished_game_enters_the_library_at_once(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.session.ends.resign()
    driver.run_loop()
    driver.until(lambda: len(kept()) == 4)
    with Library() as library:
        (game,) = library.find(GameQuery(words="human d2d3", opening="d2d3 d6d5"))
    assert game.players == ("human", "engine:level=5")


def test_another_end_after_as_many_moves_enters_the_library_too(start: Starter) -> None:
    """As when a player tries the end of a game again and again."""
    driver = start(black="human")
    ends = ["c2c3", "e2e3", "d2d3"]
    for move in ends:
        driver.click_squares(move[:2], move[2:])
        driver.session.ends.resign()
        driver.run_loop()
        for _ in range(2):  # the resignation and the move
            driver.control("z")
    driver.app.close()
    with Library() as library:
        texts_of_games = [library.text(game) for game in library.find(GameQuery(max_moves=1))]
    for move in ends:
        assert any(f"1. {move}" in text and "resignation" in text for text in texts_of_games)


def test_a_replaced_game_enters_the_library(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    driver.control("r")
    driver.until(lambda: len(kept()) == 4)


def comment_on_the_newest(driver: Driver, text: str) -> None:
    """Comment on the newest game in the library, replacing its comment; return to the board."""
    open_comment(driver)
    driver.control("a")
    driver.type(text)
    driver.press(pygame.K_RETURN)
    settle(driver)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    assert driver.app.stack == [driver.play]


@pytest.mark.parametrize(
    ("before", "library", "on_board", "kept_comment"),
    [
        ("", ["library"], "board", "library board"),
        ("", ["library", "later"], None, "later"),
        ("board", ["library"], None, "library"),
        ("board", [], "", ""),
    ],
)
def test_comments_of_the_library_and_of_the_board_are_kept(
    driver: Driver, before: str, library: Sequence[str], on_board: str | None, kept_comment: str
) -> None:
    """Of a finished game that is still on the board when they are written, and then replaced."""
    driver.click_squares("e2", "e3")
    driver.reply("d6d5")
    write = partial(driver.session.games.annotate, driver.session.current.remarks)
    write(before)
    driver.session.ends.resign()
    driver.run_loop()
    driver.until(lambda: len(kept()) == 4)
    for text in library:
        comment_on_the_newest(driver, text)
    if on_board is not None:
        write(on_board)
    for key in "rzr":  # new game, undo, and new game: kept again, it gets no comment twice
        driver.control(key)
    driver.app.close()
    with Library() as opened_library:
        (found,) = opened_library.find(GameQuery(opening="e2e3 d6d5"))
        assert opened_library.entry(found).comment == kept_comment


def test_the_board_may_change_a_comment_of_the_library(driver: Driver) -> None:
    comment_on_the_newest(driver, "library")
    opened(driver)
    driver.press(pygame.K_RETURN)
    driver.until(lambda: driver.app.stack == [driver.play])
    assert driver.session.current.introduction == "library"
    driver.session.games.annotate(driver.session.current.remarks, "board")
    driver.control("r")
    driver.app.close()
    with Library() as library:
        cleo = library.game("cleo")
        assert cleo is not None
        assert library.entry(cleo).comment == "board"


def test_another_continuation_of_an_opened_game_is_another_game(driver: Driver) -> None:
    opened(driver)
    driver.press(pygame.K_RETURN)
    driver.until(lambda: driver.app.stack == [driver.play])
    for _ in range(3):
        driver.command("undo")
    driver.click_squares("a2", "a3")
    driver.run_loop()
    driver.control("r")
    driver.until(lambda: len(kept()) == 4)
    with Library() as library:
        cleo = library.game("cleo")
    assert cleo is not None
    assert cleo.opening == "d2d3 c6c5 c2c3"


def test_old_files_are_imported_and_stay(driver: Driver, games: Path) -> None:
    path = games / "old.txt"
    save_games(path, [played("e2e3", players=("Dora", "Emil"))])
    before = path.read_bytes()
    driver.app.library.start([games])
    driver.until(lambda: len(kept()) == 4)
    assert path.read_bytes() == before


def test_only_the_folder_of_the_program_is_imported_at_the_start(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder in which a file was opened, such as one of downloads, may have games of anybody."""
    imported: list[Path] = []

    def start(folders: Sequence[Path]) -> None:
        imported.extend(folders)
        driver.app.quit()

    (tmp_path / "downloads").mkdir()
    driver.app.settings.games_folder = str(tmp_path / "downloads")
    monkeypatch.setattr(driver.app.library, "start", start)
    assert driver.app.run() == 0
    assert imported == [driver.app.autosave.earlier.folder, games_dir()]


# --- a library that takes long


def test_the_window_closes_at_once_while_the_library_works(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = threading.Event()
    close_window = pygame.quit

    def close() -> None:
        close_window()
        closed.set()

    monkeypatch.setattr(pygame, "quit", close)
    job = driver.app.library.ask(lambda library: closed.wait(PATIENCE))
    driver.app.close()
    assert job.result is True


def test_searches_that_were_replaced_or_closed_are_not_done(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = opened(driver)
    searched: list[str] = []
    find = Library.find

    def note(library: Library, query: GameQuery) -> list[FoundGame]:
        searched.append(query.words)
        return find(library, query)

    monkeypatch.setattr(Library, "find", note)
    go_on = threading.Event()
    driver.app.library.ask(lambda library: go_on.wait(PATIENCE))
    for letter in "bert":
        driver.type(letter)
    go_on.set()
    settle(driver)
    assert searched == ["bert"]
    assert listed(screen) == ["Bert"]
    go_on.clear()
    driver.app.library.ask(lambda library: go_on.wait(PATIENCE))
    driver.type("x")
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    go_on.set()
    driver.app.close()
    assert searched == ["bert"]


@pytest.mark.parametrize("works", [True, False])
def test_an_empty_list_says_no_game_matches_only_after_the_search(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    go_on = threading.Event()
    driver.app.library.ask(lambda library: go_on.wait(PATIENCE))
    driver.command("open_game")
    driver.click(driver.top(OpenScreen).kept[0].rect.center)
    screen = driver.top(LibraryScreen)
    driver.type("zebra")
    driver.run_loop()
    shown = [screen.list.empty]
    if not works:
        monkeypatch.setattr(Library, "find", unsearchable)
    go_on.set()
    settle(driver)
    shown.append(screen.list.empty)
    assert not screen.list.rows
    assert shown == [texts.WAITING_FOR_LIBRARY, texts.NO_MATCH_FILTERED if works else texts.NOT_SEARCHED]


def unsearchable(library: Library, query: GameQuery) -> list[FoundGame]:
    raise LibraryError(library_texts.IN_USE)


@pytest.mark.parametrize("limit", ["MAX_LINES", "MAX_WINDOW_BYTES"])
def test_the_window_imports_no_huge_file(
    driver: Driver, games: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """It would stand still meanwhile."""
    save_games(games / "large.txt", [played("f2f3", Id="large")])
    before = kept()
    monkeypatch.setattr(library_screen if limit == "MAX_WINDOW_BYTES" else importing, limit, 5)
    screen = opened(driver)
    driver.click(screen.import_button.rect.center)
    driver.press(pygame.K_DOWN)
    driver.press(pygame.K_RETURN)
    driver.until(lambda: driver.app.stack[-1] is screen)
    settle(driver)
    assert kept() == before


def test_games_are_listed_while_the_index_cannot_be_written(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(library: Library) -> int:
        raise LibraryError(library_texts.DISK_FULL)

    opened(driver)
    driver.press(pygame.K_ESCAPE)
    driver.press(pygame.K_ESCAPE)
    monkeypatch.setattr(Library, "catch_up", full)
    screen = opened(driver)
    assert listed(screen) == ["Cleo", "Bert", "Anna"]
    driver.until(lambda: library_texts.DISK_FULL in screen.toast.text)
