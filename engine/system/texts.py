"""Texts of the checks before the start, and about files."""

from __future__ import annotations

# Before the start


def wrong_python(oldest: str, newest: str, here: str) -> str:
    return f"Congo needs Python {oldest} to {newest}; this is Python {here}."


def missing_packages(names: str, command: str) -> str:
    return f"Congo needs Python packages that are not installed: {names}. Run: {command}"


INSTALL_REQUIREMENTS = "python -m pip install -r requirements.txt"
INSTALL_AGAIN = "python -m pip install --force-reinstall FILE, where FILE is what Congo was installed from"


def old_numba(oldest: str, here: str, command: str) -> str:
    return f"Congo needs numba {oldest} or newer; this is numba {here}. Run: {command}"


def unset(variable: str) -> str:
    return f"Congo has to compile its engine: unset the environment variable {variable}."


def numba_settings(name: str) -> str:
    return f"The file {name} in this folder changes how numba compiles: start Congo in another folder."


# Threads

NO_MORE_THREADS = "the system allows no more threads; end other programs, or raise its limit"

# An error in the program


def crashed(error: str, report: str) -> str:
    return f"Something went wrong inside the program ({error}). {report}"


def report_at(path: object) -> str:
    return f"A report is in {path}."


NO_REPORT = "The report could not be written."


def report(congo: str, python: str, system: str, subject: str, trace: str) -> str:
    return f"Congo {congo}, Python {python}, {system}\n\n{subject}\n\n{trace}"


# Files

NOT_A_FILE = "It is not a file"
IS_LINK = "It is a link"


def holds_link(path: str) -> str:
    return f"{path} is a link, and nothing is written through it: put the file itself there"


def checksum_line(checksum: str, suffix: str) -> str:
    """Return the last line of a generated text; Markdown does not show it."""
    return f"<!-- checksum {checksum} -->" if suffix == ".md" else f"checksum {checksum}"


def not_in_character_set(letter: str) -> str:
    return f"The system's character set has no {letter}"


def is_not_a_file(path: object) -> str:
    return f"{path} is not a file"


def not_readable(path: object, reason: object) -> str:
    return f"{path} cannot be read: {reason}"


def not_text(path: object) -> str:
    return f"{path} is not in UTF-8: save it as UTF-8 in a text editor"


def is_its_source(path: object) -> str:
    return f"{path} cannot be both read and written: name another file"


def holds_something_else(path: object) -> str:
    return f"{path} holds something else, which would be lost: name another file"


def not_writable(path: object, reason: object) -> str:
    return f"{path} cannot be written: {reason}"
