"""The box with the known moves: a click plays one, and the icon behind it adds a sample game."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import clipped, draw_box, draw_text, icon, place_text
from congo_gui.draw.theme import Colour, Role, Theme
from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.known_moves import NOTHING, KnownMove, KnownMoves, KnownMoveTone
from congo_gui.screens.analysis.results_bar import draw_results
from congo_gui.widgets.base import COMMAND_KEYS, ENTER_KEYS, LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.scroll import BAR, Scroller
from engine.rules.values import Move

ROW, PAD, GAP = 24, 8, 6
STRIPE = 4
"""Width at scale 1 of the coloured stripe before a move."""
MAX_ROWS, MAX_TABLE_ROWS = 3, 5
"""Rows that are visible at once: of moves side by side, and of moves with their results."""
ICON = 16
TONES: dict[KnownMoveTone, Colour] = {
    KnownMoveTone.WIN: (46, 139, 87),
    KnownMoveTone.DRAW: (128, 128, 128),
    KnownMoveTone.LOSS: (200, 60, 50),
    KnownMoveTone.BOOK: (40, 110, 190),
    KnownMoveTone.PLAYED: (150, 130, 105),
}


class KnownMoveList(Widget):
    """Shows `KnownMoves`; `point` is called with the move under the pointer or None, `choose` on a click.

    Moves with results have a row each, with an icon at its end, on which `add_sample` is called. With the
    keyboard, the arrow keys point and Enter chooses; Right goes from such a move to its icon, and `read` is
    called with what is pointed at, in words. On a click on one of the two words at the upper right,
    `choose_source` is called: with True for the player's own games, False for the engine's.
    """

    focusable = True

    def __init__(
        self,
        point: Callable[[Move | None], None],
        choose: Callable[[Move], None],
        add_sample: Callable[[KnownMove], None],
        choose_source: Callable[[bool], None],
        read: Callable[[str], None],
        dark_side: int,
    ) -> None:
        super().__init__()
        self._point, self._choose, self._add_sample, self._read = point, choose, add_sample, read
        self._choose_source, self._dark_side = choose_source, dark_side
        self._sources: list[tuple[str, pygame.Rect]] = []
        """The words for the engine's games and the player's, with their places; empty without that choice."""
        self.known = NOTHING
        self.pointed: int | None = None
        self.on_sample = False
        """True if the icon of the move is pointed at, not the move."""
        self._places: list[pygame.Rect] = []
        self._view = pygame.Rect(0, 0, 0, 0)
        self._theme: Theme | None = None
        self.scroller = Scroller()

    def show(self, known: KnownMoves) -> bool:
        """Set the moves; return whether anything has changed."""
        if known == self.known:
            return False
        self._turn_to(None)
        self.known = known
        self._places = []  # until they are placed, which they are not where there is no room
        self.scroller.offset = 0
        return True

    @property
    def tip(self) -> str:
        return self.known.tip if self.pointed is None else self._words(self.pointed)

    def _words(self, at: int) -> str:
        return texts.ADD_SAMPLE if self.on_sample else self.known.moves[at].words

    # --- layout

    @property
    def max_rows(self) -> int:
        """The maximum number of rows that are visible at once."""
        return MAX_TABLE_ROWS if self.known.is_table else MAX_ROWS

    def height(self, theme: Theme, width: int, max_rows: int) -> int:
        """Return the height in pixels that it needs at a width, with at most `max_rows` rows."""
        places = self._flow(theme, width - 2 * theme.px(PAD))
        rows = 1 + max((place.y for place in places), default=-1) // theme.px(ROW)
        return theme.line_height(Role.SMALL) + min(rows, max_rows) * theme.px(ROW) + theme.px(PAD + 4)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme
        head, pad, row = theme.line_height(Role.SMALL) + theme.px(4), theme.px(PAD), theme.px(ROW)
        height = max(1, (rect.height - head - pad // 2) // row) * row
        self._view = pygame.Rect(rect.x + pad, rect.y + head, rect.width - 2 * pad, height)
        self._places = self._flow(theme, self._view.width)
        self._sources = self._source_places(theme) if self.known.own is not None else []
        bottom = max((place.bottom for place in self._places), default=0)
        self.scroller.place(self._view, bottom, theme, theme.px(ROW))

    def _source_places(self, theme: Theme) -> list[tuple[str, pygame.Rect]]:
        """Return the words for both sources with their places, short ones if the caption needs the space."""
        height, pad = theme.line_height(Role.SMALL), theme.px(PAD)
        for words in ((texts.ENGINE_GAMES, texts.OWN_GAMES), (texts.ENGINE_SHORT, texts.OWN_SHORT)):
            widths = [theme.width(word, Role.CAPTION) + theme.px(8) for word in words]
            left = self.rect.right - pad - sum(widths)
            if left - self.rect.x - 2 * pad >= theme.width(self.known.caption, Role.SMALL):
                break
        top = self.rect.y + theme.px(2)
        second = pygame.Rect(left + widths[0], top, widths[1], height)
        return list(zip(words, (pygame.Rect(left, top, widths[0], height), second), strict=True))

    def _flow(self, theme: Theme, width: int) -> list[pygame.Rect]:
        """Return the rectangles of the moves, relative to the upper left corner of the view."""
        row, gap, available = theme.px(ROW), theme.px(GAP), width - theme.px(BAR + 4)
        if self.known.is_table:
            return [pygame.Rect(0, at * row, available, row) for at in range(len(self.known.moves))]
        places: list[pygame.Rect] = []
        x = y = 0
        for move in self.known.moves:
            taken = self._width(theme, move)
            if x and x + taken > available:
                x, y = 0, y + row
            places.append(pygame.Rect(x, y, taken, row))
            x += taken + gap
        return places

    def _width(self, theme: Theme, move: KnownMove) -> int:
        content = theme.width(move.move.text, Role.BODY) + theme.width(move.text, Role.SMALL)
        return content + theme.px(STRIPE + 4 + 5 + 4)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self._theme is not None:
            self.scroller.scroll_to(self.scroller.offset - round(wheel_steps(event) * self._theme.px(ROW)))
        elif event.type == pygame.MOUSEMOTION:
            self._turn_to(*self._spot(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if not self._click_source(event.pos):
                self._take(*self._spot(event.pos))
        elif event.type == pygame.KEYDOWN:
            return not event.mod & COMMAND_KEYS and self._key(event.key)
        return True

    def _click_source(self, position: tuple[int, int]) -> bool:
        """Choose the source whose word is at a pixel; return whether there is one."""
        for own, (_, place) in enumerate(self._sources):
            if place.collidepoint(position):
                self._choose_source(bool(own))
                return True
        return False

    def source_place(self, own: bool) -> pygame.Rect:
        """Return the rectangle of the word for the player's own games, or for the engine's."""
        return self._sources[own][1]

    def _key(self, key: int) -> bool:
        if key in ENTER_KEYS and self.pointed is not None:
            self._take(self.pointed, self.on_sample)
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}
        if key not in steps or not self.known.moves:
            return False
        at, on_sample = self._stepped(key, steps[key])
        if self._places:
            self.scroller.reveal(self._places[at].top, self._places[at].bottom)
        self._turn_to(at, on_sample)
        self._read(self._words(at) or self.known.moves[at].move.text)
        return True

    def _stepped(self, key: int, step: int) -> tuple[int, bool]:
        """Return where an arrow key leads: the index of a move, and whether to its icon."""
        if self.known.is_table and self.pointed is not None and key in (pygame.K_LEFT, pygame.K_RIGHT):
            has_sample = self.known.moves[self.pointed].sample is not None
            return self.pointed, has_sample and key == pygame.K_RIGHT
        before = -1 if self.pointed is None else self.pointed
        return max(0, min(len(self.known.moves) - 1, before + step)), False

    def _take(self, at: int | None, on_sample: bool) -> None:
        if at is None:
            return
        move = self.known.moves[at]
        self._turn_to(None)
        if on_sample:
            self._add_sample(move)
        else:
            self._choose(move.move)

    def _turn_to(self, at: int | None, on_sample: bool = False) -> None:
        self.on_sample = on_sample
        if at != self.pointed:
            self.pointed = at
            self._point(None if at is None else self.known.moves[at].move)

    @property
    def words(self) -> str:
        return ""  # it reads its moves

    def focus_changed(self) -> None:
        if not self.focused:
            self._turn_to(None)

    def pointer_left(self) -> None:
        self._turn_to(None)

    def _spot(self, position: tuple[int, int]) -> tuple[int | None, bool]:
        """Return the index of the move at a pixel, and whether its icon is there."""
        at = self.at(position)
        return at, at is not None and self.sample_place(at).collidepoint(position)

    def at(self, position: tuple[int, int]) -> int | None:
        """Return the index of the move at a pixel."""
        if not self._view.collidepoint(position):
            return None
        x, y = position[0] - self._view.x, position[1] - self._view.y + self.scroller.offset
        return next((at for at, place in enumerate(self._places) if place.collidepoint(x, y)), None)

    def place_of(self, at: int) -> pygame.Rect:
        """Return the rectangle of a move in the window."""
        return self._places[at].move(self._view.x, self._view.y - self.scroller.offset)

    def sample_place(self, at: int) -> pygame.Rect:
        """Return the rectangle of a move's icon in the window, empty if it has none."""
        place = self.place_of(at)
        width = place.height if self.known.moves[at].sample is not None else 0
        return pygame.Rect(place.right - width, place.y, width, place.height)

    # --- drawing

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, pad = theme.colours, theme.px(PAD)
        draw_box(surface, self.rect, theme.px(8), colours.panel, colours.outline, theme.px(1.2))
        right = self._sources[0][1].x if self._sources else self.rect.right
        caption = theme.shorten(self.known.caption, Role.SMALL, right - self.rect.x - 2 * pad)
        surface.blit(
            theme.text(caption, Role.SMALL, colours.muted), (self.rect.x + pad, self.rect.y + theme.px(3))
        )
        for own, (word, place) in enumerate(self._sources):
            chosen = own == self.known.own
            if chosen:
                draw_box(surface, place, theme.px(4), colours.accent_soft, colours.accent, theme.px(1))
            colour = colours.text if chosen else colours.muted
            place_text(surface, theme, word, Role.CAPTION, colour, center=place.center)
        columns = self._columns(theme)
        with clipped(surface, self._view):
            for at, move in enumerate(self.known.moves):
                place = self.place_of(at)
                if place.colliderect(self._view):
                    left = self._draw_move(surface, theme, move, place, at == self.pointed)
                    if self.known.is_table:
                        self._draw_results(surface, theme, at, max(left, place.x + columns[0]), columns)
        self.scroller.draw(surface, theme)
        self._draw_focus(surface, theme)

    def _columns(self, theme: Theme) -> tuple[int, int]:
        """Return the widths of the moves with their counts, and of the scores, in a table."""
        widths = [self._width(theme, move) for move in self.known.moves]
        scores = [theme.width(move.score, Role.SMALL) for move in self.known.moves]
        return max(widths, default=0), max(scores, default=0)

    def _draw_move(
        self, surface: pygame.Surface, theme: Theme, each: KnownMove, place: pygame.Rect, pointed: bool
    ) -> int:
        """Draw a move and its text; return their right edge."""
        colours, box = theme.colours, place.inflate(0, -theme.px(3))
        fill = colours.accent_soft if pointed and not self.on_sample else colours.raised
        draw_box(surface, box, theme.px(4), fill, colours.outline, theme.px(1))
        stripe = pygame.Rect(box.x, box.y, theme.px(STRIPE), box.height)
        draw_box(surface, stripe, theme.px(2), TONES[each.tone])
        left = stripe.right + theme.px(4)
        draw_text(surface, theme, each.move.text, Role.BODY, colours.text, left, box.centery)
        left += theme.width(each.move.text, Role.BODY) + theme.px(5)
        return draw_text(surface, theme, each.text, Role.SMALL, colours.muted, left, box.centery)

    def _draw_results(
        self, surface: pygame.Surface, theme: Theme, at: int, left: int, columns: tuple[int, int]
    ) -> None:
        """Draw the bar, the score and the icon of a move, from `left` on."""
        each, colours, gap = self.known.moves[at], theme.colours, theme.px(6)
        place, sample = self.place_of(at), self.sample_place(at)
        if each.results is None:
            return
        if self.on_sample and at == self.pointed:
            draw_box(surface, sample.inflate(-theme.px(2), -theme.px(3)), theme.px(4), colours.accent_soft)
        size = theme.px(ICON)
        picture = icon("game", size, colours.text)
        surface.blit(picture, picture.get_rect(center=sample.center))
        score = place_text(
            surface, theme, each.score, Role.SMALL, colours.text, midright=(sample.left - gap, place.centery)
        )
        right = score.right - columns[1] - gap
        bar = pygame.Rect(left + gap, 0, right - left - gap, theme.px(ROW - 10))
        bar.centery = place.centery
        if bar.width >= theme.px(24):
            draw_results(surface, theme, bar, each.results, self._dark_side)
