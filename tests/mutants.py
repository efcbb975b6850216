"""Mutation testing of the rules: ``python -m tests.mutants GAME`` changes one thing at a time and runs tests.

Each mutant (see mutations.py) is written into a copy of the sources in which compiled functions are plain
Python (see uncompiled.py). It lives if perft, the golden games, keys and texts stay the same, and the game's
tests pass; what exceeds its processor time is killed. A run is resumed from its file of results, also with a
larger sample. It needs `os.fork`.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.mutations import mutants_of

ROOT = Path(__file__).parents[1]
COPIED = ("engine", "tests", "assets", "pyproject.toml")
MODULES = ("board", "moves", "notation", "rules", "jumps", "clicks")
SHARED = ("core", "fen", "move_rules", "notation", "rules", "set_up", "squares", "values")
GUIDANCE = {"gain", "material_gain", "loses_material", "play_null_move", "promotions", "escapes"}
"""Functions that only guide the search, and are left out."""
ELSEWHERE = {"conga": "tests/engine/research/test_prove.py"}
"""Tests of a game's rules outside its own folder."""
QUICK_LEAVES = 1500
"""Perft figures from here on would take too long."""
QUICK_SECONDS, TEST_SECONDS = 20, 1
"""Processor time of the quick check and of one test."""


def quick_check(game: str) -> bool:
    """Return whether perft, the golden games, and the keys and texts of their positions are right."""
    from engine import rules
    from engine.search.perft import perft
    from tests.engine import golden
    from tests.engine.rules.perft_data import perft_lines

    ours, core = rules.get(game), rules.get(game).core()
    figures = [(depth, line) for line in perft_lines(game) for depth in (1, 2, 3) if depth in line.depths]
    for depth, line in sorted(figures, key=lambda figure: figure[0]):
        known = line.depths[depth]
        if known < QUICK_LEAVES and perft(ours, ours.notation.parse(line.fen), depth) != known:
            return False
    expected = golden.path_of(game).read_text(encoding="utf-8").strip().split("\n\n")
    for played, text in zip(golden.read(ours), expected, strict=True):
        if golden.text_of(played) != text:
            return False
        for cursor in range(len(played.plies) + 1):
            position = played.position_at(cursor)
            same = ours.notation.parse(ours.notation.format(position)) == position
            if not same or core.compute_key(position.copy_record()) != position.key:
                return False
    return True


class Chosen:
    """A plugin of pytest: it runs the given tests, in this order, and notes the times of those that pass."""

    def __init__(self, order: list[str] | None) -> None:
        self.order = order
        self.times: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose and sort the tests."""
        if self.order is not None:
            known = {item.nodeid: item for item in items}
            items[:] = [known[name] for name in self.order if name in known]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Run a test, at most for its time."""
        begin = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        self.times[item.nodeid] = time.process_time() - begin


def run_tests(game: str, tests: Path, seconds: float) -> bool:
    """Return whether a game's tests pass: the cheapest, as many as `seconds` of processor time allow.

    Without the file `tests`, all are run, and those that pass and their times are noted there.
    """
    from engine import rules
    from tests.engine import golden
    from tests.engine.rules import games

    # Random games take long to play when nothing is compiled.
    games.random_games = lambda name, count=6: tuple(golden.read(rules.get(name)))  # type: ignore[assignment]
    signal.signal(signal.SIGPROF, _interrupt)
    times: dict[str, float] = json.loads(tests.read_text("utf-8")) if tests.exists() else {}
    totals = dict(zip(times, itertools.accumulate(times.values()), strict=True))
    order = [name for name in times if totals[name] < seconds]
    folder = Path("tests/engine/rules")
    all_files = [str(folder / name) for name in (game, "test_every_game.py", "test_move_from_key.py")]
    all_files += [ELSEWHERE[game]] if game in ELSEWHERE else []
    files = dict.fromkeys(name.partition("::")[0] for name in order) or all_files
    options = ["-q", "-W", "ignore", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", f"{game} or prove"]
    options += ["-x"] if times else ["--continue-on-collection-errors"]
    chosen = Chosen(order if times else None)
    code = pytest.main([*options, *files], plugins=[chosen])
    if not times:
        ordered = sorted(chosen.times.items(), key=lambda item: item[1])
        tests.write_text(json.dumps(dict(ordered)), encoding="utf-8")
    return code == 0


def _interrupt(*_: object) -> None:
    raise TimeoutError


def in_child(seconds: float, check: Callable[..., bool], *arguments: object, forget: bool = False) -> bool:
    """Return whether a check passes in a fork of this process within seconds of processor time.

    `forget` makes it import the project's modules again.
    """
    child = os.fork()
    if not child:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            os.dup2(1, 2)
            if forget:
                _forget()
            code = 0 if check(*arguments) else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("engine", "tests")]:
        del sys.modules[name]


