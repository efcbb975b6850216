"""The typed parameters of an experiment, and the experiment that they describe. No pygame."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from congo_gui.screens.experiment import texts
from engine.research.checks import parse_whole
from engine.research.growth.depths import depths_of, parse_depths, parse_sizes
from engine.research.growth.texts import ELSEWHERE
from engine.rules.rules import Rules
from engine.search.improvements import has_all_named
from engine.system.errors import UserError
from engine.system.files import free_path
from engine.system.threads import DISK_WAIT_S, answer_within

if TYPE_CHECKING:
    # Importing these loads the compiler, which has to wait until the first frame is on the screen.
    from engine.research.ablation.variants import Variant
    from engine.research.experiment import Experiment

GROWTH, ABLATION = "growth", "ablation"
KINDS = ((GROWTH, texts.GROWTH), (ABLATION, texts.IMPROVEMENTS))
MAIN_TEN = "source"
GROUPS = (
    (MAIN_TEN, texts.MAIN_TEN),
    ("added", texts.ADDED),
    ("left-out", texts.LEFT_OUT),
    ("evaluation", texts.EVALUATION),
    ("book", texts.BOOK),
    ("control", texts.CONTROL),
    ("", texts.ALL_ROWS),
)
"""Groups of an ablation's rows by their command-line names, with their titles."""
MAX_TEXT_LENGTH = 200
"""Characters of a parameter that are remembered."""
WINDOW_WORDS = {
    ELSEWHERE: texts.OTHER_FOLDER_HERE,
    "--turn-depth": texts.TURN_DEPTH_HERE,
    "--opening-plies": texts.RANDOM_PLIES_HERE,
    "--": "",
}
"""Words of the command line, and their replacements in the window."""
NODES_A_SECOND, TURNS_A_GAME = 1_000_000, 60
"""Assumptions of the estimates."""


@dataclass(frozen=True)
class Parameter:
    """A parameter by the name of the command line's option; `default` is its first value."""

    name: str
    label: str
    default: str
    tip: str
    empty: str = ""
    """The placeholder of the empty field."""


def processes() -> str:
    """Return the default number of processes: one core is left for the window."""
    return str(max(1, (os.cpu_count() or 1) - 1))


SHARED = (
    Parameter("seed", texts.SEED, "2026", texts.SEED_TIP),
    Parameter("workers", texts.PROCESSES, processes(), texts.PROCESSES_TIP),
)
PARAMETERS = {
    GROWTH: (
        Parameter("depth", texts.DEPTH, "4", texts.DEPTH_TIP),
        Parameter("turn_depth", texts.TURN_DEPTH, "", texts.TURN_DEPTH_TIP, texts.GREATEST),
        Parameter("sizes", texts.SIZES, "", texts.SIZES_TIP, texts.ALL_SIZES),
        Parameter("games", texts.GAMES, "2", texts.GAMES_TIP),
        Parameter("opening_plies", texts.RANDOM_PLIES, "4", texts.RANDOM_PLIES_TIP),
        Parameter("plies", texts.PLY_LIMIT, "200", texts.PLY_LIMIT_TIP),
        *SHARED,
    ),
    ABLATION: (
        Parameter("games", texts.ROW_GAMES, "20", texts.ROW_GAMES_TIP),
        Parameter("nodes", texts.NODES, "2000", texts.NODES_TIP),
        Parameter("budget", texts.BUDGET, "200000", texts.BUDGET_TIP),
        *SHARED,
        Parameter("rows", texts.ROWS, "", texts.ROWS_TIP, texts.NO_ROWS),
    ),
}


