"""Draw one state of a search tree: positions, the lines between them, and cut-offs."""

from __future__ import annotations

import pygame

from congo_gui.draw.drawing import draw_focus, place_text
from congo_gui.draw.theme import Colour, Theme
from congo_gui.screens.search_tree.box_layout import BoxLayout, TreeSpot
from congo_gui.screens.search_tree.labels import SearchView, Text
from congo_gui.screens.search_tree.plan import Stub, TreeScale
from congo_gui.widgets.tree_boxes import Shape, box_picture, draw_cross, draw_dashes, draw_slant, text_middle
from engine.trace.trace import TraceNode

MIN_SHAPE = 5
"""Pixels; what is narrower is a stroke."""


class TreePainter:
    """Draws the positions and lines of one view onto one surface, where `layout` says."""

    def __init__(
        self, scale: TreeScale, layout: BoxLayout, surface: pygame.Surface, theme: Theme, view: SearchView
    ) -> None:
        self.scale, self.surface, self.theme, self.view = scale, surface, theme, view
        self.layout, self.spots = layout, layout.spots
        self.trace, self.colours = view.trace, theme.colours
        self.line = view.current.line
        self.thin = theme.px(1.2)

    def paint(self) -> None:
        """Draw everything: first the lines, then the positions."""
        nodes = [(node, spot) for node, spot in self.spots.items() if isinstance(node, TraceNode)]
        bottom = round(self.scale.y_of(self.trace.depth))
        for node, spot in nodes:
            self._draw_edge(node, self.colours.muted, self.thin)
            if self.scale.is_thin(node):
                bend = self._bend(node.ply + 1)
                self._upright(spot.stem, bend, bottom, self.colours.faded, self.thin)
                self._draw_stem(node.ply, spot, bend, self.colours.faded, self.thin)
        self._draw_cuts()
        self._draw_lines()
        for node, spot in nodes:
            self._draw_node(node, spot)

    # --- lines

    def _bend(self, ply: int) -> int:
        """Return where lines into a row turn from upright to level and back."""
        return round(self.scale.y_of(ply) - self.scale.row / 2)

    def _draw_edge(self, node: TraceNode, colour: Colour, width: int) -> None:
        """Draw the line that leads to a position, if both its ends are drawn."""
        parent = self.spots.get(node.parent) if node.parent is not None else None
        spot = self.spots.get(node)
        if parent is None or spot is None:
            return
        bend = self._bend(node.ply)
        self._draw_stem(node.ply - 1, parent, bend, colour, width)
        self._draw_stem(node.ply, spot, bend, colour, width)
        left, right = sorted((spot.stem, parent.stem))
        self.surface.fill(colour, (left - width // 2, bend - width // 2, right - left + width, width))

    def _draw_stem(self, ply: int, spot: TreeSpot, bend: int, colour: Colour, width: int) -> None:
        """Draw a line from a spot to where it crosses the edge of its row, aside only beyond all boxes."""
        top, bottom = self.layout.reach[ply]
        turn = top if bend < spot.rect.centery else bottom
        if spot.stem == spot.x:
            turn = bend
        self._upright(spot.x, spot.rect.centery, turn, colour, width)
        if turn != bend:
            draw_slant(self.surface, (spot.x, turn), (spot.stem, bend), colour, width)

    def _upright(self, x: int, start: int, end: int, colour: Colour, width: int) -> None:
        top, bottom = sorted((start, end))
        self.surface.fill(colour, (x - width // 2, top, width, bottom - top))

    def _draw_lines(self) -> None:
        """Draw the best line as a double line and the line to the current position as a thick one."""
        wide, narrow = max(4, self.theme.px(5)), max(2, self.theme.px(2))
        for node in self.view.best:
            self._draw_edge(node, self.colours.text, wide)
        for node in self.view.best:
            self._draw_edge(node, self.colours.panel, wide - narrow)
        for node in self.line:
            self._draw_edge(node, self.colours.accent, max(3, self.theme.px(3.5)))

    # --- cut-offs

    def _draw_cuts(self) -> None:
        last: dict[TraceNode, TreeSpot] = {}
        for key, spot in self.spots.items():
            if isinstance(key, Stub):
                last[key.node] = spot if key.node not in last else max(last[key.node], spot, key=_stem)
                self._draw_stub(key, spot)
        for node, spot in last.items():
            bend = self._bend(node.ply + 1)
            above = self.spots.get(node, spot).stem
            draw_dashes(
                self.surface, (above, bend), (spot.stem, bend), self.colours.danger, self.thin, self._dash
            )

    @property
    def _dash(self) -> int:
        return max(2, self.theme.px(3))

    def _draw_stub(self, stub: Stub, spot: TreeSpot) -> None:
        theme, ink = self.theme, self.colours.danger
        reach = min(spot.rect.width, spot.rect.height) // 2
        if spot.texts:
            reach = spot.rect.height // 2 - theme.px(2) - theme.line_height(spot.texts[0][1])
        bend, y = self._bend(stub.node.ply + 1), spot.rect.centery
        if spot.stem != spot.x:
            turn = self.layout.reach[stub.node.ply + 1][0]
            draw_dashes(self.surface, (spot.stem, bend), (spot.x, turn), ink, self.thin, self._dash)
            bend = turn
        draw_dashes(self.surface, (spot.x, bend), (spot.x, y), ink, self.thin, self._dash)
        draw_cross(self.surface, (spot.x, y), reach, ink, max(2, theme.px(2.5)))
        for text, role in spot.texts:
            place_text(self.surface, theme, text, role, ink, midtop=(spot.x, y + reach + theme.px(2)))

    # --- positions

    def _draw_node(self, node: TraceNode, spot: TreeSpot) -> None:
        """Draw a position with its texts, its shape alone, or a stroke."""
        fill, outline, thickness = self._style(node)
        if spot.texts:
            self._draw_box(node, spot.rect, spot.texts)
        elif spot.rect.width >= MIN_SHAPE:
            self.surface.blit(box_picture(_shape(node), spot.rect.size, fill, outline, thickness), spot.rect)
        else:
            self.surface.fill(self.colours.muted, spot.rect)

    def _draw_box(self, node: TraceNode, rect: pygame.Rect, texts: tuple[Text, ...]) -> None:
        theme, shape = self.theme, _shape(node)
        fill, outline, thickness = self._style(node)
        ink = self.colours.on_accent if node is self.view.current else self.colours.text
        self.surface.blit(box_picture(shape, rect.size, fill, outline, thickness), rect)
        middle = text_middle(shape, rect)
        top = middle[1] - sum(theme.line_height(role) for _, role in texts) // 2
        for text, role in texts:
            fitted = theme.shorten(text, role, rect.width - theme.px(4))
            place_text(self.surface, theme, fitted, role, ink, midtop=(middle[0], top))
            top += theme.line_height(role)
        if node is self.view.selected:
            draw_focus(self.surface, rect, self.colours, theme.px(1.5))

    def _style(self, node: TraceNode) -> tuple[Colour, Colour, int]:
        """Return fill, outline and its thickness."""
        colours, theme = self.colours, self.theme
        if node is self.view.current:
            return colours.accent, colours.accent_hover, self.thin
        if node is self.view.holder:
            return colours.danger_soft, colours.danger, max(2, theme.px(2.5))
        if node in self.line:
            return colours.accent_soft, colours.accent, max(2, theme.px(2))
        if node in self.view.best:
            return colours.raised, colours.text, max(2, theme.px(2.2))
        return colours.raised, colours.muted, self.thin


def _stem(spot: TreeSpot) -> int:
    return spot.stem


def _shape(node: TraceNode) -> Shape:
    if not node.moves:
        return Shape.LEAF
    return Shape.MAX if node.maximises else Shape.MIN
