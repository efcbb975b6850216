"""The engine's lines: rows of moves to point at and to choose, and arrows on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from congo_gui.board.markers import BLUE, PAPER, RED
from congo_gui.board.state import Arrow, Purpose, arrows_along
from congo_gui.draw.drawing import draw_box, draw_lines, draw_text, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import short_score
from congo_gui.widgets.base import COMMAND_KEYS, ENTER_KEYS, LEFT_BUTTON, Widget
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Transition
from engine.search.limits import SearchInfo

ROW, PAD, FOOTER_MARGINS = 25, 10, 20
THREAT_BADGE, OTHER_BADGE = "!", "P"
"""The badges of the threat, and of the lines of another program."""


STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
"""By key: the step in moves and in rows."""


@dataclass(frozen=True)
class LineRow:
    """A row: the score and the moves, each as text; `badge` is its rank, or that it is a threat."""

    score: str
    moves: tuple[str, ...]
    badge: str = ""

    @property
    def threat(self) -> bool:
        """True if it is what the other side would play."""
        return self.badge == THREAT_BADGE


@dataclass(frozen=True)
class LineSpot:
    """A move in a row: the first `count` moves of the line lead there."""

    row: int
    count: int


class LineList(Widget):
    """Shows `LineRow`s under a caption. Calls `point` with what is pointed at or None, `choose` on a click.

    With the keyboard, the arrow keys point and Enter chooses.
    """

    focusable = True

    def __init__(
        self, caption: str, point: Callable[[LineSpot | None], None], choose: Callable[[LineSpot], None]
    ) -> None:
        super().__init__()
        self.caption = caption
        self._point, self._choose = point, choose
        self.rows: tuple[LineRow, ...] = ()
        self.note = ""
        self.footer = ""
        """The text below the rows: the state of the second engine."""
        self.footer_lines = 1
        """The number of its lines."""
        self.pointed: LineSpot | None = None
        self._theme: Theme | None = None

    def show(self, rows: Sequence[LineRow], note: str) -> bool:
        """Set the rows, and the note if there are none; return whether anything has changed."""
        if (tuple(rows), note) == (self.rows, self.note):
            return False
        self.rows, self.note = tuple(rows), note
        return True

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._turn_to(self.at(event.pos))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            spot = self.at(event.pos)
            if spot is not None:
                self._turn_to(None)
                self._choose(spot)
            return True
        if event.type == pygame.KEYDOWN and not event.mod & COMMAND_KEYS:
            return self._key(event.key)
        return event.type == pygame.MOUSEBUTTONUP

    def _key(self, key: int) -> bool:
        if key in ENTER_KEYS and self.pointed is not None:
            spot = self.pointed
            self._turn_to(None)
            self._choose(spot)
            return True
        if key not in STEPS:
            return False
        if self.rows:
            self._turn_to(self._neighbour(*STEPS[key]))
        return True

    def _neighbour(self, moves: int, rows: int) -> LineSpot:
        """Return the move that many moves and rows from the current one, initially the first one."""
        if self.pointed is None:
            return LineSpot(0, 1)
        row = max(0, min(len(self.rows) - 1, self.pointed.row + rows))
        last = self._places(self._theme, row)[-1][0] if self._theme is not None else 1
        return LineSpot(row, max(1, min(last, self.pointed.count + moves)))

    def focus_changed(self) -> None:
        if not self.focused:
            self._turn_to(None)
        elif self.rows:
            self._turn_to(LineSpot(0, 1))

    def pointer_left(self) -> None:
        self._turn_to(None)

    def _turn_to(self, spot: LineSpot | None) -> None:
        if spot != self.pointed:
            self.pointed = spot
            self._point(spot)

    def at(self, position: tuple[int, int]) -> LineSpot | None:
        """Return the move at a pixel; the score counts as the first move."""
        if self._theme is None or not self.rect.collidepoint(position):
            return None
        for row in range(len(self.rows)):
            for count, place in self._places(self._theme, row):
                if place.collidepoint(position):
                    return LineSpot(row, count)
        return None

    # --- drawing

    def _row_rect(self, row: int) -> pygame.Rect:
        assert self._theme is not None
        inside = self.rect.inflate(-2 * self._theme.px(PAD), -2 * self._theme.px(7))
        taken = self._theme.line_height(Role.SMALL)
        inside.y, inside.height = (
            inside.y + taken,
            inside.height - taken * (1 + self.footer_lines * bool(self.footer)),
        )
        height = min(self._theme.px(ROW), inside.height // max(1, len(self.rows)))
        return pygame.Rect(inside.x, inside.y + row * height, inside.width, height)

    @staticmethod
    def footer_fits(theme: Theme, footer: str, width: int) -> bool:
        """Return whether a footer fits in one line of a list of that width."""
        return theme.width(footer, Role.SMALL) <= width - theme.px(FOOTER_MARGINS)

    def _badge_width(self, theme: Theme) -> int:
        widest = max((theme.width(row.badge, Role.SMALL) for row in self.rows), default=0)
        return max(theme.width("0", Role.SMALL), widest) + theme.px(10)

    def _score_width(self, theme: Theme) -> int:
        return max(theme.width(score, Role.STRONG) for score in ("+00.00", *(row.score for row in self.rows)))

    def _places(self, theme: Theme, row: int) -> list[tuple[int, pygame.Rect]]:
        """Return the number and the rectangle of each move that fits; the score comes first."""
        line = self._row_rect(row)
        badge = self._badge_width(theme) + theme.px(5)
        left, gap = line.x + badge + self._score_width(theme) + theme.px(8), theme.px(7)
        places = [(1, pygame.Rect(line.x, line.y, left - line.x, line.height))]
        for count, text in enumerate(self.rows[row].moves, 1):
            width = theme.width(text, Role.BODY)
            if left + width > line.right and count > 1:
                break
            places.append((count, pygame.Rect(left, line.y, min(width, line.right - left), line.height)))
            left += width + gap
        return places

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        caption = theme.shorten(self.caption, Role.SMALL, self.rect.width - theme.px(20))
        picture = theme.text(caption, Role.SMALL, colours.muted)
        surface.blit(picture, (self.rect.x + theme.px(PAD), self.rect.y + theme.px(6)))
        if not self.rows:
            lines = theme.wrap(self.note, Role.BODY, self.rect.width - theme.px(20))
            place = self.rect.x + theme.px(10), self.rect.y + theme.px(7) + picture.get_height()
            draw_lines(surface, theme, lines, Role.BODY, colours.muted, place)
        for row in range(len(self.rows)):
            self._draw_row(surface, theme, row)
        if self.footer:
            width, max_lines = self.rect.width - theme.px(FOOTER_MARGINS), max(1, self.footer_lines)
            lines = fitted_lines(theme, self.footer, Role.SMALL, width, max_lines)
            top = self.rect.bottom - theme.px(5) - len(lines) * theme.line_height(Role.SMALL)
            draw_lines(surface, theme, lines, Role.SMALL, colours.muted, (self.rect.x + theme.px(PAD), top))
        self._draw_focus(surface, theme)

    def _draw_row(self, surface: pygame.Surface, theme: Theme, row: int) -> None:
        colours, line = theme.colours, self.rows[row]
        ink = colours.danger if line.threat else colours.text
        (_, first), *moves = self._places(theme, row)
        self._draw_badge(surface, theme, line, first)
        left = first.x + self._badge_width(theme) + theme.px(5)
        draw_text(surface, theme, line.score, Role.STRONG, ink, left, first.centery)
        for count, place in moves:
            pointed = self.pointed is not None and self.pointed.row == row and count <= self.pointed.count
            if pointed:
                draw_box(surface, place.inflate(theme.px(6), -theme.px(2)), theme.px(4), colours.accent_soft)
            text = theme.shorten(line.moves[count - 1], Role.BODY, place.width)
            draw_text(surface, theme, text, Role.BODY, ink, place.x, place.centery)

    def _draw_badge(self, surface: pygame.Surface, theme: Theme, line: LineRow, place: pygame.Rect) -> None:
        """Draw the line's badge, as on its arrow on the board."""
        text = theme.text(line.badge, Role.SMALL, PAPER)
        box = pygame.Rect(place.x, 0, self._badge_width(theme), min(place.height, text.get_height()))
        box.centery = place.centery
        draw_box(surface, box, theme.px(6), RED if line.threat else BLUE)
        surface.blit(text, (box.centerx - text.get_width() // 2, box.centery - text.get_height() // 2))


@dataclass(frozen=True)
class ShownLines:
    """The lines from a position, the best first, and below them the threat, None if none is shown."""

    rules: Rules
    position: Position
    infos: tuple[SearchInfo, ...] = ()
    others: tuple[SearchInfo, ...] = ()
    """The lines of the second engine, below the others."""
    threat: SearchInfo | None = None

    def rows(self) -> list[LineRow]:
        """Return the rows of the list of lines."""
        side = self.position.side
        rows = [self._row(info, side, str(rank)) for rank, info in enumerate(self.infos, 1)]
        several = len(self.others) > 1
        for rank, info in enumerate(self.others, 1):
            rows.append(self._row(info, side, f"{OTHER_BADGE}{rank}" if several else OTHER_BADGE))
        if self.threat is not None:
            rows.append(self._row(self.threat, 1 - side, THREAT_BADGE))
        return rows

    def _row(self, info: SearchInfo, side: int, badge: str) -> LineRow:
        score = short_score(info.score, side)
        return LineRow(score, tuple(move.text for move in info.pv), badge)

    def is_threat(self, spot: LineSpot) -> bool:
        """Return whether a spot is in the threat's row."""
        return spot.row >= len(self._lines)

    @property
    def _lines(self) -> tuple[SearchInfo, ...]:
        return (*self.infos, *self.others)

    def moves(self, spot: LineSpot) -> tuple[Move, ...]:
        """Return the moves that lead to a place in the list."""
        info = self.threat if self.is_threat(spot) else self._lines[spot.row]
        assert info is not None
        return info.pv[: spot.count]

    def after(self, spot: LineSpot) -> tuple[Position, Transition]:
        """Return the position at a place in the list, and the last move that leads there."""
        passed = self.rules.null_move(self.position) if self.is_threat(spot) else None
        position = passed or self.position
        moves = self.moves(spot)
        for move in moves[:-1]:
            position = self.rules.play(position, move)
        return self.rules.play(position, moves[-1]), self.rules.transition(position, moves[-1])

    def arrows(self) -> tuple[Arrow, ...]:
        """Return the first move of each line, with its score and its rank; the threat lies lowest."""
        side = self.position.side
        arrows: tuple[Arrow, ...] = ()
        if self.threat is not None:
            arrows += self._arrows_of(self.threat, 1 - side, Purpose.THREAT)
        for rank, info in enumerate(self.infos, 1):
            arrows += self._arrows_of(info, side, Purpose.LINE, rank)
        return arrows

    def _arrows_of(self, info: SearchInfo, side: int, purpose: Purpose, rank: int = 0) -> tuple[Arrow, ...]:
        """Return the arrows of a line's first move: the score where it ends, its rank on the way."""
        path = info.pv[0].path if info.pv else ()
        score = short_score(info.score, side)
        return arrows_along(path, purpose, score, thin=rank > 1, badge=str(rank) if rank else "")
