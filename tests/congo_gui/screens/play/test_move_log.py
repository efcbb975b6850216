"""The move log: in a dialog, as tooltips, and in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper

import pygame
import pytest

from congo_gui.app import App
from congo_gui.draw.theme import Role
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.move_log import MoveLogScreen
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.settings import SettingsFile
from congo_gui.system import clipboard
from congo_gui.system.screen_reader import Terminal
from congo_gui.widgets.scroll import BAR
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, Driver, Opener, Starter
from tests.engine.rules.games import NAMES


def log(driver: Driver) -> MoveLogScreen:
    screen = driver.app.stack[-1]
    assert isinstance(screen, MoveLogScreen)
    return screen


@pytest.fixture
def game(start: Starter) -> Driver:
    driver = start(black="human")
    for ends in (("d2", "d3"), ("d6", "d5"), ("g1", "f3")):
        driver.click_squares(*ends)
    return driver


def test_the_game_is_read_in_sentences(game: Driver) -> None:
    game.press(pygame.K_o, "o")
    assert log(game).text.lines == (
        "A game of Congo.",
        "1. White's pawn moves from d2 to d3.",
        "1. Black's pawn moves from d6 to d5.",
        "2. White's zebra jumps from g1 to f3.",
    )
    assert log(game).text.current == 3


def test_a_sentence_leads_to_its_position(game: Driver) -> None:
    game.press(pygame.K_o, "o")
    game.click(log(game).text.place_of(1).center)
    assert game.moves == ["d2d3"]
    game.press(pygame.K_DOWN)
    assert game.moves == ["d2d3", "d6d5"]
    game.press(pygame.K_HOME)
    assert game.moves == []
    assert log(game).text.current == 0


def test_only_the_paragraphs_in_view_are_wrapped(game: Driver, wrapped: list[str]) -> None:
    """To wrap the long comments of a whole game takes seconds."""
    remarks = game.session.current.remarks
    long = [replace(each, comment=f"{at} " + "a plan " * 280) for at, each in enumerate(remarks)]
    game.session.games.annotate(long, "")
    game.press(pygame.K_o, "o")
    text = log(game).text
    lines = text.lines
    assert set(wrapped) & set(lines) == {lines[3]}
    game.press(pygame.K_UP)
    assert set(wrapped) & set(lines) == {lines[3], lines[2]}
    wrapped.clear()
    game.press(pygame.K_DOWN)
    assert not set(wrapped) & set(lines)
    for _ in lines:
        game.press(pygame.K_UP)
    assert text.current == 0
    assert text.rect.contains(text.place_of(0))
    assert text.place_of(1).top == text.place_of(0).bottom


@pytest.mark.parametrize("comment", ["il " * 1500, "棋" * 4000])
@pytest.mark.parametrize("notches", [1, -1])
def test_every_line_is_seen_while_the_wheel_turns(game: Driver, comment: str, notches: int) -> None:
    """Paragraphs that come into view turn out to be higher or lower than was estimated."""
    remarks = game.session.current.remarks
    long = [replace(each, comment=f"{at} {comment}") for at, each in enumerate(remarks)]
    game.session.games.annotate(long, "")
    if notches < 0:
        game.press(pygame.K_HOME)
    game.press(pygame.K_o, "o")
    text, theme = log(game).text, log(game).theme
    assert theme is not None
    line = theme.line_height(Role.BODY)
    width = text.rect.width - 2 * theme.px(6) - theme.px(BAR + 10)
    unseen = {
        (at, row)
        for at, paragraph in enumerate(text.lines)
        for row in range(len(theme.wrap(paragraph, Role.BODY, width)))
    }

    def look() -> None:
        for at, row in sorted(unseen):
            top = text.place_of(at).y + theme.px(2) + row * line
            if text.rect.y < top < text.rect.bottom - line:
                unseen.discard((at, row))

    look()
    if notches > 0:  # at the beginning of the last paragraph, of which the rest is below
        unseen = {(at, row) for at, row in unseen if at < 3}
    for _ in range(400):
        before = text.scroller.offset
        game.wheel(text.rect.center, notches)
        look()
        if text.scroller.offset == before:
            break
    assert not unseen


def test_the_sentences_follow_the_game_while_they_are_read(start: Starter) -> None:
    driver = start()
    driver.press(pygame.K_o, "o")
    log = driver.app.stack[-1]
    assert isinstance(log, MoveLogScreen)
    driver.press(pygame.K_ESCAPE)
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_o, "o")
    log = driver.app.stack[-1]
    assert isinstance(log, MoveLogScreen)
    assert len(log.text.lines) == 2
    driver.reply("d6d5")
    driver.run_loop()
    assert log.text.lines[-1] == "1. Black's pawn moves from d6 to d5."
    assert log.text.current == 2


@pytest.mark.parametrize("while_shown", [True, False])
def test_undone_moves_are_gone_after_resigning(game: Driver, while_shown: bool) -> None:
    game.session.undo()
    if while_shown:
        game.press(pygame.K_o, "o")
    game.session.ends.resign()
    game.run_loop()
    if not while_shown:
        game.press(pygame.K_o, "o")
    assert log(game).text.lines[2:] == ("1. Black's pawn moves from d6 to d5.", "Black wins! White resigned.")


def test_the_sentences_are_copied(game: Driver) -> None:
    game.press(pygame.K_o, "o")
    game.control("c")
    assert log(game).message == play_texts.LOG_COPIED
    assert clipboard.paste().splitlines() == list(log(game).text.lines)


def test_the_end_and_comments_are_written(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.session.games.annotate([], "Look out")
    driver.click_squares("b1", "d3", "f5", "d7")
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_o, "o")
    first, jump, end = log(driver).text.lines
    assert first == "Look out"
    assert jump.startswith("1. White's monkey jumps from b1 over c2, e4 and e6 to d7")
    assert end == "White wins! Black's lion was captured."
    driver.press(pygame.K_END)
    assert driver.session.current.at_end


def test_a_move_under_the_pointer_is_described(game: Driver) -> None:
    moves = game.play.panel.moves
    game.point(moves.cell_of(2).center)
    assert moves.tip == "Black's pawn moves from d6 to d5."


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_described(opened: Opener, name: str) -> None:
    driver = opened(name)
    rules = driver.session.game.rules
    for _ in range(2):
        driver.session.play(rules.legal_moves(driver.session.game.position)[0])
        driver.run_loop()
    driver.press(pygame.K_o, "o")
    side = rules.facts.side_names[0].capitalize()
    assert log(driver).text.lines[1].startswith(f"1. {side}")


ScreenReader = Callable[[str], Driver]


@pytest.fixture
def with_screen_reader(driver: Driver) -> Iterator[ScreenReader]:
    """Open the window with `--aloud` on a position, for two humans."""
    driver.app.close()
    opened: list[App] = []

    def opens(start: str) -> Driver:
        opened.append(
            App(
                LaunchOptions(CONGO, CONGO.notation.parse(start), "human", "human", screen_reader=True),
                SettingsFile(),
            )
        )
        return Driver(opened[-1], driver.thinker)

    yield opens
    for app in opened:
        app.close()


def test_nothing_is_written_to_the_terminal_unasked(
    driver: Driver, capsys: pytest.CaptureFixture[str]
) -> None:
    driver.click_squares("d2", "d3")
    assert capsys.readouterr().out == ""


def test_moves_are_written_to_the_terminal_for_a_screen_reader(
    with_screen_reader: ScreenReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = with_screen_reader(TRIPLE_JUMP)
    reader.click_squares("b1", "d3", "f5", "d7")
    reader.press(pygame.K_RETURN)
    jump, end = capsys.readouterr().out.splitlines()
    assert "monkey jumps from b1" in jump
    assert end == "White wins! Black's lion was captured."


@pytest.mark.parametrize("reason", [BrokenPipeError(), ValueError("I/O operation on closed file")])
def test_runs_after_the_terminal_is_closed(
    with_screen_reader: ScreenReader, monkeypatch: pytest.MonkeyPatch, reason: Exception
) -> None:
    class Closed(StringIO):
        def write(self, text: str) -> int:
            raise reason

    monkeypatch.setattr(sys, "stdout", Closed())
    reader = with_screen_reader(CONGO.notation.format(CONGO.start()))
    reader.click_squares("d2", "d3")
    reader.click_squares("d6", "d5")
    assert reader.moves == ["d2d3", "d6d5"]
    assert sys.stdout is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot tell whether a pipe accepts text")
def test_a_pipe_that_nobody_reads_does_not_stop_the_window(
    with_screen_reader: ScreenReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pipe is full; here, writing to it fails instead of waiting for ever."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with os.fdopen(read, "rb") as reading, os.fdopen(write, "w") as full:
        with suppress(BlockingIOError):
            while True:
                os.write(write, bytes(4096))
        monkeypatch.setattr(sys, "stdout", full)
        reader = with_screen_reader(CONGO.notation.format(CONGO.start()))
        reader.click_squares("d2", "d3")
        assert reader.moves == ["d2d3"]
        assert sys.stdout is full
        reading.read1(1 << 20)
        reader.click_squares("d6", "d5")
        assert b"pawn" in reading.read1(1 << 20)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_a_terminal_whose_program_stands_still_does_not_stop_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes as much as it has room for."""
    program, terminal = os.openpty()
    os.set_blocking(terminal, False)  # for `print`, which would wait for ever here
    with os.fdopen(program, "rb", buffering=0) as reading, os.fdopen(terminal, "w") as output:
        monkeypatch.setattr(sys, "stdout", output)
        reader = Terminal()
        line = "White's pawn moves from d2 to d3."
        for _ in range((1 << 20) // len(line)):
            reader(line)
        assert sys.stdout is output
        assert reading.read(len(line)) == line.encode()


def test_letters_that_the_terminal_lacks_or_obeys_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    data = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(data, "latin-1"))
    Terminal()("−1\x1b[2J\nc")
    assert data.getvalue() == b"\\u22121\\x1b[2J\nc\n"


def test_without_standard_output_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the program is started without a terminal on Windows."""
    monkeypatch.setattr(sys, "stdout", None)
    Terminal()("White moves.")


def test_resignation_is_written_to_the_terminal_once(
    with_screen_reader: ScreenReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = with_screen_reader(CONGO.notation.format(CONGO.start()))
    reader.click_squares("d2", "d3")
    reader.session.ends.resign()
    reader.run_loop()
    reader.run_loop()
    assert capsys.readouterr().out.splitlines()[1:] == ["White wins! Black resigned."]
