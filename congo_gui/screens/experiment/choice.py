"""Opening a report: the user's own, a shipped one, or any folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.background import ExperimentStage, LiveExperiment
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import RemarkDialog
from congo_gui.screens.shared.layout import Stack
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.list_view import ListRow, ListView
from congo_gui.widgets.text_field import TextField
from engine import rules as registry
from engine.system.files import asset_path, typed_path

RESULTS = "results.json"
MAX_SHOWN = 200
FIELD, BUTTON = 34, 38

_Reports = tuple[list[Path], list[Path]]
"""The user's own reports and the shipped ones."""


def shipped() -> Path:
    """Return the folder of the shipped reports."""
    return asset_path("reports")


def reports_in(folder: Path) -> list[Path]:
    """Return the subfolders with reports, newest first."""
    found = dict[Path, float]()
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(OSError):  # one that cannot be entered hides no others
                if (path / RESULTS).is_file():
                    found[path] = (path / RESULTS).stat().st_mtime
    return sorted(found, key=lambda path: -found[path])[:MAX_SHOWN]


def report_title(folder: Path) -> str:
    """Return a report's title, taken from its folder's name if that is a default one."""
    kind, _, game = folder.name.partition("-")
    if kind in texts.WHAT and game in registry.names():
        return texts.report_title(registry.get(game).facts.title, texts.WHAT[kind])
    return folder.name


class ReportChoice(RemarkDialog):
    """Lists reports, those in `base` first; `show` is called with the one that is opened."""

    _size = (640, 480)

    def __init__(self, host: Host, base: Path, show: Callable[[LiveExperiment], None]) -> None:
        super().__init__(host, texts.OPEN_TITLE)
        self._show = show
        self._paths: list[Path] = []
        self.list = ListView((), self._choose, empty=texts.LOOKING)
        self.field = TextField(self._typed, tip=texts.OTHER_TIP, placeholder=texts.OTHER)
        self.open_button = Button(texts.OPEN, self._accept, look=Look.PRIMARY, tip=texts.OPEN_TIP)
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([self.list, self.field, self._cancel_button, self.open_button])
        self._opened: LiveExperiment | None = None
        self._reader: FileReader[_Reports] | None = FileReader(
            base, lambda note: (reports_in(base), sorted(reports_in(shipped()))), host.wake
        )
        self._list(self._reader)

    def _list(self, reader: FileReader[_Reports]) -> None:
        """List the reports once their folders are read."""
        if reader.problem:
            self._reader, self.list.empty = None, texts.NO_REPORTS
            self._show_error(reader.problem)
        if reader.found is None:
            return
        self._reader = None
        own, others = reader.found
        self._paths = [*own, *others]
        self.list.empty = texts.NO_REPORTS
        rows = [ListRow(path.name, texts.YOURS, "folder") for path in own]
        self.list.set_rows(
            [*rows, *(ListRow(report_title(path), texts.INCLUDED, "folder") for path in others)]
        )
        self.invalidate()

    def _choose(self, row: int) -> None:
        self.field.set_text(str(self._paths[row]))
        self._open(self._paths[row])

    def _accept(self) -> None:
        if self.list.current is not None and not self.field.text.strip():
            self._choose(self.list.current)
        else:
            self._typed(self.field.text)

    def _typed(self, text: str) -> None:
        if not text.strip():
            self._show_error(texts.CHOOSE_ONE)
            return
        path = typed_path(text)
        self._open(path.parent if path.name == RESULTS else path)

    def _open(self, folder: Path) -> None:
        if self._opened is None or not self._opened.running:
            self._show_message(texts.OPENING)
            self._opened = LiveExperiment(folder, self._host.wake)
            self._opened.open()

    @property
    def is_opening(self) -> bool:
        """True while a report is being opened."""
        return self._opened is not None

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._reader is not None:
            self._list(self._reader)
        opened = self._opened
        if opened is None or opened.news.stage is ExperimentStage.OPENING:
            return
        self._opened = None
        if opened.news.stage is ExperimentStage.FAILED:
            self._show_error(opened.news.problem)
            return
        self._host.pop_with_dialogs(self)
        self._show(opened)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap = theme.px(8)
        column = Stack(inside, gap)
        row = column.bottom(theme.px(BUTTON))
        place_from_right((self.open_button, self._cancel_button), row.bottomright, row.height, theme)
        self._message_place = column.bottom(2 * theme.line_height(Role.BODY))
        self.field.place(column.bottom(theme.px(FIELD)), theme)
        self.list.place(column.rest, theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        self._draw_remark(surface, theme, self._message)
