"""Scrolling: the offset, the bar, and a page taller than its area."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import clipped, draw_box
from congo_gui.draw.theme import Theme
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps

BAR = 10
"""Width of the bar at scale 1."""
SCROLL_STEP = 60


class Scroller:
    """An offset in pixels into content that may be taller than its visible area."""

    def __init__(self) -> None:
        self.offset = 0
        self.content = 0
        self.view = pygame.Rect(0, 0, 0, 0)
        self.bar = pygame.Rect(0, 0, 0, 0)
        self._grip: int | None = None
        self._row = 1

    def place(self, view: pygame.Rect, content: int, theme: Theme, row: int = 1) -> None:
        """Set the visible rectangle, the bar included, and the content's height in pixels.

        With `row` it scrolls by whole rows of that height.
        """
        self.view, self.content, self._row = view, content, row
        width = theme.px(BAR)
        self.bar = pygame.Rect(view.right - width, view.y, width, view.height)
        self.scroll_to(self.offset)

    @property
    def last(self) -> int:
        """The largest offset."""
        return max(0, self.content - self.view.height)

    def scroll_to(self, offset: int) -> None:
        """Show the content from `offset` on."""
        self.offset = max(0, min(self.last, offset) // self._row * self._row)

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll as little as needed to show that part of the content."""
        if top < self.offset:
            self.scroll_to(top)
        elif bottom > self.offset + self.view.height:
            self.scroll_to(bottom - self.view.height)

    def thumb(self) -> pygame.Rect | None:
        """Return the movable part of the bar, None if everything fits."""
        if self.last == 0:
            return None
        height = max(2 * self.bar.width, self.bar.height * self.view.height // self.content)
        top = self.bar.y + (self.bar.height - height) * self.offset // self.last
        return pygame.Rect(self.bar.x, top, self.bar.width, height)

    def press(self, position: tuple[int, int]) -> bool:
        """Start dragging the bar; return whether it was hit."""
        thumb = self.thumb()
        if thumb is None or not self.bar.collidepoint(position):
            return False
        self._grip = position[1] - thumb.y if thumb.collidepoint(position) else thumb.height // 2
        self.drag(position)
        return True

    def drag(self, position: tuple[int, int]) -> bool:
        """Follow the pointer while the bar is dragged; return whether it is."""
        thumb = self.thumb()
        if self._grip is None or thumb is None:
            return False
        available = max(1, self.bar.height - thumb.height)
        self.scroll_to((position[1] - self._grip - self.bar.y) * self.last // available)
        return True

    def release(self) -> bool:
        """Stop dragging the bar; return whether it was dragged."""
        held, self._grip = self._grip is not None, None
        return held

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the bar, if one is needed."""
        thumb = self.thumb()
        if thumb is not None:
            inset = theme.px(2)
            draw_box(surface, thumb.inflate(-2 * inset, -inset), theme.px(4), theme.colours.outline)


class ScrollPage(Widget):
    """Shows a page: `draw_page` draws it from a top on and returns its height, `clicked` handles a click."""

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
        with clipped(surface, self.rect):
            self._draw_page(surface, theme, self._paper(theme))
        self.scroller.draw(surface, theme)
        self._draw_focus(surface, theme)
