"""Long work in a folder: only one process does it at a time, and resumes it with the same settings only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from engine.research import texts
from engine.system.errors import UserError
from engine.system.files import is_there, read_text, replace_file, require_no_links
from engine.system.shared_file import sole_use

PLAN = "plan.json"


@contextmanager
def reserved(folder: Path) -> Iterator[None]:
    """Reserve a folder, which need not exist yet, for this block: no other process may work in it meanwhile.

    Raises:
        UserError: another process is working in it.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with sole_use(folder) as is_free:
        if not is_free:
            raise UserError(texts.works_elsewhere(folder))
        yield


def require_own(folder: Path, mark: str, given: str = "") -> None:
    """Check that a folder is new, is empty, or has the file `mark`, whose contents the caller has to check.

    Hidden files do not count, nor does what matches `given`: nothing replaces them.

    Raises:
        UserError: it has only other files, which could be replaced as well, or a link.
        OSError: it cannot be read.
    """
    names = {path.name for path in folder.iterdir()} if is_there(folder) else set()
    foreign = [name for name in names if not (name.startswith(".") or fnmatch(name, given))]
    if foreign and mark not in names:
        raise UserError(texts.other_files(folder))
    require_no_links(folder)


def keep_plan(folder: Path, plan: dict[str, Any], conflict: str, given: str = "") -> None:
    """Write a plan into a folder, which is created if needed, unless it already holds this plan.

    `given` is a pattern of what may be there before.

    Raises:
        UserError: it holds another plan, with `conflict` as the message, or no plan but other files.
    """
    require_own(folder, PLAN, given)
    text = json.dumps(plan, indent=1) + "\n"
    path = folder / PLAN
    if is_there(path) and read_text(path) != text:
        raise UserError(conflict)
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())
