"""Files written by earlier versions of the program; see data/earlier/README.md."""

from __future__ import annotations

import shutil
from pathlib import Path

EARLIER = Path(__file__).parent / "data" / "earlier"


def copied(name: str, target: Path) -> Path:
    """Copy a file or a folder of an earlier version to `target`, which tests may change; return it."""
    source = EARLIER / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)
    return target
