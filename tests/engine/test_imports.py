"""Modules loaded by parts of the engine in a new Python process; pyproject.toml has the import contracts."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import rules
from tests.imports import ROOT, imported, modules_after

SOURCES = sorted((ROOT / "engine").rglob("*.py"))


def short(source: Path) -> str:
    return source.relative_to(ROOT / "engine").as_posix()


@pytest.mark.parametrize("game", rules.names())
def test_no_game_is_named_outside_its_folder(game: str) -> None:
    for source in SOURCES:
        if game not in source.parts:
            assert not any(name.startswith(f"engine.rules.{game}") for name in imported(source)), short(
                source
            )


def test_engine_never_imports_the_window() -> None:
    code = (
        "import engine, importlib, pkgutil\n"
        "for found in pkgutil.walk_packages(engine.__path__, 'engine.'):\n"
        "    if found.name != 'engine.__main__': importlib.import_module(found.name)"
    )
    loaded = modules_after(code)
    assert "numba" in loaded  # a control: everything was loaded
    assert loaded.isdisjoint({"pygame", "congo_gui"})


def test_engine_tests_never_import_the_window() -> None:
    for source in (ROOT / "tests" / "engine").rglob("*.py"):
        assert not any(
            name.startswith(("pygame", "congo_gui", "tests.congo_gui")) for name in imported(source)
        )


def test_showing_a_position_needs_no_numba() -> None:
    code = (
        "from engine import rules\n"
        "congo = rules.get('congo')\n"
        "start = congo.start()\n"
        "assert congo.notation.parse(congo.notation.format(start)) == start\n"
        "assert len(congo.notation.pieces(start)) == 28\n"
        "assert congo.notation.shape(start) == (7, 7)\n"
        "assert congo.notation.square_name(start, 0) == 'a1'\n"
        "assert congo.notation.square_at(start, 'g7') == 48\n"
        "from engine.game.game import Game\n"
        "assert Game(congo).position == start"
    )
    assert modules_after(code).isdisjoint({"numba", "llvmlite"})


@pytest.mark.parametrize(
    "module",
    [
        "engine.rules",
        "engine.game.clocks",
        "engine.game.game",
        "engine.players.warmup",
        "engine.players.levels",
        "engine.rules.diagram",
    ],
)
def test_window_starts_importing_without_numba(module: str) -> None:
    assert modules_after(f"import {module}").isdisjoint({"numba", "llvmlite"})
