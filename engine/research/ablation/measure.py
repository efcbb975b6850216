"""Ablation: what each improvement of the search is worth, row by row (see variants.py).

Each row is searched, on fixed positions, and plays a match against the full search. The results of a row
are saved in two files as they arrive, so a run can be interrupted, split and extended.

Run as a program it reads which depths to measure from standard input and writes the answer, both as JSON:
that is how a search with other weights is measured, in a process of its own (see players/weights_player.py).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine import rules as registry
from engine.book import opening_book
from engine.game.game import Game, KeyHistory
from engine.match.elo import MatchResults
from engine.match.openings import MAX_BIAS_CP, Opening, opening_scorer, random_openings
from engine.players.weights_player import environment
from engine.research import checks
from engine.research.ablation import texts
from engine.research.ablation.variants import Variant, VariantGroup
from engine.research.experiment import read_json
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.bench import positions as bench_positions
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from engine.system.files import files_in, is_there, replace_file
from engine.system.own_python import own_command

HASH_MIB = 32


@dataclass(frozen=True)
class DepthCost:
    """A depth that a search completed, with the nodes and CPU seconds that it had used until then."""

    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class DeepeningRun:
    """An iterative deepening from an empty table; `solved` if a deeper search could not find more."""

    reached: tuple[DepthCost, ...]
    solved: bool

    def at(self, depth: int) -> DepthCost | None:
        """Return the cost of a depth, None if it was not reached."""
        if self.solved and self.reached and depth > self.reached[-1].depth:
            return self.reached[-1]
        return next((each for each in self.reached if each.depth == depth), None)

    def depth_within(self, seconds: float) -> int:
        """Return the last depth that was completed within `seconds` of CPU time."""
        return max((each.depth for each in self.reached if each.seconds <= seconds), default=0)


def deepen(searcher: Searcher, position: Position, options: SearchOptions, nodes: int) -> DeepeningRun:
    """Search a position with an empty table and at most `nodes` nodes."""
    reached: list[DepthCost] = []
    began = 0.0

    def note(info: SearchInfo) -> None:
        # This thread's own time: other programs on the machine do not lengthen it.
        reached.append(DepthCost(info.depth, info.nodes, round(time.thread_time() - began, 7)))

    searcher.clear()
    searcher.clear_stop()
    began = time.thread_time()
    searcher.search(position, KeyHistory(), Limits(nodes=nodes), options, note)
    return DeepeningRun(tuple(reached), searcher.nodes < nodes)


def deepen_all(
    rules: Rules, positions: Sequence[Position], options: SearchOptions, nodes: int
) -> list[DeepeningRun]:
    """Search every position with an empty table and at most `nodes` nodes each."""
    searcher = Searcher(rules, HASH_MIB)
    deepen(searcher, rules.start(), options, 1)  # loads the compiled code
    return [deepen(searcher, position, options, nodes) for position in positions]


def deepen_with_weights(
    rules: Rules, positions: Sequence[Position], weights: str, nodes: int
) -> list[DeepeningRun]:
    """Do as `deepen` for each position, with the full search and other weights, in a separate process.

    Raises:
        BrokenExecutor: the process has died, or cannot be started.
    """
    task = {
        "game": rules.name,
        "positions": [rules.notation.format(each) for each in positions],
        "nodes": nodes,
    }
    command = own_command("engine.research.ablation.measure")
    pipe = subprocess.PIPE
    answer = ""
    try:
        with subprocess.Popen(command, env=environment(weights), stdin=pipe, stdout=pipe, text=True) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(f"{json.dumps(task)}\n")
            child.stdin.flush()  # and left open: the child ends when it closes, as when we are killed
            answer = child.stdout.read()
        return [run_from(each) for each in json.loads(answer)]
    except (OSError, ValueError):
        raise BrokenExecutor(texts.WEIGHTS_PROCESS_DIED) from None


def run_from(data: dict[str, Any]) -> DeepeningRun:
    """Return the run of an `asdict`.

    Raises:
        ValueError, LookupError, TypeError: the data is invalid.
    """
    reached = tuple(
        DepthCost(
            checks.whole(each["depth"], 1), checks.whole(each["nodes"], 0), checks.real(each["seconds"])
        )
        for each in checks.items(data["reached"], MAX_RUNS)
    )
    return DeepeningRun(reached, data["solved"] is True)


OPENING_PLIES = 6
MAX_RUNS, MAX_GAMES = 1000, 10**5
"""The maxima in a file."""


@dataclass(frozen=True)
class AblationPlan:
    """How an ablation is made; `budget` are the nodes for each position that is searched."""

    rules: Rules
    folder: Path
    games: int
    nodes: int
    budget: int
    seed: int
    workers: int
    signature: int = 0
    """That of the search, 0 while it is not known."""
    book: str = ""
    """The checksum of the opening book, empty for the game's own."""


