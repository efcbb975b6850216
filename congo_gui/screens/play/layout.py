"""The layout of the play screen at any window size.

Three arrangements: *wide* (the panel beside the board, with everything), *compact* (a small window: the
status in one line below the board, buttons without text) and *tall* (the panel below the board). The
board and the status are always complete; the move list takes what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.layout import Stack, grid, side_by_side

Rect = pygame.Rect

WIDE_PANEL = (328, 470)
"""Narrowest and widest panel at scale 1."""
WIDE_HEIGHT = 640
"""The height at scale 1 from which everything fits beside the board."""
COMPACT_PANEL = (240, 420)
MIN_REST = 230
"""Height at scale 1 that moves, cards and buttons need below the board."""
STATUS, STATUS_OVER = 136, 212
"""Height of the status at scale 1, during the game and when it is over."""
MIN_MOVES = 64
"""Minimum height of the move list at scale 1 beside a larger status."""
LABELS_WIDTH, LABELS_MOVES = 330, 110
"""Width of a toolbar and height of the moves at scale 1 from which the buttons have labels."""
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
    fen: Rect | None
    toolbar: tuple[Rect, ...]
    labels: bool
    """True if labels fit on the buttons."""


def play_layout(window: Rect, theme: Theme, demo: bool, over: bool, fen: bool) -> PlayLayout:
    """Arrange the play screen; `demo` reserves space for the controls of a game between AIs.

    A game that is `over` has a larger status, for how it ended and what can be done next; `fen` reserves
    space for the position as text.
    """
    if window.height > window.width * 1.15:
        return _tall(window, theme, demo, fen)
    gap = theme.px(12)
    board_side = window.height - 2 * gap
    panel = window.width - board_side - 3 * gap
    narrowest = theme.px(WIDE_PANEL[0])
    if window.height >= theme.px(WIDE_HEIGHT) and window.width - narrowest - 3 * gap >= theme.px(480):
        return _wide(window, theme, demo, over, fen, max(narrowest, min(panel, theme.px(WIDE_PANEL[1]))))
    return _compact(window, theme, demo, fen)


def _wide(window: Rect, theme: Theme, demo: bool, over: bool, fen: bool, width: int) -> PlayLayout:
    gap = theme.px(12)
    board, panel = side_by_side(window.inflate(-2 * gap, -2 * gap), width, gap, theme)
    column = Stack(panel, theme.px(8))
    upper = column.top(theme.px(64))
    status = column.top(theme.px(STATUS))
    toolbar = _toolbar(column.bottom(theme.px(2 * 54 + 4)), theme)
    field = column.bottom(theme.px(54)) if fen else None
    lower = column.bottom(theme.px(64))
    controls = column.bottom(theme.px(40)) if demo else None
    moves = column.rest
    if over:
        more = min(theme.px(STATUS_OVER - STATUS), max(0, moves.height - theme.px(MIN_MOVES)))
        status.height += more
        moves = Rect(moves.x, moves.y + more, moves.width, moves.height - more)
    return PlayLayout(board, status, (upper, lower), controls, moves, field, toolbar, True)


def _compact(window: Rect, theme: Theme, demo: bool, fen: bool) -> PlayLayout:
    gap = theme.px(8)
    inside = window.inflate(-2 * gap, -2 * gap)
    column = Stack(inside, gap)
    status = column.bottom(flat_status_height(theme))
    area = column.rest
    narrowest, widest = (theme.px(units) for units in COMPACT_PANEL)
    width = max(narrowest, min(widest, area.width - area.height - gap))
    board, panel = side_by_side(area, width, gap, theme)
    inner = Stack(panel, theme.px(6))
    upper = inner.top(theme.px(46))
    others = 46 + 50 * fen + 38 * demo + LABELS_MOVES + 2 * 54 + 4
    labels = panel.width >= theme.px(LABELS_WIDTH) and inner.rest.height >= theme.px(others + 4 * 6)
    toolbar = _toolbar(inner.bottom(theme.px(2 * (54 if labels else 38) + 4)), theme)
    field = inner.bottom(theme.px(50)) if fen else None
    lower = inner.bottom(theme.px(46))
    controls = inner.bottom(theme.px(38)) if demo else None
    return PlayLayout(board, status, (upper, lower), controls, inner.rest, field, toolbar, labels)


def _tall(window: Rect, theme: Theme, demo: bool, fen: bool) -> PlayLayout:
    gap = theme.px(8)
    inside = window.inflate(-2 * gap, -2 * gap)
    needed = theme.px(270)
    available = max(1, min(inside.width, inside.height - flat_status_height(theme) - needed - 2 * gap))
    side = round(available * theme.board_share)
    # The status has up to two more lines where the controls below can spare the space.
    spare = inside.height - available - theme.px(MIN_REST) - 2 * gap
    heights = [flat_status_height(theme, lines) for lines in (4, 3, 2)]
    status_height = next((height for height in heights if height <= spare), heights[-1])
    board = Rect(inside.x + (inside.width - side) // 2, inside.y, side, side)
    status = Rect(inside.x, board.bottom + gap, inside.width, status_height)
    rest = Rect(inside.x, status.bottom + gap, inside.width, inside.bottom - status.bottom - gap)
    half = (rest.width - gap) // 2
    left = Stack(Rect(rest.x, rest.y, half, rest.height), gap)
    right = Stack(Rect(rest.x + half + gap, rest.y, half, rest.height), gap)
    cards = left.top(theme.px(52)), left.top(theme.px(52))
    labels = half >= theme.px(LABELS_WIDTH)
    toolbar = _toolbar(left.bottom(theme.px(2 * (54 if labels else 40) + 4)), theme)
    field = right.bottom(theme.px(54)) if fen else None
    controls = right.bottom(theme.px(40)) if demo else None
    return PlayLayout(board, status, cards, controls, right.rest, field, toolbar, labels)


def _toolbar(area: Rect, theme: Theme) -> tuple[Rect, ...]:
    return tuple(grid(area, COLUMNS, ROWS, theme.px(4)))


def flat_status_height(theme: Theme, lines: int = 2) -> int:
    """Return the height in pixels of a status with a title and `lines` lines."""
    return theme.line_height(Role.HEADING) + lines * theme.line_height(Role.SMALL) + theme.px(10)
