"""A game in two folders outside the program has all features: the tests of every game pass for it.

They run in a separate process, because a game must be registered before the registry is first used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.system.files import GAMES_VARIABLE
from tests.imports import ROOT

FOLDER = Path(__file__).parent
NAME = "breakthrough"
SUITES = (
    "tests/engine/rules",
    "tests/engine/search/test_every_game.py",
    "tests/engine/cli/test_every_game.py",
    "tests/congo_gui/games",
)


@pytest.mark.thorough
def test_the_tests_of_every_game_hold_for_a_registered_one() -> None:
    built_in = [f"--ignore={path}" for path in ROOT.glob("tests/engine/rules/*/")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SUITES, *built_in, "-k", NAME]
    environment = {**os.environ, GAMES_VARIABLE: str(FOLDER)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_a_game_that_has_only_rules_yet_leaves_the_window_to_the_others(tmp_path: Path) -> None:
    """As its author has it after the first step of docs/adding-a-game.md."""
    shutil.copytree(FOLDER / "rules", tmp_path / "games" / "rules")
    game = tmp_path / "game.txt"
    game.write_text(f'[Event "e"]\n[Game "{NAME}"]\n\n*\n')
    environment = {**os.environ, GAMES_VARIABLE: str(tmp_path / "games")}
    shown = [sys.executable, "-c", "from congo_gui import games; print(*games.names())"]
    export = [sys.executable, "main.py", str(game), "--export", str(tmp_path / "game.svg")]
    names, exported = (
        subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        for command in (shown, export)
    )
    assert set(names.stdout.split()) == {"congo", "minichess", "konane", "conga", "bonzee"}, names.stderr
    assert exported.stderr == f"There is no skin for the game '{NAME}'.\n"


@pytest.mark.thorough
def test_command_line_accepts_a_registered_game() -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from engine import rules\n"
        f"rules.register(Path({str(FOLDER)!r}))\n"
        "from engine.__main__ import main\n"
        "sys.exit(main())"
    )
    arguments = ["moves", NAME, "5/5/1b3/w4/5 w"]
    environment = {name: value for name, value in os.environ.items() if name != GAMES_VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.stdout.split() == ["a2a3", "a2b3"], done.stdout + done.stderr
