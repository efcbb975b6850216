"""Fixtures of the tournament screens' tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from congo_gui.screens.tournament.setup import TournamentSetup
from tests.congo_gui.driver import Driver


@pytest.fixture
def open_setup(driver: Driver) -> Callable[[], TournamentSetup]:
    """Return a function that opens the form by its key."""

    def open_it() -> TournamentSetup:
        driver.control("t")
        screen = driver.app.stack[-1]
        assert isinstance(screen, TournamentSetup)
        return screen

    return open_it
