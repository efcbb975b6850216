"""Existing reports, of the command line or the window, as experiments that can be resumed."""

from __future__ import annotations

import os
from pathlib import Path

from engine.research import texts
from engine.research.ablation import run as ablation
from engine.research.experiment import RESULTS, Experiment, read_json
from engine.research.growth import run as growth
from engine.system.errors import UserError


def open_report(folder: Path) -> Experiment:
    """Return the experiment whose report a folder holds.

    Raises:
        UserError: there is none.
    """
    if not os.path.isfile(folder / RESULTS):
        raise UserError(texts.no_report(folder))
    data = read_json(folder / RESULTS, texts.IS_DAMAGED)
    settings = data.get("settings")
    try:
        if isinstance(settings, dict) and "rules" in settings:
            return growth.load(folder, data)
        return ablation.load(folder, data)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        raise UserError(texts.no_good_report(folder)) from None
