"""The command library."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.cli.texts import many_first_moves, not_first_moves
from engine.library import journal
from engine.record.format import save_games
from engine.system.errors import quoted
from tests.engine.library.games import played, resigned
from tests.imports import ROOT

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty library."""
    monkeypatch.setenv("CONGO_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data" / "library"


@pytest.fixture
def filled(tmp_path: Path, capsys: Capture) -> Path:
    """A file with two games, which are in the library."""
    path = tmp_path / "games.txt"
    save_games(path, [resigned("c2c3", "c6c5", Id="won"), played("d2d3", Date="2026.10.01", Id="open")])
    assert main(["library", "import", str(path)]) == 0
    assert capsys.readouterr().out == "2 added, 0 already in the library, 0 damaged\n"
    return path


WON = "won\t2026.09.01\tcongo\thuman\tengine:level=5\t1-0\t1\n"
OPEN = "open\t2026.10.01\tcongo\thuman\tengine:level=5\t*\t1\n"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["list"], OPEN + WON),
        (["find"], OPEN + WON),
        (["find", "human", "1-0"], WON),
        (["find", "--since", "2026-10"], OPEN),
        (["find", "--since", "2026-9-2"], OPEN),
        (["find", "--since", "2026.9.1"], OPEN + WON),
        (["find", "--until", "2026-09-30"], WON),
        (["find", "--until", "2026-9"], WON),
        (["find", "--since", "2027"], ""),
        (["find", "--result", "*"], OPEN),
        (["find", "--player", "level=5", "--game", "konane"], ""),
        (["find", "--opening", "c2c3 c6c5"], WON),
        (["find", "--opening", "1. c2c3 1... c6c5"], WON),
        (["find", "--opening", "1.c2c3 c6c5"], WON),
        (["find", "--min-moves", "2"], ""),
        (["find", "--max-moves", "1"], OPEN + WON),
        (["find", "--min-moves", "1", "--max-moves", "1"], OPEN + WON),
        (["find", "--position", "startpos"], OPEN + WON),
        (["find", "--position", "gmelecz/pp1pppp/7/2p4/2P4/PP1PPPP/GMELECZ w 2"], ""),
    ],
)
def test_games_are_listed(filled: Path, capsys: Capture, arguments: list[str], lines: str) -> None:
    assert main(["library", *arguments]) == 0
    assert capsys.readouterr().out == lines


def test_a_position_of_a_game_is_found(filled: Path, capsys: Capture) -> None:
    main(["after", "congo", "startpos", "c2c3", "c6c5"])
    position = capsys.readouterr().out.strip()
    main(["library", "find", "--position", position])
    assert capsys.readouterr().out == WON


