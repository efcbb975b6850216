"""The experiments of a window: one runs at a time, also while other screens are open."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.background import LiveExperiment
from congo_gui.screens.experiment.choice import ReportChoice
from congo_gui.screens.experiment.config import ExperimentConfig
from congo_gui.screens.experiment.screen import ExperimentScreen
from congo_gui.screens.experiment.setup import ExperimentSetup
from congo_gui.screens.shared.base import Host, Screen
from engine.rules.rules import Rules

LATE_MODULES = ("engine.research.ablation.run", "engine.research.growth.run")
"""What the form imports only when it is drawn, since the window's first frame would have to wait for it."""


class Experiments:
    """Opens experiments and reports, and keeps the experiment that runs.

    `notify` may be called from any thread, with a sentence about one that has ended.
    """

    def __init__(self, host: Host, notify: Callable[[str], None]) -> None:
        self._host, self._notify = host, notify
        self._last: LiveExperiment | None = None

    @property
    def running(self) -> LiveExperiment | None:
        """The experiment that runs."""
        return self._last if self._last is not None and self._last.running else None

    def open(self, rules: Rules, games: Path) -> None:
        """Show the running experiment, or else the form; reports go beside the `games`."""
        base = games / texts.FOLDER_NAME
        if self.running is not None:
            self._show(self.running, rules, base)
        else:
            self._ask(rules, base)

    def close(self) -> None:
        """Stop the running experiment; finished parts are kept."""
        if self._last is not None:
            self._last.close()

    def _ask(self, rules: Rules, base: Path, shown: Screen | None = None) -> None:
        """Open the form for an experiment or a report, to replace the current one.

        Raises:
            ModuleNotFoundError: the program was moved after its start.
        """
        for name in LATE_MODULES:
            import_module(name)

        def start(config: ExperimentConfig) -> str:
            live = LiveExperiment(config.folder, self._host.wake, config.experiment())
            refused = self._start(live)
            if not refused:
                replace(live)
            return refused

        def replace(live: LiveExperiment) -> None:
            self._host.pop(setup)
            if shown is not None:
                self._host.pop(shown)
            self._show(live, rules, base)

        def choose() -> None:
            self._host.push(ReportChoice(self._host, base, replace))

        setup: Screen = ExperimentSetup(self._host, rules, base, start, choose)
        self._host.push(setup)

    def _start(self, live: LiveExperiment) -> str:
        """Start an experiment; return the reason if another one is running."""
        if self.running is not None:
            return texts.ONE_AT_A_TIME
        self._last = live
        live.run(self._notify)
        return ""

    def _show(self, live: LiveExperiment, rules: Rules, base: Path) -> None:
        """Show an experiment; from its screen others can replace it."""

        def another(live: LiveExperiment) -> None:
            self._host.pop(screen)
            self._show(live, rules, base)

        def choose() -> None:
            self._host.push(ReportChoice(self._host, base, another))

        def ask() -> None:
            self._ask(rules, base, screen)

        screen: Screen = ExperimentScreen(self._host, live, base, self._start, ask, choose)
        self._host.push(screen)
