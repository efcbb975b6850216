"""Where everything of the play screen is, at any window size.

Three arrangements: *wide* (the panel beside the board, with everything), *compact* (a small window: the
status in one line below the board, buttons without text) and *tall* (the panel below the board). The
board and the status are always whole; what gives way is the move list.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.theme import Role, Theme

Rect = pygame.Rect

WIDE_PANEL = (328, 470)
"""Narrowest and widest panel at scale 1."""
WIDE_HEIGHT = 640
"""The height at scale 1 from which everything fits beside the board."""
COMPACT_PANEL = (240, 420)
LEAST_REST = 230
"""Height at scale 1 that moves, cards and buttons need below the board."""
COLUMNS = 6
"""Buttons in a row of the toolbar."""
ROWS = 2


@dataclass(frozen=True)
class PlayLayout:
    """The rectangles of the play screen. `cards` are the upper and the lower player's."""

    board: Rect
    status: Rect
    cards: tuple[Rect, Rect]
    demo: Rect | None
    moves: Rect
    fen: Rect
    toolbar: tuple[Rect, ...]
    labels: bool
    """Whether the buttons have room for text."""

    def parts(self) -> dict[str, Rect]:
        """Return all rectangles by name; none may overlap another."""
        named = {"board": self.board, "status": self.status, "moves": self.moves, "fen": self.fen}
        named |= {f"card {index}": rect for index, rect in enumerate(self.cards)}
        named |= {f"button {index}": rect for index, rect in enumerate(self.toolbar)}
        return named | ({"demo": self.demo} if self.demo else {})


class Stack:
    """Takes rows off a column from the top and from the bottom."""

    def __init__(self, area: Rect, gap: int) -> None:
        self.rest = area.copy()
        self.gap = gap

    def top(self, height: int) -> Rect:
        row = Rect(self.rest.x, self.rest.y, self.rest.width, height)
        self._cut(height)
        self.rest.y += height + self.gap
        return row

    def bottom(self, height: int) -> Rect:
        row = Rect(self.rest.x, self.rest.bottom - height, self.rest.width, height)
        self._cut(height)
        return row

    def _cut(self, height: int) -> None:
        self.rest.height = max(0, self.rest.height - height - self.gap)


def fen_label_height(theme: Theme) -> int:
    """Return what the label takes above a FEN field, with the room for the field's frame, in pixels."""
    return theme.line_height(Role.SMALL) + theme.px(3)


def flat_status_height(theme: Theme, lines: int = 2) -> int:
    """Return the height of a status with a title and so many lines, in pixels."""
    return theme.line_height(Role.HEADING) + lines * theme.line_height(Role.SMALL) + theme.px(10)


def play_layout(window: Rect, theme: Theme, demo: bool) -> PlayLayout:
    """Arrange the play screen; `demo` reserves room for the controls of a game between AIs."""
    if window.height > window.width * 1.15:
        return _tall(window, theme, demo)
    gap = theme.px(12)
    board_side = window.height - 2 * gap
    panel = window.width - board_side - 3 * gap
    narrowest = theme.px(WIDE_PANEL[0])
    if window.height >= theme.px(WIDE_HEIGHT) and window.width - narrowest - 3 * gap >= theme.px(480):
        return _wide(window, theme, demo, max(narrowest, min(panel, theme.px(WIDE_PANEL[1]))))
    return _compact(window, theme, demo)


def _wide(window: Rect, theme: Theme, demo: bool, width: int) -> PlayLayout:
    gap = theme.px(12)
    board = Rect(window.x + gap, window.y + gap, window.width - width - 3 * gap, window.height - 2 * gap)
    board, panel = side_by_side(board, width, gap, theme)
    column = Stack(panel, theme.px(8))
    upper = column.top(theme.px(64))
    status = column.top(theme.px(136))
    toolbar = _toolbar(column.bottom(theme.px(2 * 54 + 4)), theme)
    fen = column.bottom(theme.px(54))
    lower = column.bottom(theme.px(64))
    controls = column.bottom(theme.px(40)) if demo else None
    return PlayLayout(board, status, (upper, lower), controls, column.rest, fen, toolbar, True)


