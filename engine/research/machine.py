"""What a measurement was made on."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path

from engine import __version__

CPU_FILE = Path("/proc/cpuinfo")


def processor() -> str:
    """Return the processor's name, as far as the system tells it."""
    if CPU_FILE.exists():
        lines = CPU_FILE.read_text(encoding="utf-8", errors="replace").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return names[0]
    return platform.processor() or platform.machine()


def description() -> dict[str, str]:
    """Return machine and versions, by what they are called in a report."""
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numba": metadata.version("numba"),
        "numpy": metadata.version("numpy"),
        "program": __version__,
    }
