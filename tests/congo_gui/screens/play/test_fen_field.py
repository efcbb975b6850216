"""The position as text: pasting, typing, copying, and explaining errors."""

from __future__ import annotations

import random

import pygame
import pytest

from congo_gui.screens.play import texts as play_texts
from congo_gui.system import clipboard
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO, START, TRIPLE_JUMP, Driver


def test_a_good_fen_is_pasted_into_the_field(driver: Driver) -> None:
    clipboard.copy(TRIPLE_JUMP)
    driver.click(driver.play.panel.fen.rect.center)
    driver.control("v")
    assert driver.fen == TRIPLE_JUMP
    assert driver.play.group.focus is None
    assert driver.play.panel.fen.text == TRIPLE_JUMP


@pytest.mark.parametrize("by_field", [False, True], ids=["by key", "in the field"])
def test_a_bad_fen_is_explained_and_changes_nothing(driver: Driver, by_field: bool) -> None:
    bad = "gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
    driver.click_squares("d2", "d3")
    before = driver.fen
    clipboard.copy(bad)
    if by_field:
        driver.click(driver.play.panel.fen.rect.center)
    driver.control("v")
    if by_field:
        driver.press(pygame.K_RETURN, "\r")
    field = driver.play.panel.fen
    assert field.text == bad
    assert "rank 6" in field.error
    assert driver.fen == before
    assert driver.thinker.thinking
    driver.press(pygame.K_ESCAPE)
    assert field.text == before
    assert not field.error


def test_a_good_fen_pasted_after_bad_ones_is_set_up_at_once(driver: Driver) -> None:
    field = driver.play.panel.fen
    for bad in ("7/7 w 1", "7/7 b 1"):
        clipboard.copy(bad)
        driver.control("v")
        assert (field.text, bool(field.error)) == (bad, True)
    clipboard.copy(TRIPLE_JUMP)
    driver.control("v")
    assert driver.fen == TRIPLE_JUMP
    assert not field.error
    driver.control("v")
    assert driver.fen == TRIPLE_JUMP


def test_a_bad_fen_unfolds_the_field_until_it_is_mended(driver: Driver) -> None:
    field = driver.play.panel.fen
    driver.press(pygame.K_u, "u")
    assert not field.visible
    clipboard.copy("7/7 w 1")
    driver.control("v")
    driver.run_loop()
    assert field.visible
    assert field.error
    clipboard.copy(TRIPLE_JUMP)
    driver.control("v")
    driver.run_loop()
    assert driver.fen == TRIPLE_JUMP
    assert not field.visible


def test_an_empty_clipboard_is_mentioned(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: "")
    driver.control("v")
    assert "no text" in driver.play.toast.text
    assert driver.fen == START


def test_the_position_is_copied(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    driver.control("c")
    assert clipboard.paste() == driver.fen


def test_letters_in_the_field_are_no_commands(driver: Driver) -> None:
    driver.click(driver.play.panel.fen.rect.center)
    driver.type("fzw")
    assert driver.play.panel.fen.text == "fzw"
    assert not driver.play.board.display.flipped
    driver.press(pygame.K_ESCAPE)
    assert driver.play.panel.fen.text == START


def test_the_field_follows_the_game(driver: Driver) -> None:
    driver.click_squares("d2", "d3")
    assert driver.play.panel.fen.text == driver.fen


def damaged(text: str, chance: random.Random) -> str:
    """Return a text with a few characters changed, removed or inserted."""
    letters = "/0123456789wbPpLlMm |-+é\t" + text
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(["", chance.choice(letters)]) + text[at + chance.randint(0, 2) :]
    return text


def is_position(text: str) -> bool:
    try:
        CONGO.notation.parse(text)
    except UserError:
        return False
    return True


def test_any_pasted_text_is_shown_or_explained(driver: Driver) -> None:
    chance, shown = random.Random(6), 0
    for _ in range(60):
        text, before = damaged(START, chance), driver.session.game.position
        driver.play.panel.position.set_up(text)
        driver.run_loop(1)
        error = driver.play.panel.fen.error
        if is_position(text):
            shown += 1
            assert not error
            assert driver.session.game.position == CONGO.notation.parse(text)
        else:
            assert error
            assert driver.session.game.position == before
    assert 0 < shown < 60


@pytest.mark.parametrize("text", ["1. e2e3 g6g5", "e2e3", '[White "Ann"]\n\n1. e2e3 *'])
def test_pasted_moves_are_sent_to_the_analysis(driver: Driver, text: str) -> None:
    driver.play.panel.position.set_up(text)
    assert driver.play.panel.fen.error == play_texts.MOVES_PASTED
    driver.play.panel.position.set_up("gmelecz/x")
    assert driver.play.panel.fen.error != play_texts.MOVES_PASTED
