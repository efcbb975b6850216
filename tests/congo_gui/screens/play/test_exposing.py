"""Asking before a move that lets the lion, or minichess's king, be captured."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.board.state import Purpose
from congo_gui.play.exposure import exposure
from congo_gui.screens.play import texts as play_texts
from congo_gui.screens.play.exposure_screen import ExposureScreen
from engine import rules
from tests.congo_gui.driver import Starter

FACE_TO_FACE = "3l3/7/7/7/3E3/7/3L1P1 w 1"
"""White's elephant stands between the lions."""
PAWNS = "3K3/7/7/7/4r2/7/3k3 w 0 1"

MATED = "1n3K1/4q2/2a1P2/2p4/2pp3/f3k2/1b4R w 24 52"
"""After some moves White's king would be mated, if White had to pass."""


@pytest.mark.parametrize(
    ("game", "fen", "move", "exposed"),
    [
        ("congo", FACE_TO_FACE, "d3e3", ("lion", "d1", "lion", "d7")),
        ("congo", FACE_TO_FACE, "d3d5", None),
        ("congo", FACE_TO_FACE, "d1d2", None),
        ("congo", "3l3/7/7/7/7/7/3L1P1 w 1", "d1d7", None),
        ("minichess", PAWNS, "d0e1", ("king", "e1", "rook", "e4")),
        ("minichess", PAWNS, "d0c1", None),
        ("minichess", MATED, "f0e0", ("king", "e0", "princess", "c2")),
    ],
)
def test_a_move_exposes_pieces_to_capture(
    game: str, fen: str, move: str, exposed: tuple[str, ...] | None
) -> None:
    one = rules.get(game)
    position = one.notation.parse(fen)
    found = exposure(one, position, one.parse_move(position, move))
    reported = None if found is None else (found.kind, found.square_name, found.attacker, found.source_name)
    assert reported == exposed


def test_no_question_if_every_move_exposes_the_lion() -> None:
    congo = rules.get("congo")
    lost = congo.notation.parse("1e1l2z/4pg1/m3e2/7/M1G2cP/4L2/2E1EZ1 w 29")
    assert len(congo.legal_moves(lost)) > 1
    assert all(exposure(congo, lost, move) is None for move in congo.legal_moves(lost))


@pytest.mark.parametrize("games", ["konane", "conga", "bonzee"])
def test_games_without_such_a_piece_never_ask(games: str) -> None:
    one = rules.get(games)
    position = one.start()
    assert all(exposure(one, position, move) is None for move in one.legal_moves(position))


def test_weak_levels_ask_and_let_the_player_choose_again(start: Starter) -> None:
    driver = start(FACE_TO_FACE, black="1")
    driver.click_squares("d3", "e3")
    driver.top(ExposureScreen)
    driver.press(pygame.K_RETURN, "\r")
    assert driver.moves == []
    driver.click_squares("d3", "e3")
    driver.tool(play_texts.PLAY_ANYWAY)
    assert driver.moves == ["d3e3"]


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1180, 800)], ids=str)
def test_the_question_keeps_the_threat_visible_on_the_board(start: Starter, size: tuple[int, int]) -> None:
    driver = start(FACE_TO_FACE, black="1")
    driver.resize(*size)
    driver.click_squares("d3", "e3")
    assert not driver.top(ExposureScreen).box.colliderect(driver.play.board.display.outer_rect)
    state, position = driver.play.board.controller.state, driver.session.game.position
    name = driver.session.game.rules.notation.square_name
    shown = {(name(position, one.start), name(position, one.end), one.purpose) for one in state.arrows}
    assert shown == {("d3", "e3", Purpose.HINT), ("d7", "d1", Purpose.THREAT)}
    driver.press(pygame.K_ESCAPE)
    assert state.arrows == ()


@pytest.mark.parametrize(
    ("wanted", "level", "asked"),
    [("weak", "5", False), ("weak", "4.9", True), ("always", "5", True), ("never", "1", False)],
)
def test_the_setting_controls_when_to_ask(start: Starter, wanted: str, level: str, asked: bool) -> None:
    driver = start(FACE_TO_FACE, black=level)
    driver.app.settings.ask_before_exposing = wanted
    driver.click_squares("d3", "e3")
    assert isinstance(driver.app.stack[-1], ExposureScreen) == asked
