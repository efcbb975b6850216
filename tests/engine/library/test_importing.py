"""Taking text files into the library, and writing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine.library import importing
from engine.library.entry import commented, imported_entry
from engine.library.importing import ImportCounts, export_games, import_file, import_folders, keep
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.format import format_game, save_games
from engine.record.parse import load_games
from engine.record.record import GameRecord
from engine.rules import get
from engine.system.errors import UserError
from tests.engine.library.games import played, random_games, resigned


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with Library(tmp_path / "library") as opened:
        yield opened


def take(library: Library, path: Path, restore: bool = False) -> ImportCounts:
    return [ImportCounts(), *import_file(library, path, restore=restore)][-1]


def test_games_are_the_same_after_import_and_export(library: Library, tmp_path: Path) -> None:
    records = random_games(30, 20)
    save_games(tmp_path / "old.txt", records)
    old = (tmp_path / "old.txt").read_bytes()
    assert take(library, tmp_path / "old.txt") == ImportCounts(added=30)
    export_games(library, library.find(GameQuery()), tmp_path / "new.txt")
    found = load_games(tmp_path / "new.txt")
    assert [(each.moves, each.players, each.result) for each in found] == [
        (each.moves, each.players, each.result) for each in records
    ]
    assert [dict(each.tags, Id="") for each in found] == [dict(each.tags, Id="") for each in records]
    assert (tmp_path / "old.txt").read_bytes() == old


def test_known_and_deleted_games_are_skipped(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    save_games(path, [played("d2d3"), resigned("c2c3", "c6c5")])
    take(library, path)
    assert take(library, path) == ImportCounts(known=2)
    library.delete(library.find(GameQuery(opening="d2d3")))
    assert take(library, path) == ImportCounts(known=2)
    assert library.count() == 1
    assert take(library, path, restore=True) == ImportCounts(added=1, known=1)
    assert library.count() == 2


def test_a_newer_version_of_a_game_replaces_an_older_one_but_not_the_reverse(
    library: Library, tmp_path: Path
) -> None:
    """Longer, or as long with a comment or the result; also two versions in one file."""
    begun, longer, over = (
        played("d2d3", Id="1"),
        played("d2d3", "d6d5", Id="1"),
        resigned("d2d3", "d6d5", Id="1"),
    )
    versions = [[begun], [longer], [replace(over, comment="a plan")], [begun, longer]]
    for number, records in enumerate(versions):
        save_games(tmp_path / f"{number}.txt", records)
    assert take(library, tmp_path / "3.txt") == ImportCounts(added=1, known=1)
    for number in (0, 1):
        assert take(library, tmp_path / f"{number}.txt") == ImportCounts(known=1)
    for added in (1, 0):
        assert take(library, tmp_path / "2.txt") == ImportCounts(added=added, known=1 - added)
        assert take(library, tmp_path / "3.txt") == ImportCounts(known=2)
    (found,) = library.find(GameQuery())
    assert (found.plies, found.result) == (2, "1-0")
    assert library.entry(found).comment == "a plan"


def test_a_comment_written_in_the_library_stays_in_a_newer_version(library: Library, tmp_path: Path) -> None:
    library.add(played("d2d3", Id="1"))
    (found,) = library.find(GameQuery())
    library.put([commented(library.entry(found), "mine")])
    save_games(tmp_path / "longer.txt", [played("d2d3", "d6d5", Id="1")])
    for added in (1, 0):
        assert take(library, tmp_path / "longer.txt").added == added
    (found,) = library.find(GameQuery(words="mine"))
    assert found.plies == 2


FOREIGN = """Some notes about the games below.

[Game "congo"]
[White "Anna \\"A\\" \\\\"]

1. d2d3 {a plan
[%csl Gd3]} d6d5 (1... c6c5) 2. c2c3 $2

[Event "second"]
[Game "congo"]
[Result "1-0"]
[Reason "resignation"]

1. e2e3 e6e5 {what a game} 1-0

[Event "of another program"]
[Game "halma"]

1. a1a2 *

[Event "cut off"]
[Game "congo"]

