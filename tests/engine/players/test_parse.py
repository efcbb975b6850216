"""Players by their names."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from engine.game.game import Game
from engine.players import texts
from engine.players.human import HumanPlayer
from engine.players.one_ply import FirstMovePlayer, GreedyPlayer, RandomPlayer
from engine.players.parse import (
    MAX_COMMAND,
    parse_engine_settings,
    parse_player,
    shown_name,
    split_command,
    split_name,
)
from engine.players.searching import AlphaBetaPlayer, EnginePlayer, MinimaxPlayer
from engine.players.uci_client import UciPlayer
from engine.search.limits import Limits, SearchOptions
from engine.system.errors import UserError
from tests.engine.rules.congo.support import CONGO


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("human", HumanPlayer),
        ("random", RandomPlayer),
        ("first", FirstMovePlayer),
        (" Greedy ", GreedyPlayer),
        ("minimax:2", MinimaxPlayer),
        ("AlphaBeta:4", AlphaBetaPlayer),
        ("engine", EnginePlayer),
        ("engine:", EnginePlayer),
        ("engine:level=3,threads=1", EnginePlayer),
        ("engine:level=3.4", EnginePlayer),
        (f'uci:"{sys.executable}" -m engine uci', UciPlayer),
    ],
)
def test_every_name_makes_its_player(text: str, kind: type) -> None:
    player = parse_player(text, CONGO, 1)
    assert type(player) is kind
    assert player.name.lower() == text.strip().lower()
    player.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player ''; players are human, random"),
        ("gredy", "there is no player 'gredy'"),
        ("random:3", "random takes no settings; write random, not 'random:3'"),
        ("minimax", "minimax needs a depth, as in minimax:3"),
        ("alphabeta:", "alphabeta needs a depth"),
        ("alphabeta:x", "the depth of alphabeta takes a whole number from 1 to 60, not 'x'"),
        ("minimax:0", "the depth of minimax takes a whole number from 1 to 60, not '0'"),
        ("minimax:²", "the depth of minimax takes a whole number"),
        ("engine:fast", "engine has no setting 'fast'; it has level=, movetime="),
        ("engine:speed=3", "engine has no setting 'speed=3'"),
        ("engine:nodes=0", "nodes= takes a whole number from 1"),
        ("engine:nodes=5,nodes=6", "engine has nodes= twice"),
        ("engine:movetime=9999999999", "movetime= takes a whole number from 1 to 1000000000"),
        ("engine:level=best", "level= takes a number from 1 to 10, with at most one decimal, not 'best'"),
        ("engine:level=3.45", "level= takes a number from 1 to 10, with at most one decimal, not '3.45'"),
        ("engine:level=0", "level= takes a number from 1 to 10, with at most one decimal, not '0'"),
        ("engine:level=11", "level= takes a number from 1 to 10, with at most one decimal, not '11'"),
        ("engine:book=maybe", "book= takes on or off, not 'maybe'"),
        ("engine:weights=luck", "Congo has no weights called 'luck', only 'hand' and 'weights'"),
        ("engine:weights=weights-river,nodes=9", "with weights=, engine takes only without= and book="),
        ("engine:weights=weights-river,without=luck", "the search has no feature 'luck'; it has ordering"),
        ("engine:without=luck", "the search has no feature 'luck'; it has ordering"),
        ("uci:", "uci needs the command of a program, as in uci:./engine"),
        ("uci:/no/such/program --fast", "there is no program '/no/such/program' to run"),
        ('uci:"half', "the command '\"half' cannot be split into words: no closing quotation"),
    ],
)
def test_explains_an_unknown_player(text: str, message: str) -> None:
    with pytest.raises(UserError, match="^" + re.escape(message)) as caught:
        parse_player(text, CONGO)
    assert "\n" not in str(caught.value)


def test_settings_of_the_engine() -> None:
    assert parse_engine_settings("") == (Limits(), SearchOptions())
    limits, options = parse_engine_settings("nodes=20000, depth=7,threads=2,without=PVS+killers")
    assert limits == Limits(nodes=20000, depth=7)
    assert options == SearchOptions(without=frozenset({"pvs", "killers"}), threads=2)
    assert parse_engine_settings("book=on,nodes=9") == (Limits(nodes=9), SearchOptions(book=True))
    settings = parse_engine_settings("level=4,movetime=50")
    assert settings == (Limits(movetime=50), SearchOptions(level=4))
    assert parse_engine_settings("level=3.4") == (Limits(), SearchOptions(level=3.4))


def test_other_weights_combine_with_switches() -> None:
    player = parse_player("engine:weights=weights-river,without=see+pvs,book=on", CONGO)
    assert isinstance(player, UciPlayer)
    assert list(player._arguments)[-5:] == ["uci", "--without", "network", "pvs", "see"]
    assert "setoption name OwnBook value true" in player._settings


def test_commands_are_split_as_the_shell_does() -> None:
    assert split_command("./a 'b c' \"d\" e\\ f", windows=False) == ["./a", "b c", "d", "e f"]
    with pytest.raises(UserError, match="too long"):
        split_command("a" * (MAX_COMMAND + 1))
    assert split_command('"C:\\My Files\\a.exe" b\\c "d"', windows=True) == [
        "C:\\My Files\\a.exe",
        "b\\c",
        "d",
    ]


def test_error_message_lists_every_name() -> None:
    for name in ("human", "random", "first", "greedy", "minimax", "alphabeta", "engine", "uci", "python"):
        assert name in texts.PLAYER_NAMES


def test_a_name_may_stand_before_a_player() -> None:
    assert split_name("Rex = uci:./rex --x=1") == ("Rex", "uci:./rex --x=1")
    assert split_name("engine:nodes=5") == ("", "engine:nodes=5")
    assert split_name("=greedy") == ("", "=greedy")
    assert shown_name("My  bot=greedy") == "My bot"
    assert parse_player("Rex=greedy", CONGO).name == "Rex"
    with pytest.raises(UserError, match="there is no player 'nothing'"):
        parse_player("Rex=nothing", CONGO)


@pytest.mark.skipif(os.name != "posix", reason="needs permissions of files")
def test_explains_an_unstartable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, source = tmp_path / "rex", tmp_path / "rex.py"
    for each in (file, source):
        each.touch(0o600)
    with pytest.raises(UserError, match=f"'{file}' is not executable; run chmod \\+x {file}"):
        parse_player(f"uci:{file}", CONGO)
    with pytest.raises(UserError, match=f"not executable; write python3 {source}, or run chmod"):
        parse_player(f"uci:{source}", CONGO)
    file.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"not in the PATH; .* write \./rex"):
        parse_player("uci:rex", CONGO)


def test_a_python_player_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my bot, 2.py"
    file.write_text(
        "import pickle\nclass Memory: pass\n"
        "def choose(game):\n    pickle.dumps(Memory())\n    return game.legal_moves()[-1]\n"
    )
    player = parse_player(f"python:{file}:choose", CONGO)
    player.new_game(1)
    assert player.choose(Game(CONGO), Limits()).move == Game(CONGO).legal_moves()[-1]
    player.close()
    with pytest.raises(UserError, match="has no function 'other'"):
        parse_player(f"python:{file}:other", CONGO)
