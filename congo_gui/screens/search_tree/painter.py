"""Draws one state of a search tree: positions, the lines between them, and what is cut off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from congo_gui.screens.search_tree.plan import Stub
from congo_gui.theme import Colour, Role, Theme
from congo_gui.widgets.shapes import draw_focus
from congo_gui.widgets.tags import Shape, draw_cross, draw_dashes, tag, text_middle
from engine.lab.trace import Kind, Node, Step, Trace
from engine.lab.trace_text import bound_of, value_text

if TYPE_CHECKING:
    from congo_gui.screens.search_tree.canvas import TreeCanvas

SHAPED = 9
"""Width at scale 1 of a column from which a position has its shape."""
SMALLEST_BOX, ROOMY_BOX = 26, 52
"""Width at scale 1 of a box with texts at least, and of one that has room for more."""
TWO_LINES = 58
"""Height at scale 1 of a row from which a box has the move, too."""
NAMED = 38
"""Height at scale 1 of a row from which moves that are cut off have their names."""


@dataclass(frozen=True)
class View:
    """What is shown: the search up to step `at`, the position that was clicked, and whether only one line."""

    trace: Trace
    at: int
    selected: Node | None
    line_only: bool

    @property
    def current(self) -> Node:
        """The position that the step is about."""
        return self.trace.steps[self.at].node

    @property
    def node(self) -> Node:
        """The position that is looked at."""
        return self.selected or self.current


class TreePainter:
    """Draws the positions and lines of one view onto one surface."""

    def __init__(self, canvas: TreeCanvas, surface: pygame.Surface, theme: Theme, view: View) -> None:
        self.canvas, self.surface, self.theme, self.view = canvas, surface, theme, view
        self.trace, self.colours = view.trace, theme.colours
        self.line = view.current.line
        self.best = [self.trace.root, *self.trace.best_line(self.trace.root, view.at)]
        self.thin = max(1, theme.px(1.2))

    def paint(self) -> None:
        seen = list(self.canvas.in_sight())
        known = {node for node, _, _ in seen}
        for node, x, y in seen:
            if node.parent is not None:
                self._draw_edge(node.parent, x, y, self.colours.muted, self.thin)
            if self.canvas.is_thin(node):
                self._upright(x, y, round(self.canvas.y_of(self.trace.depth)), self.colours.faded, self.thin)
            else:
                self._draw_cut(node)
        self._draw_lines(known)
        special = {*self.line, *self.best, self.view.node}
        for node, x, y in seen:
            if node not in special:
                self._draw_node(node, x, y)
        for node in [*self.best, *self.line, self.view.node]:
            if node in known:
                self._draw_node(node, *self.canvas.place_of(node), always=True)

    def _bend(self, ply: int) -> int:
        """Return where lines into a row turn from upright to level and back."""
        return round(self.canvas.y_of(ply) - self.canvas.row / 2)

    def _draw_edge(self, parent: Node, x: int, y: int, colour: Colour, width: int) -> None:
        above, top = self.canvas.place_of(parent)
        bend = self._bend(parent.ply + 1)
        self._upright(above, top, bend, colour, width)
        self._upright(x, bend, y, colour, width)
        self.surface.fill(
            colour, (min(x, above) - width // 2, bend - width // 2, abs(x - above) + width, width)
        )

    def _upright(self, x: int, top: int, bottom: int, colour: Colour, width: int) -> None:
        self.surface.fill(colour, (x - width // 2, top, width, bottom - top))

    def _draw_lines(self, known: set[Node]) -> None:
        """Draw the best line as a double line and the line to the current position as a thick one."""
        wide, narrow = max(4, self.theme.px(5)), max(2, self.theme.px(2))
        for node in self.best:
            if node in known and node.parent is not None:
                x, y = self.canvas.place_of(node)
                self._draw_edge(node.parent, x, y, self.colours.text, wide)
        for node in self.best:
            if node in known and node.parent is not None:
                x, y = self.canvas.place_of(node)
                self._draw_edge(node.parent, x, y, self.colours.panel, wide - narrow)
        for node in self.line:
            if node in known and node.parent is not None:
                x, y = self.canvas.place_of(node)
                self._draw_edge(node.parent, x, y, self.colours.accent, max(3, self.theme.px(3.5)))

    # --- what is cut off

    def _draw_cut(self, node: Node) -> None:
        state = self.trace.state(node, self.view.at)
        stubs = self.canvas.plan.stubs.get(node, [])
        if state is None or not stubs or not self._has_cut(node):
            return
        above, _ = self.canvas.place_of(node)
        bend, y = self._bend(node.ply + 1), round(self.canvas.y_of(node.ply + 1))
        places = [(stub, round(self.canvas.x_of(column, node.ply + 1))) for stub, column in stubs]
        if self.canvas.column(node.ply + 1) < self.theme.px(SHAPED):
            places = places[len(places) // 2 :][:1]  # several would only be a smear
        ink, dash = self.colours.danger, max(2, self.theme.px(3))
        draw_dashes(self.surface, (above, bend), (places[-1][1], bend), ink, self.thin, dash)
        for stub, x in places:
            self._draw_stub(stub, x, bend, y)

    def _has_cut(self, node: Node) -> bool:
        return any(self.trace.steps[at].kind is Kind.CUT for at in node.steps[-2:] if at <= self.view.at)

    def _draw_stub(self, stub: Stub, x: int, bend: int, y: int) -> None:
        theme, ink = self.theme, self.colours.danger
        draw_dashes(self.surface, (x, bend), (x, y), ink, self.thin, max(2, theme.px(3)))
        width = self.canvas.column(stub.node.ply + 1)
        reach = max(theme.px(4), min(theme.px(6), round(width / 3)))
        draw_cross(self.surface, (x, y), reach, ink, max(2, theme.px(2.5)))
        words = str(self.trace.named(stub.node)[stub.code]) if stub.code else f"{stub.count} cut"
        text = theme.text(words, Role.CAPTION, ink)
        if text.get_width() <= width and self.canvas.row >= theme.px(NAMED) + 2 * reach:
            self.surface.blit(text, (x - text.get_width() // 2, y + reach + theme.px(2)))

    # --- positions

    def _draw_node(self, node: Node, x: int, y: int, always: bool = False) -> None:
        """Draw a position with its texts, its shape alone, or a dot, as there is room."""
        theme, room = self.theme, self.canvas.room_of(node) - self.theme.px(4)
        state = self.trace.state(node, self.view.at)
        assert state is not None
        texts = self._texts(node, state)
        if always or theme.width(*texts[-1]) + theme.px(6) <= room:
            self._draw_box(node, texts, x, y, None if always else round(room))
        elif room >= theme.px(SHAPED) - theme.px(4):
            fill, outline, thickness = self._look(node)
            side = max(6, min(theme.px(14), round(room)))
            picture = tag(_shape(node), (side, side), fill, outline, thickness)
            self.surface.blit(picture, (x - side // 2, y - side // 2))
        else:
            height = self.theme.px(6)
            self.surface.fill(self.colours.muted, (x - self.thin // 2, y - height // 2, self.thin, height))

    def _draw_box(self, node: Node, texts: list[tuple[str, Role]], x: int, y: int, room: int | None) -> None:
        """Draw a position with its texts, no wider than `room` if that is given."""
        theme = self.theme
        fill, outline, thickness = self._look(node)
        ink = self.colours.on_accent if node is self.view.current else self.colours.text
        width = max(theme.width(text, role) for text, role in texts) + theme.px(10)
        width = max(width, theme.px(SMALLEST_BOX if room is None else ROOMY_BOX))
        lines = sum(theme.line_height(role) for _, role in texts)
        height = min(round(self.canvas.row) - theme.px(4), lines + theme.px(12))
        rect = pygame.Rect(0, 0, width if room is None else min(width, room), height)
        rect.center = x, y
        if room is None:
            rect.clamp_ip(self.canvas.area)
            rect.centery = y
        shape = _shape(node)
        self.surface.blit(tag(shape, rect.size, fill, outline, thickness), rect)
        middle = text_middle(shape, rect)
        top = middle[1] - lines // 2
        for text, role in texts:
            picture = theme.text(theme.shorten(text, role, rect.width - theme.px(4)), role, ink)
            self.surface.blit(picture, (middle[0] - picture.get_width() // 2, top))
            top += theme.line_height(role)
        if node is self.view.selected:
            draw_focus(self.surface, rect, self.colours, max(1, theme.px(1.5)))

    def _texts(self, node: Node, state: Step) -> list[tuple[str, Role]]:
        value = (self._value(node, state), Role.SMALL)
        if node.parent is None or self.canvas.row < self.theme.px(TWO_LINES):
            return [value]
        return [(str(self.trace.move(node)), Role.CAPTION), value]

    def _value(self, node: Node, state: Step) -> str:
        if state.kind is Kind.LEAF or state.kind is Kind.RETURN:
            sign = {"at most": "≤", "at least": "≥", "": ""}
            bound = bound_of(self.trace, state) if state.kind is Kind.RETURN else ""
            assert state.value is not None
            return f"{sign[bound]}{value_text(state.value)}"
        return "?" if state.best is None else f"{value_text(state.best)}…"

    def _look(self, node: Node) -> tuple[Colour, Colour, int]:
        """Return fill, outline and its thickness."""
        colours, theme = self.colours, self.theme
        if node is self.view.current:
            return colours.accent, colours.accent_hover, self.thin
        if node in self.line:
            return colours.accent_soft, colours.accent, max(2, theme.px(2))
        if node in self.best:
            return colours.raised, colours.text, max(2, theme.px(2.2))
        return colours.raised, colours.muted, self.thin


def _shape(node: Node) -> Shape:
    if not node.moves:
        return Shape.LEAF
    return Shape.MAX if node.maximises else Shape.MIN
