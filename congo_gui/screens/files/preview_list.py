"""A list of files and games with a small picture of each one's position."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_text, icon
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.files.preview_loader import PreviewLoader, PreviewSource
from congo_gui.screens.files.preview_pictures import PreviewPictures
from congo_gui.widgets.list_view import ICON, ListRow, ListView

ROW = 80


class PreviewList(ListView):
    """Rows whose `key` is a `PreviewSource` show its picture as soon as `loader` has loaded it."""

    row_px = ROW

    def __init__(self, chosen: Callable[[int], None], empty: str, loader: PreviewLoader) -> None:
        super().__init__((), chosen, empty=empty)
        self._loader = loader
        self.pictures = PreviewPictures()

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self.pictures.begin_frame()
        super().draw(surface, theme)

    def _draw_text(self, surface: pygame.Surface, theme: Theme, row: ListRow, inside: pygame.Rect) -> None:
        """Draw a row's picture, or its icon, and beside it its text above its title."""
        source = row.key if isinstance(row.key, PreviewSource) else None
        preview = self._loader.preview(source) if source else None
        place = pygame.Rect(inside.x - theme.px(6), inside.y + 2, inside.height - 4, inside.height - 4)
        picture = self.pictures.picture(source, preview, place.width, theme) if source and preview else None
        if picture is None:
            size = theme.px(ICON)
            sign = icon(row.icon or "game", size, theme.colours.muted)
            surface.blit(sign, sign.get_rect(center=place.center))
        else:
            surface.blit(picture, picture.get_rect(center=place.center))
        left = place.right + theme.px(10)
        beside = pygame.Rect(left, inside.y, inside.right - left, inside.height)
        self._draw_lines(surface, theme, row, preview.title if preview else "", beside)

    def _draw_lines(
        self, surface: pygame.Surface, theme: Theme, row: ListRow, title: str, inside: pygame.Rect
    ) -> None:
        """Draw a row's text with its note, and below it the game's title, unless that is the text."""
        line = theme.line_height(Role.STRONG)
        below = title if title and title not in row.text and 2 * line <= inside.height else ""
        if not below:
            super()._draw_text(surface, theme, ListRow(row.text, row.note), inside)
            return
        top = inside.centery - line
        super()._draw_text(
            surface, theme, ListRow(row.text, row.note), pygame.Rect(inside.x, top, inside.width, line)
        )
        words = theme.shorten(below, Role.SMALL, inside.width)
        draw_text(surface, theme, words, Role.SMALL, theme.colours.muted, inside.x, top + line + line // 2)
