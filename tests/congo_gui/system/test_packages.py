"""Messages about missing and conflicting packages."""

from __future__ import annotations

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

from congo_gui.system import packages


def test_missing_packages_are_listed_with_the_install_command() -> None:
    absent = {"numba", "pygame"}
    problem = packages.package_problem(lambda name: None if name in absent else ModuleSpec(name, None))
    assert problem is not None
    assert "numba, pygame" in problem
    assert "numpy" not in problem
    assert "pip install -r requirements.txt" in problem


def test_rejects_both_pygames_together(tmp_path: Path) -> None:
    """Found in pip's metadata beside the package, among many other files."""
    package = ModuleSpec("pygame", None, origin=str(tmp_path / "pygame" / "__init__.py"))
    for name in ("pygame_ce-2.5.8.dist-info", "numba-0.68.1.dist-info", "pygame", "pygame_ce.libs"):
        (tmp_path / name).mkdir()
    assert packages.package_problem(lambda name: package) is None
    (tmp_path / "pygame-2.6.1.dist-info").mkdir()
    problem = packages.package_problem(lambda name: package)
    assert problem is not None
    assert "pip uninstall pygame pygame-ce" in problem


def test_finds_the_installed_packages() -> None:
    installed = packages.installed_beside(importlib.util.find_spec("pygame"))
    assert len({"pygame", "pygame_ce"} & installed) == 1
    assert packages.installed_beside(None) == set()
