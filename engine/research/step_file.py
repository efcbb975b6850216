"""The finished steps of long work in a folder: a file with a JSON value on each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.system.errors import UserError
from engine.system.files import read_text, replace_file


def read_steps(path: Path, damaged: str) -> list[Any]:
    """Return the values in a file, none if there is no file.

    An incomplete last line is dropped, also from the file: it was cut off by a kill or a full disk.

    Raises:
        UserError: the file cannot be read, or is damaged; `damaged` is then the message.
    """
    *lines, cut_off = (read_text(path) if path.exists() else "").split("\n")
    try:
        steps = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        raise UserError(damaged) from None
    if cut_off:
        replace_file(path, "".join(f"{line}\n" for line in lines).encode())
    return steps
