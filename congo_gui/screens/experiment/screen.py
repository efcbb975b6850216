"""An experiment in the window: its progress, and its growing report page by page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.drawing import draw_box, draw_lines, draw_progress, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.experiment import texts
from congo_gui.screens.experiment.background import ExperimentStage, ExperimentStatus, LiveExperiment
from congo_gui.screens.experiment.choice import shipped
from congo_gui.screens.experiment.config import in_window
from congo_gui.screens.experiment.document import ReportPage
from congo_gui.screens.experiment.export import report_writer
from congo_gui.screens.experiment.page import draw_page
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.commands import close_button, command_button, icon_button
from congo_gui.screens.shared.layout import Stack
from congo_gui.system import clipboard
from congo_gui.system.file_manager import show_folder
from congo_gui.widgets.button import Button
from congo_gui.widgets.list_view import ROW, ListView
from congo_gui.widgets.scroll import ScrollPage
from engine.rules.words import count_text, sentence
from engine.system.errors import UserError
from engine.system.files import free_path

HEAD, BAR = 40, 10
LIST_SHARE, ROW_MARGIN = 0.42, 44
"""The largest share of the window for the list of pages, and the margin round the text of a row."""
MAX_ROWS = 4
"""Visible rows of the list above a page; it scrolls."""


class ExperimentScreen(Screen):
    """Shows an experiment. `start` runs or resumes it, and returns a sentence if that is not possible.

    `new` and `choose` ask for another experiment and for another report; exports go to folders in `base`.
    """

    _where = Where.EXPERIMENT
    covers = True

    def __init__(
        self,
        host: Host,
        live: LiveExperiment,
        base: Path,
        start: Callable[[LiveExperiment], str],
        new: Callable[[], None],
        choose: Callable[[], None],
    ) -> None:
        super().__init__(host)
        self.live, self._base, self._start, self._new, self._choose = live, base, start, new, choose
        self.page = 0
        label = lambda: texts.STOP if live.running else texts.RESUME  # noqa: E731
        self.stop = command_button(self.commands, "play_or_pause", label, role=Role.STRONG)
        names = ("new_game", "open_game", "copy_fen", "save_game")
        self.tools = [icon_button(self.commands, name) for name in names]
        self.folder = Button(
            "", self._show_folder, icon_name="folder", tip=lambda: texts.show_folder(self.live.folder)
        )
        self.back = close_button(texts.BACK, self.dismiss)
        self.list = ListView([], self._turn_to, self._point)
        self.paper = ScrollPage(self._draw_page, lambda place: None)
        self.group.widgets = [self.stop, *self.tools, self.folder, self.back, self.list, self.paper]
        self._seen: ExperimentStatus | None = None
        live.watched = True
        self._window = self._title = self._status = self._bar = pygame.Rect(0, 0, 0, 0)
        self._follow()

    # --- commands

    def _handlers(self) -> Handlers:
        return {
            "play_or_pause": Handler(self._stop_or_resume, self._can_stop_or_resume, texts.ALL_DONE),
            "new_game": Handler(self._new),
            "open_game": Handler(self._choose),
            "copy_fen": Handler(self._copy, lambda: bool(self._shown and self._shown.tables), texts.NO_TABLE),
            "save_game": Handler(
                self._export,
                lambda: not self.live.running and self.live.news.report is not None,
                lambda: texts.AT_WORK if self.live.running else texts.NOTHING_YET,
            ),
            "cancel": Handler(self.dismiss),
        }

    def _can_stop_or_resume(self) -> bool:
        return self.live.news.stage is not ExperimentStage.OVER

    def _stop_or_resume(self) -> None:
        """Stop or resume the work."""
        if self.live.running:
            self.live.stop()
            self.toast.show(texts.STOPPING)
        else:
            refused = self._start(self.live)
            if refused:
                self.toast.show(refused)
        self.invalidate()

    def _copy(self) -> None:
        """Copy the tables of the page as Markdown, which spreadsheets and text editors can use."""
        assert self._shown is not None
        tables = "\n".join(table.markdown for table in self._shown.tables)
        done = clipboard.copy(tables)
        self.toast.show(texts.copied(len(self._shown.tables)) if done else texts.NO_CLIPBOARD)

    def _export(self) -> None:
        """Complete the report in its folder, or a copy of it in a new one if it is a shipped report."""
        experiment, report = self.live.experiment, self.live.news.report
        assert experiment is not None
        assert report is not None
        folder, write = experiment.folder, report_writer(experiment, report.charts)

        def export() -> str:
            target = (
                free_path(self._base / folder.name) if folder.resolve().is_relative_to(shipped()) else folder
            )
            try:
                write(target)
            except UserError as error:
                raise UserError(sentence(in_window(str(error)))) from None
            return texts.exported(target)

        self._host.export(folder, export)

    def _show_folder(self) -> None:
        if not show_folder(self.live.folder):
            self.toast.show(texts.folder_is(self.live.folder))

    # --- display

    @property
    def pages(self) -> tuple[ReportPage, ...]:
        """The pages of the report so far."""
        report = self._seen.report if self._seen else None
        return report.pages if report else ()

    @property
    def _shown(self) -> ReportPage | None:
        return self.pages[self.page] if self.page < len(self.pages) else None

    def _turn_to(self, page: int) -> None:
        self.page = page
        self.paper.scroller.scroll_to(0)
        self._measure()

    def _point(self, page: int | None) -> None:
        """Turn to a page with the arrow keys; pointing with the mouse only marks it."""
        if page is not None and self.list.focused:
            self._turn_to(page)

    def _measure(self) -> None:
        if self.theme is not None:
            self.paper.place(self.paper.rect, self.theme)
        self.invalidate()

    def update(self, seconds: float) -> None:
        if self.toast.update() | self.group.update(seconds):
            self.invalidate()
        if not self.list.hovered and self.list.rows and self.list.current != self.page:
            self.list.current = self.page
            self.invalidate()
        self._follow()

    def _follow(self) -> None:
        """Show the latest status."""
        news = self.live.news
        if news is not self._seen:
            self.stop.visible = news.stage is not ExperimentStage.OVER
            before, self._seen = self.pages, news
            if self.pages != before:
                self.list.set_rows([page.title for page in self.pages])
                self.list.current = min(self.page, len(self.pages) - 1)
                if self.theme is not None:
                    self.layout(self._window, self.theme)
            if news.stage is ExperimentStage.FAILED:
                self.toast.show(news.problem)
            self.invalidate()

    @property
    def title(self) -> str:
        """The title of the experiment."""
        report = self.live.news.report
        return report.title if report else texts.TITLE

    @property
    def status(self) -> str:
        """Its progress."""
        news = self.live.news
        if news.stage is ExperimentStage.FAILED:
            return news.problem
        experiment = self.live.experiment
        if experiment is None or (news.stage is ExperimentStage.RUNNING and not news.total):
            return sentence(news.label)
        if news.stage is ExperimentStage.OVER:
            return texts.complete(count_text(news.total, *experiment.parts))
        progress = texts.so_far(news.done, count_text(news.total, *experiment.parts))
        if news.stage is ExperimentStage.RUNNING:
            return f"{progress}, {news.label}"
        return texts.stopped(progress)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        # Scrolling keys work at once, without Tab; Space is that of a command.
        scrolls = event.type == pygame.KEYDOWN and event.key != pygame.K_SPACE and self.group.focus is None
        used = (scrolls and self.paper.handle(event)) or self.group.handle(event)
        if used:
            self.invalidate()
        return used

    def close(self) -> None:
        self.live.watched = False

    # --- layout and drawing

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme = theme
        gap = theme.px(10)
        self._window = window
        column = Stack(window.inflate(-2 * gap, -2 * gap), gap)
        is_tall = window.height > window.width
        title = column.top(theme.line_height(Role.HEADING)) if is_tall else None
        head = Stack(column.top(theme.px(HEAD)), theme.px(6))
        side = head.rest.height
        for button in (self.back, self.folder, *reversed(self.tools)):
            button.place(head.right(side), theme)
        self.stop.place(head.right(max(theme.px(90), self.stop.natural_width(theme))), theme)
        self._title = title or head.rest
        self._status = column.top(theme.line_height(Role.SMALL))
        self._bar = column.top(theme.px(BAR))
        self.list.place(self._list_place(column, theme, is_tall), theme)
        self.paper.place(column.rest.inflate(-2 * theme.px(8), -2 * theme.px(6)), theme)
        self.invalidate()

    def _list_place(self, column: Stack, theme: Theme, is_tall: bool) -> pygame.Rect:
        """Return where the list of pages is: beside the page, or above it in a tall window."""
        if is_tall:
            rows = min(MAX_ROWS, len(self.pages))
            return column.top(min(rows * theme.px(ROW), round(LIST_SHARE * column.rest.height)))
        widest = max((theme.width(page.title, Role.STRONG) for page in self.pages), default=0)
        return column.left(min(widest + theme.px(ROW_MARGIN), round(LIST_SHARE * column.rest.width)))

    def _draw_page(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        report = self._seen.report if self._seen else None
        if report is None or self._shown is None:
            lines = theme.wrap(self.status, Role.BODY, paper.width)
            return draw_lines(surface, theme, lines, Role.BODY, theme.colours.muted, paper.topleft) - paper.y
        return draw_page(surface, theme, paper, self._shown, report.charts)

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, news = theme.colours, self.live.news
        surface.fill(colours.background)
        lines = [self.title]
        role = Role.HEADING if theme.width(self.title, Role.HEADING) <= self._title.width else Role.SMALL
        if role is Role.SMALL:
            lines = fitted_lines(theme, self.title, role, self._title.width, 2)
        top = self._title.centery - len(lines) * theme.line_height(role) // 2
        draw_lines(surface, theme, lines, role, colours.text, (self._title.x, top))
        ink = colours.danger if news.stage is ExperimentStage.FAILED else colours.muted
        words = texts.in_folder(self.status, self.live.folder)
        is_still = news.stage in (ExperimentStage.OVER, ExperimentStage.STOPPED)
        if not is_still or theme.width(words, Role.SMALL) > self._status.width:
            words = theme.shorten(self.status, Role.SMALL, self._status.width)
        draw_lines(surface, theme, [words], Role.SMALL, ink, self._status.topleft)
        draw_progress(surface, theme, self._bar, news.done / news.total if news.total else 0.0)
        ground = self.paper.rect.inflate(2 * theme.px(8), 2 * theme.px(6))
        draw_box(surface, ground, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        self.group.draw(surface, theme)
        self.toast.draw(surface, theme, surface.get_rect())
        self.group.draw_tip(surface, theme)
