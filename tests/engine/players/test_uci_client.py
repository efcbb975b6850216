"""Other programs as players, especially misbehaving ones (see fake_uci.py)."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.game.clocks import Clocks, TimeControl
from engine.game.game import Game
from engine.players import texts, uci_client
from engine.players.base import Choice, PlayerFailure
from engine.players.program import Program
from engine.players.uci_client import MAX_OPTIONS, UciPlayer, go_command, parse_score, position_command
from engine.search.limits import Limits, Score, SearchInfo
from tests.engine.rules.congo.support import CONGO
from tests.waiting import PATIENCE

FAKE = Path(__file__).with_name("fake_uci.py")
SHORT = Limits(movetime=10)

Start = Callable[..., UciPlayer]


@pytest.fixture
def start() -> Iterator[Start]:
    """Provide a function that makes players with the fake program and closes them at the end."""
    players = []

    def make(*mode: str, margin: float = 60.0, startup: float = 60.0, timeout: float = 60.0) -> UciPlayer:
        words = [sys.executable, "-I", "-S", str(FAKE), *mode]
        player = UciPlayer(f"uci:{mode[0]}", words, CONGO, startup, timeout, margin)
        players.append(player)
        return player

    yield make
    for player in players:
        player.close()


def failure(player: UciPlayer, game: Game | None = None, limits: Limits = SHORT) -> str:
    """Return why a player fails, before or at its first move."""
    try:
        player.new_game(1)
        choice = player.choose(game or Game(CONGO), limits)
    except PlayerFailure as reason:
        return str(reason)
    pytest.fail(f"it played {choice.move}")


def test_a_good_program_plays_game_after_game(start: Start) -> None:
    player = start("good", "d2d3")
    for _ in range(3):
        player.new_game(1)
        choice = player.choose(Game(CONGO), SHORT)
        assert choice.move.text == "d2d3"
        assert choice.info is None
    player.close()
    player.close()


def test_multipv_is_reported_only_on_request(start: Start) -> None:
    found: list[SearchInfo] = []
    for wanted in (1, 5):
        player = start("several", "d2d3")
        player.report = found.append
        if wanted > 1:
            player.set_option("MultiPV", wanted)
            player.set_option("Hash", 16)  # it offers none, and would crash
        player.new_game(1)
        player.choose(Game(CONGO), SHORT)
        lines = player.options["MultiPV"]
        assert (lines.kind, lines.low, lines.high) == ("spin", 1, 3)
    assert [(info.multipv, info.pv[0].text, info.score.cp) for info in found] == [
        (1, "d2d3", -1),
        *((1, "d2d3", -1), (2, "c2c3", -2), (3, "a2a3", -3), (4, "b2b3", -4)),
    ]


def test_reads_info_lines_and_skips_other_output(start: Start) -> None:
    player = start("chatter", "d2d3")
    player.new_game(1)
    game = Game(CONGO)
    for _ in range(2):  # the second time there are stale answers
        choice = player.choose(game, SHORT)
        info = choice.info
        assert info is not None
        assert choice.move.text == "d2d3"
        assert (info.depth, info.seldepth, info.nodes, info.time_ms) == (7, 12, 5000, 18)
        assert info.score.mate == -2
        assert [move.text for move in info.pv] == ["d2d3", "d6d5"]


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        (("crash",), "its program ended with status 3 (out of luck)"),
        (("dead",), "its program ended with status 3 (out of luck)"),
        (("close",), "its program has closed its output"),
        (("good", "d2d9"), "its program played an illegal move: 'd2d9' is not a move"),
        (("good", "d2e2"), "its program played an illegal move: d2e2 is not possible"),
        (("good", "\x07\x1b"), "its program played an illegal move"),
        (("good", "(none)"), texts.PROGRAM_GAVE_NO_MOVE),
        (("good", ""), texts.PROGRAM_GAVE_NO_MOVE),
        (("chess",), "its program does not play congo"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_misbehaviour_fails_with_its_reason(mode: tuple[str, ...], reason: str, start: Start) -> None:
    player = start(*mode)
    assert failure(player).startswith(reason)
    # It is restarted for the next game.
    assert failure(player).startswith(reason)


@pytest.mark.parametrize("mode", ["hang", "flood"])
def test_a_hanging_program_is_abandoned(mode: str, start: Start) -> None:
    player = start(mode, margin=0.1)
    for _ in range(2):
        assert failure(player) == "its program did not answer 'go movetime 10' within 0.11 s"


@pytest.fixture
def late(start: Start, monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterator[str]], UciPlayer]:
    """Provide a function that makes a player whose program says lines after its time for a move."""

    def make(lines: Iterator[str]) -> UciPlayer:
        player, sent = start("hang", margin=0.0), Program.send
        player.new_game(1)
        player.prepare()

        def send(program: Program, line: str) -> None:
            sent(program, line)
            if line.startswith("go"):
                monkeypatch.setattr(Program, "line", lambda program, deadline: next(lines))

        monkeypatch.setattr(Program, "send", send)
        return player

    return make


def test_a_program_that_talks_faster_than_it_is_read_is_abandoned(
    late: Callable[[Iterator[str]], UciPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci_client, "LATE_READING_S", 0.0)
    player = late(iter(["info depth 1"] * 10))
    with pytest.raises(PlayerFailure, match="did not answer"):
        player.choose(Game(CONGO), Limits(movetime=0))


def test_a_move_that_waits_behind_other_lines_is_found_late(
    late: Callable[[Iterator[str]], UciPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci_client, "LATE_READING_S", PATIENCE)
    player = late(iter(["info depth 1"] * 5000 + ["bestmove d2d3"]))
    assert player.choose(Game(CONGO), Limits(movetime=0)).move.text == "d2d3"


def test_keeps_no_more_options_than_a_program_can_need(start: Start) -> None:
    player = start("options", "d2d3")
    player.new_game(1)
    assert len(player.options) == MAX_OPTIONS
    assert "Long" not in player.options


def test_accepts_a_late_answer_within_the_grace(start: Start) -> None:
    player = start("slow", "d2d3")
    player.new_game(1)
    assert player.movetime(SHORT) == 10
    assert player.choose(Game(CONGO), SHORT).move.text == "d2d3"


def test_without_a_time_limit_patience_ends(start: Start) -> None:
    reason = failure(start("hang", timeout=0.3), limits=Limits(nodes=5))
    assert reason == "its program did not answer 'go nodes 5' within 0.3 s"


def test_waits_only_once_for_a_program_that_never_starts(start: Start) -> None:
    player = start("deaf", startup=0.2)
    for _ in range(4):
        assert failure(player) == "its program did not answer 'uci' within 0.2 s"
    with pytest.raises(PlayerFailure, match="did not answer 'uci'"):
        player.choose(Game(CONGO), SHORT)


def test_a_program_ignoring_quit_is_killed(start: Start) -> None:
    player = start("stubborn", "d2d3")
    player.new_game(1)
    player.close()
    assert player._program is None


def test_explains_a_program_failing_to_start(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text("this is no program\n")
    path.chmod(0o755 if os.name != "nt" else 0o600)
    player = UciPlayer("uci:program", [str(path)], CONGO)
    assert failure(player).startswith("could not be started: ")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_explains_an_argument_that_the_locale_cannot_hold() -> None:
    player = UciPlayer("uci:program", [sys.executable, "\ud83d"], CONGO)  # not even in UTF-8
    assert failure(player) == "could not be started: The system's character set has no \ud83d"


@pytest.mark.parametrize("words", [["a\0b"], ["log=a\0b", "sh"]])
def test_explains_a_program_or_log_with_a_nul_in_its_name(words: list[str]) -> None:
    assert failure(UciPlayer("uci:program", words, CONGO)).endswith(": embedded null byte")


def test_limits_reach_the_program(start: Start) -> None:
    player = start("echo")
    assert "'depth-3-nodes-700'" in failure(player, limits=Limits(depth=3, nodes=700))
    assert "'movetime-1000'" in failure(player, limits=Limits())


def test_sends_the_moves_before_a_position() -> None:
    game = Game(CONGO)
    assert position_command(game) == "position startpos"
    for text in ("d2d3", "d6d5"):
        game.play(CONGO.parse_move(game.position, text))
    assert position_command(game) == "position startpos moves d2d3 d6d5"
    game.undo()
    assert position_command(game) == "position startpos moves d2d3"
    fen = "3l3/7/7/7/P6/7/3L3 b 7"
    game = Game(CONGO, CONGO.notation.parse(fen))
    game.play(CONGO.parse_move(game.position, "d7d6"))
    assert position_command(game) == f"position fen {fen} moves d7d6"


def test_commands_and_scores() -> None:
    game = Game(CONGO)
    assert go_command(game, Limits(depth=2)) == "go depth 2"
    assert go_command(game, Limits(movetime=9)) == "go movetime 9"
    assert parse_score(["cp", "-35"]) == Score(-35)
    won, lost = parse_score(["mate", "3"]), parse_score(["mate", "-1"])
    assert won is not None
    assert lost is not None
    assert (won.mate, lost.mate) == (3, -1)
    assert won.cp > 30_000 > -30_000 > lost.cp
    for words in ([], ["cp"], ["cp", "x"], ["mate", "--1"], ["upper", "3"]):
        assert parse_score(words) is None


def test_our_own_engine_over_its_protocol() -> None:
    words = [sys.executable, "-m", "engine", "uci"]
    player = UciPlayer("uci:own", words, CONGO)
    try:
        player.new_game(1)
        game = Game(CONGO)
        for _ in range(4):
            choice = player.choose(game, Limits(nodes=500))
            assert choice.info is not None
            assert choice.info.pv[0] == choice.move
            game.play(choice.move)
    finally:
        player.close()


# --- clocks, hurrying, and what it thinks


def test_a_program_gets_both_clocks() -> None:
    both = Game(CONGO, clocks=Clocks((TimeControl(60, 2), TimeControl(30.5))))
    assert go_command(both, SHORT) == "go wtime 60000 winc 2000 btime 30500 binc 0"
    own = Game(CONGO, clocks=Clocks((TimeControl(60, 2), None)))
    assert go_command(own, SHORT) == "go wtime 60000 winc 2000"
    others = Game(CONGO, clocks=Clocks((None, TimeControl(60, 2))))
    assert go_command(others, SHORT) == "go movetime 10"
    limit = TimeControl(3, per_move=True)
    assert go_command(Game(CONGO, clocks=Clocks((limit, limit))), SHORT) == "go movetime 10"
    assert go_command(Game(CONGO, clocks=Clocks((TimeControl(60), limit))), SHORT) == "go wtime 60000 winc 0"


def hurried(player: UciPlayer, hurry: Callable[[], None]) -> Choice | str:
    """Let a player choose on another thread, stop it, and return the result."""
    found: list[Choice | str] = []

    def work() -> None:
        try:
            found.append(player.choose(Game(CONGO), Limits(movetime=600_000)))
        except PlayerFailure as failure:
            found.append(str(failure))

    player.new_game(1)
    player.clear_stop()
    thread = threading.Thread(target=work)
    thread.start()
    hurry()
    thread.join(60)
    return found[0]


def test_a_stopped_program_answers(start: Start) -> None:
    player = start("stoppable", "d2d3")
    choice = hurried(player, player.stop)
    assert isinstance(choice, Choice)
    assert choice.move.text == "d2d3"


def test_a_program_ignoring_stop_is_killed_and_started_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most simple programs ignore it: a player who pauses must not win by that."""
    player = start("slow", "d2d3")
    assert hurried(player, player.stop) == "its program did not answer 'stop' within 1 s"
    player.clear_stop()
    player.prepare()
    monkeypatch.setattr(UciPlayer, "_start", None)
    assert player.choose(Game(CONGO), SHORT).move.text == "d2d3"


