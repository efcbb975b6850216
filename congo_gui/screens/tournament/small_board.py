"""A board to look at, with the players' names above and below it."""

from __future__ import annotations

import pygame

from congo_gui.board.view import BoardView
from congo_gui.draw.drawing import draw_box, place_text
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import side_name
from congo_gui.screens.tournament import texts
from congo_gui.widgets.base import Widget
from engine.rules.rules import Rules
from engine.rules.values import Position

WON, LOST, DRAWN = "1", "0", "½"


class SmallBoard(Widget):
    """Shows a position, and who plays; nothing can be moved on it."""

    def __init__(self, rules: Rules, skin: Skin) -> None:
        super().__init__()
        self._rules = rules
        self._view = BoardView(rules, skin)
        self._position: Position | None = None
        self._text = ""
        self._names = ("", "")
        self._end: tuple[str, str] | None = None

    def show(self, names: tuple[str, str], text: str) -> bool:
        """Show a position given as text, empty for none; return whether anything has changed."""
        if (names, text) == (self._names, self._text):
            return False
        self._position = self._rules.notation.parse(text) if text else None
        self._names, self._text, self._end = names, text, None
        return True

    def end(self, points: tuple[str, str]) -> bool:
        """Show each side's points of a finished game; return whether anything has changed."""
        changed, self._end = points != self._end, points
        return changed

    def show_last(self, position: Position) -> None:
        """Show the final position of the game, which may not have been shown while it was played."""
        self._position = position

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._view.set_scheme(theme.scheme)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, line = theme.colours, theme.line_height(Role.SMALL) + theme.px(4)
        draw_box(surface, self.rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        inside = self.rect.inflate(-theme.px(12), -theme.px(8))
        spare = inside.height - inside.width - 2 * line
        inside.inflate_ip(0, -max(0, spare))  # the names belong to the board, not to the edges
        if self._position is None:
            words = theme.shorten(texts.WAITING, Role.BODY, inside.width)
            place_text(surface, theme, words, Role.BODY, colours.muted, center=self.rect.center)
            return
        below = self._rules.facts.side_below
        for side in (0, 1):
            top = inside.bottom - line if side == below else inside.y
            self._draw_name(surface, theme, side, pygame.Rect(inside.x, top, inside.width, line))
        self._view.draw_still(surface, inside.inflate(0, -2 * line), self._position)

    def _draw_name(self, surface: pygame.Surface, theme: Theme, side: int, place: pygame.Rect) -> None:
        assert self._position is not None
        words, strong = f"{side_name(self._rules, side)}: {self._names[side]}", self._position.side == side
        if self._end is not None:
            words, strong = f"{words}   {self._end[side]}", self._end[side] == WON
        role = Role.STRONG if strong else Role.BODY
        kept = len(self._end[side]) if self._end is not None else 0
        words = theme.shorten(words, role, place.width, kept)
        place_text(surface, theme, words, role, theme.colours.text, center=place.center)
