"""The form of an experiment: kind, game, parameters and the folder of the report."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame

from congo_gui import games as skins
from congo_gui.draw.drawing import draw_label, draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.choice import RESULTS
from congo_gui.screens.experiment.config import (
    ABLATION,
    KINDS,
    MAIN_TEN,
    PARAMETERS,
    ExperimentConfig,
    Parameter,
    free_folder,
    groups_of,
    in_window,
    saved_parameters,
)
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.layout import Stack, grid
from congo_gui.widgets.button import Button, Look, place_all, place_from_right
from congo_gui.widgets.choices import ChoiceSegments, Segments
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.files import reason_of, typed_path

ROW, BUTTON, FIELD = 34, 38, 32
COLUMNS = 4
REMARK_LINES = 2
MAX_CHECKED_BYTES = 5_000_000
"""The largest size of results that are read before the form closes: more could take seconds."""
FILE_BYTES = 10_000
"""To look a file up takes as long as to read so many bytes."""
SHORT = {
    texts.GROWTH: texts.GROWTH_SHORT,
    texts.IMPROVEMENTS: texts.IMPROVEMENTS_SHORT,
    texts.EVALUATION: texts.EVALUATION_SHORT,
    texts.LEFT_OUT: texts.LEFT_OUT_SHORT,
    texts.CONTROL: texts.CONTROL_SHORT,
}


def _size_of_results(folder: Path) -> int:
    """Return the bytes of the results in a folder, which need not exist, or more than are checked."""
    size = 0
    with suppress(OSError):
        size = (folder / RESULTS).stat().st_size
    with suppress(OSError), os.scandir(folder / "raw") as rows:
        for row in rows:
            size += FILE_BYTES + row.stat().st_size
            if size > MAX_CHECKED_BYTES:
                break
    return size


class ExperimentSetup(Dialog):
    """Asks for an experiment, at first of one game.

    `start` is called with it, and returns a sentence if it is refused; `open_report` asks for a report.
    Reports go to a folder in `base`. The parameters are remembered.
    """

    _size = (760, 530)

    def __init__(
        self,
        host: Host,
        rules: Rules,
        base: Path,
        start: Callable[[ExperimentConfig], str],
        open_report: Callable[[], None],
    ) -> None:
        super().__init__(host, texts.TITLE)
        self.rules, self._base, self._start = rules, base, start
        saved = host.settings.experiment
        kinds = [kind for kind, _ in KINDS]
        kind, group = saved.get("kind"), saved.get("group")
        self.kind = Segments([title for _, title in KINDS], lambda: self._kind, self._choose_kind)
        self._kind = kinds.index(kind) if kind in kinds else 0
        self._games = [registry.get(name) for name in skins.names()]
        self.game = Segments(
            [game.facts.title for game in self._games],
            lambda: self._games.index(self.rules),
            lambda index: self._choose_game(self._games[index]),
        )
        self._groups = groups_of(rules)
        self.group_choice = ChoiceSegments([title for _, title in self._groups], tip=self._group_tip)
        self._choose_group(group)
        self.kind.short = self.group_choice.short = SHORT
        self.fields = {
            (kind, parameter.name): self._field(
                parameter, saved_parameters(saved, kind).get(parameter.name, parameter.default)
            )
            for kind in kinds
            for parameter in PARAMETERS[kind]
        }
        self.folder = TextField(lambda text: self._accept(), tip=texts.FOLDER_TIP)
        self._proposed = ""
        """The folder that the form has proposed last."""
        self.start_button = Button(texts.START, self._accept, look=Look.PRIMARY, tip=texts.START_TIP)
        self.open_button = Button(texts.OPEN_REPORT, open_report, tip=texts.OPEN_REPORT_TIP)
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._remark = self._window = pygame.Rect(0, 0, 0, 0)
        self.problem = ""
        self._remark_made: tuple[object, str] = None, ""
        """The parameters that the remark is about, and the remark."""
        self._offer()

    def _field(self, parameter: Parameter, text: str) -> TextField:
        field = TextField(
            lambda text: self._accept(), tip=parameter.tip, placeholder=parameter.default or parameter.empty
        )
        field.set_text(text)
        return field

    def close(self) -> None:
        settings, config = self._host.settings, self.config
        typed = {kind: self._typed(kind) for kind, _ in KINDS}
        settings.experiment = {**settings.experiment, "kind": config.kind, "group": config.group, **typed}
        super().close()

    # --- parameters

    @property
    def config(self) -> ExperimentConfig:
        """The experiment that the form describes."""
        kind = KINDS[self._kind][0]
        group = self._groups[self.group_choice.chosen][0]
        folder = typed_path(self.folder.text)
        return ExperimentConfig(kind, self.rules, self._typed(kind), group, folder)

    def _typed(self, kind: str) -> dict[str, str]:
        """Return what the fields of a kind have, whether it is shown or not."""
        return {name: field.text for (own, name), field in self.fields.items() if own == kind}

    @property
    def remark(self) -> str:
        """The size of the experiment, or the error in its parameters."""
        config = self.config
        asked = config.kind, config.rules.name, config.group, tuple(config.texts.items())
        if asked != self._remark_made[0]:
            try:
                words = config.cost()
            except UserError as error:
                words = sentence(in_window(str(error)))
            self._remark_made = asked, words
        return self._remark_made[1]

    def _choose_kind(self, index: int) -> None:
        self._kind = index
        self._offer()

    def _choose_game(self, rules: Rules) -> None:
        group = self.config.group
        self.rules, self._groups = rules, groups_of(rules)
        self.group_choice.texts = tuple(title for _, title in self._groups)
        self._choose_group(group)
        self._offer()

    def _choose_group(self, group: object) -> None:
        """Choose a group of rows, the first if this one is not offered."""
        groups = [name for name, _ in self._groups]
        self.group_choice.chosen = groups.index(group) if group in groups else 0

    def _group_tip(self) -> str:
        return texts.TEN_TIP if self._groups[0][0] == MAIN_TEN else texts.GROUP_TIP

    def _offer(self) -> None:
        """Show the parameters of the kind and the game, and a folder that is free unless one was typed."""
        config = self.config
        shown = {(config.kind, parameter.name) for parameter in config.parameters()}
        for key, field in self.fields.items():
            field.visible = key in shown
        self.group_choice.visible = config.kind == ABLATION
        if self.folder.text.strip() in ("", self._proposed):
            self._proposed = str(free_folder(self._base, config.kind, self.rules))
            self.folder.set_text(self._proposed)
        fields = [field for key, field in self.fields.items() if key in shown]
        buttons = (self.open_button, self._cancel_button, self.start_button)
        self._use_widgets([self.kind, self.game, self.group_choice, *fields, self.folder, *buttons])
        if self.theme is not None:
            self.layout(self._window, self.theme)

    def _accept(self) -> None:
        """Start the experiment, unless an entry is invalid."""
        config = self.config
        if not config.folder.is_absolute():
            self._refuse(texts.WHOLE_PATH)
            return
        try:
            os.fsencode(config.folder)  # as whatever uses it does
            experiment = config.experiment()
            if _size_of_results(config.folder) <= MAX_CHECKED_BYTES:  # else it is checked when it runs
                experiment.require_same()
        except UserError as error:
            self._refuse(sentence(in_window(str(error))))
            return
        except (OSError, UnicodeEncodeError) as error:
            self._refuse(texts.not_usable(reason_of(error)))
            return
        self._refuse(self._start(config))

    def _refuse(self, problem: str) -> None:
        self.problem = problem
        self.invalidate()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.problem = ""
            self.invalidate()
        return super().handle(event)

    # --- layout and drawing

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window = window
        super().layout(window, theme)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, label = theme.px(8), theme.line_height(Role.SMALL) + theme.px(2)
        column = Stack(inside, gap)
        self._place_buttons(column, theme)
        fields = [
            (parameter.label, self.fields[self.config.kind, parameter.name])
            for parameter in self.config.parameters()
        ]
        rows = -(-len(fields) // COLUMNS) + 1
        chosen = [self.kind, self.game, *([self.group_choice] if self.group_choice.visible else [])]
        available = column.rest.height - rows * (label + gap) - len(chosen) * gap
        height = max(1, min(theme.px(ROW), available // (rows + len(chosen))))
        for control in chosen:
            control.place(column.top(height), theme)
        self._labels = []
        for start in range(0, len(fields), COLUMNS):
            row = column.top(label + height)
            shown, places = fields[start : start + COLUMNS], grid(row, COLUMNS, 1, gap)
            places[len(shown) - 1].width = row.right - places[len(shown) - 1].x
            for (name, field), place in zip(shown, places, strict=False):
                self._place_field(name, field, place, label, theme)
        self._place_field(texts.FOLDER, self.folder, column.top(label + height), label, theme)

    def _place_field(self, name: str, field: TextField, place: pygame.Rect, label: int, theme: Theme) -> None:
        rect = pygame.Rect(place.x, place.y + label, place.width, place.height - label)
        field.place(rect, theme)
        self._labels.append((name, rect))

    def _place_buttons(self, column: Stack, theme: Theme) -> None:
        row = column.bottom(theme.px(BUTTON))
        left = place_from_right((self.start_button, self._cancel_button), row.bottomright, row.height, theme)
        width = min(self.open_button.natural_width(theme), left - row.x)
        place_all([self.open_button], [pygame.Rect(row.x, row.y, width, row.height)], theme)
        self._remark = column.bottom(REMARK_LINES * theme.line_height(Role.SMALL))

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for text, place in self._labels:
            draw_label(surface, theme, text, place)
        colour = theme.colours.danger if self.problem else theme.colours.muted
        words = self.problem or self.remark
        lines = fitted_lines(theme, words, Role.SMALL, self._remark.width, REMARK_LINES)
        draw_lines(surface, theme, lines, Role.SMALL, colour, self._remark.topleft)