@dataclass
class ExperimentConfig:
    """The parameters of an experiment; `texts` are those that are typed, by their names."""

    kind: str
    rules: Rules
    texts: dict[str, str] = field(default_factory=dict)
    group: str = ""
    folder: Path = Path()

    def parameters(self) -> tuple[Parameter, ...]:
        """Return the available parameters: sizes only if the game has several."""
        several = len(self.rules.facts.sizes) > 1
        return tuple(parameter for parameter in PARAMETERS[self.kind] if several or parameter.name != "sizes")

    def _text(self, name: str) -> str:
        known = {parameter.name: parameter.default for parameter in self.parameters()}
        return (self.texts.get(name, "").strip() or known[name]) if name in known else ""

    def _whole(self, name: str, lowest: int, highest: int | None = None) -> int:
        text = self._text(name).replace(",", "").replace(" ", "")
        with self._named(name):
            return parse_whole(text, lowest, highest)

    @contextmanager
    def _named(self, name: str) -> Iterator[None]:
        """Prefix errors about a parameter with its label."""
        try:
            yield
        except UserError as error:
            label = next(parameter.label for parameter in self.parameters() if parameter.name == name)
            raise UserError(texts.of_parameter(label, str(error))) from None

    def _games(self, lowest: int) -> int:
        games = self._whole("games", lowest, 10_000)
        if games % 2:
            raise UserError(texts.EVEN_GAMES)
        return games

    def experiment(self) -> Experiment:
        """Return the experiment.

        Raises:
            UserError: a parameter is invalid.
        """
        return self._growth() if self.kind == GROWTH else self._ablation()

    def _growth(self) -> Experiment:
        from engine.research.growth.growth import GrowthSettings
        from engine.research.growth.run import GrowthExperiment

        sizes, turn_depth = self._text("sizes"), self._text("turn_depth")
        with self._named("sizes"):
            chosen = parse_sizes(sizes) if sizes else []
        with self._named("depth"):
            depth = parse_depths(self._text("depth"))
        with self._named("turn_depth"):
            of_turns = parse_depths(turn_depth) if turn_depth else {}
        depths, turn_depths = depths_of(self.rules, chosen, depth, of_turns)
        settings = GrowthSettings(
            self.rules,
            depths,
            turn_depths,
            self._games(2),
            self._whole("seed", 0),
            self._whole("plies", 1, 10_000),
            self._whole("opening_plies", 1, 20),
        )
        return GrowthExperiment(settings, self.folder, self._whole("workers", 1, 64))

    def _ablation(self) -> Experiment:
        from engine.research.ablation.measure import AblationPlan
        from engine.research.ablation.run import AblationExperiment
        from engine.research.ablation.variants import chosen, variants_of

        nodes = self._whole("nodes", 1)
        plan = AblationPlan(
            self.rules,
            self.folder,
            self._games(0),
            nodes,
            self._whole("budget", 100),
            self._whole("seed", 0),
            self._whole("workers", 1, 64),
        )
        names = self._text("rows").replace(",", " ").split() or ([self.group] if self.group else [])
        return AblationExperiment(plan, chosen(variants_of(self.rules, nodes), names))

    def cost(self) -> str:
        """Return the size of the experiment as a sentence.

        Raises:
            UserError: a parameter is invalid.
        """
        experiment = self.experiment()
        if self.kind == GROWTH:
            return texts.growth_cost(experiment.total)
        rows: list[Variant] = experiment.chosen  # type: ignore[attr-defined]
        searched = sum(row.searched for row in rows)
        played = experiment.total - searched
        seconds = played * TURNS_A_GAME * self._whole("nodes", 1) / NODES_A_SECOND
        seconds /= self._whole("workers", 1, 64)
        return texts.ablation_cost(len(rows), played, duration(seconds))


def groups_of(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the groups that are offered for a game: the assignment's ten only where all of them are."""
    return tuple(group for group in GROUPS if group[0] != MAIN_TEN or has_all_named(rules))


def duration(seconds: float) -> str:
    """Return a rough duration as text."""
    if seconds < 90:
        return texts.A_MINUTE
    if seconds < 5400:
        return texts.minutes(round(seconds / 60))
    return texts.hours(round(seconds / 3600))


def saved_parameters(saved: Mapping[str, Any], kind: str) -> dict[str, str]:
    """Return the valid parameters of a kind in the settings."""
    texts = saved.get(kind)
    if not isinstance(texts, dict):
        return {}
    return {
        str(name): text
        for name, text in texts.items()
        if isinstance(text, str) and len(text) <= MAX_TEXT_LENGTH
    }


def in_window(message: str) -> str:
    """Return a message of the command line without the names of its options."""
    for option, words in WINDOW_WORDS.items():
        message = message.replace(option, words)
    return message


def free_folder(base: Path, kind: str, rules: Rules) -> Path:
    """Return a folder for a new report, which does not exist yet."""
    path = base / f"{kind}-{rules.name}"
    return answer_within(DISK_WAIT_S, partial(free_path, path), path)
