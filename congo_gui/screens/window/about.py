"""About: versions, authors, licences, the folders of files, and the last crash report."""

from __future__ import annotations

import platform
from collections.abc import Iterator

import pygame

from congo_gui.draw.assets import read_asset
from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import PagedDialog
from congo_gui.screens.window import texts
from congo_gui.store.settings import settings_path
from congo_gui.system import crash
from congo_gui.widgets.button import Button, Look
from engine import __version__
from engine import rules as registry
from engine.system.folders import games_dir, log_dir
from engine.system.threads import DISK_WAIT_S, answer_within

FONT_LICENCES = ("OFL.txt", "DejaVu-LICENSE.txt")
PAGES = (texts.ABOUT, texts.FONT_LICENCE, texts.CRASH_REPORT)
TAB, BUTTON = 34, 38
MAX_REPORT_LINES = 40
"""Lines of a crash report that are shown."""
Part = tuple[Role, str]

_ORIGINS = [registry.get(name).facts.origin for name in registry.names()]
GAMES = (_ORIGINS[0], " ".join(_ORIGINS[1:]))


def about_parts(config: str) -> Iterator[Part]:
    """Yield the texts about the program; `config` is the folder of its settings."""
    yield Role.HEADING, texts.program(__version__)
    yield Role.BODY, texts.versions(platform.python_version(), pygame.version.ver, platform.system())
    yield Role.HEADING, texts.GAMES
    yield from ((Role.BODY, text) for text in GAMES)
    yield Role.HEADING, texts.ORIGINS_HEADING
    yield Role.BODY, texts.PICTURES
    yield Role.BODY, texts.FONT
    yield Role.HEADING, texts.LIBRARIES_HEADING
    yield Role.BODY, texts.LIBRARIES
    yield Role.HEADING, texts.FILES_HEADING
    yield Role.BODY, texts.games_folder(games_dir())
    yield Role.BODY, texts.settings_file(config)
    yield Role.BODY, texts.reports_folder(log_dir())


def licence_parts() -> Iterator[Part]:
    """Yield the licences of the typefaces, paragraph by paragraph."""
    licences = (read_asset(f"fonts/{name}") for name in FONT_LICENCES)
    for paragraph in "\n\n".join(licences).split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line.strip("-")]
        if lines and lines[0].isupper():
            yield Role.STRONG, lines.pop(0)
        if lines:
            yield Role.SMALL, " ".join(lines)


def crash_parts() -> Iterator[Part]:
    """Yield the path of the last crash report and its last lines."""
    path = crash.latest_report()
    if path is None:
        yield Role.BODY, texts.no_report(log_dir())
        return
    yield Role.STRONG, texts.last_report(path)
    yield Role.BODY, texts.REPORT_ENDS
    yield from ((Role.SMALL, line or " ") for line in crash.last_lines(path, MAX_REPORT_LINES))


class AboutScreen(PagedDialog):
    """Three pages that scroll."""

    _size = (760, 600)

    def __init__(self, host: Host) -> None:
        super().__init__(host, texts.ABOUT, PAGES)
        report = answer_within(DISK_WAIT_S, lambda: list(crash_parts()), [(Role.BODY, texts.DISK_IS_SLOW)])
        self.pages = [list(about_parts(str(settings_path()))), list(licence_parts()), report]
        self.done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([*self.tabs, self.paper, self.done])

    def _accept(self) -> None:
        self.dismiss()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        tab, button, gap = theme.px(TAB), theme.px(BUTTON), theme.px(8)
        width = (inside.width - gap * (len(self.tabs) - 1)) // len(self.tabs)
        for index, tab_button in enumerate(self.tabs):
            tab_button.place(pygame.Rect(inside.x + index * (width + gap), inside.y, width, tab), theme)
        width = max(theme.px(90), self.done.natural_width(theme))
        self.done.place(pygame.Rect(inside.right - width, inside.bottom - button, width, button), theme)
        top = inside.y + tab + gap
        self.paper.place(pygame.Rect(inside.x, top, inside.width, self.done.rect.y - gap - top), theme)

    def draw_page(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        y = paper.y
        for role, text in self.pages[self.page]:
            y += theme.px(8) if role is Role.HEADING and y > paper.y else 0
            ink = theme.colours.accent if role is Role.HEADING else theme.colours.text
            lines = theme.wrap(text, role, paper.width)
            y = draw_lines(surface, theme, lines, role, ink, (paper.x, y)) + theme.px(4)
        return y - paper.y
