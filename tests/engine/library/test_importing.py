"""Taking text files into the library, and writing them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine.library import importing, journal
from engine.library.entry import Entry, commented, entry_of, imported_entry
from engine.library.importing import ImportCounts, export_games, import_file, import_folders, keep
from engine.library.library import Library
from engine.library.query import GameQuery
from engine.record.format import format_game, save_games
from engine.record.parse import load_games, parse_games
from engine.record.record import GameRecord, RecordedMove
from engine.rules import get
from engine.system.errors import UserError
from engine.system.shared_file import try_lock
from tests.engine.library.games import CONGO, played, random_games, resigned
from tests.engine.match.small_tournament import PLAN, finished


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with Library(tmp_path / "library") as opened:
        yield opened


def take(library: Library, path: Path, restore: bool = False) -> ImportCounts:
    return [ImportCounts(), *import_file(library, path, restore=restore)][-1]


def take_file(library: Library, text: str) -> None:
    path = library.folder.parent / "taken.txt"
    path.write_text(text)
    take(library, path)


def keep_on_board(library: Library, text: str) -> None:
    keep(library, imported_entry(text))


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
    library.put([commented(library.entry(found), ["mine"], library.entry(found).comments)])
    save_games(tmp_path / "longer.txt", [played("d2d3", "d6d5", Id="1")])
    for added in (1, 0):
        assert take(library, tmp_path / "longer.txt").added == added
    (found,) = library.find(GameQuery(words="mine"))
    assert found.plies == 2


def test_long_games_are_spread_over_several_text_files(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [replace(played("d2d3", Id=f"{number}"), comment="a plan " * 100) for number in range(30)]
    save_games(tmp_path / "old.txt", records)
    monkeypatch.setattr(importing, "BATCH_CHARS", 2000, raising=False)
    monkeypatch.setattr(journal, "MAX_FILE_BYTES", 3000)
    assert take(library, tmp_path / "old.txt") == ImportCounts(added=30)
    assert max(library.journal.size(name) or 0 for name in library.journal.files()) < 3000 + 2000 + 1000
    assert library.check() == []


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
    with pytest.raises(UserError, match="is not in UTF-8"):
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


def test_a_library_s_text_file_brings_its_deleted_games_but_no_empty_ones(
    library: Library, tmp_path: Path
) -> None:
    save_games(tmp_path / "old.txt", [played("d2d3"), resigned("c2c3", "c6c5")])
    take(library, tmp_path / "old.txt")
    library.delete(library.find(GameQuery()))
    (file,) = library.journal.files()
    with Library(tmp_path / "other") as other:
        take(other, library.folder / file)
        assert sorted(game.plies for game in other.find(GameQuery())) == [1, 2]


def test_games_of_tournaments_are_imported_only_on_request(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    games = finished(PLAN, path).results.games()
    played_on = games[0].text.replace('"]\n', '"]\n[Id "mine"]\n', 1)
    with path.open("a") as file:
        file.write(format_game(random_games(1, 6)[0]) + played_on)
    list(import_folders(library, [tmp_path]))
    assert library.count() == 2
    list(import_file(library, path))
    assert library.count() == 2 + len(games)


@pytest.mark.parametrize("games", range(6))
def test_an_import_stops_between_two_games_and_is_resumed(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    """While a batch of them is read, or compared."""
    save_games(tmp_path / "games.txt", random_games(3, 6))
    done: list[str] = []

    def count(name: str) -> None:
        function = getattr(importing, name)

        def counted(*arguments: object, **named: object) -> object:
            done.append(name)
            return function(*arguments, **named)

        monkeypatch.setattr(importing, name, counted)

    count("imported_entry")
    count("_version")
    list(import_folders(library, [tmp_path], is_stopped=lambda: len(done) == games))
    assert (len(done), library.count()) == (games, 0)
    list(import_folders(library, [tmp_path]))
    assert library.count() == 3


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


def test_a_copy_with_fewer_comments_on_the_board_replaces_nothing(library: Library) -> None:
    """As when a file from before the comments is opened."""
    commented_game = replace(resigned(*MOVES), comment="too slow")
    assert kept(library, commented_game, resigned(*MOVES)) == [(MOVES, "1-0", "too slow")]


def test_several_comments_on_a_move_may_be_corrected_on_the_board(library: Library) -> None:
    """The board joins them."""
    text = '[Event "x"]\n[Game "congo"]\n[Id "one"]\n\n1. d2d3 {a plan} {of mine} d6d5 {wrld} *\n'
    keep(library, imported_entry(text))
    (found,) = library.find(GameQuery())
    (opened,) = parse_games(library.text(found))
    board = format_game(opened)
    keep(library, imported_entry(board.replace("wrld", "world")), imported_entry(board))
    (found,) = library.find(GameQuery())
    assert "world" in library.text(found)


@pytest.mark.skipif(sys.platform == "win32", reason="no waiting for locks")
@pytest.mark.parametrize("write", [keep_on_board, take_file])
def test_nothing_is_added_between_comparing_versions_and_writing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Library, str], None]
) -> None:
    """Of two processes, each would take the other's version for the one before its own."""
    keep(library, imported_entry(format_game(played("d2d3", "d6d5"))))
    (journal,) = library.folder.glob("*.txt")
    compared = []

    def latest(uid: str) -> Entry | None:
        with journal.open("rb") as other, pytest.raises(BlockingIOError):
            try_lock(other)
        compared.append(uid)
        return Library.latest(library, uid)

    monkeypatch.setattr(library, "latest", latest)
    write(library, format_game(played("d2d3", "d6d5", "c2c3")))
    assert compared
    with journal.open("rb") as other:
        try_lock(other)


