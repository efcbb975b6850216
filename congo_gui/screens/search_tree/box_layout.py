"""The places of the boxes of a search tree, so that none covers another.

A row of the tree is planned in columns (`plan`). Boxes are wider than columns where those are narrow, so
several arrangements of a row are tried, the one with the most text first: boxes push their neighbours aside,
are in two lines, or become shapes or strokes without texts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import pygame

from congo_gui.draw.theme import Theme
from congo_gui.screens.search_tree.labels import Labels, SearchView, Text
from congo_gui.screens.search_tree.plan import Stub, TreeScale
from engine.trace.trace import TraceNode

MIN_SHAPED_COLUMN = 9
"""Width at scale 1 of a column from which a position has its shape."""
MAX_SHAPE, MIN_SHAPE = 14, 6
MIN_BOX, ROOMY_BOX = 26, 52
"""Minimum width at scale 1 of a box with texts, and of a wider one."""
ROW_OF_TEXTS = (0, 58, 76)
"""Height at scale 1 of a row from which boxes have one text, two, and three."""
MIN_NAMED_ROW = 50
"""Height at scale 1 of a row from which moves that are cut off have their names."""
GAP = 3
"""Between neighbours at scale 1."""
FAN = 8
"""Height at scale 1 above and below the boxes of a row for the lines that lead aside to them."""

MAX_OFFSET_PX = 2.5
"""Largest offset in pixels at which a box counts as being where it should: the lines to it are upright."""

TreePart = TraceNode | Stub


@dataclass(frozen=True)
class TreeSpot:
    """A drawn position or cut-off move: its rectangle, and its texts if any.

    `stem` is where lines to and from it cross the edge of its row.
    """

    rect: pygame.Rect
    texts: tuple[Text, ...]
    stem: int

    @property
    def x(self) -> int:
        """The ends of its lines."""
        return self.rect.centerx


@dataclass(frozen=True)
class _Item:
    """An item of a row: its preferred place, its size, and its texts."""

    key: TreePart
    target: float
    size: tuple[int, int]
    texts: tuple[Text, ...]


class BoxLayout:
    """The spots of the visible parts of a view; parts that other boxes would cover have none."""

    def __init__(self, scale: TreeScale, theme: Theme, view: SearchView, shown: Iterable[TraceNode]) -> None:
        self._scale, self._theme, self._view = scale, theme, view
        texts = sum(scale.row >= theme.px(height) for height in ROW_OF_TEXTS)
        self._labels = Labels(view, theme, texts)
        self.spots: dict[TreePart, TreeSpot] = {}
        self.reach: dict[int, tuple[int, int]] = {}
        """By row: the top and the bottom of its boxes, in pixels."""
        self._columns = {ply: scale.column(ply) for ply in range(view.trace.depth + 2)}
        self._starts: dict[int, float] = {}
        self._targets: dict[TreePart, float] = {}
        """The preferred middle of every item, in pixels."""
        rows: dict[int, list[TreePart]] = {}
        for node in shown:
            self._request(rows, node, node.ply, scale.plan.middles[node])
            for stub, column in self._stubs(node):
                self._request(rows, stub, node.ply + 1, column)
        for ply, keys in rows.items():
            self._place_row(ply, sorted(keys, key=self._targets.__getitem__))

    # --- items

    def _request(self, rows: dict[int, list[TreePart]], key: TreePart, ply: int, column: float) -> None:
        rows.setdefault(ply, []).append(key)
        self._targets[key] = self._start(ply) + column * self._columns[ply]

    def _start(self, ply: int) -> float:
        """Return where the first column of a row begins."""
        if ply not in self._starts:
            self._starts[ply] = self._scale.x_of(0, ply)
        return self._starts[ply]

    def _stubs(self, node: TraceNode) -> list[tuple[Stub, float]]:
        """Return the cut-off moves below a position, if it was cut; of narrow ones only the middle one."""
        stubs = self._scale.plan.stubs.get(node, [])
        if not stubs or not self._view.has_cut(node):
            return []
        if self._columns[node.ply + 1] < self._theme.px(MIN_SHAPED_COLUMN):
            return stubs[len(stubs) // 2 :][:1]  # several would only be a blur
        return stubs

    # --- rows

    def _place_row(self, ply: int, keys: list[TreePart]) -> None:
        left, right = self._edges(ply)
        for lines, item in self._arrangements() if len(keys) < (right - left) / 2 else ():
            items = [item(key) for key in keys]
            middles = self._middles(ply, items, lines)
            if middles is not None:
                self._place_items(ply, items, middles, lines)
                return
        self._squeeze(ply, [self._stroke(key) for key in keys])

    def _arrangements(self) -> Iterator[tuple[int, Callable[[TreePart], _Item]]]:
        """Yield the arrangements of a row, best first: the number of lines, and a maker of items."""
        if self._view.line_only:
            yield 1, partial(self._box, min_width=ROOMY_BOX)
            yield 1, partial(self._box, min_width=MIN_BOX)
            yield 2, partial(self._box, min_width=MIN_BOX)
        else:
            yield 1, self._largest_that_fits
        for side in (MAX_SHAPE, MIN_SHAPED_COLUMN, MIN_SHAPE):
            yield 1, partial(self._small, side=side)
        yield 1, self._stroke

    def _box(self, key: TreePart, min_width: int) -> _Item:
        """Return an item with its texts, of at least that width at scale 1."""
        theme = self._theme
        if isinstance(key, Stub):
            return self._cross(key, named=True)
        texts = self._labels.of(key)
        width = max(self._labels.width(texts) + theme.px(10), theme.px(min_width))
        height = min(round(self._scale.row) - theme.px(4), self._labels.height(texts) + theme.px(12))
        return _Item(key, self._targets[key], (width, height), texts)

    def _cross(self, stub: Stub, named: bool) -> _Item:
        """Return the mark of a cut-off move, with its name if the row is high enough."""
        column, theme = self._columns[stub.node.ply + 1], self._theme
        side = 2 * max(theme.px(3), min(theme.px(6), round(column / 3)))
        if not named or self._scale.row < theme.px(MIN_NAMED_ROW):
            return _Item(stub, self._targets[stub], (side, side), ())
        texts = (self._labels.of_stub(stub),)
        # As much above the mark as below, so that all marks of a row are at one height.
        size = max(side, self._labels.width(texts)), side + 2 * (theme.px(2) + self._labels.height(texts))
        return _Item(stub, self._targets[stub], size, texts)

    def _largest_that_fits(self, key: TreePart) -> _Item:
        """Return a box if its texts fit between its neighbours, else a shape or a stroke."""
        theme = self._theme
        if isinstance(key, Stub):
            return self._cross(key, named=self._can_be_named(key.node))
        if key in self._view.special:
            return self._box(key, ROOMY_BOX)
        available = round(self._scale.plan.free_columns[key] * self._columns[key.ply]) - theme.px(GAP + 1)
        small = self._small(key, min(MAX_SHAPE, available / theme.scale))
        if available < theme.px(MIN_BOX):
            return small  # without computing its texts, as there may be thousands of boxes
        box = self._box(key, MIN_BOX)
        if self._labels.width(box.texts) + theme.px(6) > available:
            return small
        width = min(available, max(box.size[0], theme.px(ROOMY_BOX)))
        return _Item(key, box.target, (width, box.size[1]), box.texts)

    def _can_be_named(self, node: TraceNode) -> bool:
        """Return whether the columns of a position's cut-off moves are wide enough for their names."""
        column = self._columns[node.ply + 1]
        return column >= self._theme.px(MIN_BOX) / 2 and all(
            self._cross(stub, named=True).size[0] <= column for stub, _ in self._scale.plan.stubs[node]
        )

    def _small(self, key: TreePart, side: float) -> _Item:
        """Return a shape of that size at scale 1, a stroke if it is too small for one, or a special box."""
        if isinstance(key, Stub):
            return self._cross(key, named=False)
        if key in self._view.special:
            return self._box(key, MIN_BOX)
        available = self._scale.plan.free_columns[key] * self._columns[key.ply]
        if side < MIN_SHAPED_COLUMN - 4 or available < self._theme.px(MIN_SHAPED_COLUMN):
            return self._stroke(key)
        pixels = max(MIN_SHAPE, min(self._theme.px(side), round(available)))
        return _Item(key, self._targets[key], (pixels, pixels), ())

    def _stroke(self, key: TreePart) -> _Item:
        """Return a stroke for a position; a special one has a box, a cut-off move its mark."""
        if isinstance(key, Stub) or key in self._view.special:
            return self._small(key, 0)
        return _Item(key, self._targets[key], (self._theme.px(1.2), self._theme.px(6)), ())

    # --- placing

    def _edges(self, ply: int) -> tuple[float, float]:
        """Return the left and right limits of a row in pixels: those of the picture, or of a wider tree."""
        area, along = self._scale.area, self._scale.offset[0]
        half = self._theme.px(ROOMY_BOX) / 2
        left = self._start(ply)
        right = left + self._scale.plan.shared(ply) * self._columns[ply]
        return min(area.left + along, left - half), max(area.right + along, right + half)

    def _middles(self, ply: int, items: Sequence[_Item], lines: int) -> list[float] | None:
        """Return the middles of items in order and at their distances, as near to their targets as possible.

        None if they do not fit.
        """
        tallest = max(item.size[1] for item in items)
        if lines > 1 and lines * tallest + (lines + 1) * self._theme.px(FAN) > self._scale.row:
            return None
        targets, distances = [item.target for item in items], self._min_distances(items, lines)
        return spread_apart(targets, distances, *self._inner(ply, items))

    def _inner(self, ply: int, items: Sequence[_Item]) -> tuple[float, float]:
        left, right = self._edges(ply)
        return left + items[0].size[0] / 2, right - items[-1].size[0] / 2

    def _min_distances(self, items: Sequence[_Item], lines: int) -> list[float]:
        """Return the minimum distances between the middles of neighbours, in pixels."""
        gap = self._theme.px(GAP)
        widths = [item.size[0] for item in items]
        if lines == 1:
            return [
                self._gap(item, other) + (item.size[0] + other.size[0]) / 2 for item, other in pairwise(items)
            ]
        # Boxes in the other line leave gaps for the lines that lead past them.
        return [max(item, other) / 2 + gap for item, other in pairwise(widths)]

    def _gap(self, item: _Item, other: _Item) -> float:
        return float(self._theme.px(GAP)) if item.texts and other.texts else 1.0

    def _place_items(self, ply: int, items: Sequence[_Item], middles: Sequence[float], lines: int) -> None:
        height = max(item.size[1] for item in items)
        apart = height + self._theme.px(FAN) if lines > 1 else 0
        middle = round(self._scale.y_of(ply))
        for at, (item, x) in enumerate(zip(items, middles, strict=True)):
            rect = pygame.Rect((0, 0), item.size)
            rect.center = round(x), middle + (apart * (2 * (at % lines) - 1)) // 2
            aside = abs(rect.centerx - item.target) > MAX_OFFSET_PX and not self._view.line_only
            stem = round(item.target) if aside else rect.centerx
            self.spots[item.key] = TreeSpot(rect, item.texts, stem)
        half = (height + apart) // 2
        top, bottom = self.reach.get(ply, (middle, middle))
        self.reach[ply] = min(top, middle - half), max(bottom, middle + half)

    def _squeeze(self, ply: int, items: Sequence[_Item]) -> None:
        """Place the boxes, and those marks and strokes that are not covered, at their targets."""
        boxes = [item for item in items if item.texts]
        taken: list[pygame.Rect] = []
        if boxes:
            boxes = self._narrowed(ply, boxes)
            middles = self._middles(ply, boxes, 1)
            assert middles is not None
            self._place_items(ply, boxes, middles, 1)
            taken = [self.spots[item.key].rect for item in boxes]
        free: list[_Item] = []
        end = -math.inf
        for item in items:
            half = item.size[0] / 2 + 1
            left, right = item.target - half, item.target + half
            covered = any(box.left < right and left < box.right for box in taken)
            if not item.texts and left >= end and not covered:
                free.append(item)
                end = right - 1
        if free:
            self._place_items(ply, free, [item.target for item in free], 1)

    def _narrowed(self, ply: int, items: list[_Item]) -> list[_Item]:
        """Return items that fit between the edges of their row, limited to one width if necessary."""
        if self._middles(ply, items, 1) is not None:
            return items
        left, right = self._edges(ply)
        width = max(1, int((right - left) / len(items)) - self._theme.px(GAP) - 1)
        return [replace(item, size=(min(item.size[0], width), item.size[1])) for item in items]


def spread_apart(
    targets: Sequence[float], apart: Sequence[float], left: float, right: float
) -> list[float] | None:
    """Return places between `left` and `right` in the same order, neighbours at least `apart`.

    They are those with the least sum of squared distances from the targets (pool adjacent violators); None if
    they do not fit.
    """
    needed = [0.0]
    for distance in apart:
        needed.append(needed[-1] + distance)
    if left + needed[len(targets) - 1] > right:
        return None
    groups: list[tuple[float, int]] = []
    for target, offset in zip(targets, needed, strict=False):
        total, count = target - offset, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            before, many = groups.pop()
            total, count = total + before, count + many
        groups.append((total, count))
    bare = [total / count for total, count in groups for _ in range(count)]
    highest = right - needed[len(targets) - 1]
    return [min(highest, max(left, place)) + offset for place, offset in zip(bare, needed, strict=False)]