def side_by_side(area: Rect, panel_width: int, gap: int, theme: Theme) -> tuple[Rect, Rect]:
    """Put a square board and the panel next to each other in the middle of a window that is wider.

    A board that takes less than its room leaves the rest to the panel, up to its double width.
    """
    room = min(area.width, area.height)
    side = round(room * theme.board_share)
    added = min(room - side, panel_width)
    left = area.x + (area.width - side - added) // 2
    board = Rect(left, area.y + (area.height - side) // 2, side, side)
    return board, Rect(board.right + gap, area.y, panel_width + added, area.height)


def beside_or_above(window: Rect, theme: Theme, widths: tuple[int, int], height: int) -> tuple[Rect, Rect]:
    """Put a square board beside a panel, or above it in a tall window; return both.

    `widths` are the narrowest and the widest panel, `height` is its height below the board, at scale 1.
    """
    gap = theme.px(10)
    inside = window.inflate(-2 * gap, -2 * gap)
    if inside.height > inside.width:
        side = min(inside.width, inside.height - min(theme.px(height), inside.height // 2) - gap)
        board = Rect(inside.x + (inside.width - side) // 2, inside.y, side, side)
        return board, Rect(inside.x, board.bottom + gap, inside.width, inside.bottom - board.bottom - gap)
    narrowest, widest = (theme.px(units) for units in widths)
    width = max(narrowest, min(widest, inside.width - inside.height - gap))
    area = Rect(inside.x, inside.y, max(1, inside.width - width - gap), inside.height)
    return side_by_side(area, width, gap, theme)


def _compact(window: Rect, theme: Theme, demo: bool) -> PlayLayout:
    gap = theme.px(8)
    inside = window.inflate(-2 * gap, -2 * gap)
    column = Stack(inside, gap)
    status = column.bottom(flat_status_height(theme))
    area = column.rest
    narrowest, widest = (theme.px(units) for units in COMPACT_PANEL)
    width = max(narrowest, min(widest, area.width - area.height - gap))
    board = Rect(area.x, area.y, max(1, area.width - width - gap), area.height)
    board, panel = side_by_side(board, width, gap, theme)
    inner = Stack(panel, theme.px(6))
    upper = inner.top(theme.px(46))
    toolbar = _toolbar(inner.bottom(theme.px(2 * 38 + 4)), theme)
    fen = inner.bottom(theme.px(50))
    lower = inner.bottom(theme.px(46))
    controls = inner.bottom(theme.px(38)) if demo else None
    return PlayLayout(board, status, (upper, lower), controls, inner.rest, fen, toolbar, False)


def _tall(window: Rect, theme: Theme, demo: bool) -> PlayLayout:
    gap = theme.px(8)
    inside = window.inflate(-2 * gap, -2 * gap)
    needed = theme.px(270)
    room = max(1, min(inside.width, inside.height - flat_status_height(theme) - needed - 2 * gap))
    side = round(room * theme.board_share)
    # Two more lines for the status cost the board nothing, and the rest what it can spare.
    spare = inside.height - room - theme.px(LEAST_REST) - 2 * gap
    heights = [flat_status_height(theme, lines) for lines in (4, 3, 2)]
    status_height = next((height for height in heights if height <= spare), heights[-1])
    board = Rect(inside.x + (inside.width - side) // 2, inside.y, side, side)
    status = Rect(inside.x, board.bottom + gap, inside.width, status_height)
    rest = Rect(inside.x, status.bottom + gap, inside.width, inside.bottom - status.bottom - gap)
    half = (rest.width - gap) // 2
    left = Stack(Rect(rest.x, rest.y, half, rest.height), gap)
    right = Stack(Rect(rest.x + half + gap, rest.y, half, rest.height), gap)
    cards = left.top(theme.px(52)), left.top(theme.px(52))
    labels = half >= theme.px(330)
    toolbar = _toolbar(left.bottom(theme.px(2 * (54 if labels else 40) + 4)), theme)
    fen = right.bottom(theme.px(54))
    controls = right.bottom(theme.px(40)) if demo else None
    return PlayLayout(board, status, cards, controls, right.rest, fen, toolbar, labels)


def _toolbar(area: Rect, theme: Theme) -> tuple[Rect, ...]:
    return tuple(grid(area, COLUMNS, ROWS, theme.px(4)))


def grid(area: Rect, columns: int, rows: int, gap: int) -> list[Rect]:
    """Divide an area into places of whole pixels, row by row."""
    places = []
    for row in range(rows):
        top = area.y + row * (area.height + gap) // rows
        bottom = area.y + (row + 1) * (area.height + gap) // rows - gap
        for column in range(columns):
            left = area.x + column * (area.width + gap) // columns
            right = area.x + (column + 1) * (area.width + gap) // columns - gap
            places.append(Rect(left, top, right - left, bottom - top))
    return places
