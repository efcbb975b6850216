"""Existing reports, of the command line or the window, as experiments that can be resumed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.research import texts
from engine.research.ablation import run as ablation
from engine.research.experiment import RESULTS, Experiment, read_results
from engine.research.growth import run as growth
from engine.system.errors import UserError
from engine.system.files import file_state


def open_report(folder: Path, is_stopped: Callable[[], bool] = lambda: False) -> Experiment:
    """Return the experiment whose report a folder holds; only a part of it once `is_stopped`.

    Raises:
        UserError: there is none.
    """
    path = folder / RESULTS
    if not os.path.isfile(path):
        raise UserError(texts.no_report(folder))
    known = file_state(path)
    try:
        data, games = read_results(path)
    except (ValueError, RecursionError):
        raise UserError(f"{path} {texts.IS_DAMAGED}") from None
    settings = data.get("settings")
    try:
        if isinstance(settings, dict) and "rules" in settings:
            found: Experiment = growth.load(folder, data, games, is_stopped)
        else:
            found = ablation.load(folder, data)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        raise UserError(texts.no_good_report(folder)) from None
    found.note_results(known)
    return found
