"""How many processes the tests take when they are asked to use the whole machine."""

from __future__ import annotations

import os

import pytest

MOST_WORKERS = 8
"""Each holds the compiled engine of all games: very many cost more memory than they save time."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers that `-n auto` means."""
    return min(MOST_WORKERS, os.cpu_count() or 1)
