"""Find the modules beside a `python:` player's module, for that module and what it imports only.

A folder in `sys.path` would also be searched for what the program itself imports later: beside a bot in a
folder of downloads, a file called cmath.py would be run.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FrozenImporter, ModuleSpec, PathFinder
from itertools import islice, takewhile
from types import ModuleType

_IMPORTING = ("importlib", "_frozen_importlib", "_frozen_importlib_external")
_PROGRAM = __name__.partition(".")[0]
_found_in: dict[str, set[str]] = {}
"""By folder, the modules that were found there, and those whose imports are looked for in it."""


class FolderFinder(MetaPathFinder):
    """Finds modules in a folder for those that were found there; `importers` yields who imports one."""

    def __init__(self, folder: str, found: set[str], importers: Callable[[], Iterator[str]]) -> None:
        self._folder, self._found, self._importers = folder, found, importers

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is; None if it is not in the folder or not for its importer."""
        if path is not None or self._found.isdisjoint((fullname, *self._importers())):
            return None
        spec = PathFinder.find_spec(fullname, [self._folder], target)
        if spec is not None:
            self._found.add(fullname)
        return spec


def find_beside(folder: str, module: str) -> None:
    """Let a module, and those that it imports, import what is in a folder, which comes first.

    What others import for them, as `pickle` does, may be there, too, but is looked for elsewhere first.
    """
    found = _found_in.get(folder)
    if found is None:
        found = _found_in[folder] = set()
        first = sys.meta_path.index(FrozenImporter) + 1
        sys.meta_path.insert(first, FolderFinder(folder, found, lambda: islice(_importers(), 1)))
        sys.meta_path.append(FolderFinder(folder, found, _importers_of_others))
    found.add(module.partition(".")[0])


def _importers_of_others() -> Iterator[str]:
    """Yield the importers of a module up to the program, which must not import what others need."""
    return takewhile(lambda name: name != _PROGRAM, _importers())


def _importers() -> Iterator[str]:
    """Yield the first parts of the names of the module that is importing another, and of its callers."""
    frame = inspect.currentframe()
    while frame is not None:
        name = str(frame.f_globals.get("__name__")).partition(".")[0]
        if name not in _IMPORTING and frame.f_globals is not globals():
            yield name
        frame = frame.f_back
