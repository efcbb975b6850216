"""The window's command line: errors are explained in one sentence, never by a traceback."""

from __future__ import annotations

import ast
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from congo_gui import __main__ as program
from congo_gui.screens.tournament import names as tournament_names
from congo_gui.store.programs import Programs
from congo_gui.store.settings import SettingsFile
from congo_gui.system import packages
from engine import __main__ as command_line
from engine import __version__
from engine.game import texts
from engine.game.clocks import MAX_MOVE_S, MIN_MOVE_S
from engine.players.levels import ALIASES, LEVELS
from engine.system.errors import UserError
from tests.congo_gui.driver import CONGO
from tests.congo_gui.game_files import Feed
from tests.imports import ROOT, modules_after

START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
OLDEST_READER = (3, 7)
"""The first Python with ``from __future__ import annotations``."""


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def status_of(*words: str) -> int:
    """Return the exit status of the program, run in this process."""
    try:
        return program.main(list(words))
    except SystemExit as end:
        return int(end.code or 0)


def test_the_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"Congo {__version__}\n")


def test_the_program_is_found_by_a_python_that_does_not_look_beside_it() -> None:
    """As with PYTHONSAFEPATH, or without the folders of packages, which may name it."""
    command = [sys.executable, "-I", "-S", str(ROOT / "main.py"), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs Python packages that are not installed" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")
