"""The search tree, opened above a small ending."""

from __future__ import annotations

import pytest

from congo_gui.screens.search_tree import examples
from tests.congo_gui.driver import FakeLoader, Starter
from tests.congo_gui.screens.search_tree.student import PAWN_ENDING, Student


@pytest.fixture
def student(start: Starter, monkeypatch: pytest.MonkeyPatch) -> Student:
    driver = start(PAWN_ENDING, black="human")
    monkeypatch.setattr(examples, "EngineLoader", type("Loader", (FakeLoader,), {"thinker": driver.thinker}))
    return Student(driver)
