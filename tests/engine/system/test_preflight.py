"""A Python that cannot run the program gets a message instead of a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import util
from importlib.machinery import ModuleSpec
from pathlib import Path

import numba
import pytest

from engine import __main__ as start
from engine import __version__
from engine.system import preflight, texts


@pytest.mark.parametrize("version", [(3, 10), (3, 12), (3, 14)])
def test_accepts_these_versions(version: tuple[int, int]) -> None:
    assert preflight.python_problem(version) is None


@pytest.mark.parametrize("version", [(2, 7), (3, 9), (3, 15)])
def test_names_unsuitable_versions_and_suitable_ones(version: tuple[int, int]) -> None:
    problem = preflight.python_problem(version)
    assert problem is not None
    assert "3.10 to 3.14" in problem
    assert ".".join(map(str, version)) in problem


def test_rejects_an_old_python_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    assert start.main() == start.CANNOT_START
    assert capsys.readouterr().err == "Congo needs Python 3.10 to 3.14; this is Python 3.9.\n"


def test_missing_packages_are_listed_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = util.find_spec
    monkeypatch.setattr(start, "find_spec", lambda name: None if name == "numba" else find(name))
    assert start.main() == start.CANNOT_START
    error = capsys.readouterr().err
    assert "numba" in error
    assert "numpy" not in error
    assert "pip install -r requirements.txt" in error


@pytest.mark.parametrize("program", ["engine", "congo_gui"])
@pytest.mark.parametrize("disabled", [True, False])
def test_what_keeps_numba_from_compiling_is_said_in_one_sentence(
    program: str, disabled: bool, tmp_path: Path
) -> None:
    """A variable, or, where PyYAML is installed, numba's settings in a folder of downloads, say."""
    (tmp_path / "yaml.py").touch()
    if not disabled:
        (tmp_path / ".numba_config.yaml").write_bytes(b"\xff")
    paths = os.pathsep.join((str(preflight.REQUIREMENTS.parent), str(tmp_path)))
    variables = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": str(int(disabled))}
    command = [sys.executable, "-m", program, "--help"]
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == start.CANNOT_START
    assert ("NUMBA_DISABLE_JIT" if disabled else ".numba_config.yaml") in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("contents", "is_too_old"),
    [
        (b'version_json = """{"version": "0.65.1"}"""', True),
        (b'version_json = """{"version": "0.66.0rc1"}"""', False),
        (b'version_json = """{"version": "1.0.0"}"""', False),
        (b"version_json = None", False),
        (b"\xff", False),
        (None, False),
    ],
)
def test_a_numba_that_would_stop_the_process_is_refused(
    contents: bytes | None, is_too_old: bool, tmp_path: Path
) -> None:
    if contents is not None:
        (tmp_path / "_version.py").write_bytes(contents)
    found = ModuleSpec("numba", None, origin=str(tmp_path / "__init__.py"))
    problem = preflight.numba_problem(lambda name: found)
    assert problem == (
        f"Congo needs numba 0.66 or newer; this is numba 0.65. Run: {preflight.install_command()}"
        if is_too_old
        else None
    )


def test_the_version_of_the_numba_that_is_installed_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "OLDEST_NUMBA", (1000, 0))
    oldest = preflight.numba_problem(util.find_spec)
    assert oldest is not None
    assert f"this is numba {'.'.join(numba.__version__.split('.')[:2])}." in oldest


@pytest.mark.parametrize(
    ("variable", "value"),
    [("NUMBA_NUM_THREADS", "0"), ("NUMBA_NUM_THREADS", "-1"), ("NUMBA_CPU_FEATURES", "sse2")],
)
def test_variables_that_numba_refuses_are_explained(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "result", "congo", "startpos"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == start.CANNOT_START
    assert done.stderr == f"{texts.unset(variable)}\n"


def test_an_installed_program_is_installed_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(preflight, "REQUIREMENTS", tmp_path / "requirements.txt")
    problem = preflight.missing_problem(["numba"])
    assert "pip install --force-reinstall" in problem
    assert "requirements.txt" not in problem


def started(module: str, shell: str, then: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run a program's `main` and then some code, as a shell command in which ``"$@"`` stands for them."""
    code = f"import os; from {module} import main\ntry: main()\nexcept SystemExit: pass\n{then}"
    command = ["/bin/sh", "-c", shell, "sh", sys.executable, "-c", code, "--version"]
    variables = {**os.environ, "PYTHONPATH": str(preflight.REQUIREMENTS.parent), "HOME": str(tmp_path)}
    return subprocess.run(
        command, cwd=tmp_path, env=variables, stdout=subprocess.PIPE, text=True, check=False
    )


MAINS = pytest.mark.parametrize("module", ["engine.__main__", "congo_gui.__main__"])


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@MAINS
def test_a_closed_standard_error_is_no_other_file(module: str, tmp_path: Path) -> None:
    then = f"assert open({str(tmp_path / 'saved')!r}, 'w').fileno() > 2; os.system('echo >&2 || kill $PPID')"
    done = started(module, 'exec "$@" 2>&-', then, tmp_path)
    assert (done.returncode, done.stdout.lower()) == (0, f"congo {__version__}\n")


@pytest.mark.skipif(os.name != "posix", reason="other systems keep the folder in use")
@MAINS
def test_the_home_folder_replaces_a_deleted_one(module: str, tmp_path: Path) -> None:
    done = started(module, 'mkdir gone; cd gone; rmdir ../gone; exec "$@"', "print(os.getcwd())", tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, str(tmp_path.resolve()))
