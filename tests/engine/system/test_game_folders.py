"""Games in folders outside the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import rules
from engine.system.files import BUILT_IN, GAMES_VARIABLE, has_module
from tests.imports import ROOT

RULES = "from engine.rules.konane.rules import RULES\n"


def names_after(code: str, **variables: str) -> list[str]:
    """Return the games known to a new Python process after some code."""
    report = "\nfrom engine import rules\nprint(*rules.names())"
    environment = {**os.environ, **variables}
    done = subprocess.run(
        [sys.executable, "-c", code + report],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_game_folders_have_the_games_names() -> None:
    assert sorted(folder.name for folder in rules.folders()) == sorted(rules.names())
    assert {folder.parent for folder in rules.folders()} == {BUILT_IN}


def test_environment_variable_registers_a_games_folder(tmp_path: Path) -> None:
    game = tmp_path / "rules" / "another"
    game.mkdir(parents=True)
    (game / "__init__.py").write_text("FOUND = True\n")
    (game / "rules.py").write_text(RULES)
    code = "import engine.rules.another as found\nassert found.FOUND"
    known = names_after(code, **{GAMES_VARIABLE: str(tmp_path)})
    assert known == [*rules.names(), "another"]


def test_registered_game_is_known_in_this_process_and_its_children(tmp_path: Path) -> None:
    game = tmp_path / "rules" / "another"
    game.mkdir(parents=True)
    (game / "__init__.py").write_text("FOUND = True\n")
    (game / "rules.py").write_text(RULES)
    code = (
        "import os, subprocess, sys\n"
        "from pathlib import Path\n"
        "from engine import rules\n"
        "rules.names()\n"
        f"rules.register(Path({str(tmp_path)!r}))\n"
        "import engine.rules.another\n"
        "code = 'from engine import rules; assert \"another\" in rules.names()'\n"
        "subprocess.run([sys.executable, '-c', code], check=True)"
    )
    assert names_after(code) == [*rules.names(), "another"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"RULES = (", "SyntaxError"),
        (b"", "AttributeError"),
        (b"RULES = 1", "rules.py has no RULES of the class Rules"),
        (b"raise SystemExit(3)", "SystemExit: 3"),
        (b"\xff\xfe", "SyntaxError"),
    ],
)
def test_a_damaged_game_is_left_out_with_a_message(content: bytes, reason: str, tmp_path: Path) -> None:
    game = tmp_path / "rules" / "another"
    game.mkdir(parents=True)
    (game / "rules.py").write_bytes(content)
    words = [sys.executable, "-m", "engine", "after", "congo", "startpos"]
    environment = {**os.environ, GAMES_VARIABLE: str(tmp_path)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert f"The game in {game} cannot be loaded ({reason}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["loop", "loop/inside", "x" * 5000, "\udcff"])
def test_a_folder_of_games_that_is_none_is_left_out_with_a_message(name: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    words = [sys.executable, "-m", "engine", "result", "congo", "startpos"]
    environment = {**os.environ, GAMES_VARIABLE: str(tmp_path / name)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "none\n")
    (warning,) = done.stderr.splitlines()
    assert f"{GAMES_VARIABLE} names '" in warning
    assert warning.endswith(", which is not a folder that can be read; the program runs without it")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_ctrl_c_while_the_games_are_loaded_ends_quietly(tmp_path: Path) -> None:
    game = tmp_path / "rules" / "another"
    game.mkdir(parents=True)
    (game / "rules.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    words = [sys.executable, "-m", "engine", "result", "congo", "startpos"]
    environment = {**os.environ, GAMES_VARIABLE: str(tmp_path)}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_no_file_is_needed_to_know_a_games_modules_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window asks whenever it saves a game, also when the process can open no more files."""
    assert has_module("congo", "tablebase")
    monkeypatch.setattr("engine.system.files.folders", lambda: ())
    assert has_module("congo", "tablebase")
