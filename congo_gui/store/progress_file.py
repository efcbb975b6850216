"""Reading a file of a player's progress; a damaged one is kept under another name. No pygame."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.system.files import free_path, read_file, replace_file

LOG = logging.getLogger(__name__)
DAMAGED = (ValueError, OverflowError, RecursionError, LookupError, TypeError, AttributeError)
"""The errors that reading damaged data may raise."""


def read_progress(path: Path, max_bytes: int, take: Callable[[Any], None]) -> None:
    """Pass the JSON in a file, if it exists, to `take`, which may raise any error in `DAMAGED`."""
    try:
        data = read_file(path, max_bytes)
        if data:  # empty: its first write failed
            take(json.loads(data))
    except FileNotFoundError:
        return
    except (OSError, *DAMAGED) as error:
        aside = _aside(path)
        LOG.warning("%s could not be read (%s); kept as %s", path, error, aside.name)
        with suppress(OSError):
            os.replace(path, aside)


def keep_damaged(path: Path, data: bytes) -> None:
    """Write the damaged contents of a file, which is about to be replaced, to a file beside it."""
    aside = _aside(path)
    LOG.warning("%s is damaged; its contents are kept as %s", path, aside.name)
    with suppress(OSError):
        replace_file(aside, data)


def _aside(path: Path) -> Path:
    return free_path(path.with_suffix(".unreadable.json"))
