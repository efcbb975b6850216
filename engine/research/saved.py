"""Reports that were made before, by the command line or in the window, as experiments that can go on."""

from __future__ import annotations

from pathlib import Path

from engine.research.ablation import run as ablation
from engine.research.experiment import RESULTS, Experiment, read_json
from engine.research.growth import run as growth
from engine.system.errors import UserError

NO_REPORT = "holds no report of an experiment"


def open_report(folder: Path) -> Experiment:
    """Return the experiment whose report a folder holds; raise `UserError` if there is none."""
    if not (folder / RESULTS).is_file():
        raise UserError(f"{folder} {NO_REPORT}")
    data = read_json(folder / RESULTS, "is damaged")
    settings = data.get("settings")
    try:
        if isinstance(settings, dict) and "rules" in settings:
            return growth.load(folder, data)
        return ablation.load(folder, data)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError):
        raise UserError(f"{folder} {NO_REPORT}, or a damaged one") from None
