"""A list of files and games with a small picture of each one's position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import pygame

from congo_gui import games as skins
from congo_gui.board.animation import Animator
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_text, icon
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.theme import Role, Scheme, Theme
from congo_gui.screens.files.preview_loader import Preview, PreviewLoader, PreviewSource
from congo_gui.widgets.list_view import ICON, ListRow, ListView
from engine.rules.rules import Rules
from engine.rules.values import Position

ROW = 80
MAX_PICTURES = 200
AT_ONCE = 2
"""How many boards are drawn before the next frame, so that scrolling stays smooth."""


class PreviewList(ListView):
    """Rows whose `key` is a `PreviewSource` have a picture of it as soon as `loader` has read it."""

    row_px = ROW

    def __init__(self, chosen: Callable[[int], None], empty: str, loader: PreviewLoader) -> None:
        super().__init__((), chosen, empty=empty)
        self._loader = loader
        self._pictures: OrderedDict[tuple[PreviewSource, int, Scheme], pygame.Surface] = OrderedDict()
        self._views: dict[tuple[str, Scheme], BoardView] = {}
        self._allowed = 0
        self.is_behind = False
        """Whether there are boards in sight that were not drawn yet."""

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self._allowed, self.is_behind = AT_ONCE, False
        super().draw(surface, theme)

    def _draw_text(self, surface: pygame.Surface, theme: Theme, row: ListRow, inside: pygame.Rect) -> None:
        """Draw a row's picture, or its icon, and beside it its text above its title."""
        source = row.key if isinstance(row.key, PreviewSource) else None
        preview = self._loader.preview(source) if source else None
        place = pygame.Rect(inside.x - theme.px(6), inside.y + 2, inside.height - 4, inside.height - 4)
        picture = self._picture(source, preview, place.width, theme) if source and preview else None
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

    def _picture(
        self, source: PreviewSource, preview: Preview, size: int, theme: Theme
    ) -> pygame.Surface | None:
        """Return the picture of a position, None if it is not yet its turn to be drawn."""
        key = source, size, theme.scheme
        if preview.position is None:
            return None
        if key not in self._pictures:
            if not self._allowed:
                self.is_behind = True
                return None
            self._allowed -= 1
            self._pictures[key] = self._drawn(preview.rules, preview.position, size, theme.scheme)
            while len(self._pictures) > MAX_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    def _drawn(self, rules: Rules, position: Position, size: int, scheme: Scheme) -> pygame.Surface:
        view = self._views.get((rules.name, scheme))
        if view is None:
            view = BoardView(rules, skins.get(rules.name).with_scheme(scheme))
            self._views[rules.name, scheme] = view
        shape = rules.notation.shape(position)
        board = Geometry.fit((0, 0, size, size), *shape, named=False)
        x, y, width, height = board.outer_rect
        local = board.moved(-x, -y)
        picture = pygame.Surface((width, height))
        view.draw(picture, local, view.compose(local, position, BoardState(), Animator()), 0.0)
        return picture
