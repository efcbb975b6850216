"""An ablation as an experiment: rows are searched, then games are played, and each result is saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.jobs.runner import poll
from engine.match.game_runner import close_players, play_game, prepare_worker, unplayed_game
from engine.match.openings import Opening
from engine.match.pairing import EventSettings, FinishedGame, ScheduledGame, schedule
from engine.research import checks
from engine.research import texts as research_texts
from engine.research.ablation import report, texts
from engine.research.ablation.measure import (
    AblationPlan,
    VariantGames,
    VariantResult,
    find_openings,
    is_outdated,
    load_result,
    require_same,
    save_games,
    search_row,
    stored_book,
)
from engine.research.ablation.summary import VariantSummary, summarise_all
from engine.research.ablation.variants import Variant, VariantGroup, variants_of
from engine.research.experiment import (
    RESULTS,
    Experiment,
    ExperimentStep,
    Steps,
    read_results,
    run_job,
    signature,
)
from engine.research.plan_file import require_own
from engine.rules import get
from engine.search.limits import Limits
from engine.system.errors import UserError

GAMES_PER_NOTE = 10
"""How many games of a row are played between two reports of its score."""


@dataclass(frozen=True)
class RowGame:
    """A game of a row to be played; its event is that of the row."""

    row: Variant
    event: EventSettings
    scheduled: ScheduledGame


def _play(job: RowGame) -> tuple[Variant, FinishedGame]:
    return job.row, play_game(job.event, job.scheduled)


def _lost(job: RowGame) -> tuple[Variant, FinishedGame]:
    return job.row, unplayed_game(job.event, job.scheduled)


def _search(plan: AblationPlan, row: Variant) -> tuple[Variant, VariantResult]:
    return row, VariantResult(row, search_row(plan, row))


RAW = "raw"
"""The folder with the results of each row."""


class AblationExperiment(Experiment):
    """An ablation of the `chosen` rows; the report is on all rows that the folder holds."""

    kind = "ablation"
    parts = (texts.PART, texts.PARTS)
    names = (*report.TABLES, *report.PICTURES)

    def __init__(
        self, plan: AblationPlan, chosen: Sequence[Variant], machine: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(plan.rules, plan.folder, machine)
        self.plan, self.rows = plan, variants_of(plan.rules, plan.nodes)
        self._chosen = {row.name for row in chosen}
        self._results = {row.name: VariantResult(row) for row in self.rows}

    # --- progress

    @property
    def chosen(self) -> list[Variant]:
        """The requested rows."""
        return [row for row in self.rows if row.name in self._chosen]

    @property
    def results(self) -> list[VariantResult]:
        """The results of all rows."""
        return [self._results[row.name] for row in self.rows]

    def summaries(self) -> list[VariantSummary]:
        """Return the summaries of all rows."""
        return summarise_all(self.results)

    @property
    def done(self) -> int:
        known = [self._results[row.name] for row in self.chosen]
        games = sum(min(len(each.match.games), self.plan.games) for each in known if each.row.played)
        return games + sum(bool(each.runs) for each in known if each.row.searched)

    @property
    def total(self) -> int:
        played = sum(row.played for row in self.chosen) * self.plan.games
        return played + sum(row.searched for row in self.chosen)

    def _step(self, label: str = "", note: str = "") -> ExperimentStep:
        return ExperimentStep(self.done, self.total, label, note)

    # --- the work

    def require_same(self) -> None:
        require_own(self.folder, RESULTS, given=RAW)
        require_same(self.plan)

    def load(self) -> None:
        """Load the results of all rows from the folder.

        Raises:
            UserError: a file is damaged.
        """
        self._results = {row.name: load_result(self.plan, row) for row in self.rows}

    def _run(self, in_process: bool, replaces: bool) -> Steps:
        made_by = yield from run_job(signature, self.rules.name, in_process)
        plan = replace(self.plan, signature=made_by, book="")
        outdated = [row.name for row in self.rows if is_outdated(plan, row)]
        if outdated and not replaces:
            raise UserError(research_texts.other_version(self.folder))
        self.plan, before = plan, self._results
        self.load()
        is_lost = _has_others(self.folder / RESULTS, self.summaries())
        if is_lost and not replaces:
            self._results = before
            raise UserError(research_texts.not_continued(self.folder, self.folder / RAW))
        (self.folder / RAW).mkdir(exist_ok=True)  # tells an ablation from other reports
        if is_lost:
            self._keep_report()
        self._save_plan()
        if is_lost:
            yield self._step(note=research_texts.REPORT_KEPT)
        if outdated:
            yield self._step(note=texts.outdated(outdated))
        yield self._step()
        yield from self._search_rows(in_process)
        if self.plan.games:
            yield from self._play_rows(in_process)

    def _search_rows(self, in_process: bool) -> Steps:
        """Search one row after the other, so that they do not compete for the processor's caches."""
        missing = [row for row in self.chosen if row.searched and not self._results[row.name].runs]
        for row in self.chosen:
            if row not in missing:
                yield self._step(note=texts.searched(row.name))
        with closing(poll(partial(_search, self.plan), missing, 1, in_process=in_process)) as steps:
            for step in steps:
                if step is None:
                    yield None
                    continue
                row, found = step[1]
                known = self._results[row.name]
                self._results[row.name] = replace(known, runs=found.runs)
                yield self._step(texts.row_searched(row.title), texts.searched(row.name))

    def _play_rows(self, in_process: bool) -> Steps:
        missing: list[RowGame] = []
        openings: dict[bool, list[Opening]] = {}
        for row in (row for row in self.chosen if row.played):
            from_book = row.group is VariantGroup.BOOK
            if from_book not in openings:
                find = partial(find_openings, self.plan)
                openings[from_book], warnings = yield from run_job(find, from_book, in_process)
                for warning in warnings:
                    yield self._step(note=warning)
            missing += self._missing(row, openings[from_book])
        left = Counter(game.row.name for game in missing)
        steps = poll(_play, missing, self.plan.workers, prepare_worker, None, _lost, in_process)
        try:
            with closing(steps):
                for step in steps:
                    yield None if step is None else self._take(*step[1], left)
        finally:
            close_players()

    def _missing(self, row: Variant, openings: Iterable[Opening]) -> list[RowGame]:
        """Return the games of a row that are not played yet."""
        plan, known = self.plan, self._results[row.name].match.games
        players, limits = (row.player, row.opponent), Limits(nodes=plan.nodes)
        event = EventSettings(plan.rules.name, players, limits, plan.seed)
        wanted = schedule(list(openings), plan.games)
        return [RowGame(row, event, each) for each in wanted if each.number not in known]

    def _take(self, row: Variant, played: FinishedGame, left: Counter[str]) -> ExperimentStep:
        """Keep a game; raise `UserError` if a player has failed in it."""
        number, match = played.number + 1, self._results[row.name].match
        label = texts.row_game(row.title, number)
        if played.not_played:  # it does not count; the next run plays it again
            return self._step(label, texts.game_note(row.name, number, played.reason))
        if played.fault:
            raise UserError(texts.failed(row.name, played.reason))
        match.games[played.number] = played.points, played.plies, played.reason
        save_games(self.plan, row, match)
        left[row.name] -= 1
        if left[row.name] % GAMES_PER_NOTE:
            return self._step(label)
        note = texts.games_note(row.name, len(match.games), self.plan.games, match.tally().elo())
        return self._step(label, note)

    # --- the report

    def markdown(self, plots: bool) -> str:
        wanted = [row.name for row in self.chosen if self.done < self.total]
        return report.markdown(self.plan, self.summaries(), plots, self.machine, wanted)

    def files(self) -> dict[str, str]:
        return report.files(self.plan, [row.name for row in self.chosen], self.results, self.summaries())

    def snapshot(self) -> AblationExperiment:
        found = copy(self)
        found._results = {
            name: replace(each, match=VariantGames(dict(each.match.games), list(each.match.faults)))
            for name, each in self._results.items()
        }
        return found

    def draw(self) -> None:
        report.draw(self.plan, self.summaries())