1. d2d3 {never closed
"""


def test_files_of_other_programs(library: Library, tmp_path: Path) -> None:
    (tmp_path / "foreign.pgn").write_text(FOREIGN)
    count = take(library, tmp_path / "foreign.pgn")
    assert count == ImportCounts(added=2, damaged=2)
    while library.index_positions():
        pass
    first, second = library.find(GameQuery())
    assert (first.players, first.plies, first.result) == (('Anna "A" \\', "?"), 3, "*")
    assert (second.event, second.plies, second.result) == ("second", 2, "1-0")
    assert library.check() == []
    assert "c6c5" in library.text(first)
    assert "what a game" in library.text(second)


def test_games_of_other_players_with_one_number_are_other_games(library: Library, tmp_path: Path) -> None:
    anna, bert = ("Anna", "Cleo"), ("Bert", "Cleo")
    path = tmp_path / "numbered.txt"
    save_games(path, [played(players=anna, Id="1"), played("d2d3", players=bert, Id="1")])
    assert take(library, path) == ImportCounts(added=2)
    longer = [played("d2d3", "d6d5", players=bert, Id="1"), played("c2c3", players=anna, Id="2")]
    save_games(tmp_path / "longer.txt", longer)
    assert take(library, tmp_path / "longer.txt").added == 2
    later = played("c2c3", "c6c5", players=("Dora", "Cleo"), Date="2026.09.02", Id="2")
    save_games(tmp_path / "later.txt", [later])
    assert take(library, tmp_path / "later.txt").added == 1


def test_rejects_a_binary_file_in_one_sentence(library: Library, tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\0\0" * 100)
    with pytest.raises(UserError, match="is not a text file"):
        take(library, tmp_path / "noise")
    assert library.count() == 0


def test_folders_are_imported_once_and_resumed(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 2)
    folders = [tmp_path / "one", tmp_path / "two", tmp_path / "missing"]
    for number, folder in enumerate(folders[:2]):
        folder.mkdir()
        save_games(folder / "games.txt", random_games(5, 6, seed=number))
        (folder / "picture.png").write_bytes(b"")
    list(islice(import_folders(library, folders), 2))
    assert library.count() == 4
    library.close()
    with Library(library.folder) as again:
        counts: list[ImportCounts] = []
        list(import_folders(again, folders, counts.append))
        assert again.count() == 10
        assert counts == [ImportCounts(added=1, known=4), ImportCounts(added=5)]
        assert list(import_folders(again, folders)) == []
        assert all((folder / "games.txt").exists() for folder in folders[:2])


def test_a_game_of_another_kind_is_imported_without_compiling_it(library: Library, tmp_path: Path) -> None:
    konane = get("konane")
    (tmp_path / "konane.txt").write_text(format_game(GameRecord(konane, konane.start())))
    assert take(library, tmp_path / "konane.txt") == ImportCounts(added=1)
    assert library.index_positions(["congo"]) == 0
    assert library.pending(["congo"]) == 0
    assert library.pending() == 1


def test_an_unwritable_export_is_explained(library: Library, tmp_path: Path) -> None:
    library.add(played("d2d3"))
    with pytest.raises(UserError, match="cannot be written"):
        export_games(library, library.find(GameQuery()), tmp_path)


# --- games on the board


MOVES = ("d2d3", "d6d5", "c2c3", "c6c5")


def kept(library: Library, *versions: GameRecord) -> list[tuple[tuple[str, ...], str, str]]:
    """Keep versions of one game; return moves, result and comment of each game in the library."""
    for version in versions:
        record = replace(version, tags={**version.tags, "Id": "one"})
        keep(library, imported_entry(format_game(record)))
    entries = map(library.entry, library.find(GameQuery()))
    return sorted((entry.moves, entry.result, entry.comment) for entry in entries)


def test_a_longer_version_on_the_board_replaces_a_shorter_one(library: Library) -> None:
    assert kept(library, played(*MOVES[:2]), resigned(*MOVES)) == [(MOVES, "1-0", "")]


def test_an_earlier_state_on_the_board_replaces_no_finished_game(library: Library) -> None:
    """As when a file from before the end is opened, or the resignation undone."""
    assert kept(library, resigned(*MOVES), played(*MOVES[:2]), played(*MOVES)) == [(MOVES, "1-0", "")]


def test_a_comment_on_an_earlier_state_is_kept_apart(library: Library) -> None:
    earlier = replace(played(*MOVES[:2]), comment="here I was well")
    assert kept(library, resigned(*MOVES), earlier, earlier) == [
        (MOVES[:2], "*", "here I was well"),
        (MOVES, "1-0", ""),
    ]


def test_another_continuation_on_the_board_is_another_game(library: Library) -> None:
    other = (*MOVES[:2], "a2a3")
    assert kept(library, resigned(*MOVES), played(*other), played(*other)) == [
        (other, "*", ""),
        (MOVES, "1-0", ""),
    ]


def test_a_comment_deleted_on_the_board_is_deleted(library: Library) -> None:
    commented_game = replace(resigned(*MOVES), comment="too slow")
    assert kept(library, commented_game, resigned(*MOVES)) == [(MOVES, "1-0", "")]