def test_what_was_made_from_the_known_version_replaces_it(library: Library) -> None:
    """As when a comment is corrected or deleted on the board; a comment of the library stays."""
    texts = versions_of_a_game(["wrld", "world", "world!"])
    first, second, third = map(imported_entry, texts)
    keep(library, first)
    library.put([commented(first, ["mine"], first.comments)])
    keep(library, second, before=first)
    (found,) = library.find(GameQuery(words="mine"))
    assert "{world}" in library.text(found)
    keep(library, third, before=second)
    (found,) = library.find(GameQuery(words="mine"))
    assert "{world!}" in library.text(found)
    keep(library, second, before=first)  # from another board, which has not seen the correction
    assert library.count() == 2


def test_an_undone_end_replaces_no_finished_game(library: Library) -> None:
    """Even on the board that it was finished on."""
    over, undone, other = (
        imported_entry(format_game(replace(record, tags={**record.tags, "Id": "one"})))
        for record in (resigned(*MOVES), played(*MOVES), played(*MOVES[:2], "a2a3"))
    )
    keep(library, over)
    keep(library, undone, before=over)
    keep(library, other, before=undone)
    assert kept(library) == [((*MOVES[:2], "a2a3"), "*", ""), (MOVES, "1-0", "")]


def test_more_comments_replace_fewer_but_another_comment_is_kept_apart(library: Library) -> None:
    """A part of a comment may say the opposite."""
    comments = "no good move", "good move", "no good  move"
    versions = [replace(resigned(*MOVES), comment=comment) for comment in comments]
    assert [comment for _, _, comment in kept(library, *versions)] == ["good move", "no good move"]


def test_a_game_that_is_played_on_is_not_multiplied(library: Library) -> None:
    """Neither after its end, when a resignation is undone, nor with other moves than before."""
    more, other = (*MOVES, "b2b3", "b6b5"), (*MOVES[:2], "a2a3", "a6a5", "b2b3")
    growing = [played(*line[:plies]) for line in (more, other) for plies in range(3, len(line) + 1)]
    assert kept(library, resigned(*MOVES), *growing, *growing) == [
        (other, "*", ""),
        (MOVES, "1-0", ""),
        (more, "*", ""),
    ]


