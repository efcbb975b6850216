"""What opens above the game: a box with a title, closed by Escape, by its cross or by a click beside it."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.shapes import draw_box, draw_shadow, shade
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.command_button import close_button
from congo_gui.widgets.base import LEFT_BUTTON, Widget

TITLE_HEIGHT = 48
VEIL = 110


class Dialog(Screen):
    """A box in the middle of the window. Subclasses give its size, its controls and what they draw."""

    _size = (560, 400)
    """Width and height at scale 1; less if the window has less."""
    _veiled = True
    """Whether what lies below is darkened."""

    def __init__(self, host: Host, title: str) -> None:
        super().__init__(host)
        self._title = title
        self.box = pygame.Rect(0, 0, 0, 0)
        self._cross = close_button("Close", self.dismiss)

    def _use_widgets(self, widgets: Iterable[Widget]) -> None:
        """Take the controls, in the order of Tab."""
        self.group.widgets = [*widgets, self._cross]

    def _handlers(self) -> Handlers:
        return {"cancel": Handler(self.dismiss), "commit": Handler(self._accept)}

    def _accept(self) -> None:
        """Do what Enter does when no control has the keyboard."""
        self.toast.show("Choose something first.")

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Return where the box goes."""
        margin = theme.px(8)
        width = min(theme.px(self._size[0]), window.width - 2 * margin)
        height = min(theme.px(self._size[1]), window.height - 2 * margin)
        box = pygame.Rect(0, 0, width, height)
        box.center = window.center
        return box

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        """Place the controls in the box below its title."""
        raise NotImplementedError

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what is no control."""

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme = theme
        self.box = self._place_box(window, theme)
        pad, title = theme.px(16), theme.px(TITLE_HEIGHT)
        cross = theme.px(32)
        top = self.box.y + (title - cross) // 2
        self._cross.place(pygame.Rect(self.box.right - cross - theme.px(8), top, cross, cross), theme)
        inside = pygame.Rect(self.box.x + pad, self.box.y + title, self.box.width - 2 * pad, 0)
        inside.height = self.box.bottom - pad - inside.y
        self._arrange(inside, theme)
        self.invalidate()

    def handle(self, event: pygame.event.Event) -> bool:
        # Escape always leads out, whatever has the keyboard.
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return False
        if self.group.handle(event):
            self.invalidate()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self._beside(event):
            self.dismiss()
            return True
        return False

    def _beside(self, event: pygame.event.Event) -> bool:
        return event.button == LEFT_BUTTON and not self.box.collidepoint(event.pos)

    def update(self, seconds: float) -> None:
        if self.group.update(seconds) | self.toast.update():
            self.invalidate()

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        theme = self.theme
        assert theme is not None
        colours = theme.colours
        if self._veiled:
            shade(surface, colours.shade, VEIL)
        draw_shadow(surface, self.box, theme.px(16), colours.shade)
        draw_box(surface, self.box, theme.px(14), colours.panel, colours.outline, max(1, theme.px(1.2)))
        title = theme.text(self._title, Role.HEADING, colours.text)
        middle = self.box.y + theme.px(TITLE_HEIGHT) // 2
        surface.blit(title, (self.box.x + theme.px(16), middle - title.get_height() // 2))
        self._draw_content(surface, theme)
        self.group.draw(surface, theme)
        self.toast.draw(surface, theme, surface.get_rect())
        self.group.draw_tip(surface, theme)
        self._full = False
        return [surface.get_rect()]
