"""What the status says while the engine starts."""

from __future__ import annotations

import pygame

from congo_gui.screens.status import Tone, engine_status
from congo_gui.startup import EngineLoader, Stage
from tests.congo_gui.driver import CONGO, Driver


def loader_at(stage: Stage, share: float = 0.0, error: str = "") -> EngineLoader:
    loader = EngineLoader(CONGO, lambda: None)
    loader.stage, loader.share, loader.error = stage, share, error
    return loader


def test_compiling_shows_a_bar() -> None:
    status = engine_status(loader_at(Stage.COMPILING, 0.5))
    assert status.progress == 0.5
    assert "only once" in status.lines[0]


def test_a_failure_shows_why_and_offers_another_attempt() -> None:
    status = engine_status(loader_at(Stage.FAILED, error="no compiler today"))
    assert status.tone is Tone.ERROR
    assert status.lines == ("no compiler today",)
    assert status.buttons == ("retry_engine",)


def test_the_window_offers_another_attempt(driver: Driver) -> None:
    driver.session._searcher = None
    driver.app.loader.stage = Stage.FAILED
    driver.app.loader.error = "no compiler today"
    driver.turn()
    assert "no compiler today" in driver.status
    driver.tool("Try again")
    assert driver.app.loader.started == 1  # type: ignore[attr-defined]


def test_the_bar_is_drawn(driver: Driver) -> None:
    driver.session._searcher = None
    driver.app.loader.stage = Stage.COMPILING
    pictures = []
    for share in (0.1, 0.9):
        driver.app.loader.share = share
        driver.turn()
        pictures.append(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))
    assert pictures[0] != pictures[1]
