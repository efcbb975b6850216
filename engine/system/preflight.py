"""Check whether this Python can run the program, before importing anything from other packages.

Written so that old versions of Python can parse it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path

from engine.system import texts

OLDEST, NEWEST = (3, 10), (3, 14)
PACKAGES = ("numpy", "numba", "llvmlite", "platformdirs")
"""The import names of the packages that the engine needs."""
OLDEST_NUMBA = (0, 66)
"""Older ones stop this process, with a failed assertion in LLVM, when they compile the search."""
CPU_FEATURES = re.compile(r"([+-][^,]+(,[+-][^,]+)*)?")
"""What LLVM accepts as a list of a processor's features."""
NUMBA_SETTINGS = ".numba_config.yaml"
REQUIREMENTS = Path(__file__).resolve().parents[2] / "requirements.txt"
"""Lists the packages in a checkout; an installed program was installed with them."""


def python_problem(version: tuple[int, int]) -> str | None:
    """Return what is wrong with this version of Python, None if it is supported."""
    if OLDEST <= version <= NEWEST:
        return None
    oldest, newest, here = (".".join(map(str, one)) for one in (OLDEST, NEWEST, version))
    return texts.wrong_python(oldest, newest, here)


def missing(find: Callable[[str], object], names: Iterable[str] = PACKAGES) -> list[str]:
    """Return the packages that `find` does not find."""
    return [name for name in names if find(name) is None]


def missing_problem(names: Iterable[str]) -> str:
    """Return the message about missing packages, with the command that installs them."""
    return texts.missing_packages(", ".join(names), install_command())


def numba_problem(find: Callable[[str], ModuleSpec | None]) -> str | None:
    """Return what keeps numba from working here: its version, a variable, or settings in the current folder.

    These are read if PyYAML is installed; a folder of downloads must not decide how the program is compiled.
    """
    version = _version(find("numba"))
    if version is not None and version < OLDEST_NUMBA:
        oldest, here = (".".join(map(str, one)) for one in (OLDEST_NUMBA, version))
        return texts.old_numba(oldest, here, install_command())
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return texts.unset("NUMBA_DISABLE_JIT")
    with suppress(ValueError):
        if int(os.environ.get("NUMBA_NUM_THREADS", "1")) < 1:
            return texts.unset("NUMBA_NUM_THREADS")
    if not CPU_FEATURES.fullmatch(os.environ.get("NUMBA_CPU_FEATURES", "")):  # LLVM would end the process
        return texts.unset("NUMBA_CPU_FEATURES")
    if os.path.isfile(NUMBA_SETTINGS) and find("yaml") is not None:
        return texts.numba_settings(NUMBA_SETTINGS)
    return None


def _version(numba: ModuleSpec | None) -> tuple[int, int] | None:
    """Return the version of numba, None if its files do not tell; importing it would take too long.

    The name of a folder beside it may be left over from another version.
    """
    if numba is None or numba.origin is None:
        return None
    try:
        with open(os.path.join(os.path.dirname(numba.origin), "_version.py"), encoding="utf-8") as file:
            found = re.search(r'"version": "(\d{1,4})\.(\d{1,4})', file.read(10_000))
    except (OSError, ValueError):
        return None
    return None if found is None else (int(found[1]), int(found[2]))


def keep_access_to_new_files() -> None:
    """Let the user read and write the files and folders that the program creates, whatever the umask."""
    os.umask(os.umask(0o077) & ~0o700)


def open_standard_files() -> None:
    """Open the null device for each standard file that is closed, for this process and its children.

    Otherwise the next file opened would take its number, and receive what libraries write to standard error.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def leave_deleted_folder() -> None:
    """Go to the home folder if the current one no longer exists: numba cannot compile there."""
    try:
        os.getcwd()
    except OSError:
        with suppress(OSError):
            os.chdir(os.path.expanduser("~"))


def install_command() -> str:
    """Return the command that installs the packages."""
    return texts.INSTALL_REQUIREMENTS if REQUIREMENTS.is_file() else texts.INSTALL_AGAIN
