"""Guards against the traps of compiled code: what is kept on disk, recursion, and memory safety.

numba compiles at the first launch and loads at the second; what works in the first may crash in the
second (numba #6061, #9129). Hence processes of their own, see launch.py.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from engine.compiled import cache
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
TIMEOUT = 300

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
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    return launch(folder, NUMBA_CACHE_DIR=str(elsewhere))


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
        (launch_.MIDDLE, ["see", "nullmove", "lmr", "futility", "lmp", "extensions", "iid", "aspiration"]),
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
    assert list(kept.rglob("*.nbi"))
    assert (kept / "congo.ready").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name != "congo"])
def test_the_second_launch_of_any_game_answers_as_the_first(name: str, tmp_path: Path) -> None:
    first, second = (launch(tmp_path, *words, f"game={name}") for words in (["warm"], []))
    assert second["answers"] == first["answers"]
    assert second["compiled"] == {}
    assert first["unresolved"] == []
    assert {function: first["signatures"][function] for function in RECURSIVE} == dict.fromkeys(RECURSIVE, 1)


def test_a_cache_directory_of_another_program_is_not_used(folder: Path, second: Report) -> None:
    assert list((folder / "elsewhere").iterdir()) == []


def test_even_if_numba_was_imported_before_the_engine(folder: Path, second: Report) -> None:
    code = "import numba, engine.compiled.jit; print(numba.config.CACHE_DIR)"
    elsewhere = str(folder / "elsewhere")
    used = run("-c", code, CONGO_CACHE_DIR=str(folder), NUMBA_CACHE_DIR=elsewhere).strip()
    assert Path(used).parent == folder / "compiled"


def test_the_command_line_needs_nothing_more(folder: Path, second: Report) -> None:
    (kept,) = (folder / "compiled").iterdir()
    before = sorted(kept.rglob("*.nb*"))
    for command in (
        ["analyse", "congo", "startpos", "--depth", "3", "--multipv", "2", "--threads", "2"],
        ["perft", "congo", "startpos", "3", "--divide"],
        ["moves", "congo", "startpos"],
    ):
        run("-m", "engine", *command, CONGO_CACHE_DIR=str(folder))
    assert sorted(kept.rglob("*.nb*")) == before


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


# --- the directory's name


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the engine's sources, of which the name is made."""
    copy = tmp_path / "engine"
    shutil.copytree(ROOT / "engine", copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "ENGINE", copy)
    return copy


