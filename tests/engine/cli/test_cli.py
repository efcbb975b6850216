"""The command line: the answers of all commands; bad input gives one sentence and status 2."""

from __future__ import annotations

import errno
import io
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engine import __version__
from engine.__main__ import main as run_module
from engine.book.opening_book import Book
from engine.cli import arguments, evaluate, positions, search
from engine.cli import main as cli
from engine.cli import texts as cli_texts
from engine.cli.search import DEFAULT_MOVETIME_MS
from engine.research.prove import Prover
from engine.rules import move_rules
from engine.rules.congo import notation
from engine.rules.congo.jumps import first_paths
from engine.search import perft
from tests.engine.rules.congo.perft_data import LINES
from tests.engine.rules.congo.support import CONGO
from tests.engine.rules.congo.test_extremes import MOST_MOVES
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
TRIPLE_JUMP = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
BARE_LIONS = "3l3/7/7/7/7/7/3L3 w 1"
WHITE_HAS_WON = "7/7/7/7/7/2L4/P6 b 1"
BLACK_HAS_WON = "2el3/7/7/7/7/7/P6 w 9"
STUCK = "7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1"

Answer = tuple[int, str, str]
Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command and returns its status and output."""

    def run(*words: str, lines: str | None = None) -> Answer:
        if lines is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        try:
            status: Any = cli.main(words)
        except SystemExit as leaving:
            status = leaving.code
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


class Endless(io.StringIO):
    """A stream with one endless line, such as /dev/zero."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert size is not None
        assert size > 0, "asked for the whole line"
        return "0" * size


@pytest.mark.parametrize("command", [("moves", "congo", "-"), ("play", "congo")])
def test_rejects_an_endless_line(command: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "MAX_LINE_CHARS", 1000)
    monkeypatch.setattr(sys, "stdin", Endless())
    status, _, error = run(*command)
    assert status == 2
    assert "a line of standard input is longer than 1,000 characters" in error


def test_the_uci_loop_goes_on_after_a_line_that_is_too_long(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arguments, "MAX_LINE_CHARS", 1000)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{'x' * 2500}\nisready\n"))
    status, out, _ = run("uci")
    assert status == 0
    assert out.splitlines() == [f"info string {cli_texts.long_line(1000)}", "readyok"]


def good(answer: Answer) -> list[str]:
    """Return the lines of a successful answer."""
    status, out, err = answer
    assert (status, err) == (0, "")
    return out.splitlines()


def complaint(answer: Answer) -> str:
    """Return the sentence of an error, which must be the whole output."""
    status, out, err = answer
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
    return err.strip()


# --- moves


def test_moves_are_listed_sorted_one_a_line(run: Run) -> None:
    found = good(run("moves", "congo", "startpos"))
    assert found == sorted(found)
    assert found == [move.text for move in CONGO.legal_moves(CONGO.start())]
    assert len(found) == 24


def test_startpos_is_the_start_position(run: Run) -> None:
    assert (
        run("moves", "congo", START)
        == run("moves", "congo", "startpos")
        == run("moves", "congo", "startpos:7")
    )


def test_a_monkeys_moves_are_paths(run: Run) -> None:
    found = good(run("moves", "congo", TRIPLE_JUMP))
    assert {"b1d3", "b1d3f5", "b1d3f5d7"} <= set(found)


@pytest.mark.parametrize("fen", [BARE_LIONS, WHITE_HAS_WON, STUCK])
def test_finished_game_has_no_moves(run: Run, fen: str) -> None:
    assert run("moves", "congo", fen) == (0, "", "")


def test_a_dash_dash_may_stand_before_the_position(run: Run) -> None:
    assert run("moves", "congo", "--", "startpos") == run("moves", "congo", "startpos")


def test_moves_line_by_line(run: Run) -> None:
    found = good(run("moves", "congo", "-", lines=f"startpos\n{BARE_LIONS}\n{TRIPLE_JUMP}\n"))
    assert len(found) == 3
    assert found[0].split() == [move.text for move in CONGO.legal_moves(CONGO.start())]
    assert found[1] == ""
    assert "b1d3f5d7" in found[2].split()


