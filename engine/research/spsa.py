"""Tune the search's margins in games of the engine against itself.

Simultaneous perturbation (SPSA: J. C. Spall 1992; its gains 1998): each pair of games is played between
the margins moved a little in a random direction and the same margins moved the other way, and the result
moves them along that direction. All margins vary at once, so more margins do not need more games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

from engine import rules as registry
from engine.game.game import Game
from engine.jobs.runner import run
from engine.research import texts
from engine.research.plan_file import keep_plan
from engine.research.step_file import read_steps
from engine.research.tune import random_opening
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchOptions
from engine.search.margin_layout import Margins
from engine.search.margins import RANGES, margins_of
from engine.search.searcher import Searcher
from engine.system.errors import UserError

Values = dict[str, float]
"""Margins by name, not rounded."""

PAIRS_PER_JOB, JOBS_PER_STEP = 4, 8
"""All pairs of a step are played from the same values, so the number of workers does not matter."""
STEPS_OF_RANGE = 12
"""The last perturbation of a margin is its range divided by this, but at least 1."""
GAIN = 0.002
"""The last pair moves a margin by this part of its perturbation for each point won."""
STABILITY, GAIN_DECAY, PERTURBATION_DECAY = 0.1, 0.602, 0.101
"""Spall's A as a share of all pairs, his alpha, and his gamma."""
OPENING_PLIES = (4, 8)
"""The minimum and maximum number of random plies before a pair of games."""
RESIGN_CP = 1500
"""A player resigns when its search scores the position below minus this."""
HASH_MIB = 4
OPENING, DIRECTION = 0, 1
"""The random numbers of a pair: for its opening, and for the direction of its perturbation."""
STEPS = "steps.jsonl"


@dataclass(frozen=True)
class SpsaPlan:
    """The settings of a tuning; each plan needs a folder of its own."""

    game: str
    pairs: int
    nodes: int
    seed: int

    def rng(self, pair: int, what: int) -> Random:
        """Return the random number generator for a pair's `OPENING` or its `DIRECTION`."""
        return Random((self.seed * 10**8 + pair) * 2 + what)


@dataclass(frozen=True)
class Pair:
    """Two games from one opening, with colours reversed."""

    number: int
    plus: Margins
    minus: Margins


def play_pairs(plan: SpsaPlan, pairs: list[Pair]) -> list[int]:
    """Play pairs of games; return the wins of `plus` minus those of `minus` for each, from -2 to 2."""
    rules = registry.get(plan.game)
    searchers = Searcher(rules, HASH_MIB), Searcher(rules, HASH_MIB)
    results = []
    for pair in pairs:
        opening = random_opening(rules, plan.rng(pair.number, OPENING), OPENING_PLIES)
        players = [
            _Side(searcher, margins, plan.nodes)
            for searcher, margins in zip(searchers, (pair.plus, pair.minus), strict=True)
        ]
        results.append(_play(rules, opening, players) - _play(rules, opening, players[::-1]))
    return results


@dataclass(frozen=True)
class _Side:
    searcher: Searcher
    margins: Margins
    nodes: int


def _play(rules: Rules, opening: Game, players: list[_Side]) -> int:
    """Play a game; return 1 if the first player wins it, 0 for a draw, -1 if the second one does."""
    game = Game(rules, opening.position)
    for player in players:
        player.searcher.clear()
    first = game.position.side
    while game.outcome is None:
        player = players[game.position.side != first]
        player.searcher.clear_stop()
        options = SearchOptions(margins=tuple(player.margins._asdict().items()))
        info = player.searcher.search(game.position, game.key_history(), Limits(nodes=player.nodes), options)
        assert info is not None
        if info.score.cp < -RESIGN_CP:
            return 1 if game.position.side != first else -1
        game.play(info.pv[0])
    winner = game.outcome.winner
    return 0 if winner is None else (1 if winner == first else -1)


