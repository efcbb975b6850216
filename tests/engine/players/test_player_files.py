"""Games and logs are not written to files that players are made of, or to each other's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.players.parse import parse_player
from engine.players.player_files import require_separate_files, state_of_files
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO

RUN = f'"{sys.executable}" bots/bot.py --book=books/own.bin'


@pytest.mark.parametrize(
    ("player", "file"),
    [
        ("student:bots/bot.py", "bots/bot.py"),
        ('student:"bots/bot.py"', "linked.py"),
        ("Rex=python:bots/bot.py:choose,depth=2", "bots/bot.py"),
        ("python:bots.bot:choose", "bots/bot.py"),
        ("python:bots/a, b.py:choose", "bots/a, b.py"),
        ("python:bots.bot:choose", "bots/__init__.py"),
        ("python:bots:choose", "bots/__init__.py"),
        ("engine:nodes=100, network=net.nnue", "net.nnue"),
        (f"uci:{RUN}", "bots/bot.py"),
        (f"Rex=uci:{RUN}", "books/own.bin"),
        (f"uci:dir=bots {RUN.replace('bots/', '')}", "bots/bot.py"),
        (f"uci:option.EvalFile=net.nnue {RUN}", "net.nnue"),
        (f"uci:log=rex.log {RUN}", "rex.log"),
        (f"uci:log=openings.txt {RUN}", "games.txt"),
        (f"uci:log=bots/bot.py {RUN}", "games.txt"),
        ("first", "openings.txt"),
    ],
)
def test_a_file_for_two_things_is_refused(
    player: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots").mkdir()
    Path("bots/bot.py").touch()
    Path("bots/a, b.py").touch()
    os.link("bots/bot.py", "linked.py")
    with pytest.raises(UserError, match="another file"):
        require_separate_files(Path(file), ["random", player], Path("openings.txt"))
    require_separate_files(
        Path("other.txt"), ["random", player.replace("log=", "dir=")], Path("openings.txt")
    )


def test_players_without_files_are_accepted() -> None:
    players = ["human", "engine:level=3", "engine:weights=weights", "minimax:2", "uci:a\0b c\0d", "student:"]
    require_separate_files(Path("games.txt"), players, None)
    require_separate_files(None, players)


def test_a_program_does_not_log_to_its_own_file(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("print()\n")
    with pytest.raises(UserError, match="cannot be both read and written"):
        parse_player(f'uci:log={bot} "{sys.executable}" {bot}', CONGO)


@pytest.mark.parametrize(
    "command", ["match P random --save", "tournament P random --file", "play --first P --save"]
)
def test_no_games_are_added_to_a_program(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(game):\n    return game.legal_moves()[0]\n")
    before = bot.read_bytes()
    name, *words = [f"python:{bot}:choose" if word == "P" else word for word in command.split()]
    assert main([name, "congo", *words, str(bot)]) == 2
    assert capsys.readouterr().err == f"{bot} cannot be both read and written: name another file\n"
    assert bot.read_bytes() == before


@pytest.mark.parametrize(
    ("player", "edited"),
    [
        ("python:bots/bot.py:choose", "bots/bot.py"),
        ("Rex=python:bots.bot:choose,depth=2", "bots/bot.py"),
        ("python:bots/bot.py:choose", "bots/helper.py"),
        ("student:bots/bot.py", "bots/bot.py"),
        ("student:bots/bot.py", "bots/helper.py"),
        (f"uci:{RUN} debug.log --log=debug.log", "bots/bot.py"),
        (f"uci:dir=bots option.Debug=debug.log {RUN.replace('bots/', '')}", "bots/bot.py"),
        ("uci:nice bots/rex --log debug.log", "bots/rex"),
        (f"uci:nice {RUN} {'x' * 300} debug.log", "bots/bot.py"),
    ],
)
def test_the_state_of_a_player_changes_only_with_its_files(
    player: str, edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bots/bot.py", "bots/helper.py", "bots/rex", "books/own.bin", "bots/debug.log", "debug.log"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("1\n", encoding="utf-8")
    Path("bots/rex").chmod(0o755)
    before = state_of_files(player)
    for name in ("debug.log", "bots/debug.log", "bots/notes.txt", "books/own.bin"):
        Path(name).write_text("12\n", encoding="utf-8")
    assert state_of_files(player) == before
    Path(edited).write_text("12\n", encoding="utf-8")
    assert state_of_files(player) != before


def test_a_player_without_files_has_no_state() -> None:
    for player in ("random", "python:nowhere/bot.py:choose", "uci:dir=bots", "uci:a\0b c\0d"):
        assert state_of_files(player) == []
