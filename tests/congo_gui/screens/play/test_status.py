"""The status while the engine starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from congo_gui.draw.theme import Role
from congo_gui.play import texts as session_texts
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.status import engine_status
from congo_gui.screens.shared.status_box import StatusTone
from congo_gui.system.startup import EngineLoader, EngineStage
from engine.book import opening_book
from engine.search import networks
from engine.search.limits import Score
from engine.search.network_file import write
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, Driver, FakeLoader, Starter
from tests.engine.search.network_support import some_network


def loader_at(stage: EngineStage, share: float = 0.0, error: str = "") -> EngineLoader:
    loader = EngineLoader(CONGO, lambda: None)
    loader.stage, loader.error = stage, error
    loader.progress.note(share, share)
    return loader


def test_compiling_shows_a_bar() -> None:
    status = engine_status(loader_at(EngineStage.COMPILING, 0.5))
    assert status.progress == 0.5
    assert status.lines[0] == play_texts.COMPILING
    assert status.lines[1] == play_texts.compiling_time("0\N{NO-BREAK SPACE}s")


def test_humans_play_while_a_bar_shows_the_ais_loading(start: Starter) -> None:
    driver = start(stage=EngineStage.PLAYABLE)
    driver.thinker.is_ready = False
    driver.app.loader.progress.note(0.5, 0.5)
    driver.run_loop()
    assert play_texts.AI_FOLLOWS in driver.status
    box, theme = driver.play.panel.status, driver.play.theme
    assert theme is not None
    assert box.bar_place(theme).width > 0
    shown = [button.rect for button in box.buttons.values() if button.visible]
    assert box.bar_place(theme).collidelist(shown) == -1
    driver.click_squares("d2", "d3")
    assert driver.moves == ["d2d3"]
    assert play_texts.COMPILING in driver.status
    driver.app.loader.stage, driver.thinker.is_ready = EngineStage.READY, True
    driver.run_loop()
    assert play_texts.COMPILING not in driver.status


def test_a_failure_shows_why_and_offers_another_attempt() -> None:
    status = engine_status(loader_at(EngineStage.FAILED, error="no compiler today"))
    assert status.tone is StatusTone.ERROR
    assert status.lines == ("no compiler today",)
    assert status.buttons == ("retry_engine",)


def test_the_window_offers_another_attempt(start: Starter) -> None:
    driver = start(stage=EngineStage.FAILED)
    driver.app.loader.error = "no compiler today"
    driver.run_loop()
    assert "no compiler today" in driver.status
    driver.tool(play_texts.TRY_AGAIN)
    assert isinstance(driver.app.loader, FakeLoader)
    assert driver.app.loader.started == 1


def test_clicking_the_board_before_the_engine_is_ready_is_explained(start: Starter) -> None:
    driver = start(stage=EngineStage.COMPILING)
    driver.click(driver.play.panel.status.rect.center)
    assert not driver.play.toast.text
    driver.click_squares("d2")
    assert driver.play.toast.text == play_texts.NOT_READY


def test_the_bar_is_drawn(start: Starter) -> None:
    driver = start(stage=EngineStage.COMPILING)
    pictures = []
    for share in (0.1, 0.9):
        driver.app.loader.progress.note(share, share)
        driver.run_loop()
        pictures.append(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))
    assert pictures[0] != pictures[1]


def test_in_a_small_window_the_bar_is_left_of_the_button(start: Starter) -> None:
    driver = start(stage=EngineStage.PLAYABLE)
    driver.resize(640, 480)
    status, theme = driver.play.panel.status, driver.play.theme
    assert theme is not None
    (button,) = (button for button in status.buttons.values() if button.visible)
    bar = status.bar_place(theme)
    assert bar.width > 50
    assert bar.right <= button.rect.x


# --- where a move comes from


def test_book_moves_are_labelled(driver: Driver) -> None:
    driver.app.settings.thoughts = True
    driver.click_squares("d2", "d3")
    driver.reply("d6d5", source="book")
    assert play_texts.FROM_BOOK in driver.status
    assert "Best line" not in driver.status
    assert driver.session.current.remarks[-1].comment == "book"


@pytest.mark.parametrize(
    ("score", "words", "comment"),
    [
        (Score(29_000, 9), "Tablebase: Black wins in 9 moves", "wins in 9, endgame table"),
        (Score(-29_000, -9), "Tablebase: White wins in 9 moves", "loses in 9, endgame table"),
        (Score(0), "Tablebase: draw", "+0.00, endgame table"),
    ],
)
def test_the_tablebase_result_is_shown(driver: Driver, score: Score, words: str, comment: str) -> None:
    driver.app.settings.thoughts = True
    driver.click_squares("d2", "d3")
    driver.reply("d6d5", source="tablebase", score=score)
    assert words in driver.status.split("\n")
    assert driver.session.current.remarks[-1].comment == comment


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of books, still empty."""
    monkeypatch.setattr(opening_book, "book_path", lambda game: tmp_path / f"{game}.txt")
    opening_book.shared.cache_clear()
    yield tmp_path
    opening_book.shared.cache_clear()


