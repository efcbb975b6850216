"""The command ``tournament``, from arguments to output."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import texts as cli_texts
from engine.cli.main import main
from engine.match import texts
from engine.match.stored_tournament import MAX_PLAYERS
from engine.match.tournament_file import tournament_lock
from engine.record.parse import load_games, salvage
from engine.system.files import read_text
from tests.waiting import PATIENCE

Output = pytest.CaptureFixture[str]
SMALL = ["konane", "--size", "4", "--openings", "2", "--nodes", "50"]


def run(capsys: Output, *arguments: str) -> tuple[list[str], str]:
    """Run ``tournament konane`` on a small board; return its output lines, and standard error."""
    assert main(["tournament", *SMALL, *arguments]) == 0
    captured = capsys.readouterr()
    return captured.out.splitlines(), captured.err


def test_a_tournament(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    arguments = ("first", "engine:nodes=100", "random", "--games", "4", "--seed", "3", "--file", str(path))
    out, printed = run(capsys, *arguments)
    assert " ".join(out[0].split()) == "# player points games + = - elo (95 %) s/game 1 2 3"
    assert out[1].split()[1] == "engine:nodes=100"
    assert [line.split()[0] for line in out[1:4]] == ["1", "2", "3"]
    assert out[4] == ""
    assert out[5].startswith("ends: 12 x ")
    assert out[6] == "draws: 0 of 12 games (0 %)"
    assert out[7].startswith("length: ")
    assert "round-robin, 12 games, 50 nodes a move, seed 3\n" in printed
    assert "12/12  engine:nodes=100 leads with " in printed
    assert "players thought for " in printed
    assert len(load_games(path)) == 12

    again, printed = run(capsys, *arguments)
    assert again == out
    assert "12 of them are in the file\n" in printed
    assert len(load_games(path)) == 12


def test_names_of_a_file_do_not_control_the_terminal(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    run(capsys, "A=first", "random", "--name", "club", "--file", str(path))
    path.write_text(path.read_text().replace("A=", "A\x1bc=").replace("club", "\x9bclub"))
    assert main(["standings", str(path)]) == 0
    captured = capsys.readouterr()
    assert r"A\x1bc" in captured.out
    assert r"\x9bclub" in captured.err
    assert "\x1b" not in captured.out + captured.err
    assert "\x9b" not in captured.err


def test_leaves_a_running_tournament_alone(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    arguments = ["tournament", *SMALL, "first", "random", "--file", str(path)]
    with tournament_lock(path):
        assert main(arguments) == 2
    assert texts.in_use(path) in capsys.readouterr().err
    assert not path.exists()
    assert main(arguments) == 0


def test_clocks_names_book_and_table_of_the_file(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    options = ["--clock", "0.5+0.1", "--openings", "book:2", "--tablebase", "--win", "400", "3"]
    draw = ["--draw", "10", "4", "20"]
    players = ["Rex=engine:nodes=50", "first"]
    assert main(["tournament", "congo", *players, *options, *draw, "--file", str(path)]) == 0
    captured = capsys.readouterr()
    assert "round-robin, 2 games, 30+0.1 s on the clock, seed " in captured.err
    assert captured.out.splitlines()[1].split()[1] == "Rex"
    for played, players_by_side in zip(load_games(path), (("Rex", "first"), ("first", "Rex")), strict=True):
        assert played.players == players_by_side
        assert str(played.controls[0]) == "30+0.1"
        assert played.tags["Adjudication"] == "tablebase, win 400 3, draw 10 4 20"
        assert f"{players_by_side[0]} - {players_by_side[1]}  {played.result.value}, {played.reason}\n" in (
            captured.err
        )
    assert main(["standings", str(path)]) == 0
    assert capsys.readouterr().out == captured.out
    assert main(["standings", __file__]) == 2


def test_resuming_keeps_the_files_seed(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    out, _ = run(capsys, "first", "random", "--file", str(path))
    again, printed = run(capsys, "first", "random", "--file", str(path))
    assert again == out
    assert "2 of them are in the file\n" in printed


def test_other_formats(capsys: Output) -> None:
    out, printed = run(capsys, "first", "random", "greedy", "--format", "gauntlet")
    assert "\ngauntlet, 4 games, " in printed
    assert out[5].startswith("ends: 4 x ")
    out, printed = run(capsys, "first", "random", "greedy", "random", "--format", "swiss")
    assert "\nswiss, 8 games, " in printed
    assert out[6].startswith("ends: 8 x ")


def test_the_sequential_test(capsys: Output) -> None:
    arguments = ("engine:nodes=200", "first", "--sprt", "0", "300", "--games", "40", "--openings", "4")
    out, _ = run(capsys, *arguments)
    assert out[-1].startswith("sprt elo 0 against 300: elo 300 is accepted, llr ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["first"], texts.TOO_FEW_PLAYERS),
        (["first"] * (MAX_PLAYERS + 1), texts.too_many_players(MAX_PLAYERS)),
        (["first", "human"], "humans cannot play here; use the command play"),
        (["first", "nobody"], "there is no player 'nobody'"),
        (["first", "random", "--games", "3"], texts.ODD_GAMES),
        (["first", "random", "--rounds", "3"], cli_texts.ROUNDS_NEED_SWISS),
        (["first", "random", "greedy", "--sprt", "0", "5"], texts.SPRT_NEEDS_TWO),
        (["first", "random", "--file", "/no/such/folder/file"], "/no/such/folder/file cannot be written: "),
    ],
)
def test_bad_arguments(arguments: list[str], message: str, capsys: Output) -> None:
    assert main(["tournament", *SMALL, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1


def test_an_empty_file_does_not_allow_more_players(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.touch()
    players = ["first"] * (MAX_PLAYERS + 1)
    assert main(["tournament", *SMALL, *players, "--games", "3", "--file", str(file)]) == 2
    assert capsys.readouterr().err == f"{texts.too_many_players(MAX_PLAYERS)}\n"


@pytest.mark.parametrize(
    "arguments",
    [["--sprt", "0"], *(["--sprt", "0", elo] for elo in ("x", "٥", "1_0", "1e3")), ["--format", "knockout"]],
)
def test_unreadable_arguments(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["tournament", *SMALL, "first", "random", *arguments])
    assert caught.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_rejects_another_tournaments_file(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    run(capsys, "first", "random", "--file", str(path))
    assert main(["tournament", *SMALL, "first", "greedy", "--file", str(path)]) == 2
    printed = capsys.readouterr().err.splitlines()
    assert printed[-1] == (texts.other_tournament(path, "Entrants", "first | random", "first | greedy"))


LONG = (*("engine:depth=3", "random", "greedy", "first"), *("--games", "6", "--seed", "5"))


def points(lines: list[str]) -> list[list[str]]:
    """Return the result of a tournament of four players, without times and ratings."""
    return [line.split()[:7] for line in lines[1:5]]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Return the result of an uninterrupted tournament."""
    path = tmp_path_factory.mktemp("whole") / "games.txt"
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        assert main(["tournament", *SMALL, *LONG, "--file", str(path)]) == 0
    return points(out.getvalue().splitlines())


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="there Ctrl-C reaches the whole console")
@pytest.mark.parametrize("ending_signal", [signal.SIGINT, signal.SIGKILL])
def test_a_tournament_killed_midway_resumes(
    ending_signal: signal.Signals, undisturbed: list[list[str]], capsys: Output, tmp_path: Path
) -> None:
    path = tmp_path / "games.txt"
    command = ["tournament", *SMALL, *LONG, "--workers", "2", "--file", str(path)]
    words, pipe = [sys.executable, "-m", "engine", *command], subprocess.PIPE
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=pipe, text=True) as program:
        assert program.stderr is not None
        while "/36  " not in (line := program.stderr.readline()):  # it tells how many games are over
            assert line
        program.send_signal(ending_signal)
        printed = program.stderr.read()
    if ending_signal == signal.SIGINT and program.returncode:
        assert program.returncode == 130
        assert cli_texts.TOURNAMENT_KEPT in printed
        assert "Traceback" not in printed
    out, _ = run(capsys, *LONG, "--file", str(path))
    assert points(out) == undisturbed
    rounds = [game.tags["Round"] for game in salvage(read_text(path))[0]]
    assert len(set(rounds)) == len(rounds) == 36


@pytest.mark.thorough
def test_silent_program_is_given_the_requested_start_time(capsys: Output) -> None:
    silent = f"uci:{sys.executable} -c 'import time; time.sleep({PATIENCE})'"
    assert main(["match", "congo", silent, "random", "--games", "2", "--timeout", "1"]) == 0
    assert "did not answer 'uci' within 1 s" in capsys.readouterr().err


class FakeTerminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", ["120", "²", "9" * 12, "wide"])
def test_live_table_is_redrawn_in_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    terminal = FakeTerminal()
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["tournament", *SMALL, "first", "A\x1b=random", "greedy", "--games", "4"]) == 0
    shown = terminal.getvalue()
    assert r"A\x1b" in shown
    assert "elo (95 %)" in shown
    assert "12/12" in shown
    assert "leads with" not in shown


def test_without_rich_progress_is_printed_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = FakeTerminal()
    monkeypatch.setattr("sys.stderr", terminal)
    for name in [*sys.modules]:
        if name.partition(".")[0] == "rich" or name == "engine.cli.live_table":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "rich", None)
    assert main(["tournament", *SMALL, "first", "random"]) == 0
    assert cli_texts.lines_only("rich") in terminal.getvalue()
    assert "2/2  " in terminal.getvalue()
