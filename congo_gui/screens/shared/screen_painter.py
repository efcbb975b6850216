"""Laying out and drawing the stack of screens in the window."""

from __future__ import annotations

import pygame

from congo_gui.draw.drawing import draw_lines
from congo_gui.draw.theme import Role, Scheme, Theme, scale_for
from congo_gui.draw.window_surface import WindowSurface
from congo_gui.screens.shared.base import Screen
from congo_gui.store.settings import Settings


class ScreenPainter:
    """Lays out and draws the screens of a `stack`, the lowest first, as the `settings` say."""

    def __init__(self, stack: list[Screen], settings: Settings) -> None:
        self._stack, self._settings = stack, settings
        self.frames_drawn = 0
        """The number of frames drawn."""
        self.theme = Theme(1.0)
        self._canvas = WindowSurface()
        self._fitted: tuple[object, ...] = ()
        """The window size and the parameters of the theme at the last layout."""

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event with its position converted from the window to the screens' pixels."""
        return self._canvas.placed(event)

    def invalidate(self) -> None:
        """Mark everything for redrawing."""
        for screen in self._stack:
            screen.invalidate()

    def relayout(self) -> None:
        """Lay out all screens again at the next `fit`."""
        self._fitted = ()

    def fit(self) -> None:
        """Lay out all screens again if the window size, the colours or the stack of screens have changed."""
        settings = self._settings
        size = self._canvas.fit().get_size()
        scale = scale_for(*size, settings.ui_scale)
        wanted = (scale, Scheme.named(settings.theme), settings.board_size / 100, settings.coordinates)
        # Windows of different sizes may show the same picture, smaller or larger.
        fitted = (pygame.display.get_surface().get_size(), *wanted)
        if fitted == self._fitted:
            return
        self._fitted = fitted
        theme = self.theme
        if wanted != (theme.scale, theme.scheme, theme.board_share, theme.coordinates):
            self.theme = Theme(*wanted)
        for screen in self._stack:
            screen.layout(pygame.Rect((0, 0), size), self.theme)

    def draw(self) -> None:
        """Draw what has changed, from the highest screen on that fills the window."""
        lowest = max((index for index, screen in enumerate(self._stack) if screen.covers), default=0)
        shown = self._stack[lowest:]
        if not any(screen.needs_drawing for screen in shown):
            return
        surface = self._canvas.fit()
        if len(shown) > 1:
            self.invalidate()
        changed = [rect for screen in shown for rect in screen.draw(surface)]
        if changed:
            self.frames_drawn += 1
            self._canvas.show(changed)

    def show_message(self, title: str, text: str, footer: str) -> None:
        """Show a message instead of the screens, until a key is pressed or the window is closed.

        Only `text` is broken into lines.
        """
        surface, theme = self._canvas.fit(), self.theme
        surface.fill(theme.colours.background)
        margin = theme.px(32)
        lines = theme.wrap(text, Role.BODY, surface.get_width() - 2 * margin)
        lines = [title, "", *lines, "", footer]
        draw_lines(surface, theme, lines, Role.BODY, theme.colours.text, (margin, margin))
        self._canvas.show([surface.get_rect()])
        while pygame.event.wait().type not in (pygame.QUIT, pygame.KEYDOWN):
            pass
