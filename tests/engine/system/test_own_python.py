"""Processes that run the program's own modules, started where files are called like modules of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.game.game import Game
from engine.jobs.runner import run
from engine.players import program
from engine.players.parse import parse_player
from engine.search.limits import Limits
from engine.system import own_python
from engine.system.own_python import ROOT, own_command
from tests.engine.rules.congo.support import CONGO

VARIABLE = "PYTHONSAFEPATH"


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with a file for each of Python's modules; each writes its name to the returned file."""
    folder, log = tmp_path / "downloads", tmp_path / "ran"
    folder.mkdir()
    for name in (*sys.stdlib_module_names, "numpy", "numba", "platformdirs", "engine"):
        (folder / f"{name}.py").write_text(f"open({str(log)!r}, 'a').write({name!r})\n")
    monkeypatch.chdir(folder)
    monkeypatch.delenv(VARIABLE, raising=False)
    return log


@pytest.mark.parametrize("safe_path", ["", "1"])
def test_own_module_runs_as_with_m(ran: Path, safe_path: str) -> None:
    command = own_command("engine", "result", "congo", "2ml3/7/7/7/7/7/7 w 0")
    variables = {**os.environ, VARIABLE: safe_path}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "black\n", "")
    assert not ran.exists()


def test_own_module_runs_where_the_executable_is_the_program() -> None:
    """A frozen program (see .packaging) is asked to do what Python would."""
    executable = [sys.executable, str(ROOT / ".packaging" / "start.py")]
    command = executable + own_command("engine", "result", "congo", "2ml3/7/7/7/7/7/7 w 0")[1:]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "black\n", "")


@pytest.mark.parametrize("by", ["user", "program", "file manager"])
def test_a_frozen_program_runs_the_players_that_it_starts_but_no_file_that_is_opened(
    by: str, tmp_path: Path
) -> None:
    """Also not one that is opened in a file manager which the program has started."""
    file = tmp_path / "PLAYER.PY"
    file.write_text("print('it runs')\n")
    start = str(ROOT / ".packaging" / "start.py")
    opening = [sys.executable, start, str(file), "--help"]
    if by == "file manager":
        opening = [sys.executable, "-c", f"import subprocess; subprocess.run({opening!r})"]
    as_congo = f"import subprocess; subprocess.run({opening!r})"
    command = opening if by == "user" else [sys.executable, start, "-c", as_congo]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert ("it runs" in done.stdout) == (by == "program")
    assert ("usage:" in done.stdout) == (by != "program")


def test_function_in_another_folder_imports_nothing_from_here(ran: Path, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import random\ndef choose(game): return random.choice(game.legal_moves())\n")
    parse_player(f"python:{file}:choose", CONGO).close()
    assert not ran.exists()


def test_a_folder_that_separates_others_by_its_name_is_not_searched(
    ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part of its name would be another folder, here the current one."""
    monkeypatch.setattr(program, "ROOT", Path(f"a{os.pathsep}."))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert program.environment()["PYTHONPATH"] == ""
    file = ran.with_name("bot.py")
    file.write_text("def choose(game): return game.legal_moves()[0]\n")
    with closing(parse_player(f"python:{file}:choose", CONGO)) as player:
        assert player.choose(Game(CONGO), Limits()).move
    assert not ran.exists()
    monkeypatch.setenv("PYTHONPATH", "mine")
    assert program.environment()["PYTHONPATH"] == "mine"


@pytest.mark.parametrize("player", ["python:bot.py:choose", "python:bot:choose", "python:bot:value,depth=1"])
def test_a_function_imports_what_it_names_from_here_and_the_program_nothing(ran: Path, player: str) -> None:
    Path("bot.py").write_text(
        "from beside import first\n"
        "def choose(game):\n"
        "    import later\n"
        "    return later.same(first(game.legal_moves()))\n"
        "def value(position): return first([1])\n"
    )
    Path("beside.py").write_text("import further\nfirst = further.first\n")
    Path("further.py").write_text("def first(values): return values[0]\n")
    Path("later.py").write_text("import statistics\ndef same(value): return value\n")
    with closing(parse_player(player, CONGO)) as chosen:
        game = Game(CONGO)
        assert chosen.choose(game, Limits()).move in game.legal_moves()
    imported = ran.read_text() if ran.exists() else ""
    assert imported == ("statistics" if player.endswith("choose") else "")


def test_what_others_import_for_a_function_is_found_here_unless_it_is_elsewhere(ran: Path) -> None:
    Path("bot.py").write_text(
        "import pickle\n"
        "def choose(game):\n"
        "    with open('model.pkl', 'rb') as file:\n"
        "        return pickle._Unpickler(file).load()(game.legal_moves())\n"
    )
    Path("model.py").write_text("import statistics\ndef first(moves): return moves[0]\n")
    Path("model.pkl").write_bytes(b"cmodel\nfirst\n.")
    with closing(parse_player("python:bot.py:choose", CONGO)) as chosen:
        game = Game(CONGO)
        assert chosen.choose(game, Limits()).move in game.legal_moves()
    assert ran.read_text() == "statistics"
    ran.unlink()
    Path("bot.py").write_text(
        "import pickle\n"
        "def choose(game):\n"
        "    with open('model.pkl', 'rb') as file:\n"
        "        pickle._Unpickler(file).load()\n"
        "    return game.legal_moves()[0]\n"
    )
    Path("model.pkl").write_bytes(b"ccolorsys\nrgb_to_hls\n.")
    with closing(parse_player("python:bot.py:choose", CONGO)) as chosen:
        assert chosen.choose(game, Limits()).move in game.legal_moves()
    assert not ran.exists()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python cannot be told to ignore the folder")
def test_workers_import_nothing_from_here(ran: Path) -> None:
    assert list(run(os.getenv, [VARIABLE], 2)) == [(0, None)], "programs of a worker inherit the variable"
    assert VARIABLE not in os.environ
    assert not ran.exists()


def test_workers_keep_a_variable_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    assert list(run(os.getenv, [VARIABLE], 2)) == [(0, "1")]
    assert os.environ[VARIABLE] == "1"


def test_no_library_is_loaded_by_its_name_alone() -> None:
    """Windows and macOS look for it in the current folder, too, and so can Linux (LD_LIBRARY_PATH)."""
    code = (
        "import llvmlite.binding as b; b.load_library_permanently = print; "
        "import engine.search.searcher, congo_gui.app, numba; print(numba.config.USING_SVML)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_INTEL_SVML"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
    assert "svml" not in done.stdout


def test_no_source_starts_python_in_another_way() -> None:
    sources = (path for package in ("engine", "congo_gui") for path in (ROOT / package).rglob("*.py"))
    starts = [path for path in sources if '[sys.executable, "-' in path.read_text(encoding="utf-8")]
    assert starts == [Path(own_python.__file__)]