@pytest.mark.parametrize("main", [program.main, command_line.main])
def test_the_program_can_write_to_its_own_files_whatever_the_umask(
    main: Callable[[], int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    before = os.umask(0o277)
    try:
        assert main() == program.CANNOT_START
        (tmp_path / "new").touch()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600


def test_help_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("--help") == 0
    printed = capsys.readouterr().out
    for word in ("--game", "--fen", "--white", "--black", "--demo", "--version", "human"):
        assert word in printed
    message = " ".join(printed.split())
    levels = "1 (weakest) to 10, or between two, such as 3.4; also easy (2), medium (5), hard (10)"
    assert message.count(levels) == 2


@pytest.mark.parametrize("name", ["human", *(level.name for level in LEVELS), "3.4", *ALIASES])
def test_every_level_can_be_named(name: str) -> None:
    program.check_player(name, CONGO)
    with pytest.raises(UserError, match="is not a player"):
        program.check_player(f"{name}!", CONGO)


@pytest.mark.parametrize("prog", ["congo", "main.py"])
def test_help_shows_the_invoked_program_name(prog: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--help"], prog)
    assert capsys.readouterr().out.startswith(f"usage: {prog} [-h]")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--fen", "nonsense"), "board"),
        (("--fen", "gmelecz/pppppppp/7/7/7/PPPPPPP/GMELECZ w 1"), "rank 6"),
        (("--fen", ""), ""),
        (("--fen=--",), "'--' cannot be the value of --fen"),
        (("--game", "chess"), "no game called 'chess'"),
        (("--white", "godlike"), "'godlike' is not a player"),
        (("--white", "minimax"), "minimax needs a depth, as in minimax:3"),
        (("--white", "smart"), "'smart' is not a player"),
        (("--game", "minichess", "--black", "smart:2"), "smart takes no settings"),
        (("--black", "engine:without=luck"), "the search has no feature 'luck'"),
        (("--black", "engine:weights=luck"), "Congo has no weights called 'luck', only 'hand' and 'weights'"),
        (("--black", "engine:network=/no.nnue"), "the network no.nnue cannot be read"),
        (("--white", "minimax:deep"), "the depth of minimax takes a whole number"),
        (("--black", "program:Rex"), "there is no program 'Rex': none has been added"),
        (("--black", "uci:no-such-program"), "there is no program 'no-such-program'"),
        (("--black", "python:no_such_module:play"), "there is no module"),
        (("--black", "student:no.py"), "Congo does not support agent files"),
        (("--game", "minichess", "--black", "student:no.py"), "there is no file 'no.py'"),
        (("--game", "minichess", "--black", "student:~no-such-user/x"), "there is no file '~no-such-user/x'"),
        (("--game", "minichess", "--black", "student:" + "x" * 5000), "there is no file"),
        (("--clock", "soon"), texts.not_a_clock("'soon'")),
        (("--move-limit", "0"), texts.bad_move_limit(MIN_MOVE_S, MAX_MOVE_S, "'0'")),
    ],
)
def test_bad_input_ends_with_a_sentence_and_status_2(
    words: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(*words) == 2
    printed = capsys.readouterr()
    assert reason in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""


def test_a_program_of_the_window_is_named_as_there(capsys: pytest.CaptureFixture[str]) -> None:
    settings_file = SettingsFile()
    Programs(settings_file.settings).add("Rex", "uci:no-such-program")
    settings_file.save()
    assert status_of("--black", "program:rex") == 2
    assert "there is no program 'no-such-program'" in capsys.readouterr().err


def test_bad_input_ends_the_process_with_a_sentence_and_status_2() -> None:
    done = run("--fen", "nonsense", SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2
    assert done.stderr.startswith("board: it has 1 rank")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("place", [program, tournament_names])
def test_slowly_loading_function_is_accepted_until_its_start(
    place: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the window nor the terminal waits for it; some functions legitimately take long to load."""
    check = program.check_player if place is program else tournament_names.check
    monkeypatch.chdir(tmp_path)
    longest = "MAX_LOADING_S" if place is program else "MAX_CHECK_S"
    monkeypatch.setattr(place, longest, 0.1)
    (tmp_path / "bot_that_hangs.py").write_text("while True: pass\n")
    check("python:bot_that_hangs:choose", CONGO)
    monkeypatch.setattr(place, longest, 60.0)
    with pytest.raises(UserError, match="there is no module"):
        check("python:no_such_bot:choose", CONGO)


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes and devices among files")
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_pipes_and_devices_are_no_game_files(
    kind: str, tmp_path: Path, fed: Feed, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("congo_gui.app.run", lambda *arguments: 0)
    path = tmp_path / "game.txt"
    if kind == "pipe":
        fed(path, '[Game "congo"]\n\n1. d2d3 *\n')
    else:
        path.symlink_to("/dev/zero")
    assert status_of(str(path)) == 2
    assert capsys.readouterr().err == "“game.txt” cannot be opened: it is not a file.\n"


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
def test_a_pipe_in_place_of_the_settings_is_not_read(
    tmp_path: Path, fed: Feed, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config").mkdir()
    fed(tmp_path / "config" / "settings.json", '{"game": "konane"}')
    assert status_of("--fen", START.replace("gmelecz", "g")) == 2
    assert capsys.readouterr().err.startswith("board, rank 7: ")  # of Congo


def test_deeply_nested_settings_are_damaged_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text("[" * 100_000)
    assert status_of("--fen", "nonsense") == 2
    assert capsys.readouterr().err.startswith("board: ")


@pytest.mark.parametrize("mark", ["$1 ", "{the 🦁 is safe for now} "], ids=["NAGs", "comments"])
def test_a_game_is_read_in_linear_time(mark: str, tmp_path: Path) -> None:
    """Of so many marks of one move, 16 times as many take 10 times the processor time, and once took 100."""

    def seconds(marks: int) -> float:
        (tmp_path / "game.txt").write_text(f'[Game "congo"]\n\n1. d2d3 {mark * marks}*\n', encoding="utf-8")
        began = time.process_time()
        assert status_of(str(tmp_path / "game.txt"), "--export", str(tmp_path / "game.svg")) == 0
        return time.process_time() - began

    seconds(1)
    assert seconds(64_000) < 40 * seconds(4_000)


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("(" * 2_000_000, "a game has at most 2,000,000 characters"),
        ("(" * 100_001, "a game has at most 100,000 moves, comments and marks"),
        ("(1. c2c3 " * 400, "variations are nested more than 60 deep"),
    ],
)
def test_a_game_that_is_too_large_is_not_read(
    moves: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text(f'[Game "congo"]\n\n1. d2d3 {moves}')
    assert status_of(str(tmp_path / "game.txt"), "--export", str(tmp_path / "game.svg")) == 2
    assert reason in capsys.readouterr().err


def test_names_a_game_without_a_skin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("congo_gui.games.names", lambda: ())
    assert program.main(["--game", "congo"]) == program.BAD_INPUT
    assert "Congo has no board in the window" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
@pytest.mark.parametrize("variables", [{}, {"DISPLAY": ":4711"}], ids=["none", "dead"])
def test_missing_display_is_explained(variables: dict[str, str]) -> None:
    done = run(**variables)
    assert done.returncode == 1
    assert "no display found" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_an_unsuitable_python_is_named_before_anything_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    assert program.main(["--nonsense"]) == program.CANNOT_START
    assert capsys.readouterr().err == "Congo needs Python 3.10 to 3.14; this is Python 3.9.\n"


def test_a_problem_with_the_packages_is_reported_before_anything_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(packages, "package_problem", lambda: "No numba.")
    assert program.main(["--nonsense"]) == program.CANNOT_START
    assert capsys.readouterr().err == "No numba.\n"


EARLY = "import main, congo_gui.__main__, engine.__main__"
"""Imports everything that runs before the checks."""


def test_only_the_standard_library_is_loaded_before_the_checks() -> None:
    loaded = modules_after(EARLY) - modules_after("") - sys.stdlib_module_names
    assert loaded == {"main", "congo_gui", "engine"}


def test_startup_checks_compile_on_old_pythons() -> None:
    sources = f"{EARLY}\nimport sys\nfor one in sys.modules.values(): print(getattr(one, '__file__', None))"
    done = subprocess.run(
        [sys.executable, "-c", sources], cwd=ROOT, capture_output=True, text=True, check=True
    )
    ours = [Path(line) for line in done.stdout.splitlines() if Path(line).is_relative_to(ROOT)]
    names = {path.relative_to(ROOT).as_posix() for path in ours if ".venv" not in path.parts}
    assert {"main.py", "congo_gui/__main__.py", "engine/__main__.py"} <= names
    for name in names:
        ast.parse((ROOT / name).read_text(encoding="utf-8"), name, feature_version=OLDEST_READER)


def test_first_frame_waits_for_nothing_unneeded() -> None:
    """The compiler takes half a second to import, the others a tenth each."""
    code = (
        "import sys; from congo_gui.__main__ import main\n"
        "from congo_gui.system.packages import import_pygame\n"
        "needless = {'numba', 'pkg_resources', 'importlib.metadata'}\n"
        "def seen(*arguments): sys.exit(', '.join(needless & set(sys.modules)) or None)\n"
        "import_pygame()\n"
        "from congo_gui import app\n"
        "app.App.run_once = seen\n"
        "main([])"
    )
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
