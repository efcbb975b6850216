"""The files that players are made of or log to: games are not written there, and an edited bot plays anew."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.players import texts
from engine.players.parse import PYTHON_SUFFIX, split_command, split_kind, split_name, split_python
from engine.players.program_settings import files_read, split_settings
from engine.system.errors import UserError
from engine.system.files import files_in, is_same_file, require_other, typed_path

SCRIPTS = (PYTHON_SUFFIX, ".pyz", ".jar", ".js", ".mjs", ".lua", ".sh", ".pl", ".rb", ".exe")
"""The endings of files that an interpreter runs; others that are run may be executed."""


def require_separate_files(path: Path | None, players: Sequence[str], *sources: Path | None) -> None:
    """Check that the file for games and the logs of players are none of the files that are read.

    `sources` are read besides those that the players are made of.

    Raises:
        UserError: a file is both, or games and a log would be in one file; or a command cannot be split.
    """
    read, logs = list(sources), []
    for player in players:
        of_player, log = _files(split_name(player)[1])
        read += of_player
        logs += [log] if log else []
    for written in (*logs, *([path] if path else [])):
        require_other(written, *read)
    if path is not None and any(is_same_file(path, log) for log in logs):
        raise UserError(texts.is_a_log(path))


def state_of_files(player: str) -> list[tuple[str, int, int]]:
    """Return the names, times and sizes of the files with a player's code, which differ if one is edited.

    These are programs and scripts in a command, or a Python module and those beside it. What is missing or
    refused is left out, as are other files: a program may write its log while it plays.
    """
    name = split_name(player)[1].strip()
    files = _files(name)[0]
    if name.lower().startswith(("python:", "student:")):
        for folder in {file.parent for file in files}:
            with suppress(OSError, ValueError):
                files += files_in(folder, f"*{PYTHON_SUFFIX}")
    state = []
    for file in files:
        with suppress(OSError, ValueError):
            found = file.stat()
            is_code = file.suffix.lower() in SCRIPTS or found.st_mode & 0o111
            if stat.S_ISREG(found.st_mode) and is_code:
                state.append((str(file), found.st_mtime_ns, found.st_size))
    return state


def _files(player: str) -> tuple[list[Path], Path | None]:
    """Return the files that a player may read, and its log file."""
    name, _, rest = split_kind(player)
    settings = rest.split(",")
    match name:
        case "engine":
            pairs = [setting.partition("=") for setting in settings]
            return [typed_path(value) for name, _, value in pairs if name.strip() == "network"], None
        case "student":
            return [typed_path(rest)], None
        case "python":
            module, path, _ = split_python(rest)
            return [path] if path.suffix == PYTHON_SUFFIX else _sources(module), None
        case "uci":
            program, arguments = split_settings(split_command(rest))
            return files_read(program, arguments), program.log_file()
    return [], None


def _sources(module: str) -> list[Path]:
    """Return the sources that the import of a module may run: its own, and those of its packages."""
    path = Path(module.replace(".", "/"))
    packages = [folder / f"__init__{PYTHON_SUFFIX}" for folder in (path, *path.parents[:-1])]
    return [Path(f"{path}{PYTHON_SUFFIX}"), *packages]