def test_abort_ends_the_program(start: Start) -> None:
    player = start("hang", "d2d3")
    assert hurried(player, player.abort) == "its program was ended"


def test_reports_a_programs_thoughts(start: Start) -> None:
    player = start("chatter", "d2d3")
    reports: list[SearchInfo] = []
    player.report = reports.append
    player.new_game(1)
    player.choose(Game(CONGO), SHORT)
    assert [move.text for move in reports[0].pv] == ["d2d3", "d6d5"]
    assert reports[0].depth == 7


def test_no_program_outlives_ours() -> None:
    code = (
        "import sys; from engine.players.program import Program\n"
        "program = Program([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(program._process.pid)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_program_ignoring_its_input_does_not_block_us() -> None:
    code = (
        "import sys, time; from engine.players.program import Program\n"
        "program = Program([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "program.send('x' * 10**7)  # more than fits into a pipe\n"
        "print(program._process.pid, program.line(time.monotonic()))\n"
        "program.close(0)"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=PATIENCE)
    pid, answer = done.stdout.split()
    assert answer == "None"
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


def test_notices_a_program_closing_its_input() -> None:
    program = Program(
        [sys.executable, "-c", "import os, time; os.close(0); print(1, flush=True); time.sleep(600)"]
    )
    assert program.line(time.monotonic() + PATIENCE) == "1"
    program.send("isready")
    with pytest.raises(PlayerFailure, match="closed its output"):
        program.line(time.monotonic() + PATIENCE)
    program.close(0)


HANGS = """
import signal, socket, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
link = socket.create_connection(("127.0.0.1", {port}))
print("uciok", flush=True)
print("readyok", flush=True)
while True:
    signal.pause()
"""
"""A program that hears nothing, not even that its input ends; its connection ends with it."""


def is_running(group: int) -> bool:
    """Return whether any process of a group is running."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="there is nothing that ends it there")
@pytest.mark.parametrize(
    ("ending_signal", "workers"),
    [
        pytest.param(each, workers, marks=pytest.mark.thorough if common else pytest.mark.slow)
        for each, workers, common in [
            (signal.SIGINT, 1, False),
            (signal.SIGINT, 2, True),
            (signal.SIGTERM, 1, True),
            (signal.SIGTERM, 2, False),
            (signal.SIGKILL, 1, False),
            (signal.SIGKILL, 2, True),
        ]
    ],
)
def test_a_killed_match_leaves_no_program_running(
    ending_signal: signal.Signals, workers: int, tmp_path: Path
) -> None:
    """Each worker plays a game with a hanging program."""
    script = tmp_path / "hangs.py"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        script.write_text(HANGS.format(port=server.getsockname()[1]))
        player = f"uci:{sys.executable} {script}"
        words = [sys.executable, "-m", "engine", "match", "congo", player, "random", "--games", "4"]
        words += ["--workers", str(workers)]
        silent = subprocess.DEVNULL
        with subprocess.Popen(words, stdout=silent, stderr=silent, start_new_session=True) as match:
            links = [server.accept()[0] for _ in range(workers)]
            match.send_signal(ending_signal)
        for link in links:
            with link:
                link.settimeout(PATIENCE)
                assert link.recv(1) == b""
        end = time.monotonic() + PATIENCE
        while is_running(match.pid):  # nor may a worker
            assert time.monotonic() < end
            time.sleep(0.05)
