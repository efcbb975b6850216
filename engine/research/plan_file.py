"""The settings of long work in a folder, kept so that it is only resumed with the same ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.system.errors import UserError
from engine.system.files import read_text, replace_file

PLAN = "plan.json"


def keep_plan(folder: Path, plan: dict[str, Any], conflict: str) -> None:
    """Write a plan into a folder, which is created if needed, unless it already holds this plan.

    Raises:
        UserError: it holds another plan; `conflict` is the message.
    """
    text = json.dumps(plan, indent=1) + "\n"
    path = folder / PLAN
    if path.exists() and read_text(path) != text:
        raise UserError(conflict)
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())