def test_a_version_that_was_deleted_does_not_come_back_but_a_new_one_does(library: Library) -> None:
    earlier = replace(played(*MOVES[:2]), comment="an idea")
    assert len(kept(library, resigned(*MOVES), earlier)) == 2
    library.delete([game for game in library.find(GameQuery()) if game.plies == 2])
    assert kept(library, resigned(*MOVES), earlier) == [(MOVES, "1-0", "")]
    assert len(kept(library, replace(earlier, comment="no idea"))) == 2
    library.delete(library.find(GameQuery()))
    assert kept(library, resigned(*MOVES), earlier) == []
    assert kept(library, played(*MOVES[:3])) == [(MOVES[:3], "*", "")]


def test_a_deeper_review_replaces_another_one_on_the_board_alone(library: Library, tmp_path: Path) -> None:
    text = format_game(resigned(*MOVES[:2], Id="one"))
    reviews = [text.replace("d2d3", f"d2d3 {{+0.{depth}, depth {depth}}}") for depth in (20, 30)]
    for review in (text, *reviews, text):
        keep(library, imported_entry(review))
    (tmp_path / "old.txt").write_text(reviews[0])
    assert take(library, tmp_path / "old.txt") == ImportCounts(known=1)
    (found,) = library.find(GameQuery())
    assert "depth 30" in library.text(found)


# --- several versions of a game


def versions_of_a_game(comments: Iterable[str]) -> list[str]:
    """Return texts of a game, each with another comment."""
    text = format_game(resigned(*MOVES, Id="one"))
    return [text.replace(" c2c3", f" {{{comment}}} c2c3") for comment in comments]


def test_an_older_file_replaces_no_corrected_comments(library: Library, tmp_path: Path) -> None:
    older, newer = versions_of_a_game(["wrld", "world, and a long thought"])
    keep(library, imported_entry(newer))
    (tmp_path / "older.txt").write_text(older)
    for added in (1, 0):
        assert take(library, tmp_path / "older.txt") == ImportCounts(added=added, known=1 - added)
        keep(library, imported_entry(newer))
    texts = sorted(library.text(game) for game in library.find(GameQuery()))
    assert ["{wrld}" in text for text in texts] == [False, True]
    assert ["{world, and a long thought}" in text for text in texts] == [True, False]


BASE = '[Game "congo"]\n[Id "one"]\n\n'
SAME = {
    "several comments on a move": ("1. d2d3 {a plan} {of mine} d6d5", "1. d2d3 {a plan of mine} d6d5"),
    "wrapped": ("1. d2d3 {a plan\nof  mine} d6d5", "1. d2d3 {a plan of mine} d6d5"),
    "clock": ("1. d2d3 {[%clk 0:04:00] a plan} d6d5", "1. d2d3 {a plan [%clk 0:05:00]} d6d5"),
    "search result": ("1. d2d3 {+0.20, depth 4; a plan} d6d5", "1. d2d3 {+0.30, depth 5; a plan} d6d5"),
    "mark by its number": ("1. d2d3! d6d5", "1. d2d3 $1 d6d5"),
    "before a variation": ("1. d2d3 ({a plan} 1. c2c3) d6d5", "1. d2d3 (1. c2c3 {a plan}) d6d5"),
    "after a variation": ("1. d2d3 (1. c2c3) {a plan} d6d5", "1. d2d3 {a plan} (1. c2c3) d6d5"),
    "order of variations": ("1. d2d3 (1. c2c3) (1. e2e3) d6d5", "1. d2d3 (1. e2e3) (1. c2c3) d6d5"),
}


@pytest.mark.parametrize("texts", SAME.values(), ids=SAME)
def test_the_same_content_written_otherwise_is_known(library: Library, texts: tuple[str, str]) -> None:
    for text in (*texts, *texts):
        assert keep(library, imported_entry(f"{BASE}{text} *\n"))
        assert library.count() == 1