def prepare(tree: Path) -> None:
    """Copy the sources to `tree`, with compiled functions as plain Python, and import what games share."""
    for name in COPIED:
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, tree / name)
    for name in ("jit", "generic"):
        shutil.copy2(ROOT / "tests/uncompiled.py", tree / f"engine/compiled/{name}.py")
    _forget()
    os.chdir(tree)
    sys.path.insert(0, str(tree))
    for name in ("hypothesis", "engine.search.perft", "tests.engine.golden"):
        importlib.import_module(name)


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("game", help="the game; GAME:shared is for the modules in engine/rules")
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=60,
        metavar="S",
        help="for the tests of each (60); 0: the quick check only",
    )
    parser.add_argument("--results", type=Path, metavar="FILE", help="by default a temporary file")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Test a sample of a game's mutants and print those that live."""
    options = parsed(arguments)
    game, _, shared = options.game.partition(":")
    results = (options.results or Path(tempfile.gettempdir(), f"mutants-{options.game}.txt")).resolve()
    folder, modules = (Path("engine/rules"), SHARED) if shared else (Path("engine/rules", game), MODULES)
    files = [folder / f"{name}.py" for name in modules if (ROOT / folder / f"{name}.py").exists()]
    found = [
        each for file in files for each in mutants_of(str(file), (ROOT / file).read_text("utf-8"), GUIDANCE)
    ]
    random.Random(options.seed).shuffle(found)
    tested, tests, limit = found[: options.sample], results.with_suffix(".json"), 3 * options.seconds + 10
    lines = results.read_text("utf-8").splitlines() if results.exists() else []
    states = dict(
        line.split(" ", 1)[::-1] for line in lines
    )  # killed, quick (passed only that check) or lives
    with tempfile.TemporaryDirectory() as tree, results.open("a", encoding="utf-8") as log:
        prepare(Path(tree))
        if not in_child(QUICK_SECONDS, quick_check, game):
            raise SystemExit("the quick check fails without a mutant")
        if options.seconds and not tests.exists():
            in_child(1000, run_tests, game, tests, 0)
        if options.seconds and not in_child(limit, run_tests, game, tests, options.seconds):
            raise SystemExit("the tests fail without a mutant")
        sys.dont_write_bytecode = True
        for mutant in tested:
            state = states.get(mutant.key)
            if state is None or (state == "quick" and options.seconds):
                path, forget = Path(tree, mutant.file), bool(shared)
                path.write_bytes(mutant.applied((ROOT / mutant.file).read_bytes()))
                passes = state == "quick" or in_child(QUICK_SECONDS, quick_check, game, forget=forget)
                if passes and options.seconds:
                    passes = in_child(limit, run_tests, game, tests, options.seconds, forget=forget)
                shutil.copy2(ROOT / mutant.file, path)
                states[mutant.key] = ("lives" if options.seconds else "quick") if passes else "killed"
                print(states[mutant.key], mutant.key, file=log, flush=True)
    living = [str(mutant) for mutant in tested if states[mutant.key] != "killed"]
    print(*living, f"{len(tested)} of {len(found)} mutants, {len(living)} live", sep="\n")


if __name__ == "__main__":
    main()
