"""The figures in the documents, measured again by ``python -m tests.figures NAME``.

NAME is a game, `agent` for AB.py, or `research`. It prints the rows of the document's tables, those of the
reports last. ``--keep`` also writes what was played to ``tests/data/figures``, with the search's signature.
`tests/test_figures.py` holds documents, rows and reports together.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine import rules
from engine.players.base import Player
from engine.research.ablation.variants import variants_of
from engine.research.experiment import signature
from engine.research.reports import signed
from tests.engine.players import opponents

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "data" / "figures"
REPORTS = ROOT / "assets" / "reports"


def output_of(*words: str) -> str:
    """Return the output of an engine command, including progress."""
    command = (sys.executable, "-m", "engine", *words)
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    return done.stdout


def found(pattern: str, text: str) -> tuple[str, ...]:
    """Return the groups of a pattern's last match in a text."""
    return tuple(list(re.finditer(pattern, text))[-1].groups())


@dataclass(frozen=True)
class Match:
    """A match by the command line; its row has the results, then the mean length or the score."""

    game: str
    player: str
    against: str
    games: int = 100
    openings: int = 4
    seed: int = 1
    nodes: int = 0
    cells: tuple[str, ...] = ()
    """What stands before the results; the two players if nothing does."""

    def rows(self) -> Iterator[str]:
        """Play it and yield its row."""
        words = ["match", self.game, self.player, self.against, "--games", str(self.games)]
        words += ["--openings", str(self.openings), "--seed", str(self.seed)]
        text = output_of(*words, *(["--nodes", str(self.nodes)] if self.nodes else []))
        if re.search(r"^game \d+: ", text, re.MULTILINE):
            raise RuntimeError(f"a player failed, so the match says nothing:\n{text}")
        won, lost, drawn = map(int, found(r"wins (\d+), losses (\d+), draws (\d+)", text))
        (length,) = found(r"mean length: (\S+) plies", text)
        last = f"{100 * (won + drawn / 2) / self.games:.1f}%" if self.cells else length
        cells = self.cells or (f"`{self.player}`", f"`{self.against}`")
        yield row(*cells, won, drawn, lost, last)


@dataclass(frozen=True)
class Opponents:
    """The games of the engine, or another player, against a game's opponents."""

    game: str
    against: tuple[str, ...]
    player: Callable[[], Player] | None = None

    def rows(self) -> Iterator[str]:
        """Play the games and yield a row for each opponent."""
        for name in self.against:
            yield opponents.play_games(self.game, name, player=self.player and self.player()).row(name)


@dataclass(frozen=True)
class Proof:
    """The proved number of plies without a forced win from a game's start."""

    game: str
    plies: int
    least: int
    hash_mib: int

    def rows(self) -> Iterator[str]:
        """Prove it and yield a row for each number of plies from `least` on."""
        words = ("prove", self.game, "startpos", "--plies", str(self.plies), "--hash", str(self.hash_mib))
        pattern = r"(\w+) cannot force a win within (\d+) pl(?:y|ies)\s+([\d,]+) nodes?"
        for side, plies, nodes in re.findall(pattern, output_of(*words)):
            if int(plies) >= self.least:
                yield row(plies, side.capitalize(), f"{int(nodes.replace(',', '')):,}")


@dataclass(frozen=True)
class Lines:
    """The table printed by running a test module."""

    module: str

    def rows(self) -> Iterator[str]:
        """Run it and yield its rows."""
        command = (sys.executable, "-m", self.module)
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        yield from done.stdout.splitlines()


def row(*cells: object) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def _levels() -> Iterator[Match]:
    pairs = [(1, "random"), (1, "greedy"), *((level, f"engine:level={level - 1}") for level in range(2, 11))]
    for level, against in pairs:
        cells = (str(level), f"level {level - 1}" if level > 1 else f"`{against}`")
        nodes = 400_000 if level == 10 else 0
        yield Match("congo", f"engine:level={level}", against, 200, seed=2026, nodes=nodes, cells=cells)


