"""The texts of an exercise: a title, the text, the task and the feedback, as large as they fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from congo_gui.draw.drawing import draw_box, draw_lines
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.learn import texts
from congo_gui.screens.learn.course import FeedbackTone, Page
from congo_gui.widgets.base import Widget
from engine.rules.values import Piece

ROLES = (Role.BODY, Role.SMALL, Role.CAPTION)
PICTURE = 54


class PageText(Widget):
    """Shows a `Page`, as large as it fits; `sample` returns the piece that represents a kind.

    If there is little space, the picture is left out, then the title of a page that teaches, or the text of
    another, then both; once there is feedback, the text goes first. The task is never left out.
    """

    def __init__(self, skin: Skin, sample: Callable[[str], Piece]) -> None:
        super().__init__()
        self._skin, self._sample = skin, sample
        self.page = Page("", "", "", "", "")

    def show(self, page: Page) -> bool:
        """Set the page; return whether it has changed."""
        if page == self.page:
            return False
        self.page = page
        return True

    @property
    def appearance(self) -> object:
        return self.page

    def height(self, theme: Theme, role: Role, page: Page) -> int:
        """Return the height in pixels of a page in that role."""
        return self._draw(None, theme, role, page)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        role, page = self.fitting(theme)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        self._draw(surface, theme, role, page)
        surface.set_clip(clip)

    def fitting(self, theme: Theme) -> tuple[Role, Page]:
        """Return as much of the page as fits, and the largest role in which that fits."""
        page, parts = self.page, [self.page]
        if page.feedback:  # the text was read before there was any
            parts += [replace(page, text=""), replace(page, kind="", text="")]
        plain, bare = replace(page, kind=""), replace(page, title="", text="")
        short = replace(plain, text="", note="", chapter="")
        parts += [plain, replace(page, title="")] if page.teaches else [plain, replace(plain, text=""), short]
        parts.append(bare)
        for part in parts:
            for role in ROLES:
                if self.height(theme, role, part) <= self.rect.height:
                    return role, part
        return ROLES[-1], parts[-1]

    def _draw(self, surface: pygame.Surface | None, theme: Theme, role: Role, page: Page) -> int:
        """Draw the page, or only measure it; return its height."""
        colours = theme.colours
        if surface is not None:
            draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        y = self.rect.y + theme.px(10 if page.title else 6)
        if page.title:
            y = self._draw_head(surface, theme, page, y) + theme.px(6)
        inset = theme.px(12)
        lines = theme.wrap(page.text, role, self.rect.width - 2 * inset) if page.text else []
        y = draw_lines(surface, theme, lines, role, colours.text, (self.rect.x + inset, y))
        y += theme.px(8) if lines or page.title else 0
        strong = Role.STRONG if role is Role.BODY else role
        y = self._draw_banner(surface, theme, strong, page.task, (colours.sunken, colours.text), y)
        if page.feedback:
            tones = {
                FeedbackTone.PLAIN: (colours.raised, colours.text),
                FeedbackTone.GOOD: (colours.good_soft, colours.good),
                FeedbackTone.BAD: (colours.danger_soft, colours.danger),
            }
            y = self._draw_banner(surface, theme, role, page.feedback, tones[page.tone], y + theme.px(8))
        return y + theme.px(8) - self.rect.y

    def _draw_head(self, surface: pygame.Surface | None, theme: Theme, page: Page, y: int) -> int:
        picture = theme.px(PICTURE) if page.kind else 0
        left = self.rect.x + theme.px(12)
        text_left = left + picture + theme.px(10) if picture else left
        available = self.rect.right - theme.px(8) - text_left
        note = texts.in_chapter(page.chapter, page.note)
        note = note if theme.width(note, Role.SMALL) <= available else page.note
        note_lines = theme.wrap(note, Role.SMALL, available) if note else []
        role = Role.HEADING if theme.width(page.title, Role.HEADING) <= available else Role.STRONG
        title = theme.wrap(page.title, role, available)
        height = len(title) * theme.line_height(role) + len(note_lines) * theme.line_height(Role.SMALL)
        if surface is not None:
            if page.kind:
                piece = self._sample(page.kind)
                piece = piece if page.side is None else replace(piece, side=page.side)
                self._skin.draw_piece(surface, piece, pygame.Rect(left, y, picture, picture))
            top = y + max(0, (picture - height) // 2)
            top = draw_lines(surface, theme, title, role, theme.colours.text, (text_left, top))
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
