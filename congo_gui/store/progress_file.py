"""Reading a file of a player's progress; a damaged one is kept under another name. No pygame."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.system.files import free_path, read_file

LOG = logging.getLogger(__name__)
DAMAGED = (ValueError, OverflowError, RecursionError, LookupError, TypeError, AttributeError)
"""The errors that reading damaged data may raise."""


def read_progress(path: Path, max_bytes: int, take: Callable[[Any], None]) -> None:
    """Pass the JSON in a file, if it exists, to `take`, which may raise any error in `DAMAGED`."""
    try:
        take(json.loads(read_file(path, max_bytes)))
    except FileNotFoundError:
        return
    except (OSError, *DAMAGED) as error:
        aside = free_path(path.with_suffix(".unreadable.json"))
        LOG.warning("%s could not be read (%s); kept as %s", path, error, aside.name)
        with suppress(OSError):
            os.replace(path, aside)
