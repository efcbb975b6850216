"""Players by their names in the window: ``program:NAME``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.players import texts
from engine.players.saved_programs import command_of, saved_programs, with_saved_program
from engine.record.parse import load_games
from engine.system.errors import UserError, quoted

FAKE = Path(__file__).parent / "fake_uci.py"
PROGRAM = f'uci:"{sys.executable}" -I -S "{FAKE}" good'


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings with programs, one of which is invalid."""
    kept = {"Rex": PROGRAM, "ada 2": "python:ada:choose", "a: b": "uci:./ab", "No": "greedy", "None": 3}
    (tmp_path / "settings.json").write_text(json.dumps({"programs": kept}), encoding="utf-8")
    monkeypatch.setenv("CONGO_CONFIG_DIR", str(tmp_path))
    return tmp_path / "settings.json"


def test_a_saved_program_is_its_command() -> None:
    assert list(saved_programs()) == ["a: b", "ada 2", "Rex"]
    assert with_saved_program("greedy") == command_of("greedy") == "greedy"
    assert with_saved_program("program:Rex") == f"Rex={PROGRAM}"
    assert with_saved_program(" Program: rex ") == f"Rex={PROGRAM}"
    assert with_saved_program("Old=program:Rex") == f"Old={PROGRAM}"
    assert with_saved_program("program:ada 2") == "ada 2=python:ada:choose"
    assert with_saved_program("program:a: b") == "uci:./ab"  # such a name cannot stand before a player
    assert command_of("program:Rex") == command_of("Old=program:Rex") == PROGRAM


@pytest.mark.parametrize("written", ["", "[]", '{"programs": []}', '{"programs": {"Rex"'])
def test_damaged_settings_contain_no_programs(settings: Path, written: str) -> None:
    settings.write_text(written, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        with_saved_program("program:Rex")
    assert str(caught.value) == texts.no_saved_program(quoted("Rex"), [])
    assert "Ctrl+P" in str(caught.value)


@pytest.mark.parametrize(
    "command", [("match", "greedy"), ("tournament", "greedy"), ("play", "--first")], ids=lambda one: one[0]
)
def test_unknown_name_error_lists_the_known_names(
    command: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    name, *before = command
    assert main([name, "congo", *before, "program:Max"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert texts.no_saved_program(quoted("Max"), ["a: b", "ada 2", "Rex"]) in printed.err


def test_a_match_calls_a_saved_program_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.pgn"
    words = ("--games", "2", "--nodes", "20", "--workers", "1", "--openings", "2", "--seed", "1")
    assert main(["match", "congo", "program:Rex", "first", *words, "--save", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Rex wins ")
    assert {name for game in load_games(path) for name in game.players} == {"Rex", "first"}
