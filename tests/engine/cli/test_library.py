"""The command library."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli.main import main
from engine.record.format import save_games
from tests.engine.library.games import played, resigned

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
        (["find", "--until", "2026-09-30"], WON),
        (["find", "--result", "*"], OPEN),
        (["find", "--player", "level=5", "--game", "konane"], ""),
        (["find", "--opening", "c2c3 c6c5"], WON),
        (["find", "--min-moves", "2"], ""),
        (["find", "--max-moves", "1"], OPEN + WON),
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


def test_bad_input_is_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    assert main(["library", "import", str(tmp_path / "missing.txt")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["library", "find", "--position", "nonsense"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
