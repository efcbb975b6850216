"""Pitfalls of compiled code: caching on disk, recursion, and memory safety.

numba compiles at the first launch and loads at the second; what works in the first may crash in the
second (numba #6061, #9129). Hence processes of their own, see launch.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compiled.cache import CACHE_VARIABLE
from engine.compiled.jit import jit
from engine.players import warmup
from engine.search.searcher import Searcher
from tests.engine.compiled import launch as launch_
from tests.engine.compiled.launched import Report, first_launch, launches, run
from tests.engine.rules.congo.support import CONGO
from tests.engine.rules.games import NAMES
from tests.engine.search.support import without
from tests.imports import ROOT

RECURSIVE = {
    "engine.search.alphabeta.search",
    "engine.search.alphabeta.quiesce",
    "engine.search.minimax.minimax",
    "engine.search.perft.count_leaves",
}
RECURSIVE_FOR = {
    "conga": {"engine.research.prove.wins_within", "engine.rules.conga.players.source.source_search"},
    "minichess": {"engine.rules.minichess.players.opponents.utility_search"},
}
"""Recursive functions that not every game needs."""


# --- two launches, the first of which compiles


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def first(name: str) -> Report:
    """Return the report of the launch that compiled everything not compiled before."""
    return first_launch(name)


@pytest.fixture(scope="module")
def second(name: str) -> Report:
    """Return the report of the second launch."""
    return launches(name)[1]


def test_second_launch_plays_like_the_first(first: Report, second: Report) -> None:
    assert second["answers"] == first["answers"]
    assert second["commands"] == first["commands"]


def test_the_second_launch_compiles_nothing(second: Report) -> None:
    assert second["compiled"] == {}
    assert second["loaded"] > 0


def test_recursive_functions_are_compiled_once(name: str, first: Report) -> None:
    expected = RECURSIVE | RECURSIVE_FOR.get(name, set())
    found = {each for each in first["recursive"] if first["signatures"][each]}
    assert found == expected
    assert {each: first["signatures"][each] for each in expected} == dict.fromkeys(expected, 1)


@jit
def successor(number: int) -> int:
    return number + 1


@jit
def call_with_literals() -> int:
    return successor(1) + successor(number=2)


def test_literals_compile_no_extra_code() -> None:
    assert successor(3) == 4
    assert call_with_literals() == 5
    assert len(vars(successor)["overloads"]) == 1


def test_no_compiled_function_has_an_unresolved_call(first: Report) -> None:
    assert first["unresolved"] == []
    assert set(first["with code"]) == set(first["compiled"])


def test_warm_up_reports_its_progress(first: Report) -> None:
    steps = first["warmup"]
    total = len(steps) - 1
    assert [(done, of) for done, of, _ in steps] == [(done, total) for done in range(total + 1)]
    assert len({label for *_, label in steps}) == total + 1


def test_the_rules_are_compiled_first_and_alone(first: Report) -> None:
    """Users wait for them: every additional entry point would delay the first game."""
    before, after_rules = first["compiled by steps"][:2]
    assert first["warmup"][0][2] == warmup.RULES
    functions = ("compute_key", "generate", "play", "result_without_moves", "terminal_result")
    assert before == []
    assert after_rules == [f"engine.rules.core._{name}" for name in functions]
    assert len(first["compiled by the warm-up"]) <= 17


@pytest.mark.thorough
def test_a_second_process_compiles_the_search(tmp_path: Path) -> None:
    code = (
        "from engine.players.warmup import warm_with_helper\n"
        "from engine.search.alphabeta import search_root\n"
        "warm_with_helper('bonzee', lambda *progress: None)\n"
        "print(sum(search_root.stats.cache_hits.values()), sum(search_root.stats.cache_misses.values()))"
    )
    assert run("-c", code, **{CACHE_VARIABLE: str(tmp_path)}).split() == ["1", "0"]


def test_the_second_process_ends_with_the_first(tmp_path: Path) -> None:
    """Its standard input is closed when the first process ends, for any reason."""
    command = [sys.executable, "-m", warmup.PROGRAM, warmup.HELPER_OPTION, "congo"]
    variables = {**os.environ, CACHE_VARIABLE: str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 1
    assert not list(tmp_path.rglob("*.code"))


def test_warm_up_compiles_everything_the_program_uses() -> None:
    first = first_launch("congo")
    assert first["compiled"] == first["compiled by the warm-up"]


@pytest.mark.parametrize(
    ("fen", "features"),
    [
        (launch_.MIDDLE, ["see", "nullmove", "lmr", "futility", "lmp", "extensions", "aspiration"]),
        (launch_.BEFORE_TABLEBASE, ["tablebase"]),
    ],
)
def test_launched_players_use_every_feature(fen: str, features: list[str]) -> None:
    searcher, position = Searcher(CONGO, 1), CONGO.notation.parse(fen)
    whole = launch_.search_of(searcher, position)
    for name in features:
        assert launch_.search_of(searcher, position, without(name)) != whole, name


def test_launched_players_use_the_tablebase_at_the_root() -> None:
    answers = first_launch("congo")["answers"]
    assert "tablebase" in [answer[2] for answer in answers if isinstance(answer, list) and len(answer) == 4]


def test_warm_cache_is_detected_without_numba(tmp_path: Path) -> None:
    first_launch("congo")
    code = (
        "import sys; from engine.players.warmup import is_warm; "
        "print(is_warm('congo'), 'numba' in sys.modules)"
    )
    assert run("-c", code).split() == ["True", "False"]
    assert run("-c", code, **{CACHE_VARIABLE: str(tmp_path)}).split() == ["False", "False"]


def test_the_warm_up_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert warmup.main(["chess"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("there is no game called 'chess'")


# --- memory safety


def test_no_index_leaves_its_array() -> None:
    """An out-of-bounds index raises IndexError if numba checks bounds, as in .ci/long."""
    is_checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    many = [4888, 3553, 3503]
    assert launch_.go_to_extremes() == {
        "checked": is_checked,
        "legal": True,
        "perft": 356456,
        "moves": many,
        "leaves": many,
    }
