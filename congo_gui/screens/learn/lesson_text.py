"""What a lesson says beside the board: its piece, what there is to know, the task, and how it went."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_box, draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.learn.course import LessonTone, Page
from congo_gui.widgets.base import Widget
from engine.rules.values import Piece

PICTURE = 54


class LessonText(Widget):
    """Shows a `Page`, as large as it fits; `sample` returns the piece that stands for a kind."""

    def __init__(self, skin: Skin, sample: Callable[[str], Piece]) -> None:
        super().__init__()
        self._skin, self._sample = skin, sample
        self.page = Page("", "", "", "", "")

    def show(self, page: Page) -> bool:
        """Take what to show; tell whether it is new."""
        if page == self.page:
            return False
        self.page = page
        return True

    @property
    def appearance(self) -> object:
        return self.page

    def role(self, theme: Theme) -> Role:
        """Return the size of type in which everything fits, the smallest one if nothing does."""
        roles = (Role.BODY, Role.SMALL, Role.CAPTION)
        fitting = (role for role in roles if self.height(theme, role) <= self.rect.height)
        return next(fitting, roles[-1])

    def height(self, theme: Theme, role: Role) -> int:
        """Return the height in pixels that the page needs in that size of type."""
        return self._draw(None, theme, role)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self._draw(surface, theme, self.role(theme))

    def _draw(self, surface: pygame.Surface | None, theme: Theme, role: Role) -> int:
        """Draw the page, or only measure it; return its height."""
        colours, page = theme.colours, self.page
        if surface is not None:
            draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        y = self.rect.y + theme.px(10)
        y = self._draw_head(surface, theme, y) + theme.px(6)
        inset = theme.px(12)
        lines = theme.wrap(page.text, role, self.rect.width - 2 * inset)
        y = draw_lines(surface, theme, lines, role, colours.text, (self.rect.x + inset, y)) + theme.px(8)
        strong = Role.STRONG if role is Role.BODY else role
        y = self._draw_banner(surface, theme, strong, page.task, (colours.sunken, colours.text), y)
        if page.feedback:
            tones = {
                LessonTone.PLAIN: (colours.raised, colours.text),
                LessonTone.GOOD: (colours.accent_soft, colours.text),
                LessonTone.BAD: (colours.danger_soft, colours.danger),
            }
            y = self._draw_banner(surface, theme, role, page.feedback, tones[page.tone], y + theme.px(8))
        return y + theme.px(8) - self.rect.y

    def _draw_head(self, surface: pygame.Surface | None, theme: Theme, y: int) -> int:
        picture = theme.px(PICTURE)
        left = self.rect.x + theme.px(12)
        text_left = left + picture + theme.px(10)
        note_lines = theme.wrap(self.page.note, Role.SMALL, self.rect.right - theme.px(8) - text_left)
        height = theme.line_height(Role.HEADING) + len(note_lines) * theme.line_height(Role.SMALL)
        if surface is not None and self.page.kind:
            self._skin.draw_piece(
                surface, self._sample(self.page.kind), pygame.Rect(left, y, picture, picture)
            )
            top = y + max(0, (picture - height) // 2)
            title = theme.shorten(self.page.title, Role.HEADING, self.rect.right - theme.px(8) - text_left)
            surface.blit(theme.text(title, Role.HEADING, theme.colours.text), (text_left, top))
            top += theme.line_height(Role.HEADING)
            draw_lines(surface, theme, note_lines, Role.SMALL, theme.colours.muted, (text_left, top))
        return y + max(picture, height)

    def _draw_banner(
        self,
        surface: pygame.Surface | None,
        theme: Theme,
        role: Role,
        text: str,
        colours: tuple[Colour, Colour],
        y: int,
    ) -> int:
        """Draw a text in a box of its own; return where it ends."""
        inset, pad = theme.px(8), theme.px(6)
        lines = theme.wrap(text, role, self.rect.width - 2 * inset - 2 * pad)
        height = len(lines) * theme.line_height(role) + 2 * pad
        if surface is not None:
            place = pygame.Rect(self.rect.x + inset, y, self.rect.width - 2 * inset, height)
            draw_box(surface, place, theme.px(8), colours[0], theme.colours.outline, theme.px(1))
        draw_lines(surface, theme, lines, role, colours[1], (self.rect.x + inset + pad, y + pad))
        return y + height
