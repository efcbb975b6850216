"""Rows and columns of a search tree in pixels, as far as it is zoomed and dragged."""

from __future__ import annotations

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.search_tree.plan import TreePlan
from engine.trace.trace import TraceNode

COLUMN = 62
"""Usual width at scale 1 of a column."""
ROW = (22, 140)
"""Lowest and highest row at scale 1."""
EDGE = 48
"""Width at scale 1 that boxes at both edges need for their other halves."""
THIN = 3
"""Pixels; what is narrower below a position is drawn as one line."""


class TreeScale:
    """Says where the columns and rows of a plan are in the `area` of a picture."""

    def __init__(self) -> None:
        self.plan = TreePlan()
        self.area = pygame.Rect(0, 0, 0, 0)
        self.zoom = 1.0
        self.offset = (0.0, 0.0)
        self._rows = 1
        self._line_only = False
        self._unit = 1.0
        """Pixels at scale 1."""

    def show(self, plan: TreePlan, rows: int, line_only: bool) -> None:
        """Take a plan with so many rows; with `line_only` it is that of one line."""
        self.plan, self._rows, self._line_only = plan, rows, line_only

    def place(self, area: pygame.Rect, theme: Theme) -> None:
        """Take a place in the window."""
        self.area, self._unit = area, theme.scale

    def fit(self) -> None:
        """Show as much of the tree as there is room for."""
        self.zoom, self.offset = 1.0, (0.0, 0.0)

    # --- columns and rows

    def column(self, ply: int) -> float:
        """Return how wide a column of a row is."""
        return min(self.px(COLUMN), self._inner_width / self.plan.shared(ply)) * self.zoom

    @property
    def _inner_width(self) -> int:
        """How wide the columns are together."""
        return max(1, self.area.width - self.px(EDGE))

    @property
    def row(self) -> float:
        """How high a row is."""
        lowest, highest = (self.px(units) for units in ROW)
        return max(lowest, min(highest, self.area.height / self._rows))

    def x_of(self, column: float, ply: int) -> float:
        """Return where a column of a row has its middle."""
        return self.area.centerx + (column - self.plan.shared(ply) / 2) * self.column(ply) + self.offset[0]

    def y_of(self, ply: int) -> float:
        """Return where a row has its middle."""
        spare = max(0.0, self.area.height - self.row * self._rows)
        return self.area.y + spare / 2 + (ply + 0.5) * self.row + self.offset[1]

    def px(self, units: float) -> int:
        """Return a length at scale 1 in pixels."""
        return max(1, round(units * self._unit))

    # --- positions

    def place_of(self, node: TraceNode) -> tuple[int, int]:
        """Return where a position of the plan has its middle."""
        return round(self.x_of(self.plan.places[node], node.ply)), round(self.y_of(node.ply))

    def is_thin(self, node: TraceNode) -> bool:
        """Tell whether what is below a position takes so little room that nothing of it can be told apart."""
        left, right = self.plan.reach[node]
        narrow = (right - left) * self.column(node.ply) < THIN
        return not self._line_only and bool(node.children) and narrow

    def in_area(self, node: TraceNode) -> bool:
        """Tell whether something of a position, or of what is below it, may be in the picture."""
        if node not in self.plan.places:
            return False
        if self._line_only:
            return True
        left, right = (self.x_of(column, node.ply) for column in self.plan.reach[node])
        return right >= self.area.left and left <= self.area.right

    # --- moving

    def move(self, dx: float, dy: float) -> None:
        """Drag the tree."""
        self.offset = self.offset[0] + dx, self.offset[1] + dy

    def reveal(self, node: TraceNode) -> None:
        """Move the tree as little as needed to have a position in sight."""
        if node not in self.plan.places:
            return
        x, y = self.place_of(node)
        fits = self.column(node.ply) * self.plan.shared(node.ply) <= self.area.width
        aside = 0 if fits else self.area.width // 4
        inner = self.area.inflate(-aside, -min(round(self.row), self.area.height // 2))
        dx = max(inner.left - x, 0) + min(inner.right - x, 0)
        dy = max(inner.top - y, 0) + min(inner.bottom - y, 0)
        self.move(dx, dy)

    def zoom_by(self, factor: float) -> None:
        """Make the columns wider or narrower about the middle of the picture."""
        narrowest = min(self._inner_width / width for width in self.plan.columns.values())
        # At the largest a column is as wide as labels want it, or a little more.
        nearest = max(2.0, self.px(2 * COLUMN) / narrowest)
        before, self.zoom = self.zoom, max(1.0, min(nearest, self.zoom * factor))
        self.offset = self.offset[0] * (self.zoom / before), self.offset[1]