# --- after


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        ([], START),
        (["d2d3"], "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"),
        (["d2d3", "D6D5"], "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2"),
    ],
)
def test_the_position_after_moves(run: Run, moves: list[str], fen: str) -> None:
    assert good(run("after", "congo", "startpos", *moves)) == [fen]


def test_the_position_after_a_winning_jump(run: Run) -> None:
    assert good(run("after", "congo", TRIPLE_JUMP, "b1d3f5d7")) == ["3M3/7/7/7/7/7/3L3 b 1"]


def test_after_line_by_line(run: Run) -> None:
    lines = f"startpos\td2d3 d6d5\n{TRIPLE_JUMP}\tb1d3\nstartpos\t\nstartpos\n"
    assert good(run("after", "congo", "-", lines=lines)) == [
        "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2",
        "7/4l2/7/4c2/3M3/7/3L3 b 1",
        START,
        START,
    ]


def test_rejects_moves_beside_a_dash(run: Run) -> None:
    assert "standard input" in complaint(run("after", "congo", "-", "d2d3", lines=""))


# --- result


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("startpos", "none"),
        (BARE_LIONS, "draw"),
        (WHITE_HAS_WON, "white"),
        (BLACK_HAS_WON, "black"),
        (STUCK, "black"),
        (TRIPLE_JUMP, "none"),
    ],
)
def test_results(run: Run, fen: str, result: str) -> None:
    assert good(run("result", "congo", fen)) == [result]


def test_results_line_by_line(run: Run) -> None:
    found = good(
        run("result", "congo", "-", lines=f"startpos\n{BARE_LIONS}\n{WHITE_HAS_WON}\n{BLACK_HAS_WON}")
    )
    assert found == ["none", "draw", "white", "black"]


# --- perft


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 24), (2, 576), (3, 14332), (4, 356456)])
def test_perft_of_the_start(run: Run, depth: int, leaves: int) -> None:
    assert good(run("perft", "congo", "startpos", str(depth))) == [str(leaves)]


def test_perft_divided_by_the_first_move(run: Run) -> None:
    *counts, total = good(run("perft", "congo", "startpos", "3", "--divide"))
    assert counts == sorted(counts)
    assert all(re.fullmatch(r"[a-g1-7]{4,}: \d+", line) for line in counts)
    assert sum(int(line.split(": ")[1]) for line in counts) == int(total) == 14332
    assert len(counts) == 24


@pytest.mark.parametrize(("depth", "answer"), [("0", ["1"]), ("1", ["0"]), ("5", ["0"])])
def test_perft_of_a_finished_game(run: Run, depth: str, answer: list[str]) -> None:
    assert good(run("perft", "congo", BARE_LIONS, depth)) == answer
    assert good(run("perft", "congo", BARE_LIONS, depth, "--divide")) == answer


def test_perft_line_by_line(run: Run) -> None:
    few = LINES[:8]
    found = good(run("perft", "congo", "-", "2", lines="".join(f"{line.fen}\n" for line in few)))
    assert found == [str(line.depths[2]) for line in few]


def test_divided_perft_line_by_line_is_one_line_for_each(run: Run) -> None:
    (found,) = good(run("perft", "congo", "-", "1", "--divide", lines="startpos\n"))
    assert found.endswith(" 24")
    assert found.startswith("a1a3: 1 a1c3: 1 ")


# --- lines of standard input


@pytest.mark.parametrize("command", [["moves"], ["after"], ["result"], ["perft"]])
def test_bad_line_is_reported_in_place_and_the_rest_processed(run: Run, command: list[str]) -> None:
    depth = ["1"] if command == ["perft"] else []
    lines = f"startpos\nnonsense\n\n{TRIPLE_JUMP}\n"
    status, out, err = run(*command, "congo", "-", *depth, lines=lines)
    answers = out.splitlines()
    assert (status, err, len(answers)) == (2, "", 4)
    assert [answer.startswith("error: ") for answer in answers] == [False, True, True, False]


