"""A program that compiles games and fills the cache: ``python -m engine.players.warmup congo``.

Prints ``DONE TOTAL LABEL`` after each step, for a progress bar; the window stays responsive because the
compiler runs in another process. The rules come first, so that humans can start to play. The search, which
takes longer than everything else, is compiled by a second process in parallel and needed last.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.compiled import sources
from engine.compiled.cache import code_folder
from engine.rules import get, names
from engine.rules.rules import Rules
from engine.system.errors import UserError
from engine.system.files import read_file, replace_file
from engine.system.own_python import own_command
from engine.system.status import print_status

Step = tuple[str, Callable[[], object]]

RULES, SEARCH = "rules", "search"
"""The labels of the step after which humans can play, and of the one done by the second process."""
MAX_MARKER_BYTES = 1 << 20
PROGRAM = "engine.players.warmup"
HELPER_OPTION = "--search"


def is_warm(name: str) -> bool:
    """Return whether the game is already compiled from the current sources."""
    marker = _marker(name)
    try:
        lines = read_file(marker, MAX_MARKER_BYTES).decode().splitlines() if marker else []
        return bool(lines) and lines[0] == sources.fingerprint(lines[1:])
    except (OSError, ValueError, RecursionError):  # it is missing or damaged
        return False


def _marker(name: str) -> Path | None:
    """Return the file with the fingerprint and names of the modules that a game's code depends on."""
    folder = code_folder()
    return folder and folder / f"{name}.ready"


def _mark(name: str) -> None:
    from engine.compiled.stored_code import used_modules

    marker, modules = _marker(name), used_modules()
    if marker is not None:
        with suppress(OSError):  # a warning about compiled code not being stored was already printed
            replace_file(marker, "\n".join((sources.fingerprint(modules), *sorted(modules))).encode())


def steps(name: str) -> Iterator[Step]:
    """Yield the steps of compiling a game, each a label and a function."""
    from engine.compiled.jit import int64
    from engine.players.material import material_gain
    from engine.search.minimax import minimax_root
    from engine.search.perft import perft
    from engine.search.searcher import Searcher

    rules = get(name)
    position = rules.start()
    core = rules.core()

    def compile_rules() -> None:
        rules.play(position, rules.legal_moves(position)[0])
        core.result_without_moves(position.record)
        core.compute_key(position.record)

    yield RULES, compile_rules
    yield "evaluation", lambda: core.evaluate(position.record)
    yield "tablebase", lambda: core.probe_tablebase(position.record, 0)
    yield "captures", lambda: core.tactical_moves(position.record)
    yield "gains", lambda: material_gain(rules, position, rules.legal_moves(position)[0])
    yield "move counting", lambda: perft(rules, position, 2)
    yield "minimax", lambda: minimax_root(_search_without_moves(rules), int64(1))
    yield SEARCH, lambda: Searcher(rules, 1)


def _search_without_moves(rules: Rules) -> Any:
    """Return the record of a search with nothing to search, so that calling the search only compiles it."""
    import numpy as np

    from engine.search.state import search_type

    return np.zeros(1, dtype=search_type(rules.core().dtype))[0]


def warm(
    name: str, report: Callable[[int, int, str], None], wait_for: Callable[[str], object] = lambda label: None
) -> None:
    """Compile a game; `report` is called with (done, total, label) before each step and at the end.

    `wait_for` is called with the label before each step; code that another process has compiled by then is
    loaded.
    """
    plan = list(steps(name))
    for done, (label, work) in enumerate(plan):
        report(done, len(plan), label)
        wait_for(label)
        work()
    _mark(name)
    report(len(plan), len(plan), "ready")


def warm_with_helper(name: str, report: Callable[[int, int, str], None]) -> None:
    """Compile a game like `warm`, with the search in a second process; if that fails, compile it here."""
    try:
        # The helper ends when its input is closed, which happens even if this process is killed.
        helper = subprocess.Popen(
            own_command(PROGRAM, HELPER_OPTION, name),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError:
        warm(name, report)
        return
    try:
        warm(name, report, lambda label: helper.wait() if label == SEARCH else None)
    finally:
        helper.kill()
        helper.communicate()


def _help(name: str) -> None:
    """Compile the search of a game in the second process; the first one compiles the rules."""
    from engine.compiled.jit import int64
    from engine.search.alphabeta import order_root, search_root
    from engine.search.ordering import reset_ordering
    from engine.search.state import INFINITE

    threading.Thread(target=_end_with_input, daemon=True).start()
    search = _search_without_moves(get(name))
    search_root(search, int64(1), int64(0), int64(-INFINITE), int64(INFINITE))
    order_root(search)
    reset_ordering(search)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def main(arguments: list[str]) -> int:
    """Run as a program; the arguments are names of games."""
    gc.disable()  # it took a tenth of the time and freed nothing: numba's objects stay alive
    try:
        if arguments[:1] == [HELPER_OPTION]:
            _help(get(arguments[1]).name)
            return 0
        for name in arguments or names()[:1]:
            warm_with_helper(get(name).name, lambda done, total, label: print(done, total, label, flush=True))
    except UserError as error:
        print_status(str(error))
        return 2
    finally:
        gc.enable()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
