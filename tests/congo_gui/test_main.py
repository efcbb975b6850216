"""The command line: what stops the program is said in a sentence, never as a traceback."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

import main
from congo_gui.play.player import METHODS, PROGRAMS
from congo_gui.screens.tournament import setup as tournament_setup
from engine import __version__
from engine.players.levels import LEVELS, OTHER_NAMES
from engine.players.parse import FIXED_DEPTH
from engine.rules.errors import GameError
from tests.congo_gui.driver import CONGO

ROOT = Path(main.__file__).parent


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        env=environment | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"Congo {__version__}\n")


def test_the_help_names_everything() -> None:
    done = run("--help")
    assert done.returncode == 0
    for word in ("--game", "--fen", "--white", "--black", "--demo", "--version", "human"):
        assert word in done.stdout
    said = " ".join(done.stdout.split())
    assert said.count("from 1, the weakest, to 10; also easy (2), medium (5), hard (10)") == 2


def test_the_players_are_the_engines_levels() -> None:
    assert tuple(level.name for level in LEVELS) == main.LEVELS
    assert {name: str(number) for name, number in main.OTHER_NAMES.items()} == OTHER_NAMES
    for name in main.PLAYERS:
        assert main.parser().parse_args(["--black", name]).black == name


def test_the_searches_to_a_fixed_depth_have_the_same_names_everywhere() -> None:
    """The command line reads them before the engine may be imported; the window has titles for them."""
    assert tuple(f"{name}:" for name in FIXED_DEPTH) == main.METHODS
    assert tuple(METHODS) == FIXED_DEPTH
    assert main.PROGRAMS == PROGRAMS


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--fen", "nonsense"), "board"),
        (("--fen", "gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1"), "rank 6"),
        (("--fen", ""), ""),
        (("--game", "chess"), "no game called 'chess'"),
        (("--white", "godlike"), "'godlike' is no player"),
        (("--white", "minimax"), "'minimax' is no player"),
        (("--white", "minimax:deep"), "the depth of minimax takes a whole number"),
        (("--black", "uci:no-such-program"), "there is no program 'no-such-program'"),
        (("--black", "python:no_such_module:play"), "there is no module"),
        (("--clock", "soon"), "'soon' is no clock"),
    ],
)
def test_bad_input_ends_with_a_sentence_and_status_2(words: tuple[str, ...], reason: str) -> None:
    done = run(*words, SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("place", [main, tournament_setup])
def test_a_function_that_loads_for_long_is_let_in_and_judged_by_its_start(
    place: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the window nor the terminal waits for it; many take long for good reasons."""
    check = main.check_player if place is main else tournament_setup._check
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(place, "LONGEST_CHECK", 0.1)
    (tmp_path / "bot_that_hangs.py").write_text("while True: pass\n")
    check("python:bot_that_hangs:choose", CONGO)
    monkeypatch.setattr(place, "LONGEST_CHECK", 60.0)
    with pytest.raises(GameError, match="there is no module"):
        check("python:no_such_bot:choose", CONGO)


def test_a_game_that_the_window_cannot_show_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("congo_gui.games.names", lambda: ())
    assert main.main(["--game", "congo"]) == 2
    assert "Congo has no board in the window" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
@pytest.mark.parametrize("variables", [{}, {"DISPLAY": ":4711"}], ids=["none", "dead"])
def test_without_a_display_it_says_so(variables: dict[str, str]) -> None:
    done = run(**variables)
    assert done.returncode == 1
    assert "screen" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_an_unsuitable_python_is_named() -> None:
    assert main.python_problem((3, 10)) is None
    assert main.python_problem((3, 14)) is None
    for version in ((3, 9), (3, 15), (2, 7)):
        problem = main.python_problem(version)
        assert problem is not None
        assert f"{version[0]}.{version[1]}" in problem
        assert "3.10 to 3.14" in problem


def test_missing_packages_are_named_with_the_command_that_installs_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "missing_packages", lambda find: ["numba", "pygame"])
    assert main.main([]) == 1
    said = capsys.readouterr().err
    assert "numba, pygame" in said
    assert "pip install -r requirements.txt" in said


def test_packages_are_looked_for_without_importing_them() -> None:
    assert main.missing_packages(lambda name: None) == list(main.PACKAGES)
    assert main.missing_packages(lambda name: name) == []


def test_both_pygames_together_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Looked for among what pip wrote down beside the package, of which there is plenty else."""
    package = ModuleSpec("pygame", None, origin=str(tmp_path / "pygame" / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: package)
    for name in ("pygame_ce-2.5.8.dist-info", "numba-0.68.1.dist-info", "pygame", "pygame_ce.libs"):
        (tmp_path / name).mkdir()
    assert main.package_problem() is None
    (tmp_path / "pygame-2.6.1.dist-info").mkdir()
    problem = main.package_problem()
    assert problem is not None
    assert "pip uninstall pygame pygame-ce" in problem


def test_the_records_of_what_is_installed_are_found() -> None:
    installed = main.installed_beside(importlib.util.find_spec("pygame"))
    assert len({"pygame", "pygame_ce"} & installed) == 1
    assert main.installed_beside(None) == set()


@pytest.mark.parametrize("module", ["numba", "pkg_resources", "importlib.metadata"])
def test_the_first_frame_waits_for_nothing_that_it_does_not_need(module: str) -> None:
    """The compiler takes half a second to import, the others a tenth each."""
    code = (
        "import sys; sys.argv = ['main.py']; import main\n"
        f"seen = lambda *given: (_ for _ in ()).throw(SystemExit({module!r} in sys.modules))\n"
        "main.import_pygame()\n"
        "from congo_gui import app\n"
        "app.App.turn = seen\n"
        "main.main([])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
