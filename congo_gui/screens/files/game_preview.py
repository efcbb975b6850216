"""The preview beside a list of games: the position in which the selected one was saved, and its tags."""

from __future__ import annotations

from pathlib import Path

import pygame

from congo_gui.draw.drawing import draw_box, draw_lines, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.game_file import shown_date
from congo_gui.play.game_list import ListedGame
from congo_gui.screens.files import texts
from congo_gui.screens.files.preview_loader import PreviewLoader, PreviewSource
from congo_gui.screens.files.preview_pictures import PreviewPictures
from congo_gui.widgets.base import Widget


class GamePreview(Widget):
    """Shows a game of a file; the pictures come from `loader`."""

    def __init__(self, loader: PreviewLoader) -> None:
        super().__init__()
        self._path, self._loader = Path(), loader
        self.pictures = PreviewPictures()
        self.game: ListedGame | None = None
        self._changed = 0.0

    def show_file(self, path: Path, changed: float) -> None:
        """Show games of a file from now on, which was `changed` then: new pictures are made from it."""
        self._path, self._changed = path, changed

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        self.pictures.begin_frame()
        draw_box(surface, self.rect, theme.px(8), theme.colours.sunken, theme.colours.outline)
        game = self.game
        if game is None:
            return
        pad = theme.px(8)
        inside = self.rect.inflate(-2 * pad, -2 * pad)
        side = min(inside.width, inside.height * 2 // 3)
        board = pygame.Rect(inside.x, inside.y, inside.width, side)
        source = PreviewSource.of(self._path, self._changed, game.game)
        preview = self._loader.preview(source)
        picture = self.pictures.picture(source, preview, side, theme) if preview else None
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=board.center))
        self._draw_words(surface, theme, game, (inside.x, board.bottom + pad), inside)

    def _draw_words(
        self,
        surface: pygame.Surface,
        theme: Theme,
        game: ListedGame,
        place: tuple[int, int],
        inside: pygame.Rect,
    ) -> None:
        """Draw players, tags, comment and first moves, as space permits."""
        end = " ".join(part for part in (game.result, game.reason) if part)
        parts = (
            (texts.versus(*game.players), Role.STRONG, theme.colours.text, 2),
            (
                " · ".join(part for part in (game.event, shown_date(game.date)) if part),
                Role.SMALL,
                theme.colours.muted,
                2,
            ),
            (end, Role.SMALL, theme.colours.text, 2),
            (game.comment, Role.SMALL, theme.colours.text, 5),
            (game.opening, Role.SMALL, theme.colours.muted, 4),
        )
        left, top = place
        for text, role, ink, max_lines in parts:
            rows_left = (inside.bottom - top) // theme.line_height(role)
            if text and rows_left > 0:
                lines = fitted_lines(theme, text, role, inside.width, min(rows_left, max_lines))
                top = draw_lines(surface, theme, lines, role, ink, (left, top))
