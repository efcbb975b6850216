"""Ablation: what each improvement of the search is worth, row by row (see variants.py).

Each row is searched, on fixed positions, and plays a match against the full search. What is known of a row is
kept in two files, as it comes, so a run can be broken off, made in pieces, and made longer.

Run as a program it reads which depths to measure from standard input and writes the answer, both as JSON:
that is how a search with other weights is measured, in a process of its own (see players/weights_player.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine import rules as registry
from engine.book import opening_book
from engine.game.game import Game, History
from engine.match.elo import PairedResults
from engine.match.match import play_match
from engine.match.openings import MAX_BIAS_CP, Opening, random_openings, short_search
from engine.match.pairing import EventSettings, pairings
from engine.players.weights_player import environment
from engine.research.ablation.variants import Variant, VariantGroup
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.bench import positions as bench_positions
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher
from engine.system.errors import UserError
from engine.system.files import replace_file

HASH_MIB = 32


@dataclass(frozen=True)
class Reached:
    """A depth that a search finished: all nodes and all CPU seconds that it had taken until then."""

    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Climb:
    """A search from nothing; `solved` if it ended because deeper searching could not find out more."""

    reached: tuple[Reached, ...]
    solved: bool

    def at(self, depth: int) -> Reached | None:
        """Return what it took to reach a depth, None if it was not reached."""
        if self.solved and self.reached and depth > self.reached[-1].depth:
            return self.reached[-1]
        return next((each for each in self.reached if each.depth == depth), None)

    def depth_within(self, seconds: float) -> int:
        """Return the last depth that was finished within so many CPU seconds."""
        return max((each.depth for each in self.reached if each.seconds <= seconds), default=0)


def climb(searcher: Searcher, position: Position, options: SearchOptions, nodes: int) -> Climb:
    """Search a position from nothing with at most so many nodes."""
    reached: list[Reached] = []
    began = 0.0

    def note(info: SearchInfo) -> None:
        # This thread's own time: other programs on the machine do not lengthen it.
        reached.append(Reached(info.depth, info.nodes, round(time.thread_time() - began, 7)))

    searcher.clear()
    searcher.allow()
    began = time.thread_time()
    searcher.search(position, History(), Limits(nodes=nodes), options, note)
    return Climb(tuple(reached), searcher.nodes < nodes)


def climb_all(rules: Rules, positions: Sequence[Position], options: SearchOptions, nodes: int) -> list[Climb]:
    """Search every position from nothing with at most so many nodes each."""
    searcher = Searcher(rules, HASH_MIB)
    climb(searcher, rules.start(), options, 1)  # loads what is compiled
    return [climb(searcher, position, options, nodes) for position in positions]


def climb_with_weights(rules: Rules, positions: Sequence[Position], weights: str, nodes: int) -> list[Climb]:
    """Do the same with the full search and other weights, in a process of its own."""
    task = {
        "game": rules.name,
        "positions": [rules.notation.format(each) for each in positions],
        "nodes": nodes,
    }
    words = [sys.executable, "-m", "engine.research.ablation.measure"]
    done = subprocess.run(
        words, input=json.dumps(task), env=environment(weights), stdout=subprocess.PIPE, text=True, check=True
    )
    return [climb_of(each) for each in json.loads(done.stdout)]


def climb_of(data: dict[str, Any]) -> Climb:
    """Return what `asdict` made of a climb."""
    return Climb(tuple(Reached(**each) for each in data["reached"]), data["solved"])


FULL_SEARCH = "engine"
"""The player that all others are held against."""
OPENING_PLIES = 6
SIGNATURE_DEPTH = 6
GAMES_PER_SAVE = 10
"""Games after which a match is written down."""


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
    signature: int


@dataclass
class VariantGames:
    """A row's games against the full search: by number, points, plies and how the game ended."""

    games: dict[int, tuple[float, int, str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def tally(self) -> PairedResults:
        """Return the results alone."""
        return PairedResults({number: game[0] for number, game in self.games.items()})


@dataclass(frozen=True)
class VariantResult:
    """What is known of a row so far."""

    row: Variant
    climbs: tuple[Climb, ...] = ()
    match: VariantGames = field(default_factory=VariantGames)


def signature(rules: Rules) -> int:
    """Return a number that tells this search and evaluation from others: the nodes of a fixed search."""
    searcher = Searcher(rules, 1)
    options = SearchOptions(without=frozenset({"tablebase"}))
    total = 0
    for position in bench_positions(rules):
        searcher.clear()
        searcher.allow()
        searcher.search(position, History(), Limits(depth=SIGNATURE_DEPTH), options)
        total += searcher.nodes
    return total


# --- the files


def _file(plan: AblationPlan, row: Variant, kind: str) -> Path:
    return plan.folder / "raw" / f"{row.name}.{kind}.json"


def _key(plan: AblationPlan, row: Variant) -> dict[str, Any]:
    """Return what decides a row's results, in searches and in games."""
    return {"game": plan.rules.name, "row": row.name, "player": row.player, "signature": plan.signature}


def _search_key(plan: AblationPlan, row: Variant) -> dict[str, Any]:
    return {**_key(plan, row), "budget": plan.budget}


def _match_key(plan: AblationPlan, row: Variant) -> dict[str, Any]:
    key = {**_key(plan, row), "nodes": plan.nodes, "seed": plan.seed}
    if row.group is VariantGroup.BOOK:
        key["book"] = opening_book.shared(plan.rules.name).checksum
    return key


def _read(path: Path, key: dict[str, Any]) -> dict[str, Any]:
    """Return what a file holds if it was made under the same conditions, else nothing.

    Raises `UserError` if it cannot be read.
    """
    data = _load(path) if path.exists() else {"key": {}}
    return data if data["key"] == key else {}


def _load(path: Path) -> dict[str, Any]:
    """Return what a file holds; raise `UserError` if it cannot be read."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        data["key"].keys()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise UserError(f"{path} is damaged: delete it, and what it held is made anew") from None
    return data


def require_same(plan: AblationPlan) -> None:
    """Raise `UserError` if the folder holds rows that were made with other settings, and would be lost."""
    if not plan.folder.joinpath("raw").is_dir() and (plan.folder / "results.json").exists():
        raise UserError(f"{plan.folder} holds a report of another kind: choose another folder with --out")
    ours = {"nodes": plan.nodes, "seed": plan.seed, "budget": plan.budget}
    for path in sorted(plan.folder.glob("raw/*.json")):
        key = _load(path)["key"]
        if key.get("game") != plan.rules.name:
            game = key.get("game")
            raise UserError(f"{plan.folder} holds the ablation of {game}: choose another folder with --out")
        for name, own in ours.items():
            if key.get(name, own) != own:
                raise UserError(
                    f"{plan.folder} holds rows that were made with --{name} {key[name]}, not {own}: give"
                    f" --{name} {key[name]} to go on with them, or choose another folder with --out"
                )


def is_outdated(plan: AblationPlan, row: Variant) -> bool:
    """Return whether there are results of a row that another version of the search has made."""
    files = ((_file(plan, row, "search"), _search_key), (_file(plan, row, "match"), _match_key))
    return any(path.exists() and _load(path)["key"] != key(plan, row) for path, key in files)


def _write(path: Path, key: dict[str, Any], values: dict[str, str]) -> None:
    """Write values that are JSON already, a line each; the file is there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'"key": {json.dumps(key)}', *(f'"{name}": {value}' for name, value in values.items())]
    replace_file(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def load_result(plan: AblationPlan, row: Variant) -> VariantResult:
    """Return what the files know of a row."""
    searched = _read(_file(plan, row, "search"), _search_key(plan, row))
    played = _read(_file(plan, row, "match"), _match_key(plan, row))
    games = {int(number): (game[0], game[1], game[2]) for number, game in played.get("games", {}).items()}
    climbs = tuple(climb_of(each) for each in searched.get("climbs", ()))
    return VariantResult(row, climbs, VariantGames(games, played.get("faults", [])))


# --- the work


def search_variant(plan: AblationPlan, row: Variant) -> None:
    """Search a row's positions and keep the result, unless that is done."""
    if not row.searched or load_result(plan, row).climbs:
        return
    positions = bench_positions(plan.rules)
    if row.weights:
        climbs = climb_with_weights(plan.rules, positions, row.weights, plan.budget)
    else:
        climbs = climb_all(plan.rules, positions, SearchOptions(without=row.without), plan.budget)
    lines = ",\n".join(json.dumps(asdict(each)) for each in climbs)
    _write(_file(plan, row, "search"), _search_key(plan, row), {"climbs": f"[\n{lines}\n]"})


def play_variant(
    plan: AblationPlan, row: Variant, openings: Sequence[Opening], tell: Callable[[str], None]
) -> None:
    """Play a row's games that are not played yet, and keep them as they come."""
    if not row.played:
        return
    match = load_result(plan, row).match
    missing = [each for each in pairings(openings, plan.games) if each.number not in match.games]
    settings = EventSettings(plan.rules.name, (row.player, FULL_SEARCH), Limits(nodes=plan.nodes), plan.seed)
    for count, played in enumerate(play_match(settings, missing, plan.workers), start=1):
        if played.crashed:  # it counts for nobody; the next run plays it again
            tell(f"{row.name}: game {played.number + 1}: {played.reason}")
        elif played.fault:
            _keep(plan, row, match)
            raise UserError(f"{row.name}: {played.reason}; a row in which a player fails says nothing")
        else:
            match.games[played.number] = played.points, played.plies, played.reason
        if count % GAMES_PER_SAVE == 0 or count == len(missing):
            _keep(plan, row, match)
            tell(f"{row.name}: {len(match.games)}/{plan.games} games, {match.tally().elo()}")


def _keep(plan: AblationPlan, row: Variant, match: VariantGames) -> None:
    games = ",\n".join(f'"{number}": {json.dumps(game)}' for number, game in sorted(match.games.items()))
    values = {"games": f"{{\n{games}\n}}", "faults": json.dumps(match.faults)}
    _write(_file(plan, row, "match"), _match_key(plan, row), values)


class VariantOpenings:
    """The openings that all rows share, found when they are first asked for."""

    def __init__(self, plan: AblationPlan, tell: Callable[[str], None]) -> None:
        self._plan, self._tell = plan, tell
        self._found: dict[bool, list[Opening]] = {}

    def of(self, row: Variant) -> list[Opening]:
        """Return a row's openings, one for each pair; those of the book's row are positions of the book."""
        booked = row.group is VariantGroup.BOOK
        if booked not in self._found:
            self._found[booked] = self._from_book() if booked else self._at_random()
        return self._found[booked]

    @property
    def _pairs(self) -> int:
        return (self._plan.games + 1) // 2

    def _at_random(self) -> list[Opening]:
        rules = self._plan.rules
        chance = Random(f"{self._plan.seed} openings")
        judge = short_search(rules)
        return random_openings(rules.start(), OPENING_PLIES, self._pairs, chance, rules, judge, self._tell)

    def _from_book(self) -> list[Opening]:
        """Return balanced positions in which the book has moves: elsewhere it could make no difference."""
        rules, judge = self._plan.rules, short_search(self._plan.rules)
        texts = sorted(opening_book.shared(rules.name).entries)
        Random(f"{self._plan.seed} book").shuffle(texts)
        openings: list[Opening] = []
        for text in texts:
            position = rules.notation.parse(f"{text} 1")
            if len(openings) < self._pairs and judge(Game(rules, position)) <= MAX_BIAS_CP:
                openings.append(Opening(rules.notation.format(position)))
        if len(openings) < self._pairs:
            raise UserError(f"the book has {len(openings)} balanced positions; ask for fewer games")
        return openings


# --- as a program


def main() -> None:
    """Measure what standard input asks for."""
    task = json.load(sys.stdin)
    rules = registry.get(task["game"])
    positions = [rules.notation.parse(text) for text in task["positions"]]
    climbs = climb_all(rules, positions, SearchOptions(), task["nodes"])
    json.dump([asdict(each) for each in climbs], sys.stdout)


if __name__ == "__main__":
    main()