@dataclass
class VariantGames:
    """A row's games against the full search: by number, points, plies and how the game ended."""

    games: dict[int, tuple[float, int, str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def tally(self) -> MatchResults:
        """Return the points of the games."""
        return MatchResults({number: game[0] for number, game in self.games.items()})


@dataclass(frozen=True)
class VariantResult:
    """The results of a row so far."""

    row: Variant
    runs: tuple[DeepeningRun, ...] = ()
    match: VariantGames = field(default_factory=VariantGames)


# --- the files


def _file(plan: AblationPlan, row: Variant, kind: str) -> Path:
    return plan.folder / "raw" / f"{row.name}.{kind}.json"


def _key(plan: AblationPlan, row: Variant) -> dict[str, Any]:
    """Return the conditions that determine a row's results."""
    return {"game": plan.rules.name, "row": row.name, "player": row.player, "signature": plan.signature}


def _search_key(plan: AblationPlan, row: Variant) -> dict[str, Any]:
    return {**_key(plan, row), "budget": plan.budget}


def _match_key(plan: AblationPlan, row: Variant) -> dict[str, Any]:
    key = {**_key(plan, row), "nodes": plan.nodes, "seed": plan.seed}
    if row.group is VariantGroup.BOOK:
        key["book"] = plan.book or opening_book.shared(plan.rules.name).checksum
    return key


def stored_book(folder: Path) -> str:
    """Return the checksum of the book that the games in a folder were played with; empty if there are none.

    Raises:
        UserError: a row's file is damaged.
    """
    keys = (_load(path)["key"] for path in files_in(folder / "raw", "*.match.json"))
    return next((str(key["book"]) for key in keys if "book" in key), "")


def _read(path: Path, key: dict[str, Any]) -> dict[str, Any]:
    """Return the contents of a file if it was made under the same conditions, else an empty dictionary.

    Raises:
        UserError: it cannot be read.
    """
    data = _load(path) if is_there(path) else {"key": {}}
    return data if data["key"] == key else {}


def _load(path: Path) -> dict[str, Any]:
    """Return the contents of a file; raise `UserError` if it cannot be read."""
    data = read_json(path, texts.DAMAGED)
    if not isinstance(data.get("key"), dict):
        raise UserError(f"{path} {texts.DAMAGED}")
    return data


def require_same(plan: AblationPlan) -> None:
    """Check that the folder holds no other report, and no rows made with other settings, which would be lost.

    Raises:
        UserError: it holds some.
    """
    rows, results = files_in(plan.folder / "raw", "*.json"), plan.folder / "results.json"
    if is_there(results) and not (rows or (plan.folder.joinpath("raw").is_dir() and _is_report(results))):
        raise UserError(texts.other_kind(plan.folder))
    ours = {"nodes": plan.nodes, "seed": plan.seed, "budget": plan.budget}
    for path in rows:
        key = _load(path)["key"]
        if key.get("game") != plan.rules.name:
            raise UserError(texts.other_game(plan.folder, key.get("game")))
        for name, own in ours.items():
            if key.get(name, own) != own:
                raise UserError(texts.other_settings(plan.folder, name, key[name], own))


def _is_report(path: Path) -> bool:
    """Return whether a file has the settings of an ablation."""
    try:
        return {"nodes_a_move", "nodes_a_position"} <= read_json(path, texts.DAMAGED)["settings"].keys()
    except (UserError, LookupError, AttributeError):
        return False


def is_outdated(plan: AblationPlan, row: Variant) -> bool:
    """Return whether a row has results of another version of the search."""
    files = ((_file(plan, row, "search"), _search_key), (_file(plan, row, "match"), _match_key))
    return any(is_there(path) and _load(path)["key"] != key(plan, row) for path, key in files)


def _write(path: Path, key: dict[str, Any], values: dict[str, str]) -> None:
    """Write values, which are already JSON, one per line and atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'"key": {json.dumps(key)}', *(f'"{name}": {value}' for name, value in values.items())]
    replace_file(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def load_result(plan: AblationPlan, row: Variant) -> VariantResult:
    """Return the saved results of a row.

    Raises:
        UserError: a file is damaged.
    """
    search, match = _file(plan, row, "search"), _file(plan, row, "match")
    searched, played = _read(search, _search_key(plan, row)), _read(match, _match_key(plan, row))
    path = search
    try:
        runs = tuple(run_from(each) for each in checks.items(searched.get("climbs", []), MAX_RUNS))
        if runs and len(runs) != len(bench_positions(plan.rules)):
            raise ValueError(len(runs))
        path = match
        games = dict(_game(number, each) for number, each in played.get("games", {}).items())
        faults = [checks.text(each) for each in checks.items(played.get("faults", []), MAX_GAMES)]
    except (ValueError, LookupError, TypeError, AttributeError):
        raise UserError(f"{path} {texts.DAMAGED}") from None
    return VariantResult(row, runs, VariantGames(games, faults))


def _game(number: str, game: Any) -> tuple[int, tuple[float, int, str]]:
    """Check and return the number and the results of a game from a file."""
    points, plies, end = game
    if points not in (0, 0.5, 1):
        raise ValueError(points)
    values = float(points), checks.whole(plies, 0), checks.text(end)
    return checks.whole(int(number), 0, MAX_GAMES), values


# --- the work


def search_row(plan: AblationPlan, row: Variant) -> tuple[DeepeningRun, ...]:
    """Search a row's positions, and save the results."""
    positions = bench_positions(plan.rules)
    if row.weights:
        runs = deepen_with_weights(plan.rules, positions, row.weights, plan.budget)
    else:
        runs = deepen_all(plan.rules, positions, SearchOptions(without=row.without), plan.budget)
    lines = ",\n".join(json.dumps(asdict(each)) for each in runs)
    _write(_file(plan, row, "search"), _search_key(plan, row), {"climbs": f"[\n{lines}\n]"})
    return tuple(runs)


def save_games(plan: AblationPlan, row: Variant, match: VariantGames) -> None:
    """Save a row's games."""
    games = ",\n".join(f'"{number}": {json.dumps(game)}' for number, game in sorted(match.games.items()))
    values = {"games": f"{{\n{games}\n}}", "faults": json.dumps(match.faults)}
    _write(_file(plan, row, "match"), _match_key(plan, row), values)


def find_openings(plan: AblationPlan, from_book: bool) -> tuple[list[Opening], list[str]]:
    """Return the openings that rows share, one for each pair of games, and warnings about them.

    Those of the book's row are balanced positions of the book.
    """
    warnings: list[str] = []
    if from_book:
        return _from_book(plan), warnings
    rules, pairs = plan.rules, (plan.games + 1) // 2
    rng, judge = Random(f"{plan.seed} openings"), opening_scorer(rules)
    found = random_openings(rules.start(), OPENING_PLIES, pairs, rng, rules, judge, warnings.append)
    return found, warnings


def _from_book(plan: AblationPlan) -> list[Opening]:
    """Return positions in which the book has moves: in others it makes no difference."""
    rules, pairs, judge = plan.rules, (plan.games + 1) // 2, opening_scorer(plan.rules)
    entries = sorted(opening_book.shared(rules.name).entries)
    Random(f"{plan.seed} book").shuffle(entries)
    openings: list[Opening] = []
    for entry in entries:
        position = rules.notation.parse(f"{entry} 1")
        if len(openings) < pairs and judge(Game(rules, position)) <= MAX_BIAS_CP:
            openings.append(Opening(rules.notation.format(position)))
    if len(openings) < pairs:
        raise UserError(texts.small_book(len(openings)))
    return openings


# --- as a program


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)  # nothing more comes before the end of input
    os._exit(1)


def main() -> None:
    """Run the measurement that a line of standard input describes; end when the input closes."""
    task = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    rules = registry.get(task["game"])
    positions = [rules.notation.parse(text) for text in task["positions"]]
    handcrafted = SearchOptions(without=frozenset({"network"}))  # whose weights they are
    runs = deepen_all(rules, positions, handcrafted, task["nodes"])
    json.dump([asdict(each) for each in runs], sys.stdout)


if __name__ == "__main__":
    main()
