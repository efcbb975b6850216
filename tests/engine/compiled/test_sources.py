"""The fingerprint of compiled code: what it covers; texts are not included."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.compiled import sources

ROOT = Path(__file__).parents[3]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a package `wood` with a module `tree`."""
    folder = tmp_path / "wood"
    (folder / "deep").mkdir(parents=True)
    for name in ("__init__.py", "deep/__init__.py", "leaf.py", "root.py", "deep/soil.py", "text.py"):
        (folder / name).write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("wood")
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "wood"]:
        del sys.modules[name]


def fingerprint(*modules: str) -> str:
    """Return the fingerprint computed by a new process."""
    for remembered in (sources._source, sources._closure, sources._fingerprint):
        remembered.cache_clear()
    return sources.fingerprint(modules)


def changes(package: Path, changed: str) -> bool:
    """Return whether changing a file changes the fingerprint of `wood.tree`."""
    before = fingerprint("wood.tree")
    (package / changed).write_text("1 + 1")
    return fingerprint("wood.tree") != before


@pytest.mark.parametrize(
    "line",
    [
        "from wood.leaf import GREEN",
        "from wood import leaf",
        "from wood import root, leaf as green",
        "from wood import (\n    root,  # (below)\n    leaf,\n)",
        "from wood import root, \\\n    leaf",
        "import numpy, wood.leaf",
        "import wood.leaf as green",
        "from .leaf import GREEN",
        "from . import leaf",
        "from wood.leaf import *  # all of it",
    ],
)
def test_every_import_form_counts(line: str, package: Path) -> None:
    (package / "tree.py").write_text(f'"""A tree."""\n\n{line}\n')
    assert changes(package, "leaf.py")


def test_imports_of_imports_count(package: Path) -> None:
    (package / "tree.py").write_text("from wood.deep import soil")
    (package / "deep" / "soil.py").write_text("from ..leaf import GREEN")
    assert changes(package, "leaf.py")


@pytest.mark.parametrize(
    "text",
    [
        "if TYPE_CHECKING:\n    from wood import text",
        "def say():\n    from wood import text\n",
        "# from wood import text",
        "from numpy import text",
    ],
)
def test_ignores_modules_outside_compiled_code(text: str, package: Path) -> None:
    (package / "tree.py").write_text(text)
    assert not changes(package, "text.py")


def test_declared_data_counts_and_other_files_do_not(package: Path) -> None:
    (package / "tree.py").write_text("from wood import leaf")
    (package / "leaf.py").write_text('COMPILED_DATA = "*.json"\n')
    assert changes(package, "weights.json")
    assert changes(package, "weights.json") is False  # the same content once more
    assert not changes(package, "README.md")


def test_data_that_is_not_read_does_not_count(package: Path) -> None:
    (package / "tree.py").write_text('COMPILED_DATA = "*.json"\nOTHER_DATA = "lessons.json,texts.json"\n')
    assert not changes(package, "lessons.json")
    assert not changes(package, "texts.json")
    assert changes(package, "large.json")


def test_a_module_without_a_file_has_a_fingerprint(package: Path) -> None:
    assert fingerprint("nowhere.to_be_found") == fingerprint("nowhere.to_be_found")


def test_a_source_is_read_once_as_python_does(package: Path) -> None:
    (package / "tree.py").write_text("ONE = 1")
    before = fingerprint("wood.tree")
    (package / "tree.py").write_text("TWO = 2")
    assert sources.fingerprint(["wood.tree"]) == before


# --- the engine's own sources

KERNELS = {
    *(
        "alphabeta",
        "features",
        "margin_layout",
        "minimax",
        "network",
        "network_layout",
        "ordering",
        "perft",
        "state",
    ),
    "transposition",
}
GAME_FILES = {"board", "evaluate", "exchange", "moves", "tablebase_index", "weights"}
SHARED = {
    *("engine.compiled.generic", "engine.compiled.jit", "engine.compiled.libraries", "engine.rules.core"),
    *("engine.compiled.vectors", "engine.rules.squares", "engine.rules.switched_off"),
    "engine.players.material",
}


def is_compiled(path: Path) -> bool:
    """Return whether a source of the engine may affect the code needed for playing."""
    parts = path.with_suffix("").parts
    if parts[:2] == ("engine", "rules") and len(parts) == 4:
        return parts[3] in GAME_FILES
    return ".".join(parts) in SHARED or (parts[:2] == ("engine", "search") and parts[-1] in KERNELS)


def test_changed_texts_recompile_nothing_and_changed_code_its_dependents(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    script = tmp_path / "fingerprints.py"
    script.write_text(
        "from pathlib import Path\n"
        "from engine.compiled import sources\n"
        "for game in sorted(Path('engine/rules').glob('*/moves.py')):\n"
        "    of_game = [f'engine.rules.{game.parent.name}.{name}' for name in ('moves', 'evaluate')]\n"
        "    search = [f'engine.search.{name}' for name in ('alphabeta', 'minimax', 'perft')]\n"
        "    print(game.parent.name, sources.fingerprint([*of_game, *search, 'engine.players.material']))\n"
    )

    def fingerprints() -> dict[str, str]:
        command = [sys.executable, script.name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return dict(line.split() for line in done.stdout.splitlines())

    def edit(path: Path) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write("\nEDITED = True\n")

    before = fingerprints()
    assert "congo" in before
    files = [path.relative_to(tmp_path) for path in (tmp_path / "engine").rglob("*.py")]
    texts = [path for path in files if not is_compiled(path)]
    assert {"prose.py", "notation.py", "__init__.py"} <= {path.name for path in texts}
    for path in (*texts, *(tmp_path / "engine").rglob("*.md")):
        edit(tmp_path / path)
    assert fingerprints() == before

    edit(tmp_path / "engine" / "rules" / "konane" / "board.py")
    after = fingerprints()
    assert {game for game in before if after[game] != before[game]} == {"konane"}
    edit(tmp_path / "engine" / "search" / "state.py")
    assert all(fingerprints()[game] != after[game] for game in before)
