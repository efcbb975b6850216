"""Compile every game once before many tests run, and set the number of processes."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

MAX_WORKERS = 8
"""Each holds the compiled engine of all games: more of them cost more memory than they save time."""
ENGINE = Path(__file__).parent / "engine"

# A folder that does not exist: endings that the developer has built would change what is found.
os.environ["CONGO_DATA_DIR"] = str(Path(__file__).with_name("no-data"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in a job that a shell has put in the background: what tests start would ignore Ctrl-C, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers for `-n auto`."""
    return min(MAX_WORKERS, os.cpu_count() or 1)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt tests and modules from garbage collection: each collection would take half a second."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile all games before the workers start, which would each compile them.

    One process needs that only if it runs the tests of the launches, which else compile what it has compiled.
    """
    config = session.config
    workers = config.getoption("numprocesses", 0)
    chosen = [Path(argument).resolve() for argument in config.args]
    wanted = ENGINE if workers else ENGINE / "compiled"
    if not config.option.collectonly and any(map(wanted.is_relative_to, chosen)):
        compile_games(workers or 1, config.get_terminal_writer().line)


def compile_games(processes: int, report: Callable[[str], object]) -> None:
    """Compile the games that are not compiled yet, in parallel processes."""
    from engine.rules import names
    from tests.engine.compiled.launched import first_launch, is_launched

    missing = [name for name in names() if not is_launched(name)]
    if missing:
        report(f"compiling {', '.join(missing)}")
        with ThreadPoolExecutor(processes) as pool:
            for launched in [pool.submit(first_launch, name) for name in missing]:
                with suppress(AssertionError):  # the tests of compiled code tell what is wrong
                    launched.result()
