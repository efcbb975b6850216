"""The moves of the opening explorer, of the opening book and of the tablebase in the analysis."""

from __future__ import annotations

import threading

import pygame
import pytest

from congo_gui.screens.analysis import known_moves, texts
from congo_gui.screens.analysis.known_moves import (
    NOTHING,
    KnownMoves,
    KnownMovesThread,
    KnownMoveTone,
    ResultShares,
    book_moves,
    explored_moves,
    tablebase_moves,
)
from congo_gui.screens.analysis.screen import AnalyseScreen
from engine.book import opening_book
from engine.learn.explorer import Explorer
from engine.record import limits
from engine.record.texts import too_many_moves
from engine.rules.congo import tablebase
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.improvements import assignment_parts
from engine.search.texts import ASSIGNMENT_PARTS
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.waiting import PATIENCE, Signal

ENDING = "3l3/7/7/7/7/7/3L1Z1 w 1"
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w"
AFTER_D3 = "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b"
GAME = "0-1 900 7 d2d3 d6d5 c2c3 c6c5"
EXPLORER = Explorer(
    8, [GAME], {START: "20000\td2d3 3 2 1 12 0\ta2a3 1 0 1 #-3 0", AFTER_D3: "0\td6d5 1 0 3 -7 0"}
)


@pytest.fixture
def explorer(monkeypatch: pytest.MonkeyPatch) -> Explorer:
    """An explorer of two positions, instead of the program's own."""
    monkeypatch.setattr(known_moves, "explorer_of", lambda game: EXPLORER)
    return EXPLORER


