"""The UCI loop as seen by another program: identification, searching, positions, bad lines, the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine import rules
from engine.cli import texts, uci
from engine.cli.uci import UciLoop
from engine.search import alphabeta, parallel, transposition
from tests.engine.cli.uci_talk import BEST, PATIENCE, Conversation, answers, best_move, complaints
from tests.engine.game.quiet_games import SHUFFLE

ROOT = Path(__file__).parents[3]
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"
START_BOARD = """\
7 g m e l e c z
6 p p p p p p p
5 . . . . . . .
4 . . . . . . .
3 . . . . . . .
2 P P P P P P P
1 G M E L E C Z
  a b c d e f g"""
TRIPLE_JUMP = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
INFO = (
    r"info depth \d+ seldepth \d+ multipv 1 score (cp -?\d+|mate -?\d+) nodes \d+ nps \d+ time \d+"
    r" pv( [a-g][1-7]([a-g][1-7])+)+"
)


# --- who are you


def test_uci_sends_id_and_options() -> None:
    found = answers("uci")
    assert found[0].startswith("id name Congo ")
    assert found[1].startswith("id author ")
    assert found[-1] == "uciok"
    variants = " ".join(f"var {name}" for name in rules.names())
    assert f"option name UCI_Variant type combo default congo {variants}" in found
    assert "option name Hash type spin default 64 min 1 max 4096" in found
    assert "option name Threads type spin default 1 min 1 max 64" in found
    assert "option name MultiPV type spin default 1 min 1 max 500" in found
    assert "option name Skill Level type spin default 10 min 1 max 10" in found
    assert "option name Ponder type check default false" in found
    assert "option name OwnBook type check default false" in found
    assert "option name Clear Hash type button" in found


def test_all_games_are_variants() -> None:
    (line,) = (line for line in answers("uci") if "UCI_Variant" in line)
    assert re.findall(r"var (\S+)", line) == list(rules.names())


def test_isready_is_answered_even_while_searching() -> None:
    found = answers(
        "isready\ngo infinite\n< info depth 2 .*\nisready\n< readyok\nstop\n< bestmove .*\nisready"
    )
    assert found.count("readyok") == 3
    assert found[0] == found[-1] == "readyok"


# --- searching


@pytest.mark.parametrize("go", ["go depth 3", "go nodes 2000", "go movetime 20", "go depth 3 nodes 100000"])
def test_a_limited_search_ends_by_itself(go: str) -> None:
    *infos, best = answers(f"position startpos\n{go}\n< {BEST}\nquit")
    assert infos
    assert all(re.fullmatch(INFO, line) for line in infos)
    assert re.fullmatch(BEST, best)


def test_every_depth_up_to_the_limit_is_reported() -> None:
    found = answers("position startpos\ngo depth 4\n< bestmove .*")
    assert [int(line.split()[2]) for line in found[:-1]] == [1, 2, 3, 4]
    assert found[-1].split()[1] == found[-2].split(" pv ")[1].split()[0]


@pytest.mark.parametrize("without", [frozenset(), frozenset({"alphabeta"})])
def test_interrupted_search_reports_all_its_nodes(without: frozenset[str]) -> None:
    talk = Conversation(f"position startpos\ngo nodes 20\n< {BEST}\nquit")
    UciLoop(talk.hear, without).run(talk.lines())
    (*_, last), best = talk.answers[:-1], talk.answers[-1]
    assert re.fullmatch(INFO, last)
    assert " nodes 20 " in last
    assert best.split()[1] == last.split(" pv ")[1].split()[0]


@pytest.mark.parametrize("go", ["go infinite", "go", "go infinite depth 3"])
def test_an_endless_search_ends_on_stop(go: str) -> None:
    found = answers(f"{go}\n< info depth 3 .*\nstop\n< {BEST}")
    assert re.fullmatch(BEST, found[-1])


def test_stop_without_a_search_is_ignored() -> None:
    assert answers("stop\nstop\nisready") == ["readyok"]


def test_the_triple_jump_is_found_and_written_in_full() -> None:
    found = answers(f"position fen {TRIPLE_JUMP}\ngo depth 5\n< bestmove .*")
    assert found[-1] == "bestmove b1d3f5d7"
    assert " score mate 1 " in found[-2]


def test_losing_side_reports_a_negative_mate_distance() -> None:
    found = answers("position fen 7/3l3/7/5z1/7/7/4L2 w 60\ngo depth 6\n< bestmove .*")
    assert " score mate -1 " in found[-2]


@pytest.mark.parametrize("fen", ["3l3/7/7/7/7/7/3L3 w 1", "7/2pl3/7/7/7/7/P6 w 1"])
@pytest.mark.parametrize("go", ["go depth 3", "go movetime 50", "go infinite"])
def test_no_move_in_a_finished_game(fen: str, go: str) -> None:
    assert answers(f"position fen {fen}\n{go}\nstop\n< bestmove .*\nisready") == [
        "bestmove (none)",
        "readyok",
    ]


def test_several_lines() -> None:
    found = answers("setoption name MultiPV value 3\ngo depth 2\n< bestmove .*")
    assert [line.split()[6] for line in found if line.startswith("info depth 2")] == ["1", "2", "3"]


def test_several_threads() -> None:
    found = answers("setoption name Threads value 2\ngo nodes 5000\n< bestmove .*")
    assert re.fullmatch(BEST, found[-1])


def test_the_same_game_again_has_the_same_nodes() -> None:
    search = "ucinewgame\nposition startpos moves d2d3\ngo depth 5\n< bestmove .*\n"
    nodes = [
        re.findall(r"nodes (\d+)", line) for line in answers(search * 2) if line.startswith("info depth")
    ]
    assert nodes[:5] == nodes[5:]


def test_two_searches_one_after_the_other() -> None:
    found = answers("go depth 2\n< bestmove .*\nposition startpos moves d2d3\ngo depth 2\n< bestmove .*")
    assert len([line for line in found if line.startswith("bestmove")]) == 2


# --- positions


def test_the_board_and_its_fen() -> None:
    assert answers("d") == [*START_BOARD.splitlines(), f"Fen: {START}"]


@pytest.mark.parametrize(
    ("position", "fen"),
    [
        ("startpos", START),
        (f"fen {START}", START),
        ("startpos moves d2d3 d6d5", "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2"),
        ("startpos moves D2D3", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"),
        (f"fen {TRIPLE_JUMP} moves b1d3f5d7", "3M3/7/7/7/7/7/3L3 b 1"),
        (f"fen {TRIPLE_JUMP} moves b1d3 e4e3 d1d2", "7/4l2/7/7/3Mc2/3L3/7 b 2"),
        ("fen 7/4l2/7/4c2/7/2p4/1M1L3 w", TRIPLE_JUMP),
        ("fen 7/4l2/7/4c2/7/2p4/1M1L3/w/-1", TRIPLE_JUMP),
        ("startpos moves", START),
    ],
)
def test_position_sets_up_and_plays_moves(position: str, fen: str) -> None:
    assert answers(f"position {position}\nd")[-1] == f"Fen: {fen}"


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ("position", texts.POSITION_USAGE),
        ("position fen", texts.POSITION_USAGE),
        ("position start", texts.POSITION_USAGE),
        ("position startpos:9", "Congo is played on 7x7 squares, not on 9x9"),
        ("position startpos:x", "'x' is not a board size"),
        ("position fen 7/7/7 w 1", "board: "),
        (f"position fen {START.replace('w', 'x')}", "side"),
        ("position startpos moves d2d9", "'d2d9' is not a move"),
        ("position startpos moves d2d5", "d2d5 is not possible"),
        ("position startpos moves d2d3 d2d3", "d2d3 is not possible"),
        (f"position fen {TRIPLE_JUMP} moves b1d7", "b1d7"),
        ("position fen 3l3/7/7/7/7/7/3L3 w 1 moves d1d7", "the game is over"),
        ("position startpos moves " + " ".join(["a1c3"] * 2), "a1c3"),
    ],
)
def test_bad_position_is_explained_and_the_previous_one_kept(position: str, complaint: str) -> None:
    found = answers(f"position startpos moves d2d3\n{position}\nd")
    assert found[0].startswith("info string ")
    assert complaint in found[0]
    assert found[-1] == "Fen: gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"
    assert len(found) == 10


@pytest.mark.parametrize(
    ("before", "position", "fen"),
    [
        ("startpos moves d2d3", "startpos moves d2d3 d6d5", "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2"),
        ("startpos moves d2d3 d6d5", "startpos moves d2d3", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"),
        ("startpos moves c2c3 d6d5", "startpos moves d2d3", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1"),
        (f"fen {START} moves d2d3", "startpos", START),
        ("startpos moves d2d3\nposition startpos moves d2d3 d2d3", "startpos moves d2d3 d6d5",
         "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2"),
    ],
)  # fmt: skip
def test_position_can_extend_the_previous_one(before: str, position: str, fen: str) -> None:
    assert answers(f"position {before}\nposition {position}\nd")[-1] == f"Fen: {fen}"


def test_position_does_not_extend_another_games() -> None:
    found = answers(
        "position startpos\nsetoption name UCI_Variant value conga\nposition startpos moves a4E\nd"
    )
    assert found[-1].startswith("Fen: -,b1,b2,b7/")


def test_the_games_moves_are_its_history() -> None:
    shuffled = " ".join((SHUFFLE * 2)[:7])
    position = f"position fen 4l2/p6/7/7/7/E6/CGL4 w 1 moves {shuffled}"
    assert best_move(answers(f"{position}\ngo depth 4\n< bestmove .*")) == "e6e7"
    so_far = position.rpartition(" ")[0]
    assert best_move(answers(f"{so_far}\n{position}\ngo depth 4\n< bestmove .*")) == "e6e7"


def test_a_game_goes_on_after_a_draw_that_the_other_program_does_not_know() -> None:
    start = "position fen 3l3/7/3z3/7/3Z3/7/3L3 w 1 moves"
    shuffle = ["d1c1", "d7c7", "c1d1", "c7d7"]
    moves = " ".join([*shuffle * 3, "d1c1"])
    found = answers(f"{start} {moves}\n{start} {moves} d7c7\nd\ngo depth 2\n< bestmove .*")
    assert "Fen: 2l4/7/3z3/7/3Z3/7/2L4 w 8" in found
    assert best_move(found) == "c1c7"  # the lion opposite


# --- what is not understood


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "unknown command 'hello'"),
        ("go depth", "depth takes a whole number, not ''"),
        ("go depth x", "depth takes a whole number, not 'x'"),
        ("go depth 3.5", "depth takes a whole number, not '3.5'"),
        ("go nodes ²", "nodes takes a whole number, not '²'"),
        ("go nodes " + "9" * 40, "nodes takes a whole number"),
        ("go quickly", texts.unknown_limit("'quickly'")),
        ("setoption", texts.SETOPTION_USAGE),
        ("setoption Hash 3", texts.SETOPTION_USAGE),
        ("setoption name Contempt value 3", "there is no option 'contempt'"),
        ("setoption name UCI_Variant value chess", "there is no game called 'chess'"),
        ("setoption name Hash", "Hash takes a whole number from 1 to 4096, not ''"),
        ("setoption name Hash value 0", "Hash takes a whole number from 1 to 4096, not '0'"),
        ("setoption name Hash value 4097", "Hash takes a whole number from 1 to 4096, not '4097'"),
        ("setoption name Hash value 0000000000019999", "Hash takes a whole number from 1 to 4096"),
        ("setoption name Hash value -5", "Hash takes a whole number from 1 to 4096, not '-5'"),
        ("setoption name Threads value 65", "Threads takes a whole number from 1 to 64, not '65'"),
        ("setoption name Threads value two", "Threads takes a whole number from 1 to 64, not 'two'"),
        ("setoption name MultiPV value 501", "MultiPV takes a whole number from 1 to 500, not '501'"),
    ],
)
def test_a_bad_line_is_explained_in_one_line(line: str, complaint: str) -> None:
    (found,) = complaints(line)
    assert found.startswith(complaint)


def test_empty_lines_are_ignored() -> None:
    assert answers("\n\n   \nisready\n\n") == ["readyok"]


def test_the_loop_survives_bad_lines() -> None:
    found = answers("what\ngo depth z\nposition nowhere\ngo depth 1\n< bestmove .*\nuci")
    assert found[-1] == "uciok"
    assert any(line.startswith("bestmove") for line in found)


@pytest.mark.parametrize(
    "line", ["go depth 1", "position startpos", "ucinewgame", "setoption name Hash value 1"]
)
def test_commands_disturbing_a_search_are_ignored_with_a_message(line: str) -> None:
    found = answers(f"go infinite\n< info depth 2 .*\n{line}\n< info string .*\nstop\n< bestmove .*\nisready")
    (message,) = (answer for answer in found if answer.startswith("info string"))
    assert message == f"info string '{line.split()[0]}' is ignored while searching; send stop first"
    assert len([answer for answer in found if answer.startswith("bestmove")]) == 1


def test_commands_right_after_stop_wait_for_the_end_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci, "STOP_WAIT_S", PATIENCE)
    again = "go infinite\nstop\nposition startpos moves d2d3\n" * 5
    found = answers(f"isready\n< readyok\n{again}go depth 1\n< bestmove .*\nisready")
    assert len([line for line in found if line.startswith("bestmove ")]) == 6
    assert not [line for line in found if "ignored" in line]


def test_options_are_named_in_either_case() -> None:
    lines = ("hash value 2", "THREADS value 2", "MultiPv value 2", "clear hash", "UCI_variant value CONGO")
    assert answers("\n".join(f"setoption name {line}" for line in lines) + "\nisready") == ["readyok"]


# --- the end


def test_quit_during_a_search_prints_nothing_more() -> None:
    found = answers("go infinite\n< info depth 3 .*\nquit\nisready")
    assert not any(line.startswith(("bestmove", "readyok")) for line in found)


def test_at_the_end_of_the_input_a_limited_search_is_finished() -> None:
    found = answers("go depth 4")
    assert [line.split()[0] for line in found] == ["info"] * 4 + ["bestmove"]


def test_at_the_end_of_the_input_an_endless_search_is_stopped() -> None:
    assert re.fullmatch(BEST, answers("go infinite")[-1])


def test_empty_input_ends_the_loop() -> None:
    assert answers("") == []


def test_closed_output_ends_the_search() -> None:
    def gone(line: str) -> None:
        raise BrokenPipeError

    before = threading.active_count()
    for go in ("go depth 90", "go infinite", "go movetime 3600000", "uci\ngo depth 90"):
        UciLoop(gone).run(f"{go}\nd\nisready".splitlines())
    assert threading.active_count() <= before


# --- a process of its own


def process() -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "engine", "uci"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1)


def hear_all(output: Iterable[str], talk: Conversation) -> None:
    for line in output:
        talk.hear(line.rstrip("\n"))


def test_a_recorded_conversation_with_a_process() -> None:
    script = f"""
        uci
        < uciok
        setoption name Hash value 2
        isready
        < readyok
        ucinewgame
        position fen {TRIPLE_JUMP}
        go depth 3
        < bestmove b1d3f5d7
        position startpos moves d2d3
        go infinite
        < info depth 3 .*
        nonsense
        < info string unknown command 'nonsense'
        stop
        < {BEST}
        d
        < Fen: gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 1
        quit
    """
    talk = Conversation(script)
    with process() as engine:
        assert engine.stdin
        assert engine.stdout
        reader = threading.Thread(target=hear_all, args=(engine.stdout, talk))
        reader.start()
        for line in talk.lines():
            engine.stdin.write(line)
        assert engine.wait(PATIENCE) == 0
        reader.join()
        assert engine.stderr
        assert engine.stderr.read() == ""


@pytest.mark.skipif(os.name != "posix", reason="other systems report a broken pipe differently")
def test_process_ends_when_its_partner_is_gone() -> None:
    with process() as engine:
        assert engine.stdin
        assert engine.stdout
        engine.stdin.write("go depth 90\n")
        assert engine.stdout.readline().startswith("info depth 1 ")
        engine.stdout.close()
        engine.stdin.close()
        assert engine.wait(PATIENCE) == 0
        assert engine.stderr
        assert engine.stderr.read() == ""


# --- what the machine does not give


def test_unallocatable_hash_table_becomes_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    def zeros(words: int, dtype: Any) -> Any:
        if words > 1 << 20:
            raise MemoryError
        return np.empty(words, dtype)

    monkeypatch.setattr(transposition, "np", SimpleNamespace(zeros=zeros, int64=np.int64))
    found = answers(f"setoption name Hash value 4096\ngo depth 2\n< {BEST}\nquit")
    assert "info string not enough memory: the hash table has 4 MiB" in found
    assert re.fullmatch(BEST, found[-1])


def test_all_threads_start_before_any_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    searching, started = threading.Event(), []
    start, search = threading.Thread.start, alphabeta.search_root

    def noted(thread: threading.Thread) -> None:
        started.append(searching.is_set())
        start(thread)

    def searched(*given: Any) -> Any:
        searching.set()
        return search(*given)

    monkeypatch.setattr(threading.Thread, "start", noted)
    monkeypatch.setattr(parallel, "search_root", searched)
    answers(f"setoption name Threads value 20\ngo depth 6\n< {BEST}\nquit")
    assert searching.is_set()
    assert len(started) >= 20
    assert not any(started)


@pytest.mark.parametrize("go", ["go depth 2", "go movetime 1000"])
def test_search_continues_with_fewer_threads(monkeypatch: pytest.MonkeyPatch, go: str) -> None:
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if thread.name != "thinker":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    found = answers(f"setoption name Threads value 3\n{go}\n< {BEST}\nquit")
    assert "info string could start only 1 threads" in found
    assert re.fullmatch(BEST, found[-1])


def test_search_continues_with_fewer_threads_if_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    def zeros(count: int, dtype: Any) -> Any:
        if count > 2:
            raise MemoryError
        return np.zeros(count, dtype)

    monkeypatch.setattr(parallel, "np", SimpleNamespace(zeros=zeros))
    found = answers(f"setoption name Threads value 12\ngo depth 2\n< {BEST}\nquit")
    assert "info string not enough memory: searching with 3 threads" in found
    assert re.fullmatch(BEST, found[-1])


@pytest.mark.parametrize("go", ["infinite", "ponder"])
def test_end_of_input_ends_an_infinite_search_after_ponderhit(go: str) -> None:
    found: list[str] = []
    talk = threading.Thread(target=lambda: found.extend(answers(f"go {go}\nponderhit")), daemon=True)
    talk.start()
    talk.join(PATIENCE)
    assert re.fullmatch(BEST, found[-1])
