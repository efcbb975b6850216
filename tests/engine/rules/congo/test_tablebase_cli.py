"""``python -m engine tablebase``."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.cli.output import ProgressBar
from engine.rules.congo import tablebase, texts

FEW = tablebase.endings()[:2]


def test_probe_prints_the_value_and_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tablebase", "probe", "4S2/2l4/7/7/7/2L4/7 w 1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["wins in 1 move (1 ply)", "c2c6: wins in 1 move"]
    assert "e7c5: draw" in lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["probe", "startpos"], texts.NOT_KNOWN),
        (
            ["probe", "3l3/7/7/7/7/7/3L3 w 1"],
            "the game is over in this position: only the two lions are left",
        ),
        (["probe", "nonsense"], "board"),
        (["probe", "--tables", "/nowhere", "4S2/2l4/7/7/7/2L4/7 w 1"], "there is no endgame tablebase in"),
        (["verify", "--tables", "/nowhere"], "there is no endgame tablebase in"),
        (["stats", "--tables", "/nowhere"], "there is no endgame tablebase in"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tablebase", *arguments]) == 2
    message = capsys.readouterr()
    assert sentence in message.err
    assert message.err.count("\n") == 1
    assert message.out == ""


def test_build_verify_and_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tablebase, "endings", lambda: FEW)
    assert main(["tablebase", "build", "--out", str(tmp_path / "new")]) == 0
    message = capsys.readouterr()
    assert message.out == f"{tmp_path / 'new'}\n"
    assert message.err == "1/2 LZ-L\n2/2 LE-L\n"
    assert main(["tablebase", "verify", "--tables", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == "7704 positions are correct\n"


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be synced")
def test_a_built_table_and_its_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(tablebase, "endings", lambda: FEW[:1])
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    assert main(["tablebase", "build", "--out", str(tmp_path)]) == 0
    (table,) = tmp_path.iterdir()
    assert synced == [table.stat().st_ino, tmp_path.stat().st_ino]


@pytest.mark.parametrize("content", [b"my notes", b"CongoTB2"])
def test_build_does_not_replace_a_file_of_something_else(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tablebase, "endings", lambda: FEW)
    other = tmp_path / FEW[1].file_name
    other.write_bytes(content)
    assert main(["tablebase", "build", "--out", str(tmp_path)]) == 2
    assert f"{other} holds something else, which would be lost" in capsys.readouterr().err
    assert other.read_bytes() == content


def test_explains_a_damaged_tablebase(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(shutil.copytree(tablebase.FOLDER, tmp_path / "tables"))
    (folder / "LG-L.table").write_bytes(b"")
    assert main(["tablebase", "verify", "--tables", str(folder)]) == 2
    assert "LG-L.table is damaged" in capsys.readouterr().err


def test_progress_is_one_line_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = ProgressBar(2)
    bar.step("one")
    bar.step("two")
    message = capsys.readouterr().err
    assert message.count("\r") == 2
    assert message.count("\n") == 1
    assert "2/2 two" in message
