"""The progress page: the player's rating, results, accuracy, puzzles and streaks in a game."""

from __future__ import annotations

from pathlib import Path

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.experiment.charts import BarChart, ChartBar
from congo_gui.screens.experiment.document import TextBlock
from congo_gui.screens.experiment.page import draw_page
from congo_gui.screens.progress import texts
from congo_gui.screens.progress.export import exported_files, write_files
from congo_gui.screens.progress.report import PlayerProgress, page_of
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import BUTTON, ConfirmScreen, Dialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.scroll import ScrollPage

GAP = 10


class ProgressScreen(Dialog):
    """Shows a player's progress, exports it, and deletes the rated games after a question."""

    _size = (760, 640)
    _reads_itself = True

    def __init__(self, host: Host, progress: PlayerProgress) -> None:
        super().__init__(host, texts.progress_title(progress.rules.facts.title))
        self._progress = progress
        self.page, self.charts = page_of(progress)
        self._seen = progress.results
        self.paper = ScrollPage(self._draw_page, lambda place: None)
        self.delete = Button(
            texts.DELETE, self._ask_to_delete, tip=texts.DELETE_TIP, enabled=lambda: bool(self._seen)
        )
        self.export = Button(
            texts.EXPORT, self._export, tip=texts.EXPORT_TIP, enabled=lambda: not progress.is_empty
        )
        self.done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([self.paper, self.delete, self.export, self.done])
        host.screen_reader(self.words)

    @property
    def words(self) -> str:
        """The texts of the page, for a screen reader."""
        blocks = [block.text for block in self.page.blocks if isinstance(block, TextBlock)]
        bars = [f"{bar.label}: {bar.text}." for name in self.charts for bar in self._bars(name)]
        parts = [self.title, *blocks, *bars]
        return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts)

    def _bars(self, name: str) -> list[ChartBar]:
        return [bar for chart in self.charts[name] if isinstance(chart, BarChart) for bar in chart.bars]

    def _accept(self) -> None:
        self.dismiss()

    # --- what changes

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._progress.results != self._seen:  # a game was reviewed in the meantime
            self._refresh()

    def _refresh(self) -> None:
        self.page, self.charts = page_of(self._progress)
        self._seen = self._progress.results
        if self.theme is not None:
            self.paper.place(self.paper.rect, self.theme)
        self.invalidate()

    def _ask_to_delete(self) -> None:
        words = texts.delete_words(self._progress.rules.facts.title, len(self._seen))
        self._host.push(
            ConfirmScreen(self._host, texts.DELETE_QUESTION, words, texts.DELETE_VERB, self._delete)
        )

    def _delete(self) -> None:
        self._progress.games.forget(self._progress.rules.name)
        self._refresh()
        self.toast.show(texts.DELETED)

    def _export(self) -> None:
        """Export what is known now: games may be added while it is written."""
        last, name = Path(self._host.settings.games_folder), f"progress-{self._progress.rules.name}"
        files = exported_files(self._progress, self.charts)
        self._host.export(last / name, lambda: texts.exported(write_files(files, last, name)))

    # --- events and drawing

    def handle(self, event: pygame.event.Event) -> bool:
        # Scrolling keys work at once, without Tab.
        if event.type == pygame.KEYDOWN and self.group.focus is None and self.paper.handle(event):
            self.invalidate()
            return True
        return super().handle(event)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height, gap = theme.px(BUTTON), theme.px(GAP)
        place_from_right((self.done, self.export, self.delete), inside.bottomright, height, theme)
        paper = pygame.Rect(inside.x, inside.y, inside.width, inside.height - height - gap)
        self.paper.place(paper, theme)

    def _draw_page(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        return draw_page(surface, theme, paper, self.page, self.charts)