MORE = {
    "longer": ("1. d2d3", "1. d2d3 d6d5"),
    "another comment": ("1. d2d3 {a plan} d6d5", "1. d2d3 {a plan} d6d5 {mine}"),
    "another comment on the move": ("1. d2d3 {a plan} d6d5", "1. d2d3 {a plan} {of mine} d6d5"),
    "a third comment on the move": ("1. d2d3 {a} {plan} d6d5", "1. d2d3 {a} {of mine} {plan} d6d5"),
    "a comment on the move repeated": (
        "1. d2d3 {a} {plan} (1. d2d3 c6c5) d6d5",
        "1. d2d3 {a} {plan} (1. d2d3 {mine} c6c5) d6d5",
    ),
    "longer variation": ("1. d2d3 (1. c2c3) d6d5", "1. d2d3 (1. c2c3 c6c5) d6d5"),
    "nested variation": ("1. d2d3 (1. c2c3 c6c5) d6d5", "1. d2d3 (1. c2c3 c6c5 (1... b6b5)) d6d5"),
}


@pytest.mark.parametrize("texts", MORE.values(), ids=MORE)
def test_a_version_with_more_replaces_the_other(library: Library, texts: tuple[str, str]) -> None:
    for text in (*texts, *texts):
        assert keep(library, imported_entry(f"{BASE}{text} *\n"))
        assert library.count() == 1
    assert texts[1] in library.text(library.find(GameQuery())[0])


DIFFERENT = {
    "part of a comment": ("1. d2d3 {no good move} d6d5", "1. d2d3 {good move} d6d5"),
    "words of two comments": ("1. d2d3 {a bad move} d6d5 {good}", "1. d2d3 {a good move} d6d5 {bad}"),
    "comment on another move": ("1. d2d3 {a plan} d6d5", "1. d2d3 d6d5 {a plan}"),
    "comment on a variation": ("1. d2d3 {a plan} (1. c2c3) d6d5", "1. d2d3 (1. c2c3 {a plan}) d6d5"),
    "comment in a variation": (
        "1. d2d3 d6d5 (1... c6c5 {mine})",
        "1. d2d3 d6d5 (1... b6b5 {mine}) (1... c6c5)",
    ),
    "variation of another move": ("1. d2d3 (1. a2a3) d6d5 2. e2e3", "1. d2d3 d6d5 2. e2e3 (2. a2a3)"),
    "moves of two variations": (
        "1. d2d3 (1. a2a3 a6a5 2. b2b3) (1. b2b3 b6b5) d6d5",
        "1. d2d3 (1. a2a3 b6b5) (1. b2b3 a6a5) d6d5",
    ),
    "arrow on another move": ("1. d2d3 {[%csl Gd3]} d6d5", "1. d2d3 d6d5 {[%csl Gd3]}"),
    "mark on another move": ("1. d2d3! d6d5", "1. d2d3 d6d5!"),
    "another mark": ("1. d2d3! d6d5", "1. d2d3? d6d5"),
    "first comment": ("{no good move} 1. d2d3", "{good move} 1. d2d3"),
}


@pytest.mark.parametrize("texts", DIFFERENT.values(), ids=DIFFERENT)
@pytest.mark.parametrize("is_file", [False, True])
def test_what_stands_elsewhere_is_kept_apart(
    library: Library, tmp_path: Path, texts: tuple[str, str], is_file: bool
) -> None:
    for text in (*texts, *texts):
        if is_file:
            (tmp_path / "game.txt").write_text(f"{BASE}{text} *\n")
            take(library, tmp_path / "game.txt")
        else:
            assert keep(library, imported_entry(f"{BASE}{text} *\n"))
    found = "".join(map(library.text, library.find(GameQuery())))
    assert library.count() == 2
    assert all(text in found for text in texts)


