"""The positions of a search tree in columns and rows, and in pixels when zoomed and dragged.

Places are numbered from left to right in columns; the row is the ply. Cut-off moves have columns, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from congo_gui.draw.theme import Theme
from engine.trace.trace import TraceNode, pruned_moves

MAX_SINGLE_STUBS = 3
"""Up to this many cut-off moves have separate columns; more share one."""
COLUMN = 62
"""Usual width at scale 1 of a column."""
ROW = (22, 140)
"""Lowest and highest row at scale 1."""
EDGE = 48
"""Width at scale 1 that boxes at both edges need for their other halves."""
MIN_SUBTREE_PX = 3
"""Narrower subtrees, in pixels, are drawn as one line."""


@dataclass(frozen=True)
class Stub:
    """Cut-off moves below a node: one move, or `count` moves together (then `code` is 0)."""

    node: TraceNode
    code: int
    count: int


@dataclass
class TreePlan:
    """The column of the middle of every node and stub, and the columns that each subtree reaches.

    `columns` is the width of each row; rows of the whole tree share their columns, those of a line do not.
    """

    columns: dict[int, float] = field(default_factory=dict)
    middles: dict[TraceNode, float] = field(default_factory=dict)
    stubs: dict[TraceNode, list[tuple[Stub, float]]] = field(default_factory=dict)
    reach: dict[TraceNode, tuple[float, float]] = field(default_factory=dict)
    free_columns: dict[TraceNode, float] = field(default_factory=dict)
    """How many columns a node may take before it touches a neighbour in its row."""

    def shared(self, ply: int) -> float:
        """Return the width of a row."""
        return self.columns.get(ply, 1.0)


def stubs_of(node: TraceNode) -> list[Stub]:
    """Return the cut-off moves below a node."""
    codes = pruned_moves(node)
    if len(codes) <= MAX_SINGLE_STUBS:
        return [Stub(node, code, 1) for code in codes]
    return [Stub(node, 0, len(codes))]


def whole_tree(root: TraceNode, depth: int) -> TreePlan:
    """Return the plan of all positions that a search enters."""
    plan = TreePlan()
    total = _spread(plan, root, 0.0)
    plan.columns = dict.fromkeys(range(depth + 2), total)
    _measure(plan)
    return plan


def _measure(plan: TreePlan) -> None:
    """Compute how many columns each node may take in its row."""
    rows: dict[int, list[tuple[float, TraceNode | None]]] = {}
    for node, column in plan.middles.items():
        rows.setdefault(node.ply, []).append((column, node))
        for _, cut in plan.stubs.get(node, []):
            rows.setdefault(node.ply + 1, []).append((cut, None))
    for row in rows.values():
        row.sort(key=lambda place: place[0])
        for at, (column, found) in enumerate(row):
            if found is not None:
                beside = [abs(row[near][0] - column) for near in (at - 1, at + 1) if 0 <= near < len(row)]
                plan.free_columns[found] = min([plan.shared(found.ply), *beside])


def _spread(plan: TreePlan, node: TraceNode, left: float) -> float:
    """Plan a node and its subtree from a column on; return the column after it."""
    middles: list[float] = []
    end = left
    for child in node.children:
        end = _spread(plan, child, end)
        middles.append(plan.middles[child])
    for stub in stubs_of(node):
        plan.stubs.setdefault(node, []).append((stub, end + 0.5))
        end += 1.0
    if not node.children:
        end = max(end, left + 1.0)
    plan.middles[node] = (middles[0] + middles[-1]) / 2 if middles else (left + end) / 2
    plan.reach[node] = (left, end)
    return end


def one_line(line: list[TraceNode]) -> TreePlan:
    """Return the plan of a line: every row has all moves of the position above, in separate columns."""
    plan = TreePlan(
        columns={0: 1.0}, middles={line[0]: 0.5}, reach={line[0]: (0.0, 1.0)}, free_columns={line[0]: 1.0}
    )
    for node in line:
        below = stubs_of(node)
        for index, child in enumerate(node.children):
            plan.middles[child] = index + 0.5
            plan.reach[child] = (float(index), index + 1.0)
            plan.free_columns[child] = 1.0
        for index, stub in enumerate(below, len(node.children)):
            plan.stubs.setdefault(node, []).append((stub, index + 0.5))
        if node.moves:
            plan.columns[node.ply + 1] = float(len(node.children) + len(below))
    return plan


class TreeScale:
    """Converts the columns and rows of a plan to pixels in the `area` of a picture."""

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
        """Set the plan and its number of rows; with `line_only` it is that of one line."""
        self.plan, self._rows, self._line_only = plan, rows, line_only

    def place(self, area: pygame.Rect, theme: Theme) -> None:
        """Set its rectangle in the window."""
        self.area, self._unit = area, theme.scale

    def fit(self) -> None:
        """Show as much of the tree as fits."""
        self.zoom, self.offset = 1.0, (0.0, 0.0)

    # --- columns and rows

    def column(self, ply: int) -> float:
        """Return the width of a column of a row, in pixels."""
        return min(self.px(COLUMN), self._inner_width / self.plan.shared(ply)) * self.zoom

    @property
    def _inner_width(self) -> int:
        """The width of all columns together, in pixels."""
        return max(1, self.area.width - self.px(EDGE))

    @property
    def row(self) -> float:
        """The height of a row in pixels."""
        lowest, highest = (self.px(units) for units in ROW)
        return max(lowest, min(highest, self.area.height / self._rows))

    def x_of(self, column: float, ply: int) -> float:
        """Return the x of the middle of a column of a row."""
        return self.area.centerx + (column - self.plan.shared(ply) / 2) * self.column(ply) + self.offset[0]

    def y_of(self, ply: int) -> float:
        """Return the y of the middle of a row."""
        spare = max(0.0, self.area.height - self.row * self._rows)
        return self.area.y + spare / 2 + (ply + 0.5) * self.row + self.offset[1]

    def px(self, units: float) -> int:
        """Return a length at scale 1 in pixels."""
        return max(1, round(units * self._unit))

    # --- positions

    def place_of(self, node: TraceNode) -> tuple[int, int]:
        """Return the middle of a position of the plan, in pixels."""
        return round(self.x_of(self.plan.middles[node], node.ply)), round(self.y_of(node.ply))

    def is_thin(self, node: TraceNode) -> bool:
        """Return whether the subtree of a position is too narrow to draw."""
        left, right = self.plan.reach[node]
        narrow = (right - left) * self.column(node.ply) < MIN_SUBTREE_PX
        return not self._line_only and bool(node.children) and narrow

    def in_area(self, node: TraceNode) -> bool:
        """Return whether a position or its subtree may be visible."""
        if node not in self.plan.middles:
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
        """Scroll the tree as little as needed to make a position visible."""
        if node not in self.plan.middles:
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
        # At the largest zoom a column is at least as wide as its labels.
        nearest = max(2.0, self.px(2 * COLUMN) / narrowest)
        before, self.zoom = self.zoom, max(1.0, min(nearest, self.zoom * factor))
        self.offset = self.offset[0] * (self.zoom / before), self.offset[1]
