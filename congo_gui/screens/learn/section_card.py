"""The card of a section: a picture, its title, the progress made, and what it is about."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import clipped, draw_box, draw_lines, fitted_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.sections import LearnSection
from congo_gui.widgets.button import Clickable
from engine.rules.values import Piece

PICTURE, PAD = 46, 8


class SectionCard(Clickable):
    """Shows a section with the picture of a piece; what it is about is left out if there is little space.

    `ready` returns whether the rules are loaded; a section that replays moves opens only then.
    """

    def __init__(self, section: LearnSection, skin: Skin, piece: Piece, ready: Callable[[], bool]) -> None:
        super().__init__(section.open)
        self._skin, self._piece, self._ready = skin, piece, ready
        self.section, self.label = section, section.title
        self._tip = section.about
        self.refresh()

    @property
    def words(self) -> str:
        return ". ".join(filter(None, (self.label, self.progress, self.section.about)))

    @property
    def enabled(self) -> bool:
        return not self.section.replays_moves or self._ready()

    def refresh(self) -> None:
        """Show the progress made in the meantime."""
        self.progress = self.section.progress() if self.enabled else texts.OPENS_WHEN_LOADED
        self.step = self.section.next_step() if self.enabled else None

    @property
    def appearance(self) -> object:
        return self.progress, self.hovered, self.pressed, self.focused

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, pad = theme.colours, theme.px(PAD)
        lit = self.enabled and (self.hovered or self.focused)
        outline, fill = (colours.accent, colours.sunken) if lit else (colours.outline, colours.raised)
        draw_box(surface, self.rect, theme.px(10), fill, outline, max(1, theme.px(2 if lit else 1.2)))
        self._draw_focus(surface, theme)
        side = min(theme.px(PICTURE), self.rect.height - pad)
        top = self.rect.y + (self.rect.height - side) // 2
        self._skin.draw_piece(surface, self._piece, pygame.Rect(self.rect.x + pad, top, side, side))
        left = self.rect.x + side + 2 * pad
        with clipped(surface, self.rect):
            self._draw_text(surface, theme, left, self.rect.right - pad - left)

    def _draw_text(self, surface: pygame.Surface, theme: Theme, left: int, width: int) -> None:
        """Draw as many lines as fit, in the middle of the card's height."""
        colours = theme.colours
        inside = self.rect.height - theme.px(PAD)
        title, small = theme.line_height(Role.STRONG), theme.line_height(Role.SMALL)
        rows = max(0, (inside - title) // small)
        progress = fitted_lines(theme, self.progress, Role.SMALL, width, 1) if self.progress and rows else []
        about_rows = rows - len(progress)
        wrapped = theme.wrap(self.section.about, Role.SMALL, width)
        about = wrapped if len(wrapped) <= about_rows else []
        height = title + (len(progress) + len(about)) * small
        place = (left, self.rect.y + (self.rect.height - height) // 2)
        name = theme.shorten(self.label, Role.STRONG, width)
        strong, good = (colours.text, colours.good) if self.enabled else (colours.muted, colours.muted)
        y = draw_lines(surface, theme, [name], Role.STRONG, strong, place)
        y = draw_lines(surface, theme, progress, Role.SMALL, good, (left, y))
        draw_lines(surface, theme, about, Role.SMALL, colours.muted, (left, y))
