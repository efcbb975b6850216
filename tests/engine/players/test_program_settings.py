"""Options, folder and log of a UCI program: written before its command, and applied."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.game.game import Game
from engine.players.parse import parse_player, split_command
from engine.players.program_settings import (
    ProgramSettings,
    UciOption,
    join_command,
    parse_option,
    split_settings,
)
from engine.players.uci_client import UciPlayer
from engine.search.limits import Limits
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO

PROGRAM = """
import os, sys
for line in sys.stdin:
    line = line.strip()
    if line == "uci":
        print("option name Hash type spin default 16 min 1 max 512")
        print("option name Clear Hash type button")
        print("uciok", flush=True)
    if line.startswith("setoption") or line == "isready":
        print("info string", os.path.basename(os.getcwd()), file=sys.stderr, flush=True)
    if line == "isready":
        print("readyok", flush=True)
    if line.startswith("go"):
        print("bestmove d2d3", flush=True)
    if line == "quit":
        break
"""
SETTINGS = ProgramSettings((("Hash", "64"), ("Skill Level", "5"), ("Book File", "")), "my bots", "a log.txt")


@pytest.mark.parametrize("windows", [False, True])
def test_settings_round_trip(windows: bool) -> None:
    command = ["python3", "a b.py", "log=none", "--x=1"]
    text = join_command([*SETTINGS.arguments(), *command], windows)
    assert split_settings(split_command(text, windows)) == (SETTINGS, command)
    plain = ProgramSettings()
    assert split_settings(["./rex", "dir=x"]) == (plain, ["./rex", "dir=x"])
    assert split_settings(["option.=x"]) == (plain, ["option.=x"])


def test_a_program_gets_its_options_and_folder_and_leaves_a_log(tmp_path: Path) -> None:
    folder, log = tmp_path / "my bots", tmp_path / "a log.txt"
    folder.mkdir()
    (folder / "bot.py").write_text(PROGRAM)
    settings = ProgramSettings(SETTINGS.options, str(folder), str(log))
    command = join_command([*settings.arguments(), sys.executable, "bot.py"])
    player = parse_player(f"Rex=uci:{command}", CONGO)
    assert isinstance(player, UciPlayer)
    try:
        player.new_game(1)
        assert player.choose(Game(CONGO), Limits(nodes=1)).move.text == "d2d3"
        assert player.options == {"Hash": UciOption("Hash", "spin", "16", 1, 512)}
    finally:
        player.close()
    message = [line.split(" ", 3)[3] for line in log.read_text().splitlines()]
    assert [line for line in message if "setoption" in line] == [
        *("> setoption name Hash value 64", "> setoption name Skill Level value 5"),
        "> setoption name Book File value <empty>",
    ]
    assert "> uci" in message
    assert "< bestmove d2d3" in message
    assert "! info string my bots" in message


def test_invalid_program_settings_are_reported_before_the_start(tmp_path: Path) -> None:
    for settings, problem in (
        (ProgramSettings(folder="nowhere"), "there is no folder 'nowhere'"),
        (ProgramSettings(log=str(tmp_path)), "cannot be written"),
    ):
        command = join_command([*settings.arguments(), sys.executable])
        with pytest.raises(UserError, match=problem):
            parse_player(f"uci:{command}", CONGO)
    with pytest.raises(UserError, match="needs the command"):
        parse_player("uci:option.Hash=1", CONGO)


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option name Skill Level type spin default 10 min 1 max 10", ("Skill Level", "spin", "10", 1, 10)),
        ("option name OwnBook type check default true", ("OwnBook", "check", "true")),
        (
            "option name Style type combo default Very Solid var Very Solid var Wild",
            ("Style", "combo", "Very Solid", None, None, ("Very Solid", "Wild")),
        ),
        ("option name File type string default C:\\min max", ("File", "string", "C:\\min max")),
        ("option name File type string default <empty>", ("File", "string")),
        ("option name Clear Hash type button", None),
        ("option name type spin", None),
        ("option name Bad type spin default x min y", ("Bad", "spin", "x")),
        ("info string option name A type check", None),
    ],
)
def test_announced_options(line: str, option: tuple[object, ...] | None) -> None:
    assert parse_option(line.split()) == (None if option is None else UciOption(*option))  # type: ignore[arg-type]


def test_only_whole_numbers_within_the_limits_fit_a_spin() -> None:
    option = UciOption("Hash", "spin", "16", 1, 512)
    assert [bool(option.problem(value)) for value in ("1", "512", "0", "513", "x", "", "-")] == [
        *(False, False),
        *(True,) * 5,
    ]
    assert not UciOption("Contempt", "spin", "0", -9, 9).problem("-5")
    assert not UciOption("File", "string").problem("anything")