def _has_others(path: Path, known: Iterable[VariantSummary]) -> bool:
    """Return whether a report has rows with more games or depths than are known, and could not be written."""
    summaries = {line.row.name: line for line in known}
    with suppress(ValueError, LookupError, TypeError, RecursionError):  # as long as it is not damaged
        for data in read_results(path)[0]["rows"]:
            line = summaries.get(data["row"]["row"])
            has_all = line and sum(line.games) >= sum(data["games"]) and len(line.nodes) >= len(data["nodes"])
            if not has_all and (sum(data["games"]) or data["nodes"]):
                return True
    return False


def load(folder: Path, data: Mapping[str, Any]) -> AblationExperiment:
    """Return the experiment whose results are `data`.

    Raises:
        ValueError, LookupError: the data is invalid.
        UserError: the file of a row is damaged.
    """
    settings = data["settings"]
    rules = get(checks.text(settings["game"]))
    nodes, budget = (checks.whole(settings[name], 1) for name in ("nodes_a_move", "nodes_a_position"))
    made_by, seed = checks.whole(settings["signature"], 0), checks.whole(settings["seed"], 0)
    plan = AblationPlan(rules, folder, 0, nodes, budget, seed, 1, made_by, stored_book(folder))
    found = AblationExperiment(plan, [], checks.machine(data["machine"]))
    found.load()
    known = {each.row.name: max(each.match.games, default=-1) + 1 for each in found.results}
    # Earlier versions did not save which rows were asked for; a run for the report alone asks for none.
    games = checks.whole(settings.get("games", max(known.values())), 0, 10**5)
    searched = {each.row.name for each in found.results if each.runs or not each.row.searched}
    played = {
        each.row.name for each in found.results if len(each.match.games) >= games or not each.row.played
    }
    measured = sorted(searched & played)
    names = {checks.text(name) for name in checks.items(settings.get("chosen") or measured, 1000)}
    experiment = AblationExperiment(
        replace(plan, games=games), [row for row in found.rows if row.name in names], found.machine
    )
    experiment.load()
    return experiment
