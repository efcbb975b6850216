"""Games on a Dask cluster: a real scheduler and two real workers, one of which is killed."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.jobs import texts
from engine.jobs.runner import poll, run, without_pauses
from engine.match.tournament import Tournament
from engine.record.parse import load_games
from engine.system.errors import UserError
from tests.engine.jobs.job_functions import square
from tests.engine.match.small_tournament import PLAN, finished, lines, openings

ROOT = Path(__file__).parents[3]
START = "from distributed.cli.{part} import main; main()"
PART = {"scheduler": "dask_scheduler", "worker": "dask_worker"}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Cluster:
    """A scheduler and its workers, each a process."""

    folder: Path
    address: str = field(default_factory=lambda: f"tcp://127.0.0.1:{free_port()}")
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, part: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", START.format(part=PART[part]), *options]
        with (self.folder / "log.txt").open("ab") as log:
            process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def start_worker(self) -> subprocess.Popen[bytes]:
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder))
        return self.start("worker", self.address, *options)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Provide a scheduler with two workers."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    found = Cluster(tmp_path)
    try:
        port = found.address.rpartition(":")[2]
        found.start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-show")
        found.start_worker()
        found.start_worker()
        with distributed.Client(found.address, timeout=120, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=300)
        yield found
    finally:
        found.end()


def slow_square(folder: Path, number: int) -> int:
    """Return the square of a number; meanwhile a file in a folder names this process."""
    mark = folder / f"{os.getpid()} {number}"
    mark.touch()
    time.sleep(0.1)
    mark.unlink()
    return number * number


def test_killed_worker_loses_and_repeats_no_job(cluster: Cluster) -> None:
    marks = cluster.folder / "marks"
    marks.mkdir()
    answers = []
    for answer in run(partial(slow_square, marks), range(40), 1, dask=cluster.address):
        answers.append(answer)
        if len(answers) == 8:
            cluster.processes[1].send_signal(signal.SIGKILL)
            cluster.processes[1].wait()
    assert sorted(answers) == [(number, number * number) for number in range(40)]
    assert {int(mark.name.split()[0]) for mark in marks.iterdir()} <= {cluster.processes[1].pid}


def test_killed_worker_loses_no_tournament_game(cluster: Cluster) -> None:
    plan = replace(PLAN, players=("engine:depth=3", "random", "first"), games=8, openings=openings(4))
    path = cluster.folder / "games.txt"
    tournament = Tournament(plan, path)
    games = []
    for game in tournament.play(1, cluster.address):
        games.append(game)
        if len(games) == 3:
            cluster.processes[1].send_signal(signal.SIGKILL)
            cluster.processes[1].wait()
    assert lines(games) == lines(list(finished(plan).results.played.values()))
    assert len(load_games(path)) == plan.total == 24


def test_reports_once_that_there_are_no_workers(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    from distributed import Client

    for worker in cluster.processes[1:]:
        worker.kill()
        worker.wait()
    with Client(cluster.address, timeout=120, set_as_default=False) as client:
        while client.nthreads():
            time.sleep(0.1)
    steps = poll(square, iter([3, None, None]), 1, dask=cluster.address)
    assert [next(steps), next(steps)] == [None, None]
    assert capsys.readouterr().err == f"{texts.NO_WORKERS}\n"
    cluster.start_worker()
    assert list(without_pauses(steps)) == [(0, 9)]
    assert capsys.readouterr().err == ""


def test_reports_a_lost_scheduler(cluster: Cluster) -> None:
    answers = run(partial(slow_square, cluster.folder), range(400), 1, dask=cluster.address)
    next(answers)
    cluster.processes[0].send_signal(signal.SIGKILL)
    with pytest.raises(BrokenExecutor, match=texts.SCHEDULER_GONE):
        list(answers)


def test_explains_an_unreachable_address(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("engine.jobs.runner.CONNECT_TIMEOUT_S", 0.5)
    logger = logging.getLogger("distributed.client")
    logger.setLevel(logging.WARNING)
    for address in (f"tcp://127.0.0.1:{free_port()}", "nonsense"):
        with pytest.raises(UserError, match=f"^no Dask scheduler answers at '{address}'$") as refused:
            list(run(square, [1], 1, dask=address))
        assert refused.value.__context__ is None  # it would keep Dask's client until the program ends
    assert not logger.isEnabledFor(logging.ERROR)  # or it prints tracebacks


def test_a_server_that_never_answers_gets_one_sentence() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        command = [sys.executable, "-m", "engine", "tune", "--dask", address]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"no Dask scheduler answers at '{address}'\n"


@pytest.mark.parametrize("address", ["", "127.0.0.1", "tls://127.0.0.1:8786"])
def test_a_bad_address_gets_one_sentence(address: str) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    command = [sys.executable, "-m", "engine", "tune", "--dask", address]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"no Dask scheduler answers at '{address}'\n"


def test_missing_dask_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    players = ["first", "random", "--size", "4", "--openings", "2", "--games", "2"]
    for command in ("match", "tournament"):
        assert main([command, "konane", *players, "--dask", "tcp://127.0.0.1:8786"]) == 2
        message = capsys.readouterr().err.splitlines()[-1]
        assert message == texts.NO_DASK
