"""Damaged library files: no game is lost, and one sentence explains what happened."""

from __future__ import annotations

import codecs
import cProfile
import errno
import os
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engine.library import index, schema
from engine.library import journal as journal_module
from engine.library import texts as library_texts
from engine.library.entry import Entry, commented, entry_of, imported_entry
from engine.library.importing import import_file, import_folders, keep
from engine.library.journal import Journal, LibraryError, Mark, NoGames, Place
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record import limits
from tests.engine.library.games import CONGO, played, random_games, resigned
from tests.imports import ROOT

GAMES = 5
thorough = partial(pytest.param, marks=pytest.mark.thorough)


@pytest.fixture(autouse=True)
def without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: no test cuts the power."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a library with some games."""
    folder = tmp_path / "library"
    with Library(folder) as library:
        library.put([entry_of(record) for record in random_games(GAMES, 20)])
        while library.index_positions():
            pass
    return folder


def index_of(folder: Path) -> Path:
    return folder / "library.sqlite"


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


def halved(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 8192 * 4096])


def noise(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(50_000))


def pages_of_noise(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = random.Random(1).randbytes(len(data) - 4096)
    path.write_bytes(bytes(data))


def text(path: Path) -> None:
    path.write_text("not a database\n" * 100)


def directory(path: Path) -> None:
    path.unlink()
    (path / "inside").mkdir(parents=True)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE notes (words TEXT)")
        other.commit()


def trigger(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TRIGGER nasty AFTER INSERT ON games BEGIN DELETE FROM games; END")
        other.commit()


@pytest.mark.parametrize(
    "damage", [truncated, halved, noise, pages_of_noise, text, directory, pipe, foreign, trigger]
)
def test_a_damaged_index_is_set_aside_and_rebuilt(folder: Path, damage: Callable[[Path], None]) -> None:
    damage(index_of(folder))
    kept = None if damage in (directory, pipe) else index_of(folder).read_bytes()
    with Library(folder) as library:
        aside = folder / "library.damaged.sqlite"
        assert library.notices == [
            f"The library's index was damaged; it is kept as {aside} and was rebuilt from the text files"
        ]
        assert library.count() == GAMES
        while library.index_positions():
            pass
        assert len(library.find(GameQuery(position=(CONGO, CONGO.start())))) == GAMES
        assert library.check() == []
    assert kept is None or aside.read_bytes() == kept
    with Library(folder) as library:
        assert library.notices == []


def test_flipped_bits_never_raise_and_lose_nothing(folder: Path) -> None:
    sound = index_of(folder).read_bytes()
    rng = random.Random(1)
    for _ in range(20):
        data = bytearray(sound)
        for _ in range(8):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        index_of(folder).write_bytes(bytes(data))
        with Library(folder) as library:
            library.find(GameQuery(position=(CONGO, CONGO.start())))
            library.add(played("d2d3", "d6d5", Id="game-1"))
            if library.check():
                library.rebuild()
            assert library.count() == GAMES + 1
            assert library.check() == []
        for left in folder.glob("*.sqlite*"):
            left.unlink()


def test_a_disk_error_while_the_index_is_compared_is_a_problem_of_the_library(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(connection: sqlite3.Connection) -> NoReturn:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(index, "rows", broken)
    with Library(folder) as library:
        assert library.check() == ["the index is damaged: disk I/O error"]


def test_damage_that_shows_in_use_is_repaired(folder: Path) -> None:
    with Library(folder) as library:
        with closing(sqlite3.connect(index_of(folder), isolation_level=None)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        library.find(GameQuery())
        pages_of_noise(index_of(folder))
        library.add(played("d2d3", Id="game-1"))
        library.rebuild()
        assert library.count() == GAMES + 1
        assert library.check() == []


def test_an_index_of_a_newer_version_stays_untouched(folder: Path) -> None:
    newest = len(schema.MIGRATIONS)
    with closing(sqlite3.connect(index_of(folder))) as other:
        other.execute(f"PRAGMA user_version = {newest + 1}")
    before = index_of(folder).read_bytes()
    with Library(folder) as library:
        path = index_of(folder)
        assert library.notices == [
            f"{path} is from a newer version of Congo (schema {newest + 1}; this one knows {newest})"
            " and was left unchanged: update Congo"
        ]
        library.add(played("d2d3"))
        assert library.count() == GAMES + 1
    assert path.read_bytes() == before
    assert len(Journal(folder).read_from(Journal(folder).files()[0], Mark())[0]) == GAMES + 1


@pytest.mark.parametrize("version", range(len(schema.MIGRATIONS)))
def test_every_earlier_schema_is_migrated(folder: Path, version: int) -> None:
    index_of(folder).unlink()
    with closing(sqlite3.connect(index_of(folder), isolation_level=None)) as earlier:
        schema.migrate(earlier, version)
    with Library(folder) as library:
        assert library.notices == []
        assert library.count() == GAMES
        assert library.check() == []


def test_a_failed_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(tmp_path / "index", isolation_level=None)) as connection:
        schema.migrate(connection)
        more = (*schema.MIGRATIONS, ("CREATE TABLE more (a)", "CREATE TABLE more (a)"))
        monkeypatch.setattr(schema, "MIGRATIONS", more)
        with pytest.raises(sqlite3.OperationalError):
            schema.migrate(connection, len(more))
        assert schema.version_of(connection) == len(more) - 1
        assert not connection.execute("SELECT * FROM sqlite_master WHERE name = 'more'").fetchall()


# --- the text files


def test_a_game_truncated_by_a_crash_damages_no_other(folder: Path) -> None:
    file = folder / Journal(folder).files()[0]
    text = entry_of(resigned("d2d3", "d6d5", Id="game-1")).text
    sound = file.read_bytes()
    for length in range(1, len(text), 7):
        file.write_bytes(sound + text[:length].encode())
        index_of(folder).unlink(missing_ok=True)
        with Library(folder) as library:
            library.add(resigned("d2d3", "d6d5", Id="game-1"))
            game = library.game("game-1")
            assert game is not None
            assert (game.plies, game.result) == (2, "1-0")
            assert library.count() == GAMES + 1


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: codecs.BOM_UTF8 + data,
        lambda data: data.rstrip(),
        lambda data: data.rstrip() + b"\n",
        lambda data: data.rstrip() + b" \n\n",
        lambda data: data.rstrip() + b"\n \t\n",
        lambda data: codecs.BOM_UTF8 + data.replace(b"\n", b"\r\n").rstrip(),
        lambda data: data.replace(b"\n\n[Event", b"\n[Event"),
        lambda data: data.replace(b"\n\n[Event", b" \n \n[Event"),
        lambda data: data.replace(b"\n", b"\r\n").replace(b"\r\n\r\n[Event", b"\r\n[Event"),
    ],
)
def test_games_in_a_text_file_that_an_editor_has_saved_are_found(
    folder: Path, edit: Callable[[bytes], bytes]
) -> None:
    file = folder / Journal(folder).files()[0]
    with Library(folder) as library:
        before = {game.uid: library.text(game).rstrip() for game in library.find(GameQuery())}
    file.write_bytes(edit(file.read_bytes()))
    with Library(folder) as library:
        assert {game.uid: library.text(game).rstrip() for game in library.find(GameQuery())} == before
        assert library.check() == []
        library.add(resigned("d2d3", "d6d5"))
        assert library.check() == []
        library.rebuild()
        assert library.count() == GAMES + 1
        assert library.check() == []


CUT = ["1. d2d3 {not 1-0", "1. d2d3 ; not 1-0", '[White "Foo *', '[White "x"]\n\n{it was 1-0']


@pytest.mark.parametrize("before", CUT)
def test_a_result_in_a_comment_or_name_cut_off_by_a_crash_ends_no_game(folder: Path, before: str) -> None:
    file = folder / Journal(folder).files()[0]
    file.write_bytes(file.read_bytes() + f'[Event "e"]\n[Game "congo"]\n{before}'.encode())
    with Library(folder) as library:
        assert library.count() == GAMES
        library.add(played("d2d3"))  # after a blank line
        assert library.count() == GAMES + 1
        assert library.check() == [library_texts.unfinished_games(1)]


def test_the_end_of_a_game_is_found_behind_comments_and_tags_among_its_moves(folder: Path) -> None:
    moves = '{a\n\nb 1-0\n\n} [Site "{; *"] 1. d2d3 ; not 1-0\n\nd6d5 {"} 0-1'
    with Library(folder) as library:
        library.put([imported_entry(f'[Event "e"]\n[Game "congo"]\n[Id "odd"]\n\n{moves}')])
        odd = library.game("odd")
        assert odd is not None
        assert library.text(odd).endswith(f"{moves}\n\n")
        assert library.check() == []


def test_a_brace_in_a_name_hides_no_game_at_the_end_of_a_file(folder: Path) -> None:
    file = folder / Journal(folder).files()[0]
    file.write_bytes(file.read_bytes() + entry_of(played("d2d3", Site="{")).text.rstrip().encode())
    with Library(folder) as library:
        assert library.count() == GAMES + 1


@pytest.mark.parametrize("make", [directory, pipe])
def test_anything_else_in_place_of_a_text_file_is_skipped(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    journal = Journal(tmp_path, now=lambda: 0.0)
    journal.append([entry_of(played("d2d3")).text])
    (name,) = journal.files()
    make(tmp_path / name)
    with Library(tmp_path) as library:
        library.journal = journal
        library.add(played("c2c3"))
        assert library.count() == 1
    assert journal.files() == [name.replace(".txt", "-2.txt")]


def test_a_clock_that_was_set_back_does_not_change_the_order(tmp_path: Path) -> None:
    month = 31 * 24 * 3600.0
    later, earlier = Journal(tmp_path, lambda: 20 * month), Journal(tmp_path, lambda: 3 * month)
    later.append([entry_of(played("d2d3", Id="game-1")).text])
    earlier.append([entry_of(played("d2d3", "d6d5", Id="game-1")).text])
    assert len(later.files()) == 1
    with Library(tmp_path) as library:
        game = library.game("game-1")
        assert game is not None
        assert game.plies == 2


@pytest.mark.parametrize("is_locked", [False, True])
def test_a_text_file_of_an_earlier_month_that_comes_later_replaces_no_newer_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_locked: bool
) -> None:
    """As when the files are copied one after the other. The index need not be rebuilt for that."""
    monkeypatch.setattr(schema, "BUSY_S", 0.01)
    before, after = (entry_of(played(*moves, Id="one")) for moves in (["d2d3"], ["d2d3", "d6d5"]))
    with Library(tmp_path) as library, closing(sqlite3.connect(index_of(tmp_path))) as other:
        library.put([commented(before, ["precious"], before.comments)])
        (tmp_path / "2020-01.txt").write_text(before.text)
        other.execute("BEGIN IMMEDIATE" if is_locked else "BEGIN")
        monkeypatch.setattr(index, "clear", lambda connection: pytest.fail("rebuilt"))
        assert keep(library, after, before)
        other.rollback()
        library.catch_up()
        found = library.game("one")
        assert found is not None
        assert library.entry(found).moves == after.moves
        assert library.entry(found).comment == "precious"
        assert library.check() == []


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_what_only_a_text_file_that_was_put_back_has_can_be_imported(
    tmp_path: Path, is_taken_back: bool
) -> None:
    """The file was away while the game was kept again: the later version counts until then."""
    one, two, other = (
        entry_of(played(*moves, Id="one")) for moves in (["d2d3"], ["d2d3", "d6d5"], ["d2d3", "c6c5"])
    )
    before, after = (two, other) if is_taken_back else (one, two)
    old = tmp_path / "2020-01.txt"
    known = commented(before, ["precious"], before.comments).text
    old.write_text(known)
    with Library(tmp_path) as library:
        old.unlink()
        assert keep(library, after, before)
        old.write_text(known)
        library.catch_up()
        assert [library.entry(game).moves for game in library.find(GameQuery())] == [after.moves]
        assert [*import_file(library, old)][-1].added == 1
        library.rebuild()
        shown = {(entry.moves, entry.comment) for entry in map(library.entry, library.find(GameQuery()))}
        assert shown == {(after.moves, ""), (before.moves, "precious")}


def test_the_work_is_linear_in_the_number_of_text_files(tmp_path: Path) -> None:
    """Files of games may be copied into the folder."""

    def calls(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            (folder / f"{number:04}.txt").write_text(entry_of(played("d2d3", Id=f"game-{number}")).text)
        profile = cProfile.Profile()
        with Library(folder) as library:
            profile.runcall(library.rebuild)
            profile.runcall(library.add, played("d2d3", Id="new"))
        return sum(entry.callcount for entry in profile.getstats())

    assert calls(80) < 5 * calls(20)


@pytest.mark.parametrize("other", ["2020-01-1.txt", "2020-01-01.txt", "2020-01-02.txt", "notes.txt"])
def test_a_file_of_another_name_hides_no_newer_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    monkeypatch.setattr(time, "localtime", lambda seconds: time.gmtime(0))
    (tmp_path / other).write_text(entry_of(played("d2d3", Id="one")).text)
    with Library(tmp_path) as library:
        rebuilt = []
        monkeypatch.setattr(library, "rebuild", lambda: rebuilt.append(True))
        for words in ("first", "second"):
            before = library.latest("one")
            assert before is not None
            library.put([commented(before, [words], before.comments)])
            after = library.latest("one")
            assert after is not None
            assert after.comment == words
        assert rebuilt == []
        assert library.check() == []


def test_files_are_in_the_order_of_their_months_and_numbers(tmp_path: Path) -> None:
    names = ["notes.txt", "2025-12.txt", "2026-01.txt", "2026-01-2.txt", "2026-01-10.txt", "2026-02.txt"]
    for name in reversed(names):
        (tmp_path / name).touch()
    assert Journal(tmp_path).files() == names


# --- killed, full and read-only, in processes of their own


def run_child(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run Python code in another process; it may import from the tests."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)


KILLED = """
import os, signal, sys
from pathlib import Path
from engine.library import index, journal, library as module
from tests.engine.library.games import played, random_games
from engine.library.entry import entry_of

folder, moment = Path(sys.argv[1]), sys.argv[2]
library = module.Library(folder)
library.add(played("d2d3", Id="before"))

def kill(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

if moment == "half written":
    write = os.write
    os.write = lambda file, data: (write(file, data[: len(data) // 2]), kill())
elif moment == "not synced":
    os.fsync = kill
elif moment == "not indexed":
    index.catch_up = kill
elif moment == "half indexed":
    put, calls = index._put, []
    index._put = lambda *arguments: (put(*arguments), calls.append(1), len(calls) == 2 and kill())
elif moment == "positions":
    index._put_positions = kill
library.put([entry_of(played("d2d3", "d6d5", Id="during-1")), entry_of(played("c2c3", Id="during-2"))])
library.index_positions(limit=9)
"""


@pytest.mark.parametrize(
    "moment", ["half written", *map(thorough, ("not synced", "not indexed", "half indexed", "positions"))]
)
def test_a_process_killed_at_any_moment_loses_no_written_game(tmp_path: Path, moment: str) -> None:
    killed = run_child(KILLED, tmp_path, moment)
    assert killed.returncode == -9, killed.stderr
    with Library(tmp_path) as library:
        library.put(
            [entry_of(played("d2d3", "d6d5", Id="during-1")), entry_of(played("c2c3", Id="during-2"))]
        )
        while library.index_positions():
            pass
        assert {game.uid for game in library.find(GameQuery())} == {"before", "during-1", "during-2"}
        assert {game.plies for game in library.find(GameQuery(uid="during-1"))} == {2}
        assert [problem for problem in library.check() if "unfinished" not in problem] == []
        assert library.notices == []


FULL = """
import os, resource, sys
from pathlib import Path
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.system.errors import UserError
from tests.engine.library.games import random_games

limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
kept = []
with Library(Path(sys.argv[1])) as library:
    for number, record in enumerate(random_games(100, 20)):
        try:
            kept.append(library.add(record))
        except UserError as error:
            print(error)
            break
    else:
        print("never full")
    try:
        library.index_positions(limit=50)
        print({game.uid for game in library.find(GameQuery())} <= set(kept))
    except UserError as error:
        print(True)
print("\\n".join(kept))
"""


@pytest.mark.parametrize("limit", [100, thorough(3000), thorough(20_000)])
def test_a_full_disk_loses_no_game_that_was_added(tmp_path: Path, limit: int) -> None:
    ended = run_child(FULL, tmp_path, limit)
    assert ended.returncode == 0, ended.stderr
    sentence, all_found, *kept = filter(None, ended.stdout.splitlines())
    assert "cannot be written" in sentence
    assert all_found == "True"
    with Library(tmp_path) as library:
        found = library.find(GameQuery())
        assert {game.uid for game in found} >= set(kept)
        assert len(found) <= len(kept) + 1
        assert all(library.text(game).endswith("\n\n") for game in found)
        library.add(played("d2d3"))
        assert [problem for problem in library.check() if "unfinished" not in problem] == []


READ_ONLY = """
import os, sys
from pathlib import Path
from engine.library.entry import entry_of
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.system.errors import UserError
from tests.engine.library.games import played

record = played("d2d3", Date="?")
import _strptime, codecs
entry_of(record)  # loads all other modules
if os.geteuid() == 0:
    os.setuid(65534)
with Library(Path(sys.argv[1])) as library:
    print(len(library.find(GameQuery())))
    print(len(library.notices))
    try:
        library.add(record)
    except UserError as error:
        print(error)
"""


def test_a_read_only_folder_is_searched_and_not_written() -> None:
    # Not in `tmp_path`: other users cannot enter its parents.
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = Path(name) / "library"
        with Library(folder) as library:
            library.add(played("c2c3", Date="?"))
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        ended = run_child(READ_ONLY, folder)
        folder.chmod(0o700)
    assert ended.returncode == 0, ended.stderr
    count, notices, sentence = ended.stdout.splitlines()
    assert (count, notices) == ("1", "1")
    assert sentence.endswith("cannot be written: Permission denied")


def test_waits_while_another_window_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_S", 0.01)
    with Library(folder) as library, closing(sqlite3.connect(index_of(folder))) as other:
        other.execute("BEGIN IMMEDIATE")
        library.add(played("d2d3", Id="game-1"))
        with pytest.raises(LibraryError, match=library_texts.IN_USE):
            library.catch_up()
        assert keep(library, entry_of(played("c2c3", Id="game-2")))
        other.rollback()
        library.catch_up()
        assert library.game("game-1") is not None
        assert library.game("game-2") is not None


def test_opens_while_another_window_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_S", 0.01)
    with closing(sqlite3.connect(index_of(folder))) as other:
        other.execute("BEGIN IMMEDIATE")
        with Library(folder) as library:
            assert library.count() == GAMES
            assert library.notices == []


def test_an_editor_that_saves_while_the_index_is_outdated_and_locked_is_explained(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "BUSY_S", 0.01)
    (name,) = Journal(folder).files()
    file, read = folder / name, Journal.read_from
    data = file.read_bytes()

    def read_from(journal: Journal, file_name: str, mark: Mark) -> tuple[list[tuple[Place, str]], Mark]:
        found = read(journal, file_name, mark)
        file.write_bytes(data)
        return found

    with Library(folder) as library, closing(sqlite3.connect(index_of(folder))) as other:
        file.write_bytes(data[data.index(b"[Event ", 1) :])
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(Journal, "read_from", read_from)
        with pytest.raises(LibraryError, match=library_texts.IN_USE):
            library.put([entry_of(played("d2d3"))])


@pytest.mark.parametrize("is_outdated", [False, True])
def test_versions_are_compared_although_the_index_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, is_outdated: bool
) -> None:
    """As while another process rebuilds it, perhaps because an older game was removed with an editor."""
    monkeypatch.setattr(schema, "BUSY_S", 0.01)
    before, after = (entry_of(played(*moves, Id="board")) for moves in (["d2d3"], ["d2d3", "d6d5"]))
    with Library(folder) as library, closing(sqlite3.connect(index_of(folder))) as other:
        keep(library, before)
        if is_outdated:
            library.put([commented(before, ["precious"], before.comments)])
            file = folder / library.journal.files()[0]
            data = file.read_bytes()
            file.write_bytes(data[data.index(b"[Event ", 1) :])
        other.execute("BEGIN IMMEDIATE")
        if not is_outdated:
            library.put([commented(before, ["precious"], before.comments)])
        assert keep(library, after, before)
        other.rollback()
        library.catch_up()
        found = library.game("board")
        assert found is not None
        assert library.entry(found).moves == after.moves
        assert library.entry(found).comment == "precious"


# --- a crafted index or text file


def test_a_rebuild_hides_no_game_from_another_window(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library(folder) as rebuilt, Library(folder) as other:
        known = other.entry(other.find(GameQuery())[0])
        catch_up, seen = index.catch_up, []

        def look_meanwhile(*arguments: Any) -> int:
            seen.append(other.latest(known.uid))
            return catch_up(*arguments)

        monkeypatch.setattr(index, "catch_up", look_meanwhile)
        assert rebuilt.rebuild() == GAMES
        assert [entry.digest for entry in seen if entry is not None] == [known.digest]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files")
def test_only_the_text_files_of_the_library_are_read(folder: Path) -> None:
    journal = Journal(folder)
    (name,) = journal.files()
    whole = (folder / name).read_text()
    (folder.parent / "secret.txt").write_text("secret")
    os.mkfifo(folder / "pipe")
    for file in ("../secret.txt", str(folder.parent / "secret.txt"), "pipe", "/dev/zero", ".", "..", ""):
        with pytest.raises(LibraryError, match="cannot be read"):
            journal.read(Place(file, 0, 6))
    with pytest.raises(LibraryError):
        journal.read(Place(name, -1, 6))
    assert not journal.read(Place(name, 0, -1)).strip()
    assert journal.read(Place(name, 0, 1 << 62)) == whole


PAGE_BYTES = 4096


def hot_journal(index: Path) -> bytes:
    """Return a journal that SQLite rolls back, though it changes nothing."""
    numbers = struct.pack(">5I", 0, 0, index.stat().st_size // PAGE_BYTES, 512, PAGE_BYTES)
    return (schema.SUPER_JOURNAL + numbers).ljust(512, b"\0")


def super_journal(victim: Path) -> bytes:
    """Return the end of a journal that makes SQLite delete `victim`."""
    name = os.fsencode(victim)
    numbers = struct.pack(">2I", len(name), sum(name))
    return struct.pack(">I", 0x40000000 // PAGE_BYTES + 1) + name + numbers + schema.SUPER_JOURNAL


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_journal_cannot_delete_a_file(folder: Path, is_linked: bool) -> None:
    victim = folder.parent / "victim.txt"
    victim.write_text("precious")
    index = index_of(folder)
    if is_linked:
        index = index.rename(folder / "other.sqlite")
        index_of(folder).symlink_to(index.name)
    with closing(sqlite3.connect(index)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
    index.with_name(f"{index.name}-journal").write_bytes(hot_journal(index) + super_journal(victim))
    with Library(folder) as library:
        assert library.count() == GAMES
        assert len(library.notices) == 1
    assert victim.read_text() == "precious"
    with Library(folder) as library:
        assert library.notices == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes among files")
@pytest.mark.parametrize("ending", schema.BESIDE)
@pytest.mark.parametrize("has_index", [True, False])
def test_a_pipe_beside_the_index_is_set_aside(folder: Path, ending: str, has_index: bool) -> None:
    if not has_index:
        index_of(folder).unlink()
    pipe = Path(f"{index_of(folder)}{ending}")
    os.mkfifo(pipe)
    opened = os.open(pipe, os.O_RDWR)  # otherwise whatever opens it would wait for ever
    try:
        with Library(folder) as library:
            assert library.count() == GAMES
            aside = folder / "library.damaged.sqlite"
            assert library.notices == [library_texts.set_aside(aside)]
    finally:
        os.close(opened)
    assert Path(f"{aside}{ending}").is_fifo()
    assert aside.exists() == has_index


def test_nothing_is_written_to_a_foreign_database_with_a_journal(folder: Path) -> None:
    """It can be read only when it is opened for writing."""
    foreign(index_of(folder))
    kept = index_of(folder).read_bytes()
    Path(f"{index_of(folder)}-journal").write_bytes(hot_journal(index_of(folder)))
    with Library(folder) as library:
        assert library.count() == GAMES
    assert (folder / "library.damaged.sqlite").read_bytes() == kept


@pytest.mark.parametrize("change", ["plies = 'x'", "first = x'80'", "start = 'y'", "event = x'33'"])
def test_values_of_another_type_are_damage(folder: Path, change: str) -> None:
    with closing(sqlite3.connect(index_of(folder))) as other, other:
        other.execute(f"UPDATE games SET {change}")
    with Library(folder) as library:
        assert len(library.find(GameQuery())) == GAMES
        assert len(library.notices) == 1
        assert library.check() == []


@pytest.mark.parametrize("change", ["start = 'y'", "length = 'z'", "file = x'80'"])
def test_a_place_of_another_type_is_damage_whatever_reads_it(folder: Path, change: str) -> None:
    for read in (Library.index_positions, partial(Library.latest, uid="1")):
        with Library(folder) as library:
            library.add(played("d2d3", Id="1"))
        with closing(sqlite3.connect(index_of(folder))) as other, other:
            other.execute(f"UPDATE games SET positions = 0, {change}")
        with Library(folder) as library:
            assert read(library)
            assert len(library.notices) == 1
            assert library.check() == []


def test_a_game_that_cannot_be_marked_as_indexed_is_damage(folder: Path) -> None:
    """As after a flipped bit in its hash, which is then no text; otherwise it is indexed for ever."""
    with closing(sqlite3.connect(index_of(folder))) as other, other:
        other.execute("UPDATE games SET positions = 0, digest = CAST(x'ff' || substr(digest, 2) AS TEXT)")
    with Library(folder) as library:
        assert [library.index_positions() for _ in range(GAMES + 1)] == [1] * GAMES + [0]
        assert len(library.notices) == 1
        assert library.check() == []


def test_a_comment_that_is_never_closed_is_read_in_linear_time() -> None:
    """Otherwise this would take minutes."""
    entry = Entry.parse('[Event "e"]\n[Game "congo"]\n\n' + "{" * 1_000_000 + " *\n\n")
    assert entry is not None
    assert entry.search_text.startswith("congo\ne\n")


def test_comments_are_looked_for_in_texts_as_long_as_a_game_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 16 MB that is full of comments held all threads for 8 s."""
    entry = Entry.parse('[Event "e"]\n[Game "congo"]\n\n{a}' + " " * 100 + "{b} *\n\n")
    assert entry is not None
    assert entry.comments == ("a", "b")
    assert entry.search_text.split()[-2:] == ["a", "b"]
    monkeypatch.setattr(limits, "MAX_LENGTH", 50)
    assert entry.comments == ("a",)
    assert entry.search_text.split()[-1] == "a"


def test_a_text_file_beyond_all_limits_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (name,) = Journal(folder).files()
    monkeypatch.setattr(journal_module, "MAX_READ_BYTES", 100)
    with pytest.raises(NoGames, match=f"{name} cannot be read"):
        Journal(folder).read_from(name, Mark())


def test_one_text_file_that_is_too_large_does_not_hide_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "notes.txt").write_text("x" * 100_000)
    monkeypatch.setattr(journal_module, "MAX_READ_BYTES", 90_000)
    with Library(folder) as library:
        assert ["notes.txt cannot be read" in each for each in library.notices] == [True]
        entry = entry_of(played("d2d3", Id="new-game"))
        assert keep(library, entry)
        assert library.game(entry.uid) is not None
        assert library.count() == GAMES + 1


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_games_are_not_added_through_a_link(folder: Path, tmp_path: Path) -> None:
    """Which a library from elsewhere may have."""
    profile = tmp_path / "profile"
    profile.write_text("mine", encoding="utf-8")
    (folder / "2999-12.txt").symlink_to(profile)
    with Library(folder) as library:
        library.add(played("d2d3", Id="new-game"))
        assert library.count() == GAMES + 1
    assert profile.read_text(encoding="utf-8") == "mine"
    assert (folder / "2999-12-2.txt").is_file()


def test_any_text_and_any_number_can_be_searched_for(folder: Path) -> None:
    """As an argument or file name in another encoding, or a time of change millions of years away."""
    path, changed = Path(os.fsdecode(b"caf\xe9.txt")), 1 << 70
    with Library(folder) as library:
        assert library.find(GameQuery(words="caf\udce9 a\0b", player="\ud800", opening="\udfff")) == []
        assert library.find(GameQuery(min_moves=1 << 80)) == []
        assert len(library.find(GameQuery(max_moves=1 << 80))) == GAMES
        assert not library.has_source(path, 1, changed)
        library.note_source(path, 1, changed)
        assert library.has_source(path, 1, changed)
        assert not library.has_source(Path("caf\\udce8.txt"), 1, changed)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_an_entry_that_the_system_refuses_hides_no_games(tmp_path: Path) -> None:
    """Or else saved games are imported again, and older versions replace comments and deletions."""
    folder, saved = tmp_path / "library", tmp_path / "games"
    saved.mkdir()
    entries = [entry_of(record) for record in random_games(2, 20)]
    (saved / "saved.txt").write_text("".join(entry.text for entry in entries), encoding="utf-8")
    (saved / "loop.txt").symlink_to("loop.txt")
    with Library(folder) as library:
        assert [*import_folders(library, [saved])]
        library.put([commented(entries[0], ["mine"], ())])
        library.delete(library.find(GameQuery(uid=entries[1].uid)))
    link = folder / "notes.txt"
    link.symlink_to(link.name)
    with Library(folder) as library:
        assert [notice.partition(":")[0] for notice in library.notices] == [f"{link} cannot be read"]
        assert library.count() == 1
        assert not [*import_folders(library, [saved])]
        assert keep(library, entry_of(played("d2d3", Id="new-game")))
        assert [problem.partition(":")[0] for problem in library.check()] == [f"{link} cannot be read"]
    link.unlink()
    with Library(folder) as library:
        (found,) = library.find(GameQuery(uid=entries[0].uid))
        assert (found.uid, library.entry(found).comment) == (entries[0].uid, "mine")
        assert not library.notices


@pytest.mark.parametrize("name", ["2000-01.txt", "old games.txt"])
@pytest.mark.parametrize("is_rebuilt", [False, True])
def test_what_a_file_that_cannot_be_read_has_is_not_replaced(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_rebuilt: bool, name: str
) -> None:
    """Comments and deletions in an earlier file that belongs to another user, or is held."""
    saved = tmp_path / "saved.txt"
    with Library(folder) as library:
        first, second = library.find(GameQuery())[:2]
        entries = [library.entry(first), library.entry(second)]
        saved.write_text("".join(entry.text for entry in entries), encoding="utf-8")
        library.put([commented(entries[0], ["mine"], ())])
        library.delete([second])
    (month,) = Journal(folder).files()
    (folder / month).rename(folder / name)
    with Library(folder) as library:
        assert library.count() == GAMES - 1
        opened = Path.open

        def refused(path: Path, *args: Any, **named: Any) -> Any:
            if path.name == name:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return opened(path, *args, **named)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", refused)
            if is_rebuilt:
                library.rebuild()
            for entry in entries:
                with pytest.raises(LibraryError, match="cannot be read"):
                    keep(library, entry)
            with pytest.raises(LibraryError, match="cannot be read"):
                list(import_file(library, saved))
        library.catch_up()
        assert library.entry(next(iter(library.find(GameQuery(uid=first.uid))))).comment == "mine"
        assert library.game(second.uid) is None
        assert library.count() == GAMES - 1
        assert keep(library, entries[0])


def test_a_folder_that_cannot_be_read_is_no_empty_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Path) -> NoReturn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    (record,) = random_games(1, 20, seed=9)
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refused)
        with Library(folder) as library:
            sentence = f"{folder} cannot be read: {os.strerror(errno.EIO)}"
            assert library.notices == [sentence]
            assert library.count() == GAMES
            for action in (library.check, library.rebuild, partial(library.add, record)):
                with pytest.raises(LibraryError, match="cannot be read"):
                    action()
            assert library.count() == GAMES
    with Library(folder) as library:
        library.add(record)
        assert library.count() == GAMES + 1
        assert not library.check()
