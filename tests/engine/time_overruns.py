"""The delay of answers to `go movetime`: ``python -m tests.engine.time_overruns``; on Linux.

With ``--games N`` the engine plays itself instead, at a second a game for each side, and games lost on time
are counted.

For each load, so many processes that do nothing but compute run beside it. Wall time is what a clock would
show; processor time is what the engine used itself, all threads together.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import rules
from engine.game.game import Game
from engine.rules.rules import Rules
from engine.search.bench import positions

TICKS = os.sysconf("SC_CLK_TCK")
CLOCK_MS = 1000.0
SPIN = "while True: pass"


class Engine:
    """The engine as a UCI program: this version, or the one in `folder`."""

    def __init__(self, game: str, folder: Path | None = None) -> None:
        words = [sys.executable, "-m", "engine", "uci"]
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        self.ask("uci", "uciok")
        self.ask(f"setoption name UCI_Variant value {game}\nisready", "readyok")

    def answers(self, line: str, end: str) -> Iterator[str]:
        """Send lines, and read the answers up to one that begins with `end`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = ""
        while not answer.startswith(end):
            if not (answer := self._process.stdout.readline()):
                raise EOFError("the engine has ended")
            yield answer

    def ask(self, line: str, end: str) -> str:
        """Send lines, and return the first answer that begins with `end`."""
        return list(self.answers(line, end))[-1]

    def processor_ms(self) -> float:
        """Return its CPU time."""
        with open(f"/proc/{self._process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / TICKS

    def quit(self) -> None:
        """End the program."""
        self._process.communicate("quit\n")


@contextmanager
def loaded(count: int) -> Iterator[None]:
    """Run busy processes as load."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(count)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def overruns(engine: Engine, fens: list[str], movetime: int) -> tuple[list[float], list[float]]:
    """Return the overrun of each answer in ms, in wall time and CPU time."""
    walls, processors = [], []
    for fen in fens:
        engine.ask(f"ucinewgame\nposition fen {fen}\nisready", "readyok")
        used, began = engine.processor_ms(), time.monotonic()
        engine.ask(f"go movetime {movetime}", "bestmove")
        walls.append(1000 * (time.monotonic() - began) - movetime)
        processors.append(engine.processor_ms() - used - movetime)
    return walls, processors


def sudden_death(game: Rules, count: int) -> str:
    """Play games at 1 s for each side, without increment, from four random plies; return the results."""
    engines, chance = (Engine(game.name), Engine(game.name)), random.Random(1)
    lost, plies, least = 0, 0, CLOCK_MS
    for number in range(count):
        played, left = Game(game), [CLOCK_MS, CLOCK_MS]
        for _ in range(4):
            played.play(chance.choice(played.legal_moves()))
        for engine in engines:
            engine.ask("ucinewgame\nisready", "readyok")
        while played.outcome is None and min(left) >= 0:
            side, began = played.position.side, time.monotonic()
            moves = " ".join(ply.move.text for ply in played.plies)
            white, black = (max(round(each), 0) for each in left)
            question = f"position startpos moves {moves}\ngo wtime {white} btime {black}"
            move = engines[(side + number) % 2].ask(question, "bestmove").split()[1]
            left[side] -= 1000 * (time.monotonic() - began)
            played.play(game.parse_move(played.position, move))
        lost += min(left) < 0
        plies, least = plies + played.cursor, min(least, *left)
    for engine in engines:
        engine.quit()
    mean = plies / count
    return f"{lost} of {count} games lost on time; {mean:.0f} plies a game, {least:.0f} ms left at least"


def main() -> None:
    """Print a row for each load."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="congo", choices=rules.names())
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move (100)")
    parser.add_argument("--rounds", type=int, default=5, help="times that the benchmark is searched (5)")
    parser.add_argument("--loads", type=int, nargs="+", default=[0, 1, 4, 8], help="processes beside it")
    parser.add_argument("--games", type=int, default=0, help="play games at 1 s instead")
    options = parser.parse_args()
    game = rules.get(options.game)
    if options.games:
        print(sudden_death(game, options.games))
        return
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
