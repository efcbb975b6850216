"""Which sources compiled code depends on, and the fingerprint of their contents. No numba here.

Compiled code holds the constants and the callees of other files, so the fingerprint of a module covers all
files that its imports reach. Only unindented imports count: what is imported inside a function, or
for the type checker alone, cannot get into compiled code. A module that reads weights from files beside it
names them in a line ``COMPILED_DATA = "*.json"``; they count too. A line ``OTHER_DATA = "one.json,two.json"``
names those of them that it does not read.

A process reads each file once, about when Python imports it: code that is compiled later is not mistaken for
code of a file that was edited meanwhile.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

STORAGE = frozenset({"engine.compiled.sources", "engine.compiled.stored_code"})
"""ImportCounts by all compiled modules, but they only store compiled code and do not affect it."""

_CONTINUATION = re.compile(r"\\\r?\n")
_IMPORT = re.compile(
    r"^(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\((?:[^)#]|#.*)*\)|.*)|import[ \t]+(.*))", re.MULTILINE
)
_COMMENT = re.compile(r"#.*")
_DATA = re.compile(r'^COMPILED_DATA = "([^"\r\n]+)"', re.MULTILINE)
_OTHER_DATA = re.compile(r'^OTHER_DATA = "([^"\r\n]+)"', re.MULTILINE)


class _Source(NamedTuple):
    digest: bytes
    imports: frozenset[str]


def locate(module: str) -> Path | None:
    """Return the source file of a module, imported or not; None if there is none."""
    package, _, name = module.rpartition(".")
    if not package:
        file = getattr(sys.modules.get(name), "__file__", None)
        return Path(file) if file and Path(file).is_file() else None
    for folder in _folders(package):
        for path in (folder / f"{name}.py", folder / name / "__init__.py"):
            if path.is_file():
                return path
    return None


def remember(module: str) -> bool:
    """Record a module's present source and imports; return whether it has a source."""
    _closure(module)
    return _source(module) is not None


def fingerprint(modules: Iterable[str]) -> str:
    """Return a hash of all sources that the compiled code of these modules depends on."""
    return _fingerprint(frozenset(modules))


@cache
def _fingerprint(modules: frozenset[str]) -> str:
    closure = frozenset[str]().union(*map(_closure, modules))
    digest = hashlib.sha256()
    for name in sorted(closure):
        source = _source(name)
        digest.update(name.encode() + b"\0" + (source.digest if source else b""))
    return digest.hexdigest()


def _folders(package: str) -> tuple[Path, ...]:
    """Return the folders of a package; imported packages say where they are, so a game may be anywhere."""
    known = sys.modules.get(package)
    if known is not None:
        return tuple(Path(folder) for folder in getattr(known, "__path__", ()))
    parent, _, name = package.rpartition(".")
    return tuple(folder / name for folder in _folders(parent)) if parent else ()


@cache
def _closure(module: str) -> frozenset[str]:
    """Return a module and all that it imports, directly or not, from its own package and from this one."""
    packages = {__name__.partition(".")[0], module.partition(".")[0]}
    seen, waiting = {module}, [module]
    while waiting:
        source = _source(waiting.pop())
        for name in source.imports if source else ():
            if name not in seen and name.partition(".")[0] in packages:
                seen.add(name)
                waiting.append(name)
    return frozenset(seen)


@cache
def _source(module: str) -> _Source | None:
    path = locate(module)
    if path is None:
        return None
    data = path.read_bytes()
    text = _CONTINUATION.sub(" ", data.decode(errors="replace"))
    digest = hashlib.sha256(data)
    others = ",".join(_OTHER_DATA.findall(text)).split(",")
    for found in _DATA.finditer(text):
        for file in sorted(each for each in path.parent.glob(found[1]) if each.name not in others):
            digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return _Source(digest.digest(), frozenset(_imports(text, package)) - STORAGE)


def _imports(text: str, package: str) -> Iterator[str]:
    """Yield the full names of the modules that a source in `package` imports at module level."""
    for dots, origin, names, modules in _IMPORT.findall(text):
        if modules:
            yield from _listed(modules)
            continue
        if dots:
            above = package.rsplit(".", len(dots) - 1)[0]
            origin = f"{above}.{origin}" if origin else above
        file = locate(origin)
        if file is None or file.name != "__init__.py":
            yield origin
            continue
        for name in _listed(names.strip().strip("()")):
            inside = f"{origin}.{name}"
            yield inside if locate(inside) else origin


def _listed(names: str) -> Iterator[str]:
    """Yield the names of a comma-separated list, without what they are renamed to."""
    for part in _COMMENT.sub("", names).split(","):
        if words := part.split():
            yield words[0]
