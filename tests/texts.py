"""Every shown text as one list: ``python -m tests.texts`` prints it.

A text module is a file ``texts.py``, which holds the texts of its folder under names, or a game's
``help_page.py``; a file ``texts.md`` holds the prose of reports. This module lists what stands in
them, and finds texts that stand elsewhere.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.research.reports import read_texts
from tests.imports import ROOT

TEXT_MODULE, HELP_PAGE = "texts.py", "help_page.py"
INTERNAL = {"AssertionError", "KeyError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"}
"""Exceptions that report a mistake in the program, so that no player reads them."""
LOG_LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
LOGS = {"log", "logger", "logging"}
FILLED_IN = re.compile(r"\{[^{}]*\}|%[-\d.]*[A-Za-z]")
WORD = re.compile(r"[A-Z][a-z]+(?:[-’'][a-z]+)*[.,:;!?…]*")
SQL = re.compile(
    r"\b(?:BEGIN|COUNT|CREATE|DELETE|EXPLAIN|GLOB|INSERT|JOIN|LIKE|PRAGMA|SELECT|UPDATE)\b|[=>] \?|\? <="
)
"""What statements of SQL and their parts contain."""
POSITION = re.compile(r"[\w,-]+(?:/[\w,-]+){3,} ")
"""What the text of a position starts with: a board of four rows or more."""


@dataclass(frozen=True)
class Text:
    """A text, its file, and its name there; a template has ``{name}`` in place of values."""

    file: Path
    name: str
    words: str


# --- text modules


def collected() -> list[Text]:
    """Return every text of the text modules, the lessons and the reports."""
    found = [text for file in text_modules() for text in named(file)]
    for name in ("lessons.json", "strategy.json"):
        for file in sorted(ROOT.glob(f"engine/rules/*/{name}")):
            found += lessons(file)
    for file in sorted(ROOT.glob("engine/**/texts.md")):
        found += [Text(file, name, words) for name, words in read_texts(file).items()]
    return found


def text_modules() -> list[Path]:
    """Return the text modules of the window and of the engine."""
    names = (TEXT_MODULE, HELP_PAGE)
    files = (file for package in ("congo_gui", "engine") for file in (ROOT / package).rglob("*.py"))
    return sorted(file for file in files if file.name in names)


def named(file: Path) -> Iterator[Text]:
    """Yield the texts of a text module with their names."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
            for value in filter(None, returned):
                yield from _parts(file, f"{node.name}()", value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield from _parts(file, ast.unparse(target), node.value)


def _parts(file: Path, name: str, value: ast.expr) -> Iterator[Text]:
    if isinstance(value, ast.Dict):
        for key, each in zip(value.keys, value.values, strict=True):
            yield from _parts(file, f"{name}[{'' if key is None else ast.unparse(key)}]", each)
    elif (words := written(value)) is not None:
        yield Text(file, name, words)
    else:
        for part in ast.iter_child_nodes(value):
            if isinstance(part, ast.keyword):
                yield from _parts(file, f"{name}.{part.arg}", part.value)
            elif isinstance(part, ast.expr):
                yield from _parts(file, name, part)


def lessons(file: Path) -> Iterator[Text]:
    """Yield the texts of a file of lessons."""

    def walk(name: str, value: object) -> Iterator[Text]:
        if isinstance(value, dict):
            for key, each in value.items():
                yield from walk(f"{name}.{key}".lstrip("."), each)
        elif isinstance(value, list):
            for number, each in enumerate(value):
                yield from walk(f"{name}[{number}]", each)
        elif isinstance(value, str) and is_shown(value):
            yield Text(file, name, value)

    yield from walk("", json.loads(file.read_text(encoding="utf-8")))


# --- other modules


def is_shown(words: str) -> bool:
    """Return whether a string looks like a text: several words, or one capitalised word."""
    if POSITION.match(words):
        return False
    known = FILLED_IN.sub("0", words).strip()
    return bool(re.search("[A-Za-z]", known)) and (" " in known or bool(WORD.fullmatch(known)))


def loose(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the shown texts of a module, each with its line."""
    yield from _loose(ast.parse(file.read_text(encoding="utf-8")))


def _loose(node: ast.AST) -> Iterator[tuple[int, str]]:
    for each in _children(node):
        words = written(each) if isinstance(each, ast.expr) else None
        if isinstance(each, ast.expr) and words is not None and is_shown(words) and not SQL.search(words):
            yield each.lineno, words
        yield from _loose(each)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a syntax tree, except those with strings that users never see."""
    if isinstance(node, ast.JoinedStr):
        yield from (part.value for part in node.values if isinstance(part, ast.FormattedValue))
    elif isinstance(node, ast.Assert):
        yield node.test
    elif not _is_internal(node):
        yield from ast.iter_child_nodes(node)


def _is_internal(node: ast.AST) -> bool:
    """Return whether a node's strings are not shown: docstrings, types, patterns, internal errors, logs."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "TypeVar":
        return True
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return isinstance(node.exc.func, ast.Name) and node.exc.func.id in INTERNAL
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOG_LEVELS:
        return isinstance(node.func.value, ast.Name) and node.func.value.id.lower() in LOGS
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def written(node: ast.AST) -> str | None:
    """Return a string of the source, with ``{name}`` for values; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = (
        str(part.value) if isinstance(part, ast.Constant) else _placeholder(part) for part in node.values
    )
    return "".join(parts)


def _placeholder(part: ast.expr) -> str:
    assert isinstance(part, ast.FormattedValue)
    return f"{{{ast.unparse(part.value)}}}"


def main() -> None:
    """Print all texts, file by file."""
    file = None
    for text in collected():
        if text.file != file:
            file = text.file
            print(f"\n{file.relative_to(ROOT).as_posix()}")
        print(f"  {text.name}: {text.words}")


if __name__ == "__main__":
    main()