def test_games_from_different_positions_are_kept_apart(library: Library) -> None:
    """Some programs give all their games the same number and players."""
    for start in ("zcelemg/ppppppp/7/7/7/PPPPPPP/ZCELEMG w 1", "gmelecz/ppppppp/7/7/7/PPPPPPP/ZCELEMG w 1"):
        keep(library, imported_entry(BASE.replace("\n\n", f'\n[FEN "{start}"]\n\n') + "1. d2d3 *\n"))
    assert library.count() == 2
    for tag in ("", f'[FEN "{CONGO.notation.format(CONGO.start())}"]\n'):  # the usual start
        keep(library, imported_entry(BASE.replace("\n\n", f"\n{tag}\n") + "1. d2d3 *\n"))
    assert library.count() == 3


WORDS = ("good", "move", "no", "lion", "here")
Written = tuple[tuple[str, ...], str]
"""A line, and the comment at its end; a line without a comment has an empty one."""


def written(record: GameRecord) -> set[Written]:
    """Return all lines of a game, and the comments, each with the line up to its move."""
    found: set[Written] = {((), record.comment)}

    def walk(line: tuple[str, ...], moves: Iterable[RecordedMove]) -> None:
        for recorded in moves:
            for variation in recorded.variations:
                walk(line, variation)
            line = (*line, recorded.move.text)
            found.update({(line, ""), (line, recorded.comment)})

    walk((), record.moves)
    return found


def random_version(chance: Random) -> GameRecord:
    """Return a version of a game with short comments and variations that occur in other versions, too."""

    def comment() -> str:
        return " ".join(chance.sample(WORDS, chance.choice([0, 0, 0, 1, 2, 3])))

    moves = [replace(each, comment=comment()) for each in resigned(*MOVES).moves]
    side_lines = {0: ("c2c3", "d6d5"), 2: ("e2e3", "e6e5")}
    for ply, line in side_lines.items():
        if chance.random() < 0.5:
            rest = played(*MOVES[:ply], *line[: chance.choice([1, 2])]).moves[ply:]
            variation = tuple(replace(each, comment=comment()) for each in rest)
            moves[ply] = replace(moves[ply], variations=(variation,))
    end = chance.choice([3, 4])
    return replace(resigned(*MOVES, Id="one"), moves=tuple(moves[:end]), comment=comment())


@pytest.mark.parametrize("seed", range(20))
def test_every_line_and_whole_comment_of_random_versions_is_kept_at_its_move(
    library: Library, tmp_path: Path, seed: int
) -> None:
    chance, seen, answers = Random(seed), set[Written](), list[bool]()
    for _ in range(8):
        version = random_version(chance)
        seen |= written(version)
        if chance.random() < 0.5:
            answers.append(keep(library, imported_entry(format_game(version))))
        else:
            save_games(tmp_path / "version.txt", [version])
            take(library, tmp_path / "version.txt")
    found = (library.entry(game).record() for game in library.find(GameQuery()))
    assert seen <= set().union(*map(written, found))
    assert all(answers)


def test_a_game_is_kept_if_the_library_has_all_of_it(library: Library) -> None:
    """Not if only another version of it was deleted."""
    first, second = map(imported_entry, versions_of_a_game(["good move", "no good move"]))
    assert keep(library, first)
    assert keep(library, first)
    library.delete(library.find(GameQuery()))
    assert keep(library, first)
    assert not keep(library, second)
    assert library.count() == 0


@pytest.mark.parametrize("count", [2, 9, 12])
def test_versions_that_differ_are_all_kept_and_none_is_added_twice(
    library: Library, tmp_path: Path, count: int
) -> None:
    path = tmp_path / "versions.txt"
    path.write_text("".join(versions_of_a_game(map(str, range(count)))))
    assert take(library, path) == ImportCounts(added=count)
    for _ in range(2):
        assert take(library, path) == ImportCounts(known=count)
    assert library.count() == count


