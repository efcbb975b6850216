"""About: versions, who made what, licences, where files are kept, and what the last crash has left."""

from __future__ import annotations

import platform
from collections.abc import Iterator

import pygame

from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import PagedDialog
from congo_gui.store.settings import games_dir, log_dir, settings_path
from congo_gui.system import crash
from congo_gui.widgets.button import Button, Look
from engine import __version__
from engine import rules as registry
from engine.system.files import asset_path

PAGES = ("About", "Font licence", "Crash report")
TAB, BUTTON = 34, 38
REPORTED = 40
"""Lines of a crash report that are shown."""
Part = tuple[Role, str]

_ORIGINS = [registry.get(name).facts.origin for name in registry.names()]
GAMES = (_ORIGINS[0], " ".join(_ORIGINS[1:]))
PICTURES = "All pictures, animals, boards and icons, and all sounds were made for this program."
FONT = (
    "The typeface is Inter, copyright 2020 The Inter Project Authors, under the SIL Open Font License 1.1, "
    "which is on the page beside this one."
)
LIBRARIES = (
    "The window is drawn with pygame (LGPL); the engine is compiled by numba and calculates with numpy (both "
    "BSD); platformdirs (MIT) knows where files belong, rich (MIT) writes to the terminal."
)


def about_parts(config: str) -> Iterator[Part]:
    """Yield what there is to know about the program; `config` is where its settings are."""
    yield Role.HEADING, f"Congo {__version__}"
    yield Role.BODY, f"Python {platform.python_version()}, pygame {pygame.version.ver}, {platform.system()}"
    yield Role.HEADING, "The games"
    yield from ((Role.BODY, text) for text in GAMES)
    yield Role.HEADING, "Pictures, sounds and typeface"
    yield Role.BODY, PICTURES
    yield Role.BODY, FONT
    yield Role.HEADING, "Libraries"
    yield Role.BODY, LIBRARIES
    yield Role.HEADING, "Your files"
    yield Role.BODY, f"Games: {games_dir()}"
    yield Role.BODY, f"Settings: {config}"
    yield Role.BODY, f"Reports of crashes: {log_dir()}"


def licence_parts() -> Iterator[Part]:
    """Yield the licence of the typeface, paragraph by paragraph."""
    text = asset_path("fonts", "OFL.txt").read_text(encoding="utf-8")
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line.strip("-")]
        if lines and lines[0].isupper():
            yield Role.STRONG, lines.pop(0)
        if lines:
            yield Role.SMALL, " ".join(lines)


def crash_parts() -> Iterator[Part]:
    """Yield where the last report of a crash is and how it ends."""
    path = crash.latest_report()
    if path is None:
        yield Role.BODY, f"The program has left no report of a crash. One would be in {log_dir()}."
        return
    yield Role.STRONG, f"The last report is {path}"
    yield Role.BODY, "It ends so; send all of it to whoever looks after the program for you."
    yield from ((Role.SMALL, line or " ") for line in crash.last_lines(path, REPORTED))


class AboutScreen(PagedDialog):
    """Three pages that scroll."""

    _size = (760, 600)

    def __init__(self, host: Host) -> None:
        super().__init__(host, "About", PAGES)
        self.pages = [list(about_parts(str(settings_path()))), list(licence_parts()), list(crash_parts())]
        self.done = Button("Done", self.dismiss, look=Look.MAIN)
        self._use_widgets([*self.tabs, self.paper, self.done])

    def _accept(self) -> None:
        self.dismiss()

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        tab, button, gap = theme.px(TAB), theme.px(BUTTON), theme.px(8)
        width = (inside.width - gap * (len(self.tabs) - 1)) // len(self.tabs)
        for index, one in enumerate(self.tabs):
            one.place(pygame.Rect(inside.x + index * (width + gap), inside.y, width, tab), theme)
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
