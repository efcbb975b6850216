"""What opens above the game: a box with a title, closed by Escape, by its cross or by a click beside it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import pygame

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.shapes import draw_box, draw_shadow, shade
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.command_button import close_button
from congo_gui.widgets.base import LEFT_BUTTON, Widget
from congo_gui.widgets.group import Group

TITLE_HEIGHT = 48
VEIL = 110


class Dialog(Screen):
    """A box in the middle of the window. Subclasses give its size, its controls and what they draw."""

    size = (560, 400)
    """Width and height at scale 1; less if the window has less."""
    veiled = True
    """Whether what lies below is darkened."""

    def __init__(self, host: Host, title: str) -> None:
        super().__init__(host)
        self.title = title
        self.box = pygame.Rect(0, 0, 0, 0)
        self.theme: Theme | None = None
        self._cross = close_button(self, "Close")
        self.group = Group()

    def controls(self, widgets: Iterable[Widget]) -> None:
        """Take the controls, in the order of Tab."""
        self.group.widgets = [*widgets, self._cross]

    @cached_property
    def handlers(self) -> Handlers:
        return {"cancel": Handler(self.dismiss), "commit": Handler(self.accept)}

    def accept(self) -> None:
        """Do what Enter does when no control has the keyboard."""
        self.toast.show("Choose something first.")

    def place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Return where the box goes."""
        margin = theme.px(8)
        width = min(theme.px(self.size[0]), window.width - 2 * margin)
        height = min(theme.px(self.size[1]), window.height - 2 * margin)
        box = pygame.Rect(0, 0, width, height)
        box.center = window.center
        return box

    def arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        """Place the controls in the box below its title."""
        raise NotImplementedError

    def draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what is no control."""

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme = theme
        self.box = self.place_box(window, theme)
        pad, title = theme.px(16), theme.px(TITLE_HEIGHT)
        cross = theme.px(32)
        top = self.box.y + (title - cross) // 2
        self._cross.place(pygame.Rect(self.box.right - cross - theme.px(8), top, cross, cross), theme)
        inside = pygame.Rect(self.box.x + pad, self.box.y + title, self.box.width - 2 * pad, 0)
        inside.height = self.box.bottom - pad - inside.y
        self.arrange(inside, theme)
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

    def covered(self) -> None:
        self.group.release_pointer()

    def update(self, seconds: float) -> None:
        if self.group.update(seconds) | self.toast.update():
            self.invalidate()

    @property
    def next_change(self) -> float | None:
        caret = 0.25 if self.group.focus is not None else None
        times = (caret, self.group.next_change, self.toast.next_change)
        return min((time for time in times if time is not None), default=None)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        theme = self.theme
        assert theme is not None
        colours = theme.colours
        if self.veiled:
            shade(surface, colours.shade, VEIL)
        draw_shadow(surface, self.box, theme.px(16), colours.shade)
        draw_box(surface, self.box, theme.px(14), colours.panel, colours.outline, max(1, theme.px(1.2)))
        title = theme.text(self.title, Role.HEADING, colours.text)
        middle = self.box.y + theme.px(TITLE_HEIGHT) // 2
        surface.blit(title, (self.box.x + theme.px(16), middle - title.get_height() // 2))
        self.draw_content(surface, theme)
        self.group.draw(surface, theme)
        self.toast.draw(surface, theme, surface.get_rect())
        self.group.draw_tip(surface, theme)
        self._full = False
        return [surface.get_rect()]
