"""An experiment in the background: processes do the work, a thread collects the results. No pygame."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.charts import Charts, charts_of
from congo_gui.screens.experiment.config import in_window
from congo_gui.screens.experiment.document import ReportPage, pages_of
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.threads import start_thread

if TYPE_CHECKING:
    # Importing these loads the compiler, which has to wait until the first frame is on the screen.
    from engine.research.experiment import Experiment

LOG = logging.getLogger(__name__)
REFRESH_S, REFRESH_SHARE = 1.0, 20
"""Minimum seconds between two updates of a growing report, and as a multiple of the time that one takes."""


class ExperimentStage(Enum):
    """The stage of an experiment."""

    OPENING = "opening"
    RUNNING = "running"
    STOPPED = "stopped"
    OVER = "over"
    FAILED = "failed"


AT_WORK = (ExperimentStage.OPENING, ExperimentStage.RUNNING)


@dataclass(frozen=True)
class ReportView:
    """A report for the window: an immutable snapshot made on the thread."""

    title: str
    pages: tuple[ReportPage, ...]
    charts: Charts


@dataclass(frozen=True)
class ExperimentStatus:
    """The status of an experiment: an immutable snapshot made on the thread."""

    stage: ExperimentStage
    done: int = 0
    total: int = 0
    label: str = texts.GETTING_READY
    problem: str = ""
    note: str = ""
    """The last message during the run."""
    report: ReportView | None = None


def view_of(experiment: Experiment) -> ReportView:
    """Return the report on the results of an experiment so far."""
    text = experiment.markdown(plots=True)
    title = text.partition("\n")[0].removeprefix("# ")
    return ReportView(title, pages_of(text), charts_of(experiment))


class LiveExperiment:
    """Opens the report in a folder, or runs an `experiment`; `wake` is called when its status changes."""

    def __init__(self, folder: Path, wake: Callable[[], None], experiment: Experiment | None = None) -> None:
        self.folder, self._wake = folder, wake
        self._ended: Callable[[str], None] = lambda words: None
        self.experiment = experiment
        self.news = ExperimentStatus(ExperimentStage.OPENING)
        self.watched = False
        """True if it is on the screen, so that its end needs no message."""
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    # --- from the window

    @property
    def running(self) -> bool:
        """True if the work is running."""
        return self._thread is not None and self.news.stage in AT_WORK

    def open(self) -> None:
        """Read the report in its folder."""
        self._begin(self._open)

    def run(self, ended: Callable[[str], None]) -> None:
        """Run the missing parts; `ended` is called, from a thread, if that ends off screen."""
        self._ended = ended
        self.news = replace(self.news, stage=ExperimentStage.RUNNING, label=texts.GETTING_READY, problem="")
        self._stopped.clear()
        self._begin(self._run)

    def stop(self) -> None:
        """Stop the work soon; finished parts are kept."""
        self._stopped.set()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def _begin(self, work: Callable[[], None]) -> None:
        if self._thread is not None:
            self._thread.join()  # it has published its last status already
        self._thread = None
        thread = threading.Thread(target=self._guarded, args=(work,), name="experiment", daemon=True)
        try:
            start_thread(thread)
            self._thread = thread
        except UserError as error:
            self._fail(sentence(str(error)))

    # --- on the thread

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (UserError, BrokenExecutor) as error:
            self._fail(sentence(in_window(str(error))))
        except OSError as error:
            self._fail(texts.file_problem(error.filename or self.folder, error.strerror))
        except Exception as error:
            LOG.exception("the experiment has failed")
            self._fail(texts.failed(error))

    def _fail(self, problem: str) -> None:
        self._publish(replace(self.news, stage=ExperimentStage.FAILED, problem=problem))
        if not self.watched:
            self._ended(problem)

    def _open(self) -> None:
        from engine.research.saved import open_report

        found = open_report(self.folder, self._stopped.is_set)
        if self._stopped.is_set():
            return
        self.experiment = found
        over = self.experiment.done >= self.experiment.total
        self._publish(self._news(ExperimentStage.OVER if over else ExperimentStage.STOPPED))

    def _run(self) -> None:
        experiment, due = self.experiment, 0.0
        assert experiment is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        with closing(experiment.poll(in_process=False, replaces=False)) as steps:
            for step in steps:
                if self._stopped.is_set():
                    break
                if step is None:
                    continue
                label = step.label or self.news.label
                news = replace(self.news, done=step.done, total=step.total, label=label, note=step.note)
                began = time.monotonic()
                if experiment.has_begun and began >= due:
                    news = replace(news, report=view_of(experiment))
                    now = time.monotonic()
                    due = now + max(REFRESH_S, REFRESH_SHARE * (now - began))
                self._publish(news)
        self._finish(experiment)

    def _finish(self, experiment: Experiment) -> None:
        """Write the report on what is done; pictures have to wait until all is, and for matplotlib."""
        from engine.research.experiment import run_job

        over = experiment.done >= experiment.total
        stopped = self._stopped.is_set()
        draws = over and not stopped and find_spec("matplotlib") is not None
        if experiment.has_begun:
            experiment.write(plots=False)
        if draws:
            self._publish(replace(self._news(ExperimentStage.RUNNING), label=texts.DRAWING))
            try:
                for _ in run_job(_draw, experiment, False):
                    if self._stopped.is_set():
                        break
            finally:
                experiment.note_results()  # the process has written them again
        self._publish(self._news(ExperimentStage.OVER if over else ExperimentStage.STOPPED))
        if not (stopped or self.watched):
            self._ended(texts.FINISHED)

    def _news(self, stage: ExperimentStage) -> ExperimentStatus:
        assert self.experiment is not None
        done, total = self.experiment.done, self.experiment.total
        # One that was stopped before it has read what its folder holds knows no results.
        report = view_of(self.experiment) if self.experiment.has_read else self.news.report
        return ExperimentStatus(stage, done, total, report=report, note=self.news.note)

    def _publish(self, news: ExperimentStatus) -> None:
        self.news = news
        self._wake()


def _draw(experiment: Experiment) -> None:
    """Write the report with its pictures, if matplotlib can draw them, in a process of its own."""
    from engine.research.reports import can_plot

    experiment.write(plots=can_plot())
