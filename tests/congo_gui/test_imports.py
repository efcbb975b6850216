"""Imports go one way in the window, too: what many screens use knows none of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.imports import ROOT, imported, modules_after

GUI = ROOT / "congo_gui"
SOURCES = sorted(path for path in GUI.rglob("*.py") if path.parent != GUI or path.stem != "__init__")

SCREENS = {
    "shared": set[str](),
    "search_tree": {"shared"},
    "files": {"shared"},
    "analysis": {"shared", "search_tree", "files"},
    "help": {"shared"},
    "learn": {"shared"},
    "edit": {"shared"},
    "new_game": {"shared", "files", "help"},
    "tournament": {"shared"},
    "play": {"shared", "search_tree", "files", "analysis", "edit", "new_game", "tournament"},
    "window": {"shared", "help", "learn", "new_game", "play"},
}
"""What the screens of each folder may open or use of the others'."""


def module(source: Path) -> str:
    """Return a source's name within the window, such as `screens.play.panel`."""
    return ".".join(source.relative_to(GUI).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(source) for source in SOURCES}


def used(source: Path) -> set[str]:
    """Return the window's other modules that a source imports."""
    names = {name.removeprefix("congo_gui.") for name in imported(source) if name.startswith("congo_gui.")}
    return {name if name in MODULES else name.rpartition(".")[0] for name in names}


def group(name: str) -> str:
    """Return the folder of screens that a module lies in, '' if in none."""
    places = name.split(".")
    return places[1] if places[0] == "screens" and len(places) > 1 else ""


@pytest.mark.parametrize("source", SOURCES, ids=module)
def test_screens_use_only_those_below_them(source: Path) -> None:
    own = group(module(source))
    assert own in {"", *SCREENS}, f"say in SCREENS what {own} may use"
    for name in used(source) if own else ():
        assert group(name) in {"", own} | SCREENS[own], f"{own} imports {name}"


def test_screens_have_no_circles() -> None:
    order = list(SCREENS)
    for own, below in SCREENS.items():
        assert all(order.index(other) < order.index(own) for other in below), own


def test_no_modules_need_each_other() -> None:
    below = {module(source): used(source) for source in SOURCES}
    while below:
        free = {name for name, needed in below.items() if not needed & below.keys()}
        assert free, f"among these are circles: {sorted(below)}"
        below = {name: needed for name, needed in below.items() if name not in free}


def test_a_game_runs_without_pygame() -> None:
    modules = sorted(name for name in MODULES if name.startswith("play."))
    loaded = modules_after("import " + ", ".join(f"congo_gui.{name}" for name in modules))
    assert "congo_gui" in loaded  # a control: something was loaded
    assert loaded.isdisjoint({"pygame", "numba"})
