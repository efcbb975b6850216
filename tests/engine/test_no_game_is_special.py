"""Search, players, command line and window mention no game by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engine import PROGRAM, rules

ROOT = Path(__file__).parents[2]
SOURCES = [
    ROOT / "main.py",
    *sorted((ROOT / "engine").rglob("*.py")),
    *sorted((ROOT / "congo_gui").rglob("*.py")),
]

IN_ORDER = "engine/rules/__init__.py"
"""Sets the order in which the games are listed; others follow by name."""
PROGRAM_ITSELF = {"engine/__init__.py"}
"""The program has its first game's name."""


def short(source: Path) -> str:
    return source.relative_to(ROOT).as_posix()


def owner(source: Path) -> str:
    """Return the game to which a source belongs: its rules, skin, help page, or own players."""
    places = (*source.relative_to(ROOT).parts, source.stem)
    found = [name for name in rules.names() if name in places]
    return found[0] if found else ""


SHARED = [source for source in SOURCES if not owner(source) and short(source) != IN_ORDER]


def texts(source: Path) -> Iterator[str]:
    """Yield the strings in a source, except docstrings."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            yield node.value


def test_shared_code_names_no_game() -> None:
    others = re.compile(
        rf"\b({'|'.join(name for name in rules.names() if name != PROGRAM)})\b", re.IGNORECASE
    )
    for source in SHARED:
        for text in texts(source):
            named = text in rules.names() and short(source) not in PROGRAM_ITSELF
            assert not named, f"{short(source)} names {text}"
            assert not others.search(text), f"{short(source)} speaks of a game: {text}"


def test_documents_of_one_game_exist_and_name_it() -> None:
    assert {owner(source) for source in SOURCES} - {""} == set(rules.names())
    assert len(SHARED) > 100
