"""The finished steps of long work in a folder: a file with a JSON value on each line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.system import files
from engine.system.errors import UserError
from engine.system.texts import not_readable

MAX_LINE_BYTES = 1 << 22
"""More than the longest line needs, which has a game of ten thousand plies."""


def read_lines(path: Path, max_bytes: int = MAX_LINE_BYTES) -> Iterator[bytes]:
    """Yield the lines of a file, of which there may be any number; none if there is no file.

    Raises:
        UserError: the file cannot be read.
    """
    try:
        yield from files.read_lines(path, max_bytes)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(not_readable(path, error.strerror)) from None


def read_steps(path: Path, damaged: str) -> Iterator[Any]:
    """Yield the values in a file, none if there is no file.

    An incomplete last line is dropped, also from the file: it was cut off by a kill or a full disk.

    Raises:
        UserError: the file cannot be read, or is damaged; `damaged` is then the message.
    """
    whole = 0
    for line in read_lines(path):
        if not line.endswith(b"\n"):
            os.truncate(path, whole)
            return
        whole += len(line)
        try:
            step = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise UserError(damaged) from None
        yield step
