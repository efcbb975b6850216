"""Mine puzzles into a folder, from any number of games, in several processes; it can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, astuple
from functools import partial
from itertools import chain
from pathlib import Path

from engine import rules as registry
from engine.book.opening_book import book_key
from engine.jobs.runner import run
from engine.learn.puzzles import Puzzle, parse_puzzle, save_puzzles
from engine.research import texts
from engine.research.plan_file import keep_plan
from engine.research.puzzles.finding import MiningPlan, mine_game
from engine.research.step_file import read_steps
from engine.rules.rules import Rules
from engine.system.errors import UserError

GAMES = "games.jsonl"
"""A line for each game that was played: its number and its puzzles."""
MAX_PUZZLES = 4000
"""The largest number of puzzles in a file, about 320 kB."""


class Mining:
    """Puzzles in a folder, to which more games may be added later.

    Raises:
        UserError: the folder has puzzles of another plan, or is damaged.
    """

    def __init__(self, plan: MiningPlan, folder: Path, report: Callable[[str], None] = print) -> None:
        self._plan, self._folder, self._report = plan, folder, report
        keep_plan(folder, asdict(plan), texts.other_mining(folder))
        self._games = dict(self._saved())

    @property
    def path(self) -> Path:
        """The file with all puzzles."""
        return self._folder / f"{self._plan.game}.txt"

    def _saved(self) -> Iterator[tuple[int, list[Puzzle]]]:
        path = self._folder / GAMES
        damaged = texts.damaged_mining(path)
        for step in read_steps(path, damaged):
            try:
                number, found = step
                yield int(number), [parse_puzzle(path, 1, str(Puzzle(*each))) for each in found]
            except (ValueError, TypeError, OverflowError, UserError):
                raise UserError(damaged) from None

    def run(self, games: int, workers: int = 1, dask: str | None = None) -> int:
        """Play what is missing of the first `games` games; write their puzzles and return how many."""
        missing = [number for number in range(games) if number not in self._games]
        with (self._folder / GAMES).open("a", encoding="utf-8", newline="\n") as file:
            for job, found in run(partial(mine_game, self._plan), missing, workers, dask):
                self._games[missing[job]] = found
                file.write(json.dumps([missing[job], [astuple(each) for each in found]]) + "\n")
                file.flush()
                played = self._found(games)
                self._report(texts.mined(len(played), games, sum(map(len, played))))
        puzzles = chain.from_iterable(self._found(games))
        kept = list(unique(registry.get(self._plan.game), puzzles))[:MAX_PUZZLES]
        save_puzzles(self.path, kept)
        return len(kept)

    def _found(self, games: int) -> list[list[Puzzle]]:
        """Return the puzzles of each game that is played, by number, of the first `games`."""
        return [found for number, found in sorted(self._games.items()) if number < games]


def unique(rules: Rules, puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles whose position, or its mirror image, is not an earlier one's or in another's line."""
    lines = [(puzzle, [book_key(rules, at)[0] for at, _ in puzzle.line(rules)][::2]) for puzzle in puzzles]
    later = {key for _, keys in lines for key in keys[1:]}
    seen = set()
    for puzzle, (key, *_) in lines:
        if key not in seen and key not in later:
            seen.add(key)
            yield puzzle