def test_work_grows_with_the_file_though_all_its_games_are_versions_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is compared with nine long ones."""
    monkeypatch.setattr(importing, "BATCH_SIZE", 5)
    parse, read = Entry.parse, 0

    def counted(text: str) -> Entry | None:
        nonlocal read
        read += len(text)
        return parse(text)

    def work(size: int) -> int:
        """Import a file of `size`; return how many characters were parsed."""
        nonlocal read
        read = 0
        long = (f"{number} " + "and more " * 40 * size for number in range(9))
        path = tmp_path / f"{size}.txt"
        path.write_text("".join(versions_of_a_game((*long, *map(str, range(10 * size))))))
        with Library(tmp_path / f"library-{size}") as library:
            assert take(library, path) == ImportCounts(added=9 + 10 * size)
        return read

    monkeypatch.setattr(Entry, "parse", counted)
    assert work(8) < 5 * work(2)


def test_two_libraries_do_not_multiply_what_they_exchange(library: Library, tmp_path: Path) -> None:
    """Though they number the versions of a game differently."""
    texts = versions_of_a_game(["here", "there", "everywhere"])
    with Library(tmp_path / "other") as other:
        for each, order in (library, texts), (other, texts[::-1]):
            for text in order:
                keep(each, imported_entry(text))
        for source, target in [(library, other), (other, library)] * 2:
            export_games(source, source.find(GameQuery()), tmp_path / "exchanged.txt")
            assert take(target, tmp_path / "exchanged.txt") == ImportCounts(known=3)
        assert (library.count(), other.count()) == (3, 3)


def test_comments_do_not_pile_up_on_that_of_the_library(library: Library, tmp_path: Path) -> None:
    record = resigned(*MOVES, Id="one")
    library.add(record)
    (found,) = library.find(GameQuery())
    library.put([commented(library.entry(found), ["mine"], library.entry(found).comments)])
    for number, comment in enumerate(["a plan", "a plan or two"]):
        save_games(tmp_path / f"{number}.txt", [replace(record, comment=comment)])
    for added in (1, 0):
        for number in range(2):
            assert take(library, tmp_path / f"{number}.txt").added == added
    (found,) = library.find(GameQuery())
    assert library.entry(found).comment == "mine a plan a plan or two"


def test_a_comment_in_words_of_that_of_the_library_is_kept(library: Library, tmp_path: Path) -> None:
    record = resigned(*MOVES, Id="one")
    library.add(record)
    (found,) = library.find(GameQuery())
    library.put([commented(library.entry(found), ["this was no good move"], library.entry(found).comments)])
    save_games(tmp_path / "game.txt", [replace(record, comment="good move")])
    for added in (1, 0):
        assert take(library, tmp_path / "game.txt").added == added
    (found,) = library.find(GameQuery())
    assert library.entry(found).comment == "this was no good move good move"


def test_two_libraries_do_not_repeat_each_others_comments(library: Library, tmp_path: Path) -> None:
    record = resigned(*MOVES, Id="one")
    with Library(tmp_path / "other") as other:
        for each, comments in (library, ["mine"]), (other, ["a draft", "theirs"]):
            each.add(record)
            for comment in comments:
                (found,) = each.find(GameQuery())
                each.put([commented(each.entry(found), [comment], each.entry(found).comments)])
        for source, target in [(library, other), (other, library)] * 3:
            export_games(source, source.find(GameQuery()), tmp_path / "exchanged.txt")
            take(target, tmp_path / "exchanged.txt")
        for each in (library, other):
            (found,) = each.find(GameQuery())
            assert sorted(each.entry(found).comments) == ["mine", "theirs"]


def test_what_another_library_has_replaced_is_not_brought_back_by_an_old_file(
    library: Library, tmp_path: Path
) -> None:
    record = resigned(*MOVES, Id="one")
    save_games(tmp_path / "old.txt", [replace(record, comment="a draft")])
    with Library(tmp_path / "other") as other:
        library.put([commented(entry_of(record), ["mine"], [])])
        take(other, tmp_path / "old.txt")
        (found,) = other.find(GameQuery())
        other.put([commented(other.entry(found), ["theirs"], other.entry(found).comments)])
        export_games(other, other.find(GameQuery()), tmp_path / "theirs.txt")
    take(library, tmp_path / "theirs.txt")
    take(library, tmp_path / "old.txt")
    assert [library.entry(each).comments for each in library.find(GameQuery())] == [("mine", "theirs")]
