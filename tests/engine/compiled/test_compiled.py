"""Guards against the traps of compiled code: what is kept on disk, recursion, and memory safety.

numba compiles at the first launch and loads at the second; what works in the first may crash in the
second (numba #6061, #9129). Hence processes of their own, see launch.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.players import warmup
from engine.search.searcher import Searcher
from tests.engine.compiled import launch as launch_
from tests.engine.rules.congo.support import CONGO
from tests.engine.rules.games import NAMES
from tests.engine.search.support import without

ROOT = Path(__file__).parents[3]
RECURSIVE = (
    "engine.search.alphabeta.search",
    "engine.search.alphabeta.quiesce",
    "engine.search.minimax.minimax",
    "engine.search.perft.count_leaves",
)
ELSEWHERE = {"engine.research.prove.wins_within", "engine.rules.minichess.players.opponents.utility_search"}
"""Recursive functions that no game needs; their own tests launch them twice."""
TIMEOUT = 3000
"""Seconds after which a process is taken to hang; a busy machine takes many minutes to compile."""

Report = dict[str, Any]


def run(*arguments: str, **variables: str) -> str:
    """Run Python with these arguments from the root and return what it prints."""
    command = [sys.executable, *arguments]
    environment = {**os.environ, **variables}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr}"
    assert done.stderr == ""
    return done.stdout


def launch(folder: Path, *arguments: str, **variables: str) -> Report:
    output = run("-m", "tests.engine.compiled.launch", *arguments, CONGO_CACHE_DIR=str(folder), **variables)
    report: Report = json.loads(output)
    return report


# --- two launches on an empty cache


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def first(folder: Path) -> Report:
    """Return what the first launch reports, which compiles everything."""
    return launch(folder, "warm")


@pytest.fixture(scope="module")
def second(folder: Path, first: Report) -> Report:
    """Return what the launch after the first one reports."""
    return launch(folder)


def test_the_second_launch_answers_as_the_first_one(first: Report, second: Report) -> None:
    assert second["answers"] == first["answers"]


def test_the_second_launch_compiles_nothing(second: Report) -> None:
    assert second["compiled"] == {}
    assert second["loaded"] > 0


def test_the_warm_up_compiles_all_that_the_program_uses(first: Report) -> None:
    assert first["compiled by the warm-up"]
    assert first["compiled"] == first["compiled by the warm-up"]


def test_the_warm_up_tells_how_far_it_is(first: Report) -> None:
    steps = [line.split(" ", 2) for line in first["warmup"]]
    total = len(steps) - 1
    assert [(int(done), int(of)) for done, of, _ in steps] == [(done, total) for done in range(total + 1)]
    assert len({label for *_, label in steps}) == total + 1


def test_each_recursive_function_is_compiled_once(first: Report) -> None:
    assert {name: first["signatures"][name] for name in RECURSIVE} == dict.fromkeys(RECURSIVE, 1)


def test_no_recursive_function_is_missing_from_that_list() -> None:
    from tests.engine.compiled.launch import dispatchers, play_with_everything

    play_with_everything()
    found = {name for name, f in dispatchers().items() if f.py_func.__name__ in f.py_func.__code__.co_names}
    assert found - ELSEWHERE == set(RECURSIVE)


@pytest.mark.parametrize(
    ("fen", "features"),
    [
        (launch_.MIDDLE, ["see", "nullmove", "lmr", "futility", "lmp", "extensions", "iir", "aspiration"]),
        (launch_.BEFORE_TABLES, ["tablebase"]),
    ],
)
def test_what_is_launched_uses_every_feature(fen: str, features: list[str]) -> None:
    searcher, position = Searcher(CONGO, 1), CONGO.notation.parse(fen)
    whole = launch_.search_of(searcher, position)
    for name in features:
        assert launch_.search_of(searcher, position, without(name)) != whole, name


def test_what_is_launched_uses_the_tables_at_the_root(second: Report) -> None:
    assert "tablebase" in [
        answer[2] for answer in second["answers"] if isinstance(answer, list) and len(answer) == 4
    ]


def test_no_compiled_function_has_an_unresolved_call(first: Report) -> None:
    assert first["unresolved"] == []
    assert set(RECURSIVE) <= set(first["with code"])
    assert set(first["with code"]) == set(first["compiled"])


def test_everything_is_kept_in_the_directory_of_its_own(folder: Path, second: Report) -> None:
    (kept,) = (folder / "compiled").iterdir()
    assert list(kept.glob("*.code"))
    assert (kept / "congo.ready").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name != "congo"])
def test_the_second_launch_of_any_game_answers_as_the_first(name: str, tmp_path: Path) -> None:
    first, second = (launch(tmp_path, *words, f"game={name}") for words in (["warm"], []))
    assert second["answers"] == first["answers"]
    assert second["compiled"] == {}
    assert first["unresolved"] == []
    assert {function: first["signatures"][function] for function in RECURSIVE} == dict.fromkeys(RECURSIVE, 1)


def test_the_command_line_needs_nothing_more(folder: Path, second: Report) -> None:
    (kept,) = (folder / "compiled").iterdir()
    before = sorted(kept.iterdir())
    for command in (
        ["analyse", "congo", "startpos", "--depth", "3", "--multipv", "2", "--threads", "2"],
        ["perft", "congo", "startpos", "3", "--divide"],
        ["moves", "congo", "startpos"],
    ):
        run("-m", "engine", *command, CONGO_CACHE_DIR=str(folder))
    assert sorted(kept.iterdir()) == before


def test_being_warm_is_known_without_numba(folder: Path, second: Report) -> None:
    code = (
        "import sys; from engine.players.warmup import is_warm; "
        "print(is_warm('congo'), 'numba' in sys.modules)"
    )
    assert run("-c", code, CONGO_CACHE_DIR=str(folder)).split() == ["True", "False"]
    assert run("-c", code, CONGO_CACHE_DIR=str(folder / "new")).split() == ["False", "False"]


def test_the_warm_up_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert warmup.main(["chess"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("there is no game called 'chess'")


# --- memory safety


def test_no_index_leaves_its_array() -> None:
    # In the usual cache directory, where it is compiled once: flags are part of a directory's name.
    checked = json.loads(run("-m", "tests.engine.compiled.launch", "extremes", NUMBA_BOUNDSCHECK="1"))
    many = [4888, 3553, 3503]
    assert checked == {"checked": True, "legal": True, "perft": 356456, "moves": many, "leaves": many}