@pytest.fixture
def book_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without an explorer."""
    monkeypatch.setattr(known_moves, "explorer_of", lambda game: None)


def opened(driver: Driver) -> AnalyseScreen:
    driver.press(pygame.K_a, "a")
    screen = driver.app.stack[-1]
    assert isinstance(screen, AnalyseScreen)
    return screen


@pytest.mark.usefixtures("book_alone")
def test_the_window_does_not_wait_for_the_tablebase(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    may_read = threading.Event()
    read = tablebase.shared

    def slowly() -> tablebase.CongoTablebase:
        assert threading.current_thread() is not threading.main_thread()
        assert may_read.wait(PATIENCE)
        return read()

    monkeypatch.setattr(tablebase, "shared", slowly)
    driver = start(ENDING, black="human")
    screen = opened(driver)
    assert assignment_parts(CONGO) == list(ASSIGNMENT_PARTS)
    assert screen.panel.known.known is NOTHING
    may_read.set()
    driver.until(lambda: screen.panel.known.known is not NOTHING)


def test_the_books_moves_have_shares_of_the_whole() -> None:
    known = book_moves(CONGO, CONGO.start())
    assert known.caption == texts.BOOK_CAPTION
    assert len(known.moves) > 1
    assert 98 <= sum(int(each.text.removesuffix("%")) for each in known.moves) <= 102
    assert {each.tone for each in known.moves} == {KnownMoveTone.BOOK}
    assert book_moves(CONGO, CONGO.notation.parse(ENDING)) is NOTHING


def test_every_move_of_a_table_position_has_its_result_best_first() -> None:
    position = CONGO.notation.parse(ENDING)
    known = tablebase_moves(CONGO, position)
    assert {each.move for each in known.moves} == set(CONGO.legal_moves(position))
    assert (known.moves[0].move.text, known.moves[0].text) == ("d1d7", "wins in 1")
    rank = {KnownMoveTone.WIN: 0, KnownMoveTone.DRAW: 1, KnownMoveTone.LOSS: 2}
    ranks = [rank[each.tone] for each in known.moves]
    assert ranks == sorted(ranks)
    assert tablebase_moves(CONGO, CONGO.start()) is NOTHING


@pytest.mark.usefixtures("book_alone")
def test_a_click_on_a_book_move_plays_it_and_the_pointer_shows_it(start: Starter) -> None:
    driver = start(black="human")
    screen = opened(driver)
    known = screen.panel.known
    move = known.known.moves[1].move
    driver.point(known.place_of(1).center)
    assert screen.board.display.position == CONGO.play(CONGO.start(), move)
    assert not screen.board.controller.state.arrows
    driver.click(known.place_of(1).center)
    assert screen.cursor.node.move == move


def test_the_keyboard_plays_a_move_of_the_tablebase(start: Starter) -> None:
    driver = start(ENDING, black="human")
    screen = opened(driver)
    driver.until(lambda: screen.panel.known.visible)
    assert screen.panel.known.known.caption == texts.tablebase_caption("White")
    screen.group.set_focus(screen.panel.known)
    driver.press(pygame.K_RIGHT)
    driver.press(pygame.K_RETURN)
    assert screen.cursor.node.move is not None
    assert screen.cursor.node.move.text == "d1d7"


def test_the_tablebase_says_that_it_does_not_count_the_quiet_turns(start: Starter) -> None:
    driver = start(ENDING, black="human")
    screen = opened(driver)
    driver.until(lambda: bool(screen.panel.known.known.longest))
    plain = screen.panel.known.known.caption
    screen.cursor.node.progress_clock = 100 - screen.panel.known.known.longest
    driver.run_loop()
    assert screen.panel.known.known.caption == plain
    screen.cursor.node.progress_clock += 1
    quiet = screen.cursor.node.progress_clock
    driver.until(lambda: screen.panel.known.known.caption == texts.without_quiet(quiet))


def test_a_press_on_a_move_that_goes_at_once_may_be_followed_by_a_motion(start: Starter) -> None:
    """As with any real mouse: the list of moves is shorter, or gone, when the pointer moves on."""
    driver = start(ENDING, black="human")
    screen = opened(driver)
    driver.until(lambda: screen.panel.known.visible)
    known = screen.panel.known
    x, y = known.place_of(len(known.known.moves) - 1).center
    driver.button(pygame.MOUSEBUTTONDOWN, (x, y))
    assert screen.cursor.node.move is not None
    driver.point((x + 1, y), held=True)
    driver.button(pygame.MOUSEBUTTONUP, (x + 1, y))
    assert screen.cursor.node.plies == 1


def test_a_small_window_scrolls_fewer_rows_of_moves(start: Starter) -> None:
    driver = start(ENDING, black="human")
    screen = opened(driver)
    driver.until(lambda: screen.panel.known.visible)
    driver.resize(480, 640)
    known = screen.panel.known
    assert known.visible
    assert screen.panel.comment.visible
    last = len(known.known.moves) - 1
    assert not known.rect.contains(known.place_of(last))
    driver.wheel(known.rect.center, -20)
    assert known.rect.contains(known.place_of(last))
    move = known.known.moves[last].move
    driver.click(known.place_of(last).center)
    assert screen.cursor.node.move == move


# --- the explorer


def test_explored_moves_have_results_from_the_first_sides_view() -> None:
    known = explored_moves(EXPLORER, CONGO, CONGO.start())
    assert known.is_table
    assert known.caption == texts.engine_games(8)
    first, second = known.moves[:2]
    assert (first.move.text, first.text, first.score, first.sample) == ("d2d3", "6", "+0.12", 0)
    assert first.results == ResultShares(3 / 6, 2 / 6, 1 / 6)
    assert "6 games. White won 50%, 33% drawn, Black won 17%." in first.words
    assert (second.score, second.results) == ("−#3", ResultShares(0.5, 0, 0.5))
    assert "Black wins" in second.words
    (reply,) = explored_moves(
        EXPLORER, CONGO, CONGO.play(CONGO.start(), CONGO.parse_move(CONGO.start(), "d2d3"))
    ).moves
    assert reply.results == ResultShares(0.75, 0, 0.25)
    assert reply.score == "+0.07"


def test_moves_of_the_book_are_marked_and_never_left_out() -> None:
    known = explored_moves(EXPLORER, CONGO, CONGO.start())
    book = {move for move, _ in opening_book.shared("congo").moves(CONGO, CONGO.start())}
    assert {each.move for each in known.moves if each.tone is KnownMoveTone.BOOK} == book
    unplayed = [each for each in known.moves if each.results is None]
    assert {each.move for each in unplayed} == book - {each.move for each in known.moves[:2]}
    assert all(each.text == texts.NEVER and each.sample is None for each in unplayed)


def test_an_unexplored_position_has_the_book_or_the_tablebase(explorer: Explorer) -> None:
    signal = Signal()
    thread = KnownMovesThread(CONGO, signal)
    signal.wait_until(lambda: thread.explorer is explorer)
    book = opening_book.shared("congo")
    other = next(
        position
        for move, _ in book.moves(CONGO, CONGO.start())
        if book.moves(CONGO, position := CONGO.play(CONGO.start(), move))
    )
    assert thread.of(other).caption == texts.BOOK_CAPTION
    assert thread.of(CONGO.start()).is_table
    thread.close()


@pytest.mark.usefixtures("explorer")
def test_beyond_the_engines_games_the_box_stays_with_the_way_to_own_games(start: Starter) -> None:
    driver = start(black="human")
    driver.click_squares("a2", "a3")
    screen = opened(driver)
    known = screen.panel.known
    driver.until(lambda: known.known.caption.endswith(texts.NO_GAMES))
    assert known.visible
    assert known.tip == texts.NO_ENGINE_GAMES
    driver.click(known.source_place(own=True).center)
    driver.until(lambda: known.known.own is True)


def test_nothing_is_known_while_the_tablebase_is_being_read(
    explorer: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_read, signal = threading.Event(), Signal()

    def slowly(rules: Rules, position: Position) -> KnownMoves:
        is_read.wait()
        return tablebase_moves(rules, position)

    monkeypatch.setattr(known_moves, "tablebase_moves", slowly)
    thread = KnownMovesThread(CONGO, signal)
    signal.wait_until(lambda: thread.explorer is explorer)
    ending = CONGO.notation.parse(ENDING)
    assert thread.of(ending) == NOTHING
    is_read.set()
    signal.wait_until(lambda: bool(thread.of(ending).moves))
    thread.close()


def test_a_damaged_file_of_openings_leaves_the_book_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(game: str) -> Explorer:
        raise UserError("the openings are damaged")

    monkeypatch.setattr(known_moves, "explorer_of", damaged)
    signal = Signal()
    thread = KnownMovesThread(CONGO, signal)
    signal.wait_until(lambda: "the openings are damaged" in thread.of(CONGO.start()).caption)
    known = thread.of(CONGO.start())
    assert not known.is_table
    assert known.moves
    thread.close()


def explored(driver: Driver) -> AnalyseScreen:
    screen = opened(driver)
    driver.until(lambda: screen.panel.known.known.is_table)
    return screen


@pytest.mark.usefixtures("explorer")
def test_a_click_plays_a_move_and_one_on_its_page_adds_the_sample_game(start: Starter) -> None:
    driver = start(black="human")
    screen = explored(driver)
    known = screen.panel.known
    driver.point(known.place_of(0).midleft)
    assert known.tip.startswith("d2d3: 6 games")
    driver.point(known.sample_place(0).center)
    assert known.tip == texts.ADD_SAMPLE
    driver.click(known.sample_place(0).center)
    assert screen.toast.text == texts.sample_added(4)
    assert [node.move.text for node in screen.cursor.main_line if node.move] == GAME.split()[3:]
    assert screen.cursor.main_line[-1].comment == texts.sample_comment(900, "0-1")
    assert screen.cursor.node.plies == 1
    driver.until(lambda: known.known.caption.startswith("Pawn d3 · 4 games"))
    driver.click(known.place_of(0).midleft)
    assert screen.cursor.node.plies == 2
    assert screen.panel.players.text == "Human v Human · Pawn d3, Pawn d5"
    driver.press(pygame.K_z, "z")
    assert screen.cursor.main_line == [screen.cursor.tree.root]


@pytest.mark.usefixtures("explorer")
def test_a_sample_game_that_makes_the_game_too_large_is_not_said_to_be_added(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start(black="human")
    screen = explored(driver)
    monkeypatch.setattr(limits, "MAX_MOVES", 2)
    driver.click(screen.panel.known.sample_place(0).center)
    assert screen.cursor.main_line == [screen.cursor.tree.root]
    assert screen.toast.text == texts.not_changed(too_many_moves(1))


@pytest.mark.usefixtures("explorer")
def test_the_keyboard_reads_the_moves_and_reaches_the_sample_game(start: Starter) -> None:
    driver = start(black="human")
    read: list[str] = []
    driver.app.screen_reader = read.append
    screen = explored(driver)
    screen.group.set_focus(screen.panel.known)
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_DOWN, pygame.K_UP, pygame.K_RIGHT):
        driver.press(key)
    moves = [each.words for each in screen.panel.known.known.moves]
    assert read == [moves[0], texts.ADD_SAMPLE, moves[0], moves[1], moves[0], texts.ADD_SAMPLE]
    driver.press(pygame.K_RETURN)
    assert screen.cursor.tree.main[-1].plies == 4


@pytest.mark.usefixtures("explorer")
def test_a_move_without_a_sample_game_has_no_page(start: Starter) -> None:
    screen = explored(start(black="human"))
    known = screen.panel.known
    last = len(known.known.moves) - 1
    assert known.known.moves[last].sample is None
    assert known.sample_place(last).width == 0


@pytest.mark.usefixtures("explorer")
def test_a_sample_game_that_does_not_fit_gets_one_sentence(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = start(black="human")
    screen = explored(driver)
    monkeypatch.setattr(EXPLORER, "_samples", ["1-0 9 7 d2d7"])
    before: Move | None = screen.cursor.node.move
    driver.click(screen.panel.known.sample_place(1).center)
    assert screen.cursor.node.move is before
    assert screen.toast.text.startswith("There is no sample game: ")