@pytest.mark.parametrize("content", [None, "congo-book 1 00000000\nnonsense\n"], ids=["missing", "damaged"])
def test_a_missing_book_is_reported_and_the_game_runs(
    start: Starter, books: Path, content: str | None
) -> None:
    if content is not None:
        (books / "congo.txt").write_text(content, encoding="utf-8")
    driver = start(black="engine:book=on")
    assert session_texts.NO_BOOK in driver.play.toast.text
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_a_missing_book_is_mentioned_only_if_a_player_uses_it(start: Starter, books: Path) -> None:
    assert not list(books.glob("*.txt"))
    assert session_texts.NO_BOOK not in start(black="10").play.toast.text


def test_a_sound_book_is_not_mentioned(start: Starter, books: Path) -> None:
    opening_book.Book({}).save(books / "congo.txt")
    assert session_texts.NO_BOOK not in start(black="engine:book=on").play.toast.text


@pytest.mark.parametrize("content", [None, b"nonsense"], ids=["missing", "damaged"])
def test_a_missing_network_is_reported_and_the_game_runs(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    path = tmp_path / "other.nnue"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(path))
    driver = start(black="9")
    assert session_texts.NO_NETWORK in driver.play.toast.text
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_a_missing_network_is_mentioned_only_if_an_ai_plays(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(tmp_path / "none.nnue"))
    assert session_texts.NO_NETWORK not in start(black="human").play.toast.text


def test_a_sound_network_is_not_mentioned(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(some_network(), tmp_path / "sound.nnue")
    monkeypatch.setenv(networks.NETWORK_VARIABLE, str(tmp_path / "sound.nnue"))
    assert session_texts.NO_NETWORK not in start(black="9").play.toast.text


# --- the last moves in words


def test_the_last_moves_are_described_the_latest_first(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")
    lines = driver.play.panel.status.status.lines
    assert lines == ("Black's pawn moved from d6 to d5.", "Your pawn moved from d2 to d3.")


def test_both_sides_are_named_between_two_humans(start: Starter) -> None:
    driver = start(TRIPLE_JUMP, black="human")
    driver.click_squares("b1", "d3", "f5")
    driver.press(pygame.K_RETURN, "\r")
    description = "White's monkey jumped over the pawn and the crocodile from b1 to f5."
    assert driver.play.panel.status.status.lines == (description,)


@pytest.mark.parametrize(("black", "has_level"), [("5", True), ("human", False), ("random", False)])
def test_the_level_is_mentioned_only_if_there_is_one(start: Starter, black: str, has_level: bool) -> None:
    driver = start(black=black)
    driver.app.settings.lessons = {"congo": [1]}  # those who have seen none are offered them instead
    driver.play.apply_settings()
    driver.run_loop()
    assert driver.play.panel.status.status.lines[-1].endswith("to change the level.") is has_level


def test_a_warning_is_shown_in_full_before_anything_else(start: Starter) -> None:
    driver = start("3l3/7/7/M2E2P/7/7/3L3 w 1")
    driver.resize(640, 480)
    theme, box = driver.play.theme, driver.play.panel.status
    assert theme is not None
    assert len(box.status.warnings) >= 1
    many = replace(box.status, warnings=box.status.warnings[:1], lines=("a long line " * 9,) * 3)
    box.show(many, theme)
    _, lines = box._body(theme, 2 * theme.line_height(Role.SMALL))
    assert " ".join(text for text, colour in lines if colour == theme.colours.danger) == many.warnings[0]