Measurement = Match | Opponents | Proof | Lines
MEASURED: dict[str, tuple[Measurement, ...]] = {
    "minichess": (Opponents("minichess", opponents.EVENTS["minichess"].opponents),),
    "konane": (),
    "conga": (
        *(Match("conga", f"engine:nodes={nodes}", "random") for nodes in (2000, 20_000)),
        Match("conga", "engine:nodes=2000", "source:2", 40),
        Match("conga", "engine:nodes=20000", "source:3", 20),
        Match("conga", "engine:nodes=20000", "source:4", 10),
        Opponents("conga", ("random",)),
        Lines("tests.engine.rules.conga.single_stones"),
        Proof("conga", 20, 14, 1024),
    ),
    "bonzee": (
        *(
            Match("bonzee", f"engine:nodes={nodes}", against)
            for nodes in (2000, 20_000)
            for against in ("random", "greedy")
        ),
        Match("bonzee", "engine:nodes=200000", "greedy"),
        Match("bonzee", "engine:level=6", "greedy"),
        Opponents("bonzee", ("random", "greedy")),
    ),
    "agent": (
        Opponents(
            "minichess", ("first", "random", "greedy", "smart", "sourceminimax:4"), opponents.ExampleAgent
        ),
    ),
    "research": (
        *_levels(),
        Match("congo", "engine", "alphabeta:4", 100, 6, 2026, 20_000),
        Match("congo", "engine", "greedy", 100, 6, 2026, 20_000),
        Match("congo", "engine", "engine:weights=hand", 400, 6, 2026, 3000),
    ),
}
"""By document: what has to be played or proved again. Tables that come from reports are below."""


# --- from the reports


def evaluation_rows(game: str) -> list[str]:
    """Return the value of the evaluation's terms: title, Elo, and games won, drawn and lost.

    The titles are those of today: a stored table has the ones that it was written with.
    """
    titles = {variant.name: variant.title for variant in variants_of(rules.get(game), 1)}
    with (REPORTS / f"ablation-{game}" / "rows.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    lines = []
    for cells in table:
        if cells["group"] not in ("evaluation", "control") or cells["games"] == "0":
            continue
        points, margin = signed(float(cells["elo"])), signed(float(cells["elo_margin"])).lstrip("+")
        elo = f"{cells['elo_bound']} {points}" if cells["elo_bound"] else f"{points} ± {margin}"
        results = " / ".join(cells[name] for name in ("wins", "draws", "losses"))
        lines.append(row(titles[cells["row"]].removeprefix("- "), elo, results))
    return lines


def growth_rows(game: str) -> list[str]:
    """Return the nodes per move of minimax and alpha-beta, a row for each depth."""
    report = json.loads((REPORTS / f"growth-{game}" / "results.json").read_text(encoding="utf-8"))
    table: dict[int, list[str]] = {}
    for cell in report["cells"]:
        table.setdefault(cell["depth"], []).extend(f"{nodes:,.0f}" for nodes in cell["nodes"])
    return [row(depth, *nodes) for depth, nodes in table.items()]


REPORTED: dict[str, Callable[[], list[str]]] = {
    "minichess": lambda: evaluation_rows("minichess"),
    "konane": lambda: [*growth_rows("konane"), *evaluation_rows("konane")],
    "conga": lambda: evaluation_rows("conga"),
    "bonzee": lambda: evaluation_rows("bonzee"),
}


# --- kept, and measured again


def document(name: str) -> Path:
    """Return the path of the document with the figures."""
    if name == "research":
        return ROOT / "docs" / "research.md"
    game = "minichess" if name == "agent" else name
    return ROOT / "engine" / "rules" / game / "README.md"


def kept(name: str) -> tuple[int, list[str]]:
    """Return the rows of a document, with the signature of the search that produced them."""
    first, *lines = (KEPT / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return int(first.removeprefix("signature ")), lines


def keep(name: str, lines: list[str]) -> None:
    """Save a document's rows."""
    head = f"signature {signature(name)}"
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.txt").write_text("\n".join([head, *lines, ""]), encoding="utf-8", newline="\n")


def measure(name: str) -> list[str]:
    """Measure all rows of a document again; print each when it is done."""
    lines = []
    for measurement in MEASURED[name]:
        for line in measurement.rows():
            lines.append(line)
            print(line, flush=True)
    return lines


def main() -> None:
    """Measure the documents named on the command line, by default all games."""
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=__doc__)
    parser.add_argument("names", nargs="*", choices=MEASURED, metavar="NAME", default=[*REPORTED])
    parser.add_argument("--keep", action="store_true", help="keep the rows, for the documents' test")
    given = parser.parse_args()
    for name in given.names:
        print(f"# {document(name).relative_to(ROOT)}")
        lines = measure(name)
        if given.keep and name in REPORTED:
            keep(name, lines)
        for line in REPORTED.get(name, list)():
            print(line)


if __name__ == "__main__":
    main()
