"""A dialog with several pages of text, one at a time."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.shared.scroll_page import ScrollPage
from congo_gui.widgets.button import Button


class PagedDialog(Dialog):
    """Has a tab for each of `pages`; subclasses place `tabs` and `paper`, and draw the page."""

    def __init__(self, host: Host, title: str, pages: Sequence[str]) -> None:
        super().__init__(host, title)
        self.page = 0
        self.tabs = [self._tab(index, name) for index, name in enumerate(pages)]
        self.paper = ScrollPage(self.draw_page, self.clicked)

    def _tab(self, index: int, name: str) -> Button:
        return Button(name, lambda: self._turn_to(index), chosen=lambda: self.page == index)

    def _turn_to(self, page: int) -> None:
        self.page = page
        self.paper.scroller.scroll_to(0)
        if self.theme is not None:
            self.paper.place(self.paper.rect, self.theme)
        self.invalidate()

    def draw_page(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        """Draw the page from the top of `paper` on, or only measure it; return its height."""
        raise NotImplementedError

    def clicked(self, place: tuple[int, int]) -> None:
        """Take a click on the page."""

    def handle(self, event: pygame.event.Event) -> bool:
        # Scrolling keys work at once, without Tab.
        if event.type == pygame.KEYDOWN and self.group.focus is None and self.paper.handle(event):
            self.invalidate()
            return True
        return super().handle(event)
