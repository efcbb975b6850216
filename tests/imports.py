"""The imports of sources, and the modules loaded in a new Python process."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def imported(source: Path) -> Iterator[str]:
    """Yield the full names of a file's imports, including those in functions."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: relative imports hide where they go"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules_after(code: str) -> set[str]:
    """Return the top-level packages loaded by a new Python process after some code."""
    report = "\nimport sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code + report], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())
