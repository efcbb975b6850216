"""Find the modules beside a `python:` player's module, for that module and what it imports only.

A folder in `sys.path` would also be searched for what the program itself imports later: beside a bot in a
folder of downloads, a file called cmath.py would be run.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FrozenImporter, ModuleSpec, PathFinder
from types import ModuleType

_IMPORTING = ("importlib", "_frozen_importlib", "_frozen_importlib_external")


class FolderFinder(MetaPathFinder):
    """Finds in a folder the module of this name, and what is imported by modules that it has found."""

    def __init__(self, folder: str, module: str) -> None:
        self._folder, self._found = folder, {module.partition(".")[0]}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is; None if it is not in the folder or not for its importer."""
        if path is not None or not ({fullname, _importer()} & self._found):
            return None
        spec = PathFinder.find_spec(fullname, [self._folder], target)
        if spec is not None:
            self._found.add(fullname)
        return spec


def find_beside(folder: str, module: str) -> None:
    """Let a module, and those that it imports, import what is in a folder, which comes first."""
    sys.meta_path.insert(sys.meta_path.index(FrozenImporter) + 1, FolderFinder(folder, module))


def _importer() -> str:
    """Return the first part of the name of the module that is importing another."""
    frame = inspect.currentframe()
    while frame is not None:
        name = str(frame.f_globals.get("__name__")).partition(".")[0]
        if name not in _IMPORTING and frame.f_globals is not globals():
            return name
        frame = frame.f_back
    return ""
