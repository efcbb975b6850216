"""Build a game's opening explorer in a folder: games, their deep analysis, and the explorer's file.

It can be stopped at any time and resumed; more games may be added later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from engine import rules as registry
from engine.jobs.runner import run
from engine.research import texts
from engine.research.checks import move_code, whole
from engine.research.openings.deep import MAX_LINES, analyse_position
from engine.research.openings.merging import Analysis, OpeningTree
from engine.research.openings.playing import OpeningGame, OpeningPlan, play_game
from engine.research.plan_file import keep_plan
from engine.research.step_file import read_steps
from engine.rules.values import FIRST, SECOND
from engine.search.limits import Score
from engine.system.errors import UserError
from engine.system.files import replace_with_checksum

GAMES, ANALYSES = "games.jsonl", "analyses.jsonl"
"""The first has a line for each game: its number and the fields of `OpeningGame`. The second has a line for
each analysed position: its key, the nodes, and each move's score in centipawns and moves to a forced win."""
MAX_NODES, MAX_CP, MAX_MATE = 10**9 - 1, 99_999, 999
"""The largest numbers in a file of explored openings."""
REPORT_EVERY = 100
"""How many games or positions are done between two reports."""


class OpeningBuild:
    """Games of the engine against itself in a folder, and the explorer built from them.

    Raises:
        UserError: the folder has games of another plan, or is damaged.
    """

    def __init__(self, plan: OpeningPlan, folder: Path, report: Callable[[str], None] = print) -> None:
        self._plan, self._folder, self._report = plan, folder, report
        keep_plan(folder, asdict(plan), texts.other_openings(folder))
        self._games = dict(self._saved(GAMES, _parse_game))
        self._analyses = dict(self._saved(ANALYSES, _parse_analysis))

    @property
    def path(self) -> Path:
        """The explorer's file."""
        return self._folder / f"{self._plan.game}.txt"

    def _damaged(self, name: str) -> str:
        return texts.damaged_openings(self._folder / name)

    def _saved(self, name: str, parse: Callable[[Any], Any]) -> Iterator[Any]:
        for step in read_steps(self._folder / name, self._damaged(name)):
            try:
                yield parse(step)
            except (ValueError, TypeError, OverflowError, AttributeError):
                raise UserError(self._damaged(name)) from None

    def run(self, games: int, positions: int, nodes: int, workers: int = 1, dask: str | None = None) -> int:
        """Do what is missing of `games` games and of `positions` analyses with `nodes` nodes; write the file.

        Return its number of lines.
        """
        self._play(games, workers, dask)
        played = {number: played for number, played in self._games.items() if number < games}
        self._report(texts.MERGING_OPENINGS)
        tree = OpeningTree(registry.get(self._plan.game), played, self._damaged(GAMES))
        wanted = tree.frequent(at_least=2)[:positions]
        self._analyse(tree, wanted, nodes, workers, dask)
        found = {(key, nodes) for key in wanted}
        data = tree.to_bytes({key[0]: self._analyses[key] for key in self._analyses if key in found})
        replace_with_checksum(self.path, data)
        return data.count(b"\n")

    def _play(self, games: int, workers: int, dask: str | None) -> None:
        missing = [number for number in range(games) if number not in self._games]
        done = games - len(missing)
        with (self._folder / GAMES).open("a", encoding="utf-8", newline="\n") as file:
            for job, played in run(partial(play_game, self._plan), missing, workers, dask):
                self._games[missing[job]] = played
                file.write(json.dumps([missing[job], *asdict(played).values()]) + "\n")
                file.flush()
                done += 1
                if done % REPORT_EVERY == 0 or done == games:
                    self._report(texts.opening_games_played(done, games))

    def _analyse(
        self, tree: OpeningTree, keys: Sequence[str], nodes: int, workers: int, dask: str | None
    ) -> None:
        """Search the positions that have not been searched with this number of nodes."""
        moves = {key: tuple(sorted(tree.moves(key)[:MAX_LINES])) for key in keys}
        missing = [key for key in keys if not self._has(key, nodes, moves[key])]
        jobs = [(key, moves[key]) for key in missing]
        done = len(keys) - len(missing)
        work = partial(analyse_position, self._plan.game, nodes)
        with (self._folder / ANALYSES).open("a", encoding="utf-8", newline="\n") as file:
            for job, scores in run(work, jobs, workers, dask):
                self._analyses[missing[job], nodes] = nodes, scores
                written = {move: [score.cp, score.mate] for move, score in scores.items()}
                file.write(json.dumps([missing[job], nodes, written]) + "\n")
                file.flush()
                done += 1
                if done % REPORT_EVERY == 0 or done == len(keys):
                    self._report(texts.openings_analysed(done, len(keys)))

    def _has(self, key: str, nodes: int, moves: tuple[str, ...]) -> bool:
        """Return whether exactly these moves were searched: further games may bring others."""
        return set(self._analyses.get((key, nodes), (0, {}))[1]) == set(moves)


def _parse_game(step: Any) -> tuple[int, OpeningGame]:
    number, size, nodes, codes, scores, winner = step
    return whole(number), OpeningGame(
        whole(size, 0, 99),
        whole(nodes, 1, MAX_NODES),
        tuple(map(move_code, codes)),
        tuple(whole(score, -MAX_CP, MAX_CP) for score in scores),
        None if winner is None else whole(winner, FIRST, SECOND),
    )


def _parse_analysis(step: Any) -> tuple[tuple[str, int], Analysis]:
    key, nodes, scores = step
    nodes = whole(nodes, 1, MAX_NODES)
    found = {
        str(move): Score(
            whole(cp, -MAX_CP, MAX_CP), None if mate is None else whole(mate, -MAX_MATE, MAX_MATE)
        )
        for move, (cp, mate) in scores.items()
    }
    return (str(key), nodes), (nodes, found)