def test_an_illegal_move_in_a_line_is_an_error_of_that_line(run: Run) -> None:
    status, out, _ = run("after", "congo", "-", lines="startpos\td2d5\nstartpos\td2d3\n")
    assert status == 2
    assert re.match(r"error: d2d5 is not possible: .*\ngmelecz/ppppppp/7/7/3P3", out)


def test_a_blank_where_a_tab_is_missing_is_explained(run: Run) -> None:
    _, out, _ = run("after", "congo", "-", lines=f"startpos d2d3\n{START} d2d3 d6d5\n")
    answers = out.splitlines()
    assert all(answer.startswith("error: write a tab, not a space") for answer in answers)
    assert [answer.partition("(")[2] for answer in answers] == ["d2d3)", "d2d3 d6d5)"]


def test_empty_input_gives_no_output(run: Run) -> None:
    assert run("moves", "congo", "-", lines="") == (0, "", "")


def test_closed_standard_input_is_empty(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("result", "congo", "-") == (0, "", "")
    assert run("uci") == (0, "", "")


# --- analyse


def test_analysis_reports_every_depth_and_a_move(run: Run) -> None:
    *infos, best = good(run("analyse", "congo", "startpos", "--depth", "4"))
    assert [line.split()[2] for line in infos] == ["1", "2", "3", "4"]
    for line in infos:
        assert re.fullmatch(
            r"info depth \d seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ time \d+ pv( \S+)+", line
        )
    assert best == f"bestmove {infos[-1].split(' pv ')[1].split()[0]}"


def test_analysis_finds_the_triple_jump(run: Run) -> None:
    *_, info, best = good(run("analyse", "congo", TRIPLE_JUMP, "--depth", "6"))
    assert " score mate 1 " in info
    assert best == "bestmove b1d3f5d7"


def test_analysis_goes_on_after_a_win_until_its_depth(run: Run) -> None:
    """A search to depth 6 finds a win in 11 moves here, and one to that win's depth a shorter one."""
    *infos, _ = good(run("analyse", "congo", "4l2/7/7/EPMZP1m/5E1/7/4L2 w 1", "--depth", "40"))
    _, _, depth, *words = infos[-1].split()
    mate = int(words[words.index("mate") + 1])
    assert 8 <= mate < 15
    assert 2 * mate - 1 <= int(depth) <= 2 * 11 - 1


@pytest.mark.parametrize(
    "limit", [["--nodes", "500"], ["--movetime", "5"], ["--depth", "2", "--nodes", "100000"]]
)
def test_analysis_within_limits(run: Run, limit: list[str]) -> None:
    *_, best = good(run("analyse", "congo", "startpos", *limit))
    assert best.split()[1] in [move.text for move in CONGO.legal_moves(CONGO.start())]


def test_analysis_without_a_limit_takes_a_second(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert DEFAULT_MOVETIME_MS == 1000
    monkeypatch.setattr(search, "DEFAULT_MOVETIME_MS", 3)
    assert good(run("analyse", "congo", "startpos"))[-1].startswith("bestmove ")


def test_stopped_search_does_not_play_a_refuted_move(run: Run) -> None:
    loses = "ms2lg1/1G5/1GSP3/7/3L1M1/6M/2SGg2 b 3"
    depth, answer = good(run("analyse", "congo", loses, "--nodes", "500", "--without", "network"))
    assert depth.startswith("info depth 1 ")
    assert answer.split()[1] in good(run("moves", "congo", loses))
    assert answer != "bestmove b7b6"


def test_several_lines_of_analysis(run: Run) -> None:
    found = good(run("analyse", "congo", "startpos", "--depth", "2", "--multipv", "3"))
    assert [line.split()[6] for line in found if line.startswith("info depth 2 ")] == ["1", "2", "3"]


def test_features_can_be_switched_off(run: Run) -> None:
    def nodes(*without: str) -> list[str]:
        found = good(run("analyse", "congo", "startpos", "--depth", "4", *without))
        return re.findall(r" nodes (\d+)", found[-2])

    assert int(nodes("--without", "ordering", "table")[0]) > int(nodes()[0])
    assert nodes("--without", "quiescence") != nodes()


def test_analysis_with_threads(run: Run) -> None:
    found = good(run("analyse", "congo", "startpos", "--depth", "3", "--threads", "2"))
    assert found[-1].startswith("bestmove ")


@pytest.mark.parametrize("fen", [BARE_LIONS, WHITE_HAS_WON, STUCK])
def test_nothing_to_analyse_in_a_finished_game(run: Run, fen: str) -> None:
    assert good(run("analyse", "congo", fen, "--depth", "3")) == ["bestmove (none)"]


def test_the_same_analysis_twice_is_the_same(run: Run) -> None:
    first, second = (good(run("analyse", "congo", "startpos", "--depth", "5")) for _ in range(2))
    timing = re.compile(r" nps \d+ time \d+")
    assert [timing.sub("", line) for line in first] == [timing.sub("", line) for line in second]


# --- bench and uci


def test_bench_ends_with_nodes_and_speed(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.search import bench

    monkeypatch.setattr(bench, "CALIBRATION_STEPS", 30_000)
    monkeypatch.setattr(bench, "PERFT_DEPTH", 3)
    status, out, err = run("bench", "congo", "--depth", "2")
    assert status == 0
    *_, nodes, speed = out.splitlines()
    assert re.fullmatch(r"nodes [1-9]\d*", nodes)
    assert re.fullmatch(r"nps [1-9]\d*", speed)
    assert len(err.splitlines()) == len(bench.positions(CONGO))  # progress is no answer
    assert run("bench", "--depth", "2")[1].splitlines()[-2] == nodes


def test_uci_answers_standard_input(run: Run) -> None:
    found = good(run("uci", lines="isready\nposition startpos moves d2d3\nd\nquit\n"))
    assert found[0] == "readyok"
    assert found[-1] == "Fen: gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"


def test_uci_searches_with_fewer_threads(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if thread.name != "thinker":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    found = good(run("uci", lines="setoption name Threads value 3\ngo movetime 1000\n"))
    assert "info string could start only 1 threads" in found
    assert found[-1].split()[1] in good(run("moves", "congo", "startpos"))


def test_uci_names_no_jumps_but_those_it_plays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of thousands of moves, to name them all takes longer than a nearly empty clock allows."""
    named: list[list[int]] = []

    def note(codes: list[int]) -> dict[int, tuple[int, ...]]:
        named.append(codes)
        return first_paths(codes)

    monkeypatch.setattr(notation, "first_paths", note)
    move_rules._legal_moves.cache_clear()  # of earlier tests
    found = good(run("uci", lines=f"position fen {MOST_MOVES[0][0]}\ngo wtime 10 btime 10\n"))
    (move,) = [line.split()[1] for line in found if line.startswith("bestmove ")]
    assert named == []
    assert move in good(run("moves", "congo", MOST_MOVES[0][0]))
    assert named


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["moves"], "the following arguments are required: GAME, POS"),
        (["moves", "congo"], "the following arguments are required: POS"),
        (["moves", "chess", "startpos"], "there is no game called 'chess'"),
        (["moves", "con\ngo", "startpos"], r"there is no game called 'con\ngo'"),
        (["moves", "congo", "nonsense"], "board: it has 1 rank instead of 7"),
        (["moves", "congo", ""], "empty"),
        (["moves", "congo", START, "more"], "unrecognized arguments: more"),
        (["moves", "congo", "startpos:9"], "Congo is played on 7x7 squares, not on 9x9"),
        (["result", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ x 1"], "side"),
        (["result", "congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w -1"], "move number"),
        (["after", "congo", "startpos", "d2d5"], "d2d5 is not possible"),
        (["after", "congo", "startpos", "d2d3", "d2d3"], "d2d3 is not possible"),
        (["after", "congo", BARE_LIONS, "d1d7"], "the game is over"),
        (["after", "congo", TRIPLE_JUMP, "zzz"], "'zzz' is not a move"),
        (["perft", "congo", "startpos"], "the following arguments are required: DEPTH"),
        (["perft", "congo", "startpos", "x"], "'x' is not a whole number from 0 to 60"),
        (["perft", "congo", "startpos", "61"], "'61' is not a whole number from 0 to 60"),
        (["perft", "congo", "startpos", "1.5"], "'1.5' is not a whole number from 0 to 60"),
        (["perft", "congo", "startpos", "-1"], "-1"),
        (["perft", "congo", "startpos", "²"], "'²' is not a whole number from 0 to 60"),
        (["analyse", "congo", "startpos", "--depth", "0"], "'0' is not a whole number from 1 up"),
        (["analyse", "congo", "startpos", "--nodes", "9" * 30], "is not a whole number from 1 up"),
        (["analyse", "congo", "startpos", "--movetime", "soon"], "'soon' is not a whole number from 1 up"),
        (["analyse", "congo", "startpos", "--threads", "65"], "'65' is not a whole number from 1 to 64"),
        (["analyse", "congo", "startpos", "--multipv", "0"], "'0' is not a whole number from 1 to 500"),
        (["analyse", "congo", "startpos", "--depth"], "expected one argument"),
        (["analyse", "congo", "startpos", "--without", "brakes"], "the search has no feature 'brakes'"),
        (
            ["analyse", "congo", "startpos", "--fast"],
            "unrecognized arguments: --fast; see python -m engine analyse --help",
        ),
        (["analyse", "congo", "nonsense"], "board: "),
        (["bench", "chess"], "there is no game called 'chess'"),
        (["bench", "--depth", "deep"], "'deep' is not a whole number from 1 up"),
        (["uci", "now"], "unrecognized arguments: now"),
        (["match", "konane", "random", "random", "--games=--"], "'--' cannot be the value of --games"),
        (["endings", "list", "congo", "--pieces=--"], "'--' cannot be the value of --pieces; see python"),
        (["moves", "--", "congo", "--"], "python -m engine moves: '--' cannot be an argument"),
        (["after", "congo", "startpos", "--", "--"], "'--' cannot be an argument"),
        (["x" * 9999], f"argument COMMAND: invalid choice: '{'x' * 22}… (choose from"),
        (["uci", "x" * 9999], f"unrecognized arguments: {'x' * 23}…; see python -m engine uci --help"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(run: Run, arguments: list[str], sentence: str) -> None:
    assert sentence in complaint(run(*arguments))


# --- help and version


def test_the_version(run: Run) -> None:
    assert run("--version") == (0, f"congo {__version__}\n", "")


def test_help_names_every_command(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    for command in ("moves", "after", "result", "perft", "analyse", "bench", "uci"):
        assert re.search(rf"^ +{command} ", out, re.MULTILINE)


@pytest.mark.parametrize("command", ["moves", "after", "result", "perft", "analyse", "bench", "uci"])
def test_every_command_has_help(run: Run, command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: python -m engine {command}")


# --- as a process


def engine(*arguments: str, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engine", *arguments]
    variables = {**os.environ, **environment}
    return subprocess.run(
        command, cwd=ROOT, input=text, capture_output=True, timeout=120, env=variables, check=False
    )


def test_the_module_runs() -> None:
    done = engine("after", "congo", "startpos", "d2d3")
    assert done.stdout.strip() == b"gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"
    assert (done.returncode, done.stderr) == (0, b"")


def test_bad_input_ends_the_process_with_status_2() -> None:
    done = engine("after", "congo", "startpos", "d2d5")
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_rejects_undecodable_bytes(encoding: str) -> None:
    text = b"startpos\n\xff\xfe\n\xc3\xa9 w 1\nstartpos\n"
    done = engine("result", "congo", "-", text=text, PYTHONIOENCODING=encoding)
    first, second, third, last = done.stdout.splitlines()
    assert (first, last) == (b"none", b"none")
    assert second.startswith(b"error: ")
    assert third.startswith(b"error: ")
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.parametrize("words", [("result", "congo", "-"), ("uci",)])
def test_explains_input_that_cannot_be_read(words: tuple[str, ...], tmp_path: Path) -> None:
    done = engine(*words, text=b"startpos\n", PYTHONIOENCODING="utf-16")
    assert done.returncode == 2
    assert done.stderr.decode("utf-16").startswith("standard input: ")
    command = [sys.executable, "-m", "engine", *words]
    with (tmp_path / "written").open("wb") as for_writing:
        done = subprocess.run(command, cwd=ROOT, stdin=for_writing, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"standard input: ")


def test_uci_loop_survives_undecodable_bytes() -> None:
    done = engine("uci", text=b"\xff\nisready\n", PYTHONIOENCODING="utf-8:strict")
    assert done.stdout.splitlines()[-1] == b"readyok"
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, and limits of memory that are kept")
def test_uci_has_a_smaller_hash_table_if_memory_is_short_and_leaves_it_untouched() -> None:
    words = ["/bin/sh", "-c", 'ulimit -v 3000000; exec "$@"', "sh", sys.executable, "-m", "engine", "uci"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("setoption name Hash value 4096\ngo depth 2\n")
        process.stdin.flush()
        found = []
        while line := process.stdout.readline():
            found.append(line)
            if line.startswith("bestmove "):
                break
        status = Path(f"/proc/{process.pid}/status").read_text()
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
    assert found[-1].startswith("bestmove ")
    (said,) = [line for line in found if line.startswith("info string not enough memory: ")]
    (table_mib,) = map(int, re.findall(r"the hash table has (\d+) MiB", said))
    (peak_kib,) = map(int, re.findall(r"VmHWM:\s+(\d+) kB", status))
    assert peak_kib < table_mib << 10


FULL = Path("/dev/full")


@pytest.mark.thorough
@pytest.mark.skipif(not FULL.exists(), reason="there is no full device")
def test_match_checks_its_output_file_before_playing() -> None:
    match = [sys.executable, "-m", "engine", "match", "congo", "random", "random", "--games", "2"]
    with FULL.open("wb") as full:
        done = subprocess.run(match, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "standard output: No space left on device\n")


def full_disk(folder: Path) -> int:
    if not FULL.exists():
        pytest.skip("there is no full device")
    return os.open(FULL, os.O_WRONLY)


def pipe_without_reader(folder: Path) -> int:
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def open_for_reading(folder: Path) -> int:
    (folder / "file").touch()
    return os.open(folder / "file", os.O_RDONLY)


@pytest.mark.parametrize("opened", [full_disk, pipe_without_reader, open_for_reading])
def test_progress_that_cannot_be_written_does_not_stop_a_match(
    opened: Callable[[Path], int], tmp_path: Path
) -> None:
    match = [sys.executable, "-m", "engine", "match", "konane", "first", "first", "--games", "2"]
    error = opened(tmp_path)
    try:
        done = subprocess.run(match, cwd=ROOT, stdout=subprocess.PIPE, stderr=error, text=True)
    finally:
        os.close(error)
    assert done.returncode == 0
    assert "wins 1, losses 1, draws 0" in done.stdout


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("perft congo startpos 1", "24"),
        ("perft congo startpos 1 --divide", "24"),
        ("prove congo startpos --plies 1", "white cannot force a win within 1 ply"),
        ("tournament konane first first", r"time: \d+\.\d s of thinking in all"),
    ],
)
def test_an_answer_is_printed_elsewhere_if_the_disk_has_filled(
    command: str,
    answer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with monkeypatch.context() as full, os.fdopen(full_disk(tmp_path), "w") as output:
        full.setattr(cli, "check_output", lambda: None)  # there was room at the start
        full.setattr(sys, "stdout", output)
        assert cli.main(command.split()) == 2
    *_, text, sentence = capsys.readouterr().err.splitlines()
    assert re.fullmatch(answer, text)
    assert sentence == "standard output: No space left on device"


def test_closed_standard_output_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        assert cli.main(["moves", "congo", "startpos"]) == 2
    assert capsys.readouterr().err == f"{cli_texts.OUTPUT_CLOSED}\n"


@pytest.mark.skipif(os.name != "posix", reason="needs pipes that break")
def test_a_reader_closing_after_the_first_line_is_not_an_error() -> None:
    command = [sys.executable, "-m", "engine", "moves", "congo", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        try:
            process.stdin.write(b"startpos\n" * 3_000)
            process.stdin.flush()
            assert process.stdout.readline().startswith(b"a1a3 ")
            process.stdout.close()
            process.stdin.write(b"startpos\n" * 3_000)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended already
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_too_little_memory_gets_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*args: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(Prover, "__init__", no_memory)
    answer = run("prove", "congo", "startpos", "--hash", "65536")
    assert answer == (1, "", "there is not enough memory\n")


def test_thousands_of_lines(run: Run) -> None:
    found = good(run("moves", "congo", "-", lines="startpos\n" * 3_000))
    assert len(found) == 3_000


def test_book_checks_its_output_file_before_building(run: Run, tmp_path: Path) -> None:
    """Building takes hours, so an unwritable folder is detected first."""
    (tmp_path / "file").touch()
    message = complaint(run("book", "build", "--out", str(tmp_path / "file" / "book.txt")))
    assert message.endswith("cannot be written to; name another file with --out")


def test_a_book_that_does_not_fit_on_the_disk_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(book: Book, path: Path) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Book, "save", no_room)
    book = tmp_path / "book.txt"
    assert complaint(run("book", "build", "konane", "--out", str(book))).startswith(
        f"{book} cannot be written: "
    )


def test_the_value_of_a_mate_and_of_a_finished_game(run: Run) -> None:
    for fen, expected in (
        ("3l3/3P3/7/7/7/7/3L3 w 0", "mate 1"),
        ("2ml3/7/7/7/7/7/7 w 0", "mate 0"),
        ("3l3/7/7/7/7/7/2L4 w 0", "0"),
    ):
        assert run("value", "congo", fen, "--depth", "2")[:2] == (0, f"{expected}\n")
    status, output, error = run("evaluate", "congo", "2ml3/7/7/7/7/7/7 w 0")
    assert (status, output) == (2, "")
    assert "the game is over in this position" in error


@pytest.mark.parametrize("arguments", [("perft", "startpos", "12"), ("value", "startpos", "--depth", "30")])
def test_ctrl_c_ends_compiled_computations(
    arguments: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def compute(*given: object) -> int:
        assert over.wait(PATIENCE)
        return 0

    def press_ctrl_c(*given: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(perft, "perft", compute)
    monkeypatch.setattr(evaluate, "value_by", lambda *given: compute)
    monkeypatch.setattr(positions, "wait", press_ctrl_c)
    try:
        assert run(arguments[0], "congo", *arguments[1:])[0] == 130
    finally:
        over.set()


def test_an_error_in_the_program_is_one_sentence_and_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**given: object) -> NoReturn:
        raise ZeroDivisionError("a bad day")

    monkeypatch.setenv("CONGO_LOG_DIR", str(tmp_path))
    monkeypatch.setattr(cli, "main", fail)
    monkeypatch.setattr(sys, "argv", ["engine", "moves", "congo"])
    assert run_module("python -m engine") == 1
    (report,) = tmp_path.iterdir()
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        f"Something went wrong inside the program (ZeroDivisionError: a bad day). A report is in {report}."
    ]
    text = report.read_text("utf-8")
    assert "engine moves congo" in text
    assert "Traceback" in text
