"""The packages that the window needs: checking that they exist, and importing pygame quickly.

Nothing beyond the standard library is imported here, and old versions of Python can read it.
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
"""What has to be importable, by the names that are imported."""


def package_problem(find: Callable[[str], ModuleSpec | None] = find_spec) -> str | None:
    """Return a message about missing packages or two that conflict, None if there is no problem."""
    missing = preflight.missing(find, PACKAGES)
    if missing:
        return preflight.missing_problem(missing)
    if {"pygame", "pygame_ce"} <= installed_beside(find("pygame")):
        return texts.both_packages(preflight.install_command())
    return None


def installed_beside(package: ModuleSpec | None) -> set[str]:
    """Return the names of what pip installed into the folder that a package lies in, with underscores.

    importlib.metadata knows them as well, but the window would have to wait for it.
    """
    if package is None or package.origin is None:
        return set()
    folder = os.path.dirname(os.path.dirname(package.origin))
    records = (name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info")))
    return {name.partition("-")[0].lower() for name in records}


def import_pygame() -> None:
    """Import pygame without pkg_resources, where it looks first for files that it has beside itself.

    That takes as long as all the rest of pygame.
    """
    unwanted = "pkg_resources"
    if unwanted not in sys.modules:
        sys.modules[unwanted] = None  # type: ignore[assignment]
    import pygame  # noqa: F401

    if sys.modules[unwanted] is None:
        del sys.modules[unwanted]