class Spsa:
    """A tuning in a folder, which is continued if it exists.

    Raises:
        UserError: the folder holds another tuning.
    """

    def __init__(
        self,
        plan: SpsaPlan,
        folder: Path,
        workers: int = 1,
        dask: str | None = None,
        report: Callable[[str], None] = print,
    ) -> None:
        self.plan, self._folder, self._report = plan, folder, report
        self._workers, self._dask = workers, dask
        self.values: Values = {
            name: float(value) for name, value in margins_of(registry.get(plan.game))._asdict().items()
        }
        self.done = 0
        """The number of pairs played."""
        keep_plan(folder, asdict(plan), texts.other_tuning(folder))
        self._resume()

    def _resume(self) -> None:
        path = self._folder / STEPS
        damaged = texts.damaged_tuning(path)
        for step in read_steps(path, damaged):
            try:
                self.done, values = int(step["pairs"]), step["margins"]
                self.values = {name: float(values[name]) for name in RANGES}
            except (ValueError, LookupError, TypeError, OverflowError):
                raise UserError(damaged) from None
            in_range = (low <= self.values[name] <= high for name, (low, high) in RANGES.items())
            if self.done < 0 or not all(in_range):
                raise UserError(damaged)

    def run(self) -> Margins:
        """Play the pairs that are not played yet; return the tuned margins."""
        with (self._folder / STEPS).open("a", encoding="utf-8", newline="\n") as file:
            step: dict[int, list[int]] = {}
            for number, results in run(
                partial(play_pairs, self.plan), self._jobs(), self._workers, self._dask
            ):
                step[number % JOBS_PER_STEP] = results
                if sum(map(len, step.values())) == self._step_pairs:
                    self._take([step[job] for job in sorted(step)])
                    step = {}
                    file.write(json.dumps({"pairs": self.done, "margins": self.values}) + "\n")
                    file.flush()
                    self._report(texts.tuned(self.done, self.plan.pairs, self.values))
        return rounded(self.values)

    @property
    def _step_pairs(self) -> int:
        """The number of pairs of the next step: the last one is played as far as the plan goes."""
        return min(JOBS_PER_STEP * PAIRS_PER_JOB, self.plan.pairs - self.done)

    def _jobs(self) -> Iterator[list[Pair] | None]:
        """Yield the jobs step by step; None while the last jobs of a step are being played."""
        while self.done < self.plan.pairs:
            begun, end = self.done, self.done + self._step_pairs
            for first in range(begun, end, PAIRS_PER_JOB):
                yield [self._pair(number) for number in range(first, min(first + PAIRS_PER_JOB, end))]
            while self.done == begun:
                yield None

    def _pair(self, number: int) -> Pair:
        moved = self._perturbation(number)
        plus = {name: value + moved[name] for name, value in self.values.items()}
        minus = {name: value - moved[name] for name, value in self.values.items()}
        return Pair(number, rounded(plus), rounded(minus))

    def _perturbation(self, number: int) -> Values:
        """Return by how much pair `number` moves each margin, with a random sign."""
        rng = self.plan.rng(number, DIRECTION)
        decay = (self.plan.pairs / (number + 1)) ** PERTURBATION_DECAY
        return {
            name: rng.choice((-1, 1)) * max((highest - lowest) / STEPS_OF_RANGE, 1) * decay
            for name, (lowest, highest) in RANGES.items()
        }

    def _take(self, jobs: list[list[int]]) -> None:
        """Move the margins according to the results of a step."""
        pairs = self.plan.pairs
        for number, result in enumerate((each for job in jobs for each in job), start=self.done):
            stability = STABILITY * pairs
            decay = ((pairs + stability) / (number + 1 + stability)) ** GAIN_DECAY
            for name, moved in self._perturbation(number).items():
                lowest, highest = RANGES[name]
                value = self.values[name] + GAIN * decay * result * moved
                self.values[name] = min(max(value, lowest), highest)
        self.done += sum(map(len, jobs))


def rounded(values: Values) -> Margins:
    """Return margins rounded to integers and clamped to their ranges."""
    return Margins(
        **{name: round(min(max(values[name], lowest), highest)) for name, (lowest, highest) in RANGES.items()}
    )