def test_found_games_are_exported(filled: Path, tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "won.txt"
    assert main(["library", "export", str(target), "1-0"]) == 0
    assert capsys.readouterr().out == f"1 game written to {target}\n"
    assert "1. c2c3 c6c5 1-0" in target.read_text()
    assert main(["library", "export", str(tmp_path / "none.txt"), "nobody"]) == 2
    assert capsys.readouterr().err == "no game matches, so no file was written\n"
    assert not (tmp_path / "none.txt").exists()


def test_a_damaged_index_is_checked_and_rebuilt(filled: Path, folder: Path, capsys: Capture) -> None:
    assert main(["library", "check"]) == 0
    assert capsys.readouterr().out == "2 games, nothing wrong\n"
    (folder / "library.sqlite").write_text("nonsense " * 1000)
    assert main(["library", "rebuild"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "2 games indexed\n"
    assert printed.err.startswith("The library's index was damaged; it is kept as ")
    text = next(folder.glob("*.txt"))
    text.write_text(text.read_text().replace("c6c5", "c6c4"))
    assert main(["library", "check"]) == 1
    assert capsys.readouterr().out == "the index differs from the text files in 1 game\n"


def test_rebuild_names_a_file_that_cannot_be_read(
    filled: Path, folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def refused(path: Path, *args: Any, **named: Any) -> Any:
        if path.parent == folder and path.suffix == ".txt":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, *args, **named)

    monkeypatch.setattr(Path, "open", refused)
    assert main(["library", "rebuild"]) == 0
    printed = capsys.readouterr()
    assert "cannot be read: Permission denied" in printed.err


def test_bad_input_is_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    assert main(["library", "import", str(tmp_path / "missing.txt")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["library", "find", "--position", "nonsense"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_opening_longer_than_the_index_has_is_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as end:
        main(["library", "find", "--opening", "c2c3 c6c5 " * 6 + "d2d3"])
    assert end.value.code == 2
    assert many_first_moves(12) in capsys.readouterr().err


@pytest.mark.parametrize(("opening", "word"), [("nonsense", "nonsense"), ("c2c3 Zebra", "Zebra")])
def test_an_opening_that_is_not_moves_is_refused(capsys: Capture, opening: str, word: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["library", "find", "--opening", opening])
    assert end.value.code == 2
    assert not_first_moves(quoted(word)) in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--since", "--until"])
@pytest.mark.parametrize(
    "date",
    ["", "yesterday", "2026/01/01", "01.01.2026", "٢٠٢٦", "2026-99", "2026-02-30", "2026-1-", "26", "0000"],
)
def test_what_is_not_a_date_is_refused(capsys: Capture, option: str, date: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["library", "find", option, date])
    assert end.value.code == 2
    assert f"{quoted(date)} is not a date" in capsys.readouterr().err


def test_more_moves_than_the_most_are_refused(capsys: Capture) -> None:
    assert main(["library", "find", "--min-moves", "5", "--max-moves", "1"]) == 2
    assert capsys.readouterr().err == "--min-moves 5 is more than --max-moves 1\n"


ACTIONS = [["list"], ["find"], ["check"], ["rebuild"], ["export", "out.txt"]]


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("place", ["typo", "file", "file/below", "empty"])
def test_a_folder_without_a_library_is_refused(
    tmp_path: Path, capsys: Capture, action: list[str], place: str
) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    assert main(["library", *action, "--dir", str(tmp_path / place)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"there is no library in {tmp_path / place}\n")
    assert not (tmp_path / "typo").exists()
    assert not list((tmp_path / "empty").iterdir())


def test_games_are_imported_into_a_new_library_but_not_into_a_file(
    filled: Path, tmp_path: Path, capsys: Capture
) -> None:
    new = str(tmp_path / "new")
    assert main(["library", "import", str(filled), "--dir", new]) == 0
    assert main(["library", "check", "--dir", new]) == 0
    assert capsys.readouterr().out.endswith("2 games, nothing wrong\n")
    assert main(["library", "import", str(filled), "--dir", str(filled)]) == 2
    assert capsys.readouterr().err == f"there is no library in {filled}\n"


@pytest.mark.parametrize("action", [["list"], ["check"]])
def test_a_file_in_place_of_the_users_library_is_no_library(
    folder: Path, capsys: Capture, action: list[str]
) -> None:
    folder.parent.mkdir()
    folder.write_text("x")
    assert main(["library", *action]) == 2
    assert capsys.readouterr().err == f"there is no library in {folder}\n"


# --- files that are not the library's own


GAME = '[Event "e"]\n[Game "congo"]\n{tags}\n1. {moves} *\n\n'


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="names are text")
def test_a_file_whose_name_is_not_text_hides_no_game(filled: Path, folder: Path) -> None:
    stranger = folder / os.fsdecode(b"caf\xe9.txt")
    stranger.write_text(GAME.format(tags="", moves="e2e3"))
    for arguments, status in (["list"], 0), (["rebuild"], 0), (["find", "1-0"], 0), (["check"], 1):
        command = [sys.executable, "-m", "engine", "library", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stderr.count("its name is not text in UTF-8")) == (status, 1)
        assert arguments != ["list"] or done.stdout == OPEN + WON


def test_an_export_cannot_replace_the_librarys_own_files(
    filled: Path, folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    (own,) = folder.glob("*.txt")
    link = tmp_path / "link.txt"
    link.symlink_to(own)
    before = own.read_bytes()
    for path in own, link, folder / "new.txt":
        assert main(["library", "export", str(path), "1-0"]) == 2
        assert "is in the folder of a library" in capsys.readouterr().err
    assert own.read_bytes() == before
    assert main(["library", "list"]) == 0
    assert capsys.readouterr().out == OPEN + WON


def test_an_export_cannot_replace_files_of_another_library(
    filled: Path, folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Also of a copy of the text files alone; the user's own library is another one with --dir."""
    other, copy = tmp_path / "other", tmp_path / "copy"
    assert main(["library", "import", str(filled), "--dir", str(other)]) == 0
    (own,), (foreign,) = folder.glob("*.txt"), other.glob("*.txt")
    copy.mkdir()
    copied = copy / foreign.name
    copied.write_bytes(foreign.read_bytes())
    (folder / "library.sqlite").unlink()
    for path in own, foreign, copied, other / "library.sqlite":
        before = path.read_bytes()
        for options in [["--dir", str(other)], []]:
            assert main(["library", "export", str(path), "1-0", *options]) == 2
            assert f"{path} is in the folder of a library" in capsys.readouterr().err
        assert path.read_bytes() == before
    for _ in range(2):
        assert main(["library", "export", str(copy / "games.txt")]) == 0


def test_a_foreign_file_cannot_hide_games(filled: Path, tmp_path: Path, capsys: Capture) -> None:
    """Neither with the tag of deleted games, nor with identities that the library has."""
    foreign = tmp_path / "foreign.pgn"
    games = {'[Id "won"]\n': "e2e3", '[Deleted "x"]\n': "f2f3", '[Id "1"]\n': "a2a3"}
    text = "".join(GAME.format(tags=tags, moves=moves) for tags, moves in games.items())
    foreign.write_text(text + GAME.format(tags='[Id "1"]\n', moves="b2b3"))
    for counts in "4 added, 0 already", "0 added, 4 already":
        assert main(["library", "import", str(foreign)]) == 0
        assert counts in capsys.readouterr().out
    main(["library", "list"])
    assert len(capsys.readouterr().out.splitlines()) == 6
    main(["library", "find", "--opening", "c2c3"])
    assert capsys.readouterr().out == WON


def test_names_of_a_file_do_not_control_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    tags = '[Id "1"]\n[White "a\x1b]0;evil\x07\u202eb\x9b31m"]\n'
    (tmp_path / "foreign.pgn").write_text(GAME.format(tags=tags, moves="e2e3"), encoding="utf-8")
    assert main(["library", "import", str(tmp_path / "foreign.pgn")]) == 0
    capsys.readouterr()
    assert main(["library", "list"]) == 0
    assert r"a\x1b]0;evil\x07\u202eb\x9b31m" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["x" * 200_000], ["w"] * 3000, ["--player", "%_\\" * 20_000]])
def test_a_search_that_is_too_long_is_explained(filled: Path, capsys: Capture, words: list[str]) -> None:
    assert main(["library", "find", *words]) == 2
    assert capsys.readouterr().err == "That is too long to search for\n"


@pytest.mark.parametrize("change", ["size = -3", "size = 'x'", "tail = x'00'", "size = 1 << 40, tail = 0"])
@pytest.mark.parametrize(("action", "printed"), [("list", OPEN + WON), ("rebuild", "2 games indexed\n")])
def test_a_crafted_mark_of_a_text_file_hides_no_game(
    filled: Path, folder: Path, capsys: Capture, change: str, action: str, printed: str
) -> None:
    with closing(sqlite3.connect(folder / "library.sqlite")) as index, index:
        index.execute(f"UPDATE files SET {change}")
    assert main(["library", action]) == 0
    assert capsys.readouterr().out == printed
    assert main(["library", "check"]) == 0


@pytest.mark.parametrize("piece", [700, 1000])
def test_a_long_file_is_indexed_in_pieces(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """Also if it has more than a piece of something else between the games."""
    folder.mkdir(parents=True)
    games = [GAME.format(tags=f'[Id "{number}"]\n', moves="d2d3") for number in range(30)]
    nonsense = ["x" * 5000 + "\n", '[Event "e"]\n' * 500, "[Event " * 500 + "\n"]
    (folder / "2026-11.txt").write_text("".join([*games[:9], *nonsense, *games[9:]]))
    monkeypatch.setattr(journal, "PIECE_BYTES", piece)
    for _ in range(2):
        assert main(["library", "list"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 30
    main(["library", "check"])
    assert "differs" not in capsys.readouterr().out
    with (folder / "2026-11.txt").open("a") as file:
        file.write(GAME.format(tags='[Id "last"]\n', moves="e2e3"))
    main(["library", "find", "--opening", "e2e3"])
    assert capsys.readouterr().out.startswith("last\t")
