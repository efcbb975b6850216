"""The commands ``play`` and ``match``, from arguments to output."""

from __future__ import annotations

import errno
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engine import rules
from engine.cli import events
from engine.cli import texts as cli_texts
from engine.cli.main import main
from engine.cli.terminal_commands import TerminalCommands
from engine.game.game import Game
from engine.match import texts
from engine.match.match import play_match
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame
from engine.match.sprt import Sprt
from engine.match.tournament_file import tournament_lock
from engine.record import format as format_module
from engine.record.format import append_game, format_game
from engine.record.parse import load_games
from engine.record.record import TOURNAMENT_EVENT, GameRecord
from engine.system import shared_file
from engine.system.shared_file import append_data
from engine.system.texts import not_text

FAKE = Path(__file__).parents[1] / "players" / "fake_uci.py"
RESULT = re.compile(r"(.*) wins (\d+), losses (\d+), draws (\d+), elo (-?\d+ \+- \d+|[<>]-?\d+)")
CONGO = rules.get("congo")

Output = pytest.CaptureFixture[str]


def fake(mode: str) -> str:
    """Return the player name of the fake program in one of its modes."""
    return f'uci:"{sys.executable}" -I -S "{FAKE}" {mode}'


# --- play


def play(*arguments: str, typed: str = "", monkeypatch: pytest.MonkeyPatch) -> int:
    """Run ``play congo`` with these lines on standard input; return the exit status."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["play", "congo", *arguments])


def test_a_game_of_two_players(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play("--first", "engine:nodes=300", "--second", "first", monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert out.startswith("\n7 g m e l e c z\n")
    assert "White to move.\n" in out
    assert re.search(
        r"^White plays \w+ \(engine:nodes=300: depth \d+, \d+ nodes, [\d.]+ s, score .*\)$", out, re.M
    )
    assert re.search(r"^Black plays \w+ \(first: depth 0, 0 nodes, 0.00 s\)$", out, re.M)
    assert re.match(r"(White|Black) wins: |Draw: ", out.splitlines()[-1])
    moves = out.count(" plays ")
    assert out.count("a b c d e f g") == moves + 1
    assert out.count(" to move.") == moves


def test_human_is_asked_again_and_can_quit(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play("--second", "engine:nodes=50", typed="d2d9\nc2c3\n", monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "'d2d9' is not a move" in out
    assert "White plays c2c3\n" in out
    assert "Black plays " in out
    assert out.endswith("The game ends here, unfinished. Goodbye.\n")


def test_commands_of_a_game(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = f"undo\nd2d3\nundo\nc2c3\nhint\nboard\nsave\nsave {file}\nsave {__file__}\nc3c4\nsave {file}\n"
    assert play("--second", "first", typed=typed, monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    before, after = out.split("White plays d2d3")
    assert cli_texts.NOTHING_TO_UNDO in before
    assert re.search(r"^White: Try \w+ \(score [^)]+\)\.$", after, re.M)
    # One after each of six plies, after undo, at first, and for the command.
    assert out.count("a b c d e f g") == 6 + 3
    assert cli_texts.NO_FILE_TO_SAVE in after
    assert f"the file {__file__} exists already" in after
    (game,) = load_games(file)
    assert [each.move.text for each in game.moves][::2] == ["c2c3", "c3c4"]
    assert game.players == ("human", "first")


def test_a_game_is_saved_again_beside_the_games_of_others(tmp_path: Path) -> None:
    file, game = tmp_path / "games.txt", Game(CONGO)
    save = TerminalCommands(["human", "first"]).by_name["save"]
    save(game, str(file))
    append_game(file, format_game(GameRecord.of(Game(CONGO))))
    game.play(CONGO.parse_move(game.position, "d2d3"))
    save(game, str(file))
    assert [len(saved.moves) for saved in load_games(file)] == [1, 0]
    file.write_text(format_game(GameRecord.of(game)).rstrip())
    game.play(CONGO.parse_move(game.position, "d6d5"))
    save(game, str(file))
    assert [len(saved.moves) for saved in load_games(file)] == [1, 2]


@pytest.mark.parametrize("name", ["a" * 5000, "a\0b"])
def test_an_impossible_file_name_does_not_end_the_game(
    name: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play("--second", "first", typed=f"save {name}\nd2d3\n", monkeypatch=monkeypatch) == 0
    before, _ = capsys.readouterr().out.split("White plays d2d3")
    assert "cannot be written" in before


def test_two_humans_undo_one_move(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    people = ("--first", "human", "--second", "Max=Human", "--save", str(file))
    assert play(*people, typed="d2d3\nundo\nc2c3\nresign\n", monkeypatch=monkeypatch) == 0
    (game,) = load_games(file)
    assert [each.move.text for each in game.moves] == ["c2c3"]
    assert game.players == ("human", "Max")
    assert game.result.value == "1-0"


def test_a_game_that_cannot_be_saved_is_printed(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_room(path: Path, data: bytes) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(format_module, "append_data", no_room)
    people = ("--first", "human", "--second", "human", "--save", str(tmp_path / "game.txt"))
    assert play(*people, typed="d2d3\nresign\n", monkeypatch=monkeypatch) == 2
    text, sentence = capsys.readouterr().err.rsplit("\n\n", 1)
    (tmp_path / "again.txt").write_text(f"{text}\n\n")
    (game,) = load_games(tmp_path / "again.txt")
    assert [each.move.text for each in game.moves] == ["d2d3"]
    assert "cannot be written: No space" in sentence


def test_a_game_is_on_the_disk_after_each_turn(tmp_path: Path) -> None:
    """Killed, as with a closed terminal, a second Ctrl-C or a power failure."""
    file = tmp_path / "games.txt"
    append_game(file, format_game(GameRecord.of(Game(CONGO))))
    words = [sys.executable, "-m", "engine", "play", "congo", "--second", "first", "--save", str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("d2d3\n")
        process.stdin.flush()
        shown = 0
        while shown < 2:
            shown += process.stdout.readline() == "White to move.\n"
        process.kill()
    earlier, game = load_games(file)
    assert not earlier.moves
    assert [each.move.text for each in game.moves] == ["d2d3", "a6a5"]


def test_resigning(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play("--white", "first", "--black", "human", typed="resign\n", monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.endswith("White wins: Black resigned.\n")


def test_colours_are_aliases_of_first_and_second(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play("--black", "first", typed="d2d3\n", monkeypatch=monkeypatch) == 0
    assert "Black plays a6a5 (first: " in capsys.readouterr().out
    assert play("--white", "first", "--second", "human", monkeypatch=monkeypatch) == 0
    assert "White plays a1a3 (first: " in capsys.readouterr().out


def test_random_moves_depend_on_the_seed(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(seed: str) -> list[str]:
        assert play("--first", "random", "--second", "greedy", "--seed", seed, monkeypatch=monkeypatch) == 0
        return re.findall(r"plays (\w+)", capsys.readouterr().out)

    once = moves("1")
    assert moves("1") == once
    assert moves("2") != once


def test_failing_program_loses(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file, failed = tmp_path / "game.txt", "its program ended with status 3 (out of luck)"
    players = ("--first", "first", "--second", fake("crash"), "--save", str(file))
    assert play(*players, monkeypatch=monkeypatch) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"Black loses: {fake('crash')}: {failed}"
    (game,) = load_games(file)
    assert (game.result.value, game.reason) == ("1-0", f"a player failed: {failed}")


def test_what_a_failing_program_says_cannot_control_the_terminal(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text("import sys; sys.exit('\\x1b[31mred')", encoding="utf-8")
    players = ("--first", "first", "--second", f'uci:"{sys.executable}" "{tmp_path / "program.py"}"')
    assert play(*players, monkeypatch=monkeypatch) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.endswith(r"(\x1b[31mred)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--first", "nobody"], "there is no player 'nobody'; players are human"),
        (["--first", "first", "--white", "first"], "--white and --first are the same side of Congo"),
        (["--size", "8"], "Congo is played on 7x7 squares, not on 8x8"),
        (["--black", "uci:/no/such/program"], "there is no program '/no/such/program' to run"),
    ],
)
def test_bad_arguments_of_play(
    arguments: list[str], message: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play(*arguments, monkeypatch=monkeypatch) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1


# --- match


def result(capsys: Output, *arguments: str) -> tuple[re.Match[str], str]:
    """Run ``match congo``; return its parsed last line, and standard error."""
    assert main(["match", "congo", *arguments]) == 0
    captured = capsys.readouterr()
    found = RESULT.fullmatch(captured.out.splitlines()[-1])
    assert found is not None, captured.out
    return found, captured.err


def test_a_game_is_saved_while_an_earlier_one_is_still_being_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.txt"

    def second_game_first(*arguments: Any) -> Iterator[FinishedGame]:
        first, second = play_match(*arguments)
        yield second
        assert [each.tags["Round"] for each in load_games(file)] == ["1.2"]
        yield first

    monkeypatch.setattr(events, "play_match", second_game_first)
    arguments = ("first", "greedy", "--games", "2", "--workers", "1", "--save", str(file))
    assert main(["match", "congo", *arguments]) == 0


def test_games_of_a_match_that_cannot_be_saved_are_printed(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "games.txt"

    def no_room_for_a_second_game(path: Path, data: bytes) -> None:
        if path.exists() and path.stat().st_size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        append_data(path, data)

    monkeypatch.setattr(format_module, "append_data", no_room_for_a_second_game)
    arguments = ("first", "greedy", "--games", "4", "--workers", "1", "--seed", "3", "--save", str(file))
    assert main(["match", "congo", *arguments]) == 2
    printed = capsys.readouterr().err
    game, sentence = printed[printed.index("[Event ") :].rsplit("\n\n", 1)
    (tmp_path / "again.txt").write_text(f"{game}\n\n")
    found = [*load_games(file), *load_games(tmp_path / "again.txt")]
    assert [each.tags["Round"] for each in found] == ["1.1", "1.2"]
    assert re.search(f"^interrupted: {RESULT.pattern}$", printed, re.MULTILINE)
    assert "cannot be written: No space" in sentence


def test_a_match(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    arguments = ("engine", "greedy", "--games", "6", "--nodes", "300", "--seed", "3", "--save", str(path))
    found, printed = result(capsys, *arguments)
    assert found[1] == "engine"
    assert sum(map(int, found.groups()[1:4])) == 6
    assert printed.startswith("6 games, 300 nodes a move, seed 3\n")
    assert "ends: " in printed
    games = sorted(load_games(path), key=lambda game: game.tags["Round"])
    assert len(games) == 6
    openings = [tuple(one.move.text for one in game.moves[:6]) for game in games]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) == 3
    again, _ = result(capsys, *arguments)
    assert again[0] == found[0]
    assert len(load_games(path)) == 12


def test_a_match_with_itself_is_even(capsys: Output) -> None:
    name = "engine:nodes=200"
    found, _ = result(capsys, name, name, "--games", "8", "--openings", "4")
    assert found[2] == found[3]
    assert found[5] == "0 +- 241"


def test_a_one_sided_match_gives_a_bound(capsys: Output) -> None:
    found, printed = result(capsys, "first", fake("crash"), "--games", "4", "--seed", "1")
    assert found.groups()[1:4] == ("4", "0", "0")
    assert found[5] == ">-216"
    assert printed.count("its program ended with status 3 (out of luck)") == 4


@pytest.mark.thorough
def test_match_with_a_test_ends_once_decided(capsys: Output) -> None:
    test = ("greedy", "random", "--sprt", "0", "300", "--openings", "4", "--seed", "1")
    assert main(["match", "congo", *test]) == 0
    out, told = capsys.readouterr()
    assert told.startswith("2,000 games, ")
    assert "sprt elo 0 against 300: elo 300 is accepted, llr " in told
    assert "elo0 0, elo1 300, alpha 0.05, beta 0.05" in told
    (line,) = out.splitlines()
    assert line.startswith("greedy wins ")
    assert sum(int(part.split()[-1]) for part in line.split(",")[:3]) < 200
    assert main(["match", "congo", "greedy", "random", "--sprt", "10", "0"]) == 2
    assert capsys.readouterr().err == f"{texts.SPRT_ORDER}\n"


@pytest.mark.parametrize("command", ["match congo first random", "play congo --first first"])
def test_games_are_not_added_to_a_tournament(capsys: Output, tmp_path: Path, command: str) -> None:
    file = tmp_path / "tournament.txt"
    tournament = format_game(replace(GameRecord.of(Game(CONGO)), event=TOURNAMENT_EVENT))
    file.write_text(tournament)
    assert main([*command.split(), "--save", str(file)]) == 2
    assert capsys.readouterr().err == f"{texts.holds_tournament(file)}\n"
    assert file.read_text() == tournament


@pytest.mark.parametrize("command", ["match congo first random", "play congo --first first"])
def test_games_are_not_added_to_a_file_that_is_not_in_utf_8(
    capsys: Output, tmp_path: Path, command: str
) -> None:
    file = tmp_path / "games.txt"
    data = '[Event "Zoë"]\n[Game "congo"]\n\n*\n\n'.encode("latin-1")
    file.write_bytes(data)
    assert main([*command.split(), "--save", str(file)]) == 2
    assert capsys.readouterr().err == f"{not_text(file)}\n"
    assert file.read_bytes() == data


@pytest.mark.parametrize("command", ["match congo first random --games 2", "play congo --first first"])
def test_games_are_not_added_to_a_tournament_without_games(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    monkeypatch.setattr(shared_file, "LOCK_WAIT_S", 0)
    file = tmp_path / "tournament.txt"
    arguments = [*command.split(), "--save", str(file)]
    with tournament_lock(file):
        assert main(arguments) == 2
    assert capsys.readouterr().err == f"{texts.in_use(file)}\n"
    assert not file.exists()


@pytest.mark.parametrize("command", ["match congo first random --games 2", "play congo --second first"])
def test_no_tournament_begins_in_a_file_for_other_games(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    """It would be played while the first of these games is."""
    file = tmp_path / "games.txt"
    meanwhile = [
        ["tournament", "congo", "first", "random", "--file", str(file)],
        ["match", "congo", "first", "greedy", "--games", "1", "--save", str(file)],
    ]
    ended: list[int] = []

    def save(path: Path, data: bytes) -> None:
        while meanwhile:
            ended.append(main(meanwhile.pop(0)))
        append_data(path, data)

    monkeypatch.setattr(format_module, "append_data", save)
    monkeypatch.setattr("sys.stdin", io.StringIO("d2d3\n"))
    assert main([*command.split(), "--save", str(file)]) == 0
    assert ended == [2, 0]
    assert texts.in_use(file) in capsys.readouterr().err
    assert len(load_games(file)) == (3 if command.startswith("match") else 2)


def test_games_are_not_added_to_the_file_of_their_openings(capsys: Output, tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("d2d3 d6d5\n")
    assert (
        main(["match", "congo", "first", "random", "--openings", str(openings), "--save", str(openings)]) == 2
    )
    error = capsys.readouterr().err
    assert error == f"{openings} cannot be both read and written: name another file\n"
    assert openings.read_text() == "d2d3 d6d5\n"


def test_openings_from_a_file(capsys: Output, tmp_path: Path) -> None:
    openings, games = tmp_path / "openings.txt", tmp_path / "games.txt"
    openings.write_text("d2d3 d6d5\ng1f3\n3l3/p6/7/7/7/P6/3L3 b 5\n")
    arguments = ("first", "random", "--games", "5", "--openings", str(openings), "--save", str(games))
    result(capsys, *arguments)
    assert [game.moves[0].move.text for game in load_games(games)[:4]] == ["d2d3", "d2d3", "g1f3", "g1f3"]
    games.unlink()
    assert (
        main(["match", "congo", *arguments[:3], "8", *arguments[4:], "--order", "random", "--seed", "5"]) == 0
    )
    assert texts.repeated(openings, 3, 4) in capsys.readouterr().err.splitlines()
    firsts = {game.moves[0].move.text for game in load_games(games)[:6:2] if game.moves}
    assert {"d2d3", "g1f3"} <= firsts
    openings.write_text("# none\n")
    assert main(["match", "congo", *arguments]) == 2
    assert capsys.readouterr().err == f"{texts.no_openings_in(openings)}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["first", "human"], "humans cannot play here; use the command play"),
        (["first", "engine:x=1"], "engine has no setting 'x=1'"),
        (["first", "first", "--size", "6"], "Congo is played on 7x7 squares, not on 6x6"),
        (["first", "first", "--openings", "/no/such/file"], "/no/such/file cannot be read: No such file"),
        (["first", "first", "--openings", "0"], texts.openings_not_found(1, 0, 50)),
        (["first", "first", "--save", "/no/such/folder/file"], "/no/such/folder/file cannot be written: "),
    ],
)
def test_bad_arguments_of_match(arguments: list[str], message: str, capsys: Output) -> None:
    assert main(["match", "congo", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "chess", "first", "first"],
        ["match", "congo", "first"],
        ["match", "congo", "first", "first", "--games", "0"],
        ["match", "congo", "first", "first", "--nodes", "5", "--depth", "3"],
        ["match", "congo", "first", "first", "--workers", "none"],
        ["play", "congo", "--size", "x"],
    ],
)
def test_unreadable_arguments(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_interrupted_match_reports_its_score(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.match import match
    from engine.match.game_runner import play_game

    def interrupted(setup: EventSettings, pairing: ScheduledGame) -> FinishedGame:
        if pairing.number == 2:
            raise KeyboardInterrupt
        return play_game(setup, pairing)

    monkeypatch.setattr(match, "play_game", interrupted)
    assert main(["match", "congo", "first", "first", "--games", "4", "--openings", "2"]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "interrupted: first wins" in captured.err


def test_progress_in_a_terminal_ends_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(Sprt, "decision", "H1")  # after the first game
    players = ("first", "first", "--games", "4", "--openings", "2")
    assert main(["match", "congo", *players, "--sprt", "0", "300"]) == 0
    assert "1/4  first wins" in terminal.getvalue()
    assert "\nends: 1 x" in terminal.getvalue()
