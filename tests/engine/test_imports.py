"""Imports go one way: the engine knows no window, and inside the engine each part only those below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import rules
from tests.imports import ROOT, imported, modules_after

SOURCES = sorted((ROOT / "engine").rglob("*.py"))

BELOW = {
    "__init__": set[str](),
    "system": set[str](),
    "cache": {"__init__"},
    "files": set[str](),
    "jit": {"cache"},
    "rules": {"jit", "system"},
    "clocks": {"rules"},
    "game": {"rules", "clocks"},
    "book": {"rules", "system"},
    "record_text": {"rules"},
    "record": {"files", "rules", "clocks", "game", "record_text"},
    "tree": {"rules", "game", "record"},
    "diagram": {"rules"},
    "lessons": {"rules", "system"},
    "perft": {"jit", "rules"},
    "search": {"jit", "rules", "game", "book"},
    "remark": {"search"},
    "thinker": {"rules", "game", "search"},
    "players": {"cache", "jit", "rules", "game", "search", "thinker"},
    "arguments": {"rules"},
    "bench": {"jit", "rules", "game", "perft", "search"},
    "warmup": {"cache", "rules", "game", "perft", "search", "players"},
    "lab": {
        *("__init__", "jit", "rules", "game", "book", "record_text", "record"),
        *("search", "players", "arguments", "bench", "warmup"),
    },
    "uci": {"__init__", "rules", "game", "book", "diagram", "search", "thinker", "players"},
    "cli_games": {"rules", "game", "diagram", "search", "players", "arguments"},
    "cli": {"__init__", "rules", "game", "perft", "search", "bench", "uci", "lab", "arguments", "cli_games"},
    "preflight": set(),
    "__main__": {"cli", "preflight", "__init__"},
}
"""What each module or folder of the engine may import of the others, from the bottom to the top."""

NUMBA_IS_FOR = {"jit.py", "rules/core.py"}
"""Everyone else gets what is compiled through these, so that the cache is in its place before numba is."""

CONGO_ALONE = {
    "lab/tablebase_build.py",
    "lab/tablebase_cli.py",
    "lab/tablebase_stats.py",
    "lab/tablebase_verify.py",
}
"""Endgame tables are Congo's: how its positions are numbered decides what is in them."""


def part(source: Path) -> str:
    """Return the module or folder of the engine that a file belongs to."""
    return source.relative_to(ROOT / "engine").parts[0].removesuffix(".py")


def short(source: Path) -> str:
    return source.relative_to(ROOT / "engine").as_posix()


@pytest.mark.parametrize("source", SOURCES, ids=short)
def test_the_engine_knows_no_window(source: Path) -> None:
    roots = {name.split(".")[0] for name in imported(source)}
    assert roots.isdisjoint({"pygame", "congo_gui", "main", "tests"})


@pytest.mark.parametrize("source", SOURCES, ids=short)
def test_each_part_imports_only_what_is_below_it(source: Path) -> None:
    own = part(source)
    assert own in BELOW, f"say in BELOW what {own} may import"
    for name in imported(source):
        if name.split(".")[0] == "engine":
            target = name.split(".")[1]
            below = "__init__" if target not in BELOW else target  # a name such as __version__
            assert below in BELOW[own] | {own}, f"{own} imports {name}"


def test_below_has_no_circles() -> None:
    order = list(BELOW)
    for name, parts in BELOW.items():
        assert all(order.index(below) < order.index(name) for below in parts), name


@pytest.mark.parametrize("source", SOURCES, ids=short)
def test_numba_has_one_door(source: Path) -> None:
    roots = {name.split(".")[0] for name in imported(source)}
    assert roots.isdisjoint({"numba", "llvmlite"}) or short(source) in NUMBA_IS_FOR


@pytest.mark.parametrize("game", rules.names())
def test_no_game_is_known_outside_its_folder(game: str) -> None:
    for source in SOURCES:
        if game not in source.parts and short(source) not in CONGO_ALONE:
            assert not any(name.startswith(f"engine.rules.{game}") for name in imported(source)), short(
                source
            )


def test_the_whole_engine_loads_no_window() -> None:
    code = (
        "import engine, importlib, pkgutil\n"
        "for found in pkgutil.walk_packages(engine.__path__, 'engine.'):\n"
        "    if found.name != 'engine.__main__': importlib.import_module(found.name)"
    )
    loaded = modules_after(code)
    assert "numba" in loaded  # a control: everything was loaded
    assert loaded.isdisjoint({"pygame", "congo_gui"})


def test_a_position_is_shown_without_numba() -> None:
    code = (
        "from engine import rules\n"
        "congo = rules.get('congo')\n"
        "start = congo.start()\n"
        "assert congo.parse(congo.write(start)) == start\n"
        "assert len(congo.pieces(start)) == 28\n"
        "assert congo.shape(start) == (7, 7)\n"
        "assert congo.square_name(start, 0) == 'a1'\n"
        "assert congo.square_at(start, 'g7') == 48\n"
        "from engine.game import Game\n"
        "assert Game(congo).position == start"
    )
    assert modules_after(code).isdisjoint({"numba", "llvmlite"})


@pytest.mark.parametrize(
    "module",
    [
        "engine.rules",
        "engine.clocks",
        "engine.game",
        "engine.warmup",
        "engine.players.levels",
        "engine.diagram",
    ],
)
def test_what_the_window_imports_first_needs_no_numba(module: str) -> None:
    assert modules_after(f"import {module}").isdisjoint({"numba", "llvmlite"})
