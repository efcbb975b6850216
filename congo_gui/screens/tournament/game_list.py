"""The list of a tournament's finished games: players, result, and reason."""

from __future__ import annotations

import pygame

from congo_gui.draw.drawing import draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets.list_view import ListRow, ListView

NOTE_SHARE = 0.5
"""The share of a row for its note if the whole row does not fit."""
RESULT_LENGTH = len("   1 – 0")
"""The letters of the result at the end of a row's text, which are always shown."""


class GameList(ListView):
    """A list whose notes lose the number of moves if they do not fit, but are never left out."""

    def _draw_text(self, surface: pygame.Surface, theme: Theme, row: ListRow, inside: pygame.Rect) -> None:
        gap, ink = theme.px(12), theme.colours.muted
        free = inside.width - theme.width(row.text, Role.STRONG) - gap
        note = row.note if theme.width(row.note, Role.SMALL) <= free else row.note.rpartition(", ")[0]
        note = theme.shorten(note, Role.SMALL, max(free, round(inside.width * NOTE_SHARE)))
        width = theme.width(note, Role.SMALL)
        draw_text(surface, theme, note, Role.SMALL, ink, inside.right - width, inside.centery)
        text = theme.shorten(row.text, Role.STRONG, inside.width - width - gap, RESULT_LENGTH)
        draw_text(surface, theme, text, Role.STRONG, theme.colours.text, inside.x, inside.centery)
