"""Modules loaded by parts of the window in a new Python process; pyproject.toml has the import contracts."""

from __future__ import annotations

import pkgutil

from congo_gui import play
from tests.imports import modules_after


def test_a_game_runs_without_pygame() -> None:
    names = [found.name for found in pkgutil.iter_modules(play.__path__, "congo_gui.play.")]
    loaded = modules_after("import " + ", ".join(names))
    assert "congo_gui" in loaded  # a control: something was loaded
    assert loaded.isdisjoint({"pygame", "numba"})
