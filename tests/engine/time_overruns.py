"""How late the engine answers `go movetime`: ``python -m tests.engine.time_overruns``; on Linux.

For each load, so many processes that do nothing but compute run beside it. Wall time is what a clock would
show; processor time is what the engine used itself, all threads together.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from engine import rules
from engine.search.bench import positions

TICKS = os.sysconf("SC_CLK_TCK")
SPIN = "while True: pass"


class Engine:
    """The engine as a UCI program."""

    def __init__(self, game: str) -> None:
        words = [sys.executable, "-m", "engine", "uci"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.ask(f"setoption name UCI_Variant value {game}\nisready", "readyok")

    def ask(self, line: str, end: str) -> None:
        """Send lines and read until an answer begins with `end`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        while not self._process.stdout.readline().startswith(end):
            pass

    def processor_ms(self) -> float:
        """Return the processor time that it has used."""
        with open(f"/proc/{self._process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / TICKS

    def quit(self) -> None:
        """End the program."""
        self.ask("quit", "")
        self._process.wait()


@contextmanager
def loaded(count: int) -> Iterator[None]:
    """Have so many processes compute."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(count)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def overruns(engine: Engine, fens: list[str], movetime: int) -> tuple[list[float], list[float]]:
    """Return by how many ms each answer exceeded the limit, in wall time and in processor time."""
    walls, processors = [], []
    for fen in fens:
        engine.ask(f"ucinewgame\nposition fen {fen}\nisready", "readyok")
        used, began = engine.processor_ms(), time.monotonic()
        engine.ask(f"go movetime {movetime}", "bestmove")
        walls.append(1000 * (time.monotonic() - began) - movetime)
        processors.append(engine.processor_ms() - used - movetime)
    return walls, processors


def main() -> None:
    """Print a row for each load."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="congo", choices=rules.names())
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move (100)")
    parser.add_argument("--rounds", type=int, default=5, help="times that the benchmark is searched (5)")
    parser.add_argument("--loads", type=int, nargs="+", default=[0, 1, 4, 8], help="processes beside it")
    options = parser.parse_args()
    game = rules.get(options.game)
    fens = [game.notation.format(each) for each in positions(game)] * options.rounds
    engine = Engine(options.game)
    overruns(engine, fens[:1], options.movetime)
    print("| processes beside it | wall: median | 99% | most | processor: median | most |")
    print("|---|---|---|---|---|---|")
    for load in options.loads:
        with loaded(load):
            wall, processor = overruns(engine, fens, options.movetime)
        late = sorted(wall)[int(0.99 * len(wall))]
        figures = statistics.median(wall), late, max(wall), statistics.median(processor), max(processor)
        print(f"| {load} | " + " | ".join(f"{figure:+.1f} ms" for figure in figures) + " |", flush=True)
    engine.quit()


if __name__ == "__main__":
    main()