def test_equal_sources_share_a_directory(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = cache.source_hash()
    monkeypatch.undo()
    assert cache.source_hash() == copied


@pytest.mark.parametrize("name", ["jit.py", "rules/congo/weights.py", "search/state.py"])
def test_a_changed_source_has_another_directory(sources: Path, name: str) -> None:
    before = cache.source_hash()
    changed = sources / name
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert cache.source_hash() != before


def test_a_new_a_removed_and_a_renamed_source_have_other_directories(sources: Path) -> None:
    names = [cache.source_hash()]
    (sources / "search" / "new.py").write_text("")
    names.append(cache.source_hash())
    (sources / "search" / "new.py").rename(sources / "search" / "newer.py")
    names.append(cache.source_hash())
    (sources / "search" / "newer.py").unlink()
    assert cache.source_hash() == names[0]
    assert len(set(names)) == 3


def test_a_flag_of_numba_has_another_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.source_hash()
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert cache.source_hash() != before


def test_the_inherited_directory_itself_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.source_hash()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/somewhere/else")
    assert cache.source_hash() == before


# --- the directory's place


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory that is now the one for caches."""
    monkeypatch.setenv("CONGO_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_the_directory_is_made_where_the_variable_says(chosen: Path) -> None:
    made = cache.choose_cache()
    assert made == chosen / "compiled" / cache.source_hash()
    assert made.is_dir()


def test_without_the_variable_it_is_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CONGO_CACHE_DIR", raising=False)
    monkeypatch.setattr(cache, "user_cache_path", lambda *_, **__: tmp_path / "of the user")
    assert cache.choose_cache() == tmp_path / "of the user" / "compiled" / cache.source_hash()


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the temporary directory to fall back to, where the one for caches cannot be written."""
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("CONGO_CACHE_DIR", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def test_where_nothing_can_be_written_a_temporary_directory_is_used(unwritable: Path) -> None:
    made = cache.choose_cache()
    assert unwritable in made.parents
    (made / "probe").write_text("")
    assert cache.choose_cache() == made  # so that the second launch finds what the first one compiled


@pytest.mark.skipif(os.name != "posix", reason="users share no temporary directory elsewhere")
def test_a_temporary_directory_is_for_its_user_alone(unwritable: Path) -> None:
    made = cache.choose_cache()
    assert made.parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="users share no temporary directory elsewhere")
def test_a_temporary_directory_that_others_may_write_to_is_not_trusted(unwritable: Path) -> None:
    # What is loaded from there runs: whoever can write there could run anything.
    trap = cache.choose_cache().parent
    trap.chmod(0o777)
    made = cache.choose_cache()
    assert trap not in made.parents
    assert unwritable in made.parents


def test_a_temporary_directory_that_cannot_be_written_is_not_used(unwritable: Path) -> None:
    usual = cache.choose_cache().parent
    shutil.rmtree(usual)
    usual.write_text("in the way")
    assert cache.choose_cache().is_dir()


def test_a_program_whose_caches_cannot_be_written_still_runs(unwritable: Path) -> None:
    code = "from engine.compiled.cache import CACHE; print(CACHE)"
    used = run("-c", code, CONGO_CACHE_DIR=os.environ["CONGO_CACHE_DIR"], TMPDIR=str(unwritable))
    assert str(unwritable) in used


# --- what old versions left behind


def siblings(chosen: Path, count: int) -> list[Path]:
    """Return directories of old versions, the oldest first."""
    made = [chosen / "compiled" / f"version{number:02}" for number in range(count)]
    for age, path in enumerate(made):
        (path / "engine").mkdir(parents=True)
        (path / "engine" / "code.nbi").write_text("")
        os.utime(path, (age, age))
    return made


def test_the_oldest_directories_are_deleted_and_the_newest_kept(chosen: Path) -> None:
    made = siblings(chosen, cache.CACHES_KEPT + 3)
    current = cache.choose_cache()
    assert [path.exists() for path in made] == [False] * 3 + [True] * cache.CACHES_KEPT
    assert current.is_dir()


def test_the_current_directory_is_never_the_oldest(chosen: Path) -> None:
    current = cache.choose_cache()
    os.utime(current, (0, 0))
    siblings(chosen, 3 * cache.CACHES_KEPT)
    assert cache.choose_cache() == current
    assert current.is_dir()
    assert current.stat().st_mtime > 1_000_000


def test_files_beside_the_directories_are_left_alone(chosen: Path) -> None:
    siblings(chosen, 2 * cache.CACHES_KEPT)
    note = chosen / "compiled" / "note.txt"
    note.write_text("mine")
    os.utime(note, (0, 0))
    cache.choose_cache()
    assert note.exists()


def test_another_process_may_delete_old_directories_at_the_same_time(
    chosen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = siblings(chosen, 2 * cache.CACHES_KEPT)
    whole = Path.is_dir

    def vanishing(path: Path) -> bool:
        found = whole(path)
        if path == made[2]:
            shutil.rmtree(path)
        return found

    monkeypatch.setattr(Path, "is_dir", vanishing)
    assert whole(cache.choose_cache())


# --- memory safety


def test_no_index_leaves_its_array() -> None:
    # In the usual cache directory, where it is compiled once: flags are part of a directory's name.
    checked = json.loads(run("-m", "tests.engine.compiled.launch", "extremes", NUMBA_BOUNDSCHECK="1"))
    many = [4888, 3553, 3503]
    assert checked == {"checked": True, "legal": True, "perft": 356456, "moves": many, "leaves": many}
