"""Counting nodes as an experiment: games are saved as they end, and a run resumes where the last stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from copy import copy
from dataclasses import asdict
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from engine.jobs.runner import poll
from engine.research import checks
from engine.research import texts as research_texts
from engine.research.ablation.summary import spread
from engine.research.experiment import (
    RESULTS,
    Experiment,
    ExperimentStep,
    Steps,
    read_results,
    run_job,
    signature,
)
from engine.research.growth import report, texts
from engine.research.growth.depths import MAX_DEPTH
from engine.research.growth.growth import (
    OPENING_PLIES,
    GrowthCell,
    GrowthJob,
    GrowthLog,
    GrowthSettings,
    cells,
    jobs,
    play,
)
from engine.research.plan_file import require_own
from engine.research.step_file import read_lines
from engine.rules import get
from engine.system.errors import UserError
from engine.system.files import is_there

PLAYED = "played.jsonl"
"""The file with all games played so far, one per line, each with the conditions that determine its result."""
MAX_GAMES, MAX_PLIES = 10**4, 10**4
MAX_LOGS, MAX_TURNS = 3 * 10**5, 2 * 10**7
"""The largest numbers of games, and of turns in all of them, in a report that is opened: about 1.5 GB."""
Key = tuple[int | None, int, int]


class GrowthExperiment(Experiment):
    """Games between minimax and alpha-beta; `logs` are those that are known at first."""

    kind = "growth"
    parts = ("game", "games")
    names = (*report.TABLES, report.MOVES, *report.PICTURES)

    def __init__(
        self,
        settings: GrowthSettings,
        folder: Path,
        workers: int = 1,
        logs: Sequence[GrowthLog] = (),
        machine: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(settings.rules, folder, machine)
        self.settings, self.workers = settings, workers
        self._logs: dict[Key, GrowthLog] = {_key(log): log for log in logs}

    @property
    def done(self) -> int:
        return len(self._logs)

    @property
    def total(self) -> int:
        return self.settings.total

    @property
    def logs(self) -> list[GrowthLog]:
        """The games of finished pairs, in order: a single game would favour a side."""
        return [
            log
            for (size, depth, number), log in sorted(self._logs.items(), key=_order)
            if (size, depth, number ^ 1) in self._logs
        ]

    def cells(self) -> list[GrowthCell]:
        """Return the means by size and depth."""
        return cells(self.logs, spread)

    def require_same(self) -> None:
        require_own(self.folder, RESULTS, given=PLAYED)
        report.require_same(self.folder, self.settings)
        if not is_there(self.folder / RESULTS):
            _require_games(self.folder / PLAYED)

    def _run(self, in_process: bool, replaces: bool) -> Steps:
        made_by = yield from run_job(signature, self.rules.name, in_process)
        wanted, warnings = yield from run_job(_prepare, self.settings, in_process)
        for warning in warnings:
            yield self._step(note=warning)
        conditions = {
            (job.size, job.depth, job.scheduled.number): _conditions(job, made_by) for job in wanted
        }
        known, outdated = yield from _games_by_key(self.folder / PLAYED, conditions)
        is_lost = yield from _has_others(self.folder / RESULTS, known)
        if (outdated or is_lost) and not replaces:
            raise UserError(
                research_texts.other_version(self.folder)
                if outdated
                else research_texts.not_continued(self.folder, self.folder / PLAYED)
            )
        self._logs = known
        if is_lost:
            self._keep_report()
        self._save_plan()
        if is_lost:
            yield self._step(note=research_texts.REPORT_KEPT)
        if outdated:
            yield self._step(note=texts.outdated(len(outdated)))
        yield self._step()
        missing = [job for job in wanted if (job.size, job.depth, job.scheduled.number) not in self._logs]
        with closing(poll(play, missing, self.workers, in_process=in_process)) as games:
            for game in games:
                yield None if game is None else self._take(game[1], conditions)

    def _take(self, log: GrowthLog, conditions: Mapping[Key, dict[str, Any]]) -> ExperimentStep:
        """Keep a game."""
        line = json.dumps({"conditions": conditions[_key(log)], "log": asdict(log)})
        with (self.folder / PLAYED).open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"\n{line}\n")  # ends a line before it that was cut off
        self._logs[_key(log)] = log
        return self._step(texts.size_and_depth(log.size, log.depth))

    def _step(self, label: str = "", note: str = "") -> ExperimentStep:
        return ExperimentStep(self.done, self.total, label, note)

    def markdown(self, plots: bool) -> str:
        return report.markdown(self.settings, self.logs, plots, self.machine)

    def files(self) -> dict[str, str]:
        return report.files(self.settings, self.logs)

    def snapshot(self) -> GrowthExperiment:
        found = copy(self)
        found._logs = dict(self._logs)  # a game never changes
        return found

    def draw(self) -> None:
        report.draw(self.folder, self.settings, self.logs)


def _key(log: GrowthLog) -> Key:
    return log.size, log.depth, log.number


def _order(item: tuple[Key, GrowthLog]) -> tuple[int, int, int]:
    (size, depth, number), _ = item
    return size or 0, depth, number


def _prepare(settings: GrowthSettings) -> tuple[list[GrowthJob], list[str]]:
    """Return all games, and warnings about their openings."""
    warnings: list[str] = []
    return jobs(settings, warnings.append), warnings


def _require_games(path: Path) -> None:
    """Check that a file holds games, or nothing.

    Raises:
        UserError: it holds something else, or cannot be read.
    """
    text = b"".join(islice(read_lines(path), 2)).lstrip()  # the first line is empty
    if text and not text.startswith(b'{"conditions": '):
        raise UserError(texts.other_kind(path))


def _conditions(job: GrowthJob, made_by: int) -> dict[str, Any]:
    """Return what a game depends on, as JSON holds it."""
    opening = [job.scheduled.opening.start, *job.scheduled.opening.moves]
    return {"game": job.game, "signature": made_by, "plies": job.max_plies, "opening": opening}


def _games_by_key(
    path: Path, conditions: Mapping[Key, dict[str, Any]]
) -> Generator[None, None, tuple[dict[Key, GrowthLog], set[Key]]]:
    """Return the games of a file that have these conditions, and which it has only with others.

    Yield None for each line. Only the games that are returned are kept in memory: a file may be of any size.
    """
    known: dict[Key, GrowthLog] = {}
    others = set()
    for found in _games(path):
        yield None
        if found is not None and _key(found[1]) in conditions:
            made_by, log = found
            if made_by == conditions[_key(log)]:
                known[_key(log)] = log
            else:
                others.add(_key(log))
    return known, others - known.keys()


def _games(path: Path) -> Iterator[tuple[Any, GrowthLog] | None]:
    """Yield the conditions and the game of each line of a file, None for an incomplete line."""
    for line in read_lines(path):
        found = None
        with suppress(ValueError, LookupError, TypeError, RecursionError):
            data = json.loads(line.decode("utf-8", errors="replace")) if line.strip() else {}
            found = data["conditions"], log_from(data["log"])
        yield found


def _has_others(path: Path, known: Container[Key]) -> Generator[None, None, bool]:
    """Return whether a report has games that are not known, and could not be written again."""
    if not is_there(path):
        return False
    with suppress(ValueError, LookupError, TypeError, RecursionError):  # as long as it is not damaged
        for game in read_results(path)[1]:
            yield None
            if (game["size"], game["depth"], game["number"]) not in known:
                return True
    return False


# --- a report that was made before


def load(
    folder: Path, data: Mapping[str, Any], games: Iterable[Any], is_stopped: Callable[[], bool]
) -> GrowthExperiment:
    """Return the experiment whose `RESULTS` are `data` and its `games`; only a part of it once `is_stopped`.

    The games of a run that was interrupted before it has written its results are added.

    Raises:
        ValueError, LookupError: the data is invalid.
        UserError: there are too many games.
    """
    logs: list[GrowthLog] = []
    turns = 0
    for each in takewhile(lambda _: not is_stopped(), games):
        logs.append(log_from(each))
        turns += sum(map(len, logs[-1].nodes))
        if len(logs) > MAX_LOGS or turns > MAX_TURNS:
            raise UserError(texts.too_many_turns(folder, MAX_LOGS, MAX_TURNS))
    settings = settings_from(data["settings"], {log.size for log in logs})
    if not all(_belongs(log, settings) for log in logs):
        raise ValueError(folder)
    reported = len(logs)
    if reported < settings.total:
        known = {_key(log) for log in logs}
        played = takewhile(lambda _: not is_stopped(), _games(folder / PLAYED))
        logs += [log for key, log in _of_last_version(played, settings).items() if key not in known]
    found = GrowthExperiment(settings, folder, 1, logs, checks.machine(data["machine"]))
    found.has_unreported = len(logs) > reported
    return found


def _belongs(log: GrowthLog, settings: GrowthSettings) -> bool:
    """Return whether a game is one of those that settings ask for."""
    return log.depth <= settings.depths[log.size] and log.number < settings.games


def _of_last_version(
    games: Iterable[tuple[Any, GrowthLog] | None], settings: GrowthSettings
) -> dict[Key, GrowthLog]:
    """Return the games that the version of the program has played which has played the last one."""
    found: dict[Key, GrowthLog] = {}
    last = None
    for conditions, log in filter(None, games):
        with suppress(LookupError, TypeError):
            if conditions["signature"] != last:
                last = conditions["signature"]
                found.clear()
            if conditions["game"] == settings.rules.name and _belongs(log, settings):
                found[_key(log)] = log
    return found


def settings_from(data: Mapping[str, Any], sizes: set[int | None]) -> GrowthSettings:
    """Return the settings of a report; earlier versions have one depth for all `sizes`."""
    rules = get(checks.text(data["rules"]))
    depths, turn_depths = (_by_size(data[name], sizes) for name in ("depth", "turn_depth"))
    if depths.keys() != turn_depths.keys() or not sizes <= depths.keys():
        raise ValueError(turn_depths)
    for size, depth in turn_depths.items():
        if depth > depths[size] or (size is not None and size not in rules.facts.sizes):
            raise ValueError(size)
    return GrowthSettings(
        rules,
        depths,
        turn_depths,
        checks.whole(data["games"], 2, MAX_GAMES),
        checks.whole(data["seed"], 0),
        checks.whole(data["most_plies"], 1, MAX_PLIES),
        checks.whole(data.get("opening_plies", OPENING_PLIES), 0, MAX_PLIES),
    )


def _by_size(data: Any, sizes: set[int | None]) -> dict[int | None, int]:
    if not isinstance(data, dict):
        return dict.fromkeys(sizes, checks.whole(data, 1, MAX_DEPTH))
    return {int(size) if size else None: checks.whole(depth, 1, MAX_DEPTH) for size, depth in data.items()}


def log_from(data: Mapping[str, Any]) -> GrowthLog:
    """Return the game from the object that `asdict` made of it.

    Raises:
        ValueError, LookupError: the data is invalid.
    """
    nodes = _two(data["nodes"], partial(checks.whole, low=0))
    seconds = _two(data["seconds"], partial(checks.real, low=0.0))
    if [len(each) for each in nodes] != [len(each) for each in seconds]:
        raise ValueError(nodes)
    return GrowthLog(
        size=None if data["size"] is None else checks.whole(data["size"], 1, 99),
        depth=checks.whole(data["depth"], 1, MAX_DEPTH),
        number=checks.whole(data["number"], 0, MAX_GAMES),
        winner=None if data["winner"] is None else checks.whole(data["winner"], 0, 1),
        end=checks.text(data["end"]),
        plies=checks.whole(data["plies"], 0, MAX_PLIES),
        skipped=_skipped(data["skipped"]),
        nodes=nodes,
        seconds=seconds,
        text=checks.text(data.get("text", ""), max_length=1 << 20),
    )


def _skipped(data: Any) -> tuple[int, int]:
    """Return both algorithms' turns in the opening; earlier versions have one number for both."""
    one, other = (data, data) if type(data) is int else checks.items(data, max_items=2)
    return checks.whole(one, 0, MAX_PLIES), checks.whole(other, 0, MAX_PLIES)


def _two(data: Any, check: Callable[[Any], Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the values of both algorithms, turn by turn."""
    one, other = checks.items(data, max_items=2)
    turns = [tuple(check(each) for each in checks.items(own, max_items=MAX_PLIES)) for own in (one, other)]
    return turns[0], turns[1]
