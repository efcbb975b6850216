"""A page that is taller than its place: it scrolls by wheel, bar and keys."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.shapes import draw_focus
from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import BAR, Scroller

SCROLL_STEP = 60


class ScrollPage(Widget):
    """Calls `draw_page` to draw the page from a top on and to return its height; `clicked` gets a pixel."""

    focusable = True

    def __init__(
        self,
        draw_page: Callable[[pygame.Surface | None, Theme, pygame.Rect], int],
        clicked: Callable[[tuple[int, int]], None],
    ) -> None:
        super().__init__()
        self._draw_page, self._clicked = draw_page, clicked
        self._on_bar = False
        self.scroller = Scroller()

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self.scroller.place(rect, self._draw_page(None, theme, self._paper(theme)), theme)

    def _paper(self, theme: Theme) -> pygame.Rect:
        width = self.rect.width - theme.px(BAR + 4)
        return pygame.Rect(self.rect.x, self.rect.y - self.scroller.offset, width, 0)

    def handle(self, event: pygame.event.Event) -> bool:
        step = self.rect.height * 9 // 10
        if event.type == pygame.MOUSEWHEEL:
            self.scroller.scroll_to(self.scroller.offset - round(wheel_steps(event) * SCROLL_STEP))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._on_bar = self.scroller.press(event.pos)
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed:
            return self.scroller.drag(event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            if not self._on_bar and self.rect.collidepoint(event.pos):
                self._clicked(event.pos)
            return self.scroller.release()
        moves = {
            pygame.K_DOWN: SCROLL_STEP,
            pygame.K_UP: -SCROLL_STEP,
            pygame.K_PAGEDOWN: step,
            pygame.K_PAGEUP: -step,
            pygame.K_SPACE: step,
            pygame.K_HOME: -self.scroller.content,
            pygame.K_END: self.scroller.content,
        }
        if event.type == pygame.KEYDOWN and event.key in moves:
            self.scroller.scroll_to(self.scroller.offset + moves[event.key])
            return True
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        self._draw_page(surface, theme, self._paper(theme))
        surface.set_clip(clip)
        self.scroller.draw(surface, theme)
        if self.focused:
            draw_focus(surface, self.rect, theme.colours, max(1, theme.px(1.5)))
