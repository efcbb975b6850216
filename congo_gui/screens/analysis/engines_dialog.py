"""Which engines analyse, with how many threads and how much memory."""

from __future__ import annotations

import os
from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Theme
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.second_engine import uci_programs
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import Segments
from congo_gui.widgets.list_view import ListView
from engine.rules.words import sentence

THREADS = tuple(count for count in (1, 2, 4, 8, 16, 32) if count <= max(1, os.cpu_count() or 1))
HASH_MIB = (16, 64, 256, 1024)
FIELD, BUTTON, LABEL = 34, 38, 20


def nearest(values: tuple[int, ...], value: int) -> int:
    """Return the index of the value that is nearest."""
    return min(range(len(values)), key=lambda at: abs(values[at] - value))


class EnginesDialog(Dialog):
    """Changes the settings at once, and calls `changed`; `add` opens the list of programs."""

    _size = (520, 440)

    def __init__(self, host: Host, changed: Callable[[], None], add: Callable[[], None]) -> None:
        super().__init__(host, texts.ENGINES)
        settings = host.settings
        self._changed, self._add_program = changed, add
        self._programs: list[str] = []
        self.list = ListView((), self._chosen)
        self._list_programs()
        self.threads = Segments(
            [str(count) for count in THREADS],
            lambda: nearest(THREADS, settings.analysis_threads),
            lambda at: self._set("analysis_threads", THREADS[at]),
            texts.THREADS_TIP,
        )
        self.memory = Segments(
            [texts.memory(size) for size in HASH_MIB],
            lambda: nearest(HASH_MIB, settings.analysis_hash),
            lambda at: self._set("analysis_hash", HASH_MIB[at]),
            sentence(texts.MEMORY_TIP),
        )
        self._add = Button(texts.ADD_PROGRAM, self._add_program)
        self._done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([self.list, self.threads, self.memory, self._add, self._done])

    def _set(self, name: str, value: int | str) -> None:
        setattr(self._host.settings, name, value)
        self._changed()

    def _chosen(self, row: int) -> None:
        self.list.current = row
        self._set("analysis_program", self._programs[row])

    def _list_programs(self) -> None:
        settings = self._host.settings
        self._programs = ["", *uci_programs(settings).values()]
        self.list.set_rows([texts.NO_SECOND, *uci_programs(settings)])
        if settings.analysis_program in self._programs:
            self.list.current = self._programs.index(settings.analysis_program)

    def set_covered(self, covered: bool) -> None:
        """List the programs again when the screen closes that adds them."""
        super().set_covered(covered)
        if not covered:
            self._list_programs()
            self.invalidate()

    def _accept(self) -> None:
        self.dismiss()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        label, field, gap = theme.px(LABEL), theme.px(FIELD), theme.px(8)
        place_from_right([self._done, self._add], inside.bottomright, theme.px(BUTTON), theme)
        bottom = inside.bottom - theme.px(BUTTON) - gap
        for segments in (self.memory, self.threads):
            segments.place(pygame.Rect(inside.x, bottom - field, inside.width, field), theme)
            bottom -= field + label + gap
        top = inside.y + label
        self.list.place(pygame.Rect(inside.x, top, inside.width, max(1, bottom - top)), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for text, widget in (
            (texts.SECOND_ENGINE, self.list),
            (texts.THREADS, self.threads),
            (texts.MEMORY, self.memory),
        ):
            draw_label(surface, theme, text, widget.rect)
