"""The box with the moves of the opening book or of the tablebase: a click plays one."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import clipped, draw_box, draw_text
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.analysis.known_moves import NOTHING, KnownMove, KnownMoves, Tone
from congo_gui.widgets.base import COMMAND_KEYS, ENTER_KEYS, LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import Scroller
from engine.rules.values import Move

ROW, PAD, GAP = 24, 8, 6
STRIPE = 4
"""Width at scale 1 of the coloured stripe before a move."""
MAX_ROWS = 3
"""Rows that are visible at once."""
TONES: dict[Tone, Colour] = {
    Tone.WIN: (46, 139, 87),
    Tone.DRAW: (128, 128, 128),
    Tone.LOSS: (200, 60, 50),
    Tone.BOOK: (40, 110, 190),
}


class KnownMoveList(Widget):
    """Shows `KnownMoves`; `point` is called with the move under the pointer or None, `choose` on a click.

    With the keyboard, the arrow keys point and Enter chooses.
    """

    focusable = True

    def __init__(self, point: Callable[[Move | None], None], choose: Callable[[Move], None]) -> None:
        super().__init__()
        self._point, self._choose = point, choose
        self.known = NOTHING
        self.pointed: int | None = None
        self._places: list[pygame.Rect] = []
        self._view = pygame.Rect(0, 0, 0, 0)
        self._theme: Theme | None = None
        self.scroller = Scroller()

    def show(self, known: KnownMoves) -> bool:
        """Set the moves; return whether anything has changed."""
        if known == self.known:
            return False
        self.known, self.pointed = known, None
        self.scroller.offset = 0
        return True

    # --- layout

    def height(self, theme: Theme, width: int, max_rows: int = MAX_ROWS) -> int:
        """Return the height in pixels that it needs at a width, with so many rows at most."""
        places = self._flow(theme, width - 2 * theme.px(PAD))
        rows = 1 + max((place.y for place in places), default=0) // theme.px(ROW)
        return theme.line_height(Role.SMALL) + min(rows, max_rows) * theme.px(ROW) + theme.px(PAD + 4)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme
        head, pad, row = theme.line_height(Role.SMALL) + theme.px(4), theme.px(PAD), theme.px(ROW)
        height = max(1, (rect.height - head - pad // 2) // row) * row
        self._view = pygame.Rect(rect.x + pad, rect.y + head, rect.width - 2 * pad, height)
        self._places = self._flow(theme, self._view.width)
        bottom = max((place.bottom for place in self._places), default=0)
        self.scroller.place(self._view, bottom, theme, theme.px(ROW))

    def _flow(self, theme: Theme, width: int) -> list[pygame.Rect]:
        """Return where the moves go, from the upper left corner of the view."""
        row, gap, available = theme.px(ROW), theme.px(GAP), width - theme.px(14)
        places: list[pygame.Rect] = []
        x = y = 0
        for each in self.known.moves:
            taken = self._width(theme, each)
            if x and x + taken > available:
                x, y = 0, y + row
            places.append(pygame.Rect(x, y, taken, row))
            x += taken + gap
        return places

    def _width(self, theme: Theme, each: KnownMove) -> int:
        content = theme.width(each.move.text, Role.BODY) + theme.width(each.text, Role.SMALL)
        return content + theme.px(STRIPE + 4 + 5 + 4)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self._theme is not None:
            self.scroller.scroll_to(self.scroller.offset - round(wheel_steps(event) * self._theme.px(ROW)))
        elif event.type == pygame.MOUSEMOTION:
            self._turn_to(self.at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._take(self.at(event.pos))
        elif event.type == pygame.KEYDOWN:
            return not event.mod & COMMAND_KEYS and self._key(event.key)
        return True

    def _key(self, key: int) -> bool:
        if key in ENTER_KEYS and self.pointed is not None:
            self._take(self.pointed)
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}
        if key not in steps or not self.known.moves:
            return False
        before = -1 if self.pointed is None else self.pointed
        at = max(0, min(len(self.known.moves) - 1, before + steps[key]))
        self.scroller.reveal(self._places[at].top, self._places[at].bottom)
        self._turn_to(at)
        return True

    def _take(self, at: int | None) -> None:
        if at is not None:
            self._turn_to(None)
            self._choose(self.known.moves[at].move)

    def _turn_to(self, at: int | None) -> None:
        if at != self.pointed:
            self.pointed = at
            self._point(None if at is None else self.known.moves[at].move)

    def focus_changed(self) -> None:
        if not self.focused:
            self._turn_to(None)

    def pointer_left(self) -> None:
        self._turn_to(None)

    def at(self, position: tuple[int, int]) -> int | None:
        """Return the index of the move at a pixel."""
        if not self._view.collidepoint(position):
            return None
        x, y = position[0] - self._view.x, position[1] - self._view.y + self.scroller.offset
        return next((at for at, place in enumerate(self._places) if place.collidepoint(x, y)), None)

    def place_of(self, at: int) -> pygame.Rect:
        """Return the rectangle of a move in the window."""
        return self._places[at].move(self._view.x, self._view.y - self.scroller.offset)

    # --- drawing

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, pad = theme.colours, theme.px(PAD)
        draw_box(surface, self.rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        caption = theme.shorten(self.known.caption, Role.SMALL, self.rect.width - 2 * pad)
        surface.blit(
            theme.text(caption, Role.SMALL, colours.muted), (self.rect.x + pad, self.rect.y + theme.px(3))
        )
        with clipped(surface, self._view):
            for at, each in enumerate(self.known.moves):
                place = self.place_of(at)
                if place.colliderect(self._view):
                    self._draw_move(surface, theme, each, place, at == self.pointed)
        self.scroller.draw(surface, theme)
        self._draw_focus(surface, theme)

    def _draw_move(
        self, surface: pygame.Surface, theme: Theme, each: KnownMove, place: pygame.Rect, pointed: bool
    ) -> None:
        colours, box = theme.colours, place.inflate(0, -theme.px(3))
        fill = colours.accent_soft if pointed else colours.raised
        draw_box(surface, box, theme.px(4), fill, colours.outline, theme.px(1))
        stripe = pygame.Rect(box.x, box.y, theme.px(STRIPE), box.height)
        draw_box(surface, stripe, theme.px(2), TONES[each.tone])
        left = stripe.right + theme.px(4)
        draw_text(surface, theme, each.move.text, Role.BODY, colours.text, left, box.centery)
        left += theme.width(each.move.text, Role.BODY) + theme.px(5)
        draw_text(surface, theme, each.text, Role.SMALL, colours.muted, left, box.centery)
