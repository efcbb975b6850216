"""The packages that the window needs: checking that they are installed, and importing pygame quickly.

Only the standard library is imported here, and old versions of Python can parse the file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

from congo_gui.system import texts
from engine.system import preflight

PACKAGES = (*preflight.PACKAGES, "pygame")
"""The import names of the required packages."""


def package_problem(find: Callable[[str], ModuleSpec | None] = find_spec) -> str | None:
    """Return a message about missing or conflicting packages, None if there is no problem."""
    missing = preflight.missing(find, PACKAGES)
    if missing:
        return preflight.missing_problem(missing)
    if {"pygame", "pygame_ce"} <= installed_beside(find("pygame")):
        return texts.both_packages(preflight.install_command())
    return preflight.numba_problem(find)


def installed_beside(package: ModuleSpec | None) -> set[str]:
    """Return the names of the distributions installed in a package's folder, with underscores.

    importlib.metadata would be slower to import.
    """
    if package is None or package.origin is None:
        return set()
    folder = os.path.dirname(os.path.dirname(package.origin))
    records = (name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info")))
    return {name.partition("-")[0].lower() for name in records}


def import_pygame() -> None:
    """Import pygame without pkg_resources, which it tries first for finding its own files.

    Importing pkg_resources takes as long as the rest of pygame.
    """
    unwanted = "pkg_resources"
    if unwanted not in sys.modules:
        sys.modules[unwanted] = None  # type: ignore[assignment]
    import pygame  # noqa: F401

    if sys.modules[unwanted] is None:
        del sys.modules[unwanted]
