"""The picture of a growing search tree: dragged, zoomed by the wheel, clicked for a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from congo_gui.draw.drawing import draw_box, place_text
from congo_gui.draw.theme import Colour, Palette, Role, Theme
from congo_gui.screens.search_tree import texts
from congo_gui.screens.search_tree.box_layout import BoxLayout
from congo_gui.screens.search_tree.labels import SearchView
from congo_gui.screens.search_tree.painter import TreePainter
from congo_gui.screens.search_tree.plan import COLUMN, TreePlan, TreeScale, one_line, whole_tree
from congo_gui.widgets.base import COMMAND_KEYS, LEFT_BUTTON, Widget, wheel_steps
from engine.trace.prose import side_name, value_text
from engine.trace.trace import Trace, TraceNode

MARGIN = 64
"""Width at scale 1 of the left margin, which shows whose move it is, and the window."""
HEAD = 24
"""Height at scale 1 of the title."""
ZOOM = 1.2
CLICK_DISTANCE = 12
"""Pixels at scale 1 within which a click still hits a position."""
DRAG_THRESHOLD = 4
"""Pixels at scale 1 beyond which a press becomes a drag."""


class TreeCanvas(Widget):
    """Draws a `SearchView`. Calls `choose` with the position that is clicked, None for a click beside them.

    With the keyboard, the arrow keys choose the position above, below or beside the current one.
    """

    focusable = True

    def __init__(self, title: Callable[[], str], choose: Callable[[TraceNode | None], None]) -> None:
        super().__init__()
        self._title, self._choose = title, choose
        self.view: SearchView | None = None
        self.note = ""
        """The note shown instead of a tree."""
        self.scale = TreeScale()
        self._theme: Theme | None = None
        self._planned: object = None
        self._whole: tuple[Trace, TreePlan] | None = None
        self._placed: tuple[object, BoxLayout] | None = None
        self._grip: tuple[int, int] | None = None
        self._dragged = False

    # --- display

    def show(self, view: SearchView | None, note: str = "") -> None:
        """Set the view, or the note to show instead, and scroll to the selected position."""
        if (view, note) == (self.view, self.note):
            return
        before, self.view, self.note = self.view, view, note
        if view is None:
            return
        if before is None or before.trace is not view.trace or before.line_only != view.line_only:
            self.scale.fit()
        self._make_plan(view)
        if view.selected is None and self._grip is None:
            self._reveal(view.node)

    def _make_plan(self, view: SearchView) -> None:
        key = (view.trace, view.node if view.line_only else None)
        if key == self._planned:
            return
        self._planned = key
        if view.line_only:
            plan = one_line(view.node.line)
        else:
            if self._whole is None or self._whole[0] is not view.trace:
                self._whole = view.trace, whole_tree(view.trace.root, view.trace.depth)
            plan = self._whole[1]
        self.scale.show(plan, view.trace.depth + 1, view.line_only)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        moved = rect != self.rect
        super().place(rect, theme)
        self._theme = theme
        left, top, pad = theme.px(MARGIN), theme.px(HEAD), theme.px(6)
        area = pygame.Rect(rect.x + left, rect.y + top, rect.width - left - pad, rect.height - top - pad)
        self.scale.place(area, theme)
        if self.view is not None and moved:
            self.scale.fit()
            self._reveal(self.view.node)

    def _reveal(self, node: TraceNode) -> None:
        if self._theme is not None:
            self.scale.reveal(node)

    # --- layout

    @property
    def layout(self) -> BoxLayout:
        """The drawn boxes of the tree, with their places."""
        theme, view = self._theme, self.view
        assert theme is not None
        assert view is not None
        key = (view, theme.scale, tuple(self.rect), self.scale.zoom, self.scale.offset)
        if self._placed is None or self._placed[0] != key:
            self._placed = key, BoxLayout(self.scale, theme, view, self._worth_placing(view))
        return self._placed[1]

    def place_of(self, node: TraceNode) -> tuple[int, int]:
        """Return the middle of a position of the plan, visible or not, in pixels."""
        spot = self.layout.spots.get(node)
        return self.scale.place_of(node) if spot is None else spot.rect.center

    # --- events

    @property
    def enabled(self) -> bool:
        return self.view is not None

    def handle(self, event: pygame.event.Event) -> bool:
        if self.view is None or self._theme is None:
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.scale.zoom_by(ZOOM ** wheel_steps(event))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._grip, self._dragged = event.pos, False
        elif event.type == pygame.MOUSEMOTION and self.pressed and self._grip is not None:
            return self._drag(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and self._grip is not None:
            if not self._dragged:
                self._choose(self._at(event.pos))
            self._grip = None
        else:
            plain_key = event.type == pygame.KEYDOWN and not event.mod & COMMAND_KEYS
            return plain_key and self._key(self.view, event.key)
        return True

    def _key(self, view: SearchView, key: int) -> bool:
        if key not in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT):
            return False
        node = _neighbour(view, key)
        if node is not None:
            self._choose(node)
            self._reveal(node)
        return True

    def _drag(self, position: tuple[int, int]) -> bool:
        assert self._theme is not None
        assert self._grip is not None
        dx, dy = position[0] - self._grip[0], position[1] - self._grip[1]
        if not self._dragged and max(abs(dx), abs(dy)) < self._theme.px(DRAG_THRESHOLD):
            return False
        self._dragged = True
        self._grip = position
        self.scale.move(dx, dy)
        return True

    def _at(self, position: tuple[int, int]) -> TraceNode | None:
        """Return the position of the tree at a pixel, the nearest in its row."""
        if self.view is None or not self.scale.area.collidepoint(position):
            return None
        boxes = [(node, spot.rect) for node, spot in self.layout.spots.items() if isinstance(node, TraceNode)]
        inside = next((node for node, box in boxes if box.collidepoint(position)), None)
        if inside is not None:
            return inside
        near = [
            (abs(box.centerx - position[0]), node)
            for node, box in boxes
            if abs(box.centery - position[1]) <= self.scale.row / 2
        ]
        distance, node = min(near, key=lambda found: found[0], default=(0, None))
        return node if distance <= max(self.scale.px(COLUMN) / 2, self.scale.px(CLICK_DISTANCE)) else None

    def _worth_placing(self, view: SearchView) -> Iterator[TraceNode]:
        """Yield the searched positions that are visible; where columns are thin, only the labelled ones."""
        waiting = [view.trace.root]
        while waiting:
            node = waiting.pop()
            yield node
            thin = self.scale.is_thin(node)
            below = [child for child in node.children if not thin or child in view.special]
            waiting += [child for child in below if view.has_entered(child) and self.scale.in_area(child)]

    # --- drawing

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        draw_box(surface, self.rect, theme.px(10), colours.panel, colours.outline, theme.px(1.2))
        title = theme.shorten(self._title(), Role.SMALL, self.rect.width - theme.px(16))
        left, top = self.rect.x + theme.px(9), self.rect.y + theme.px(4)
        surface.blit(theme.text(title, Role.SMALL, colours.muted), (left, top))
        hint = theme.text(texts.HINT, Role.CAPTION, colours.muted)
        right = self.rect.right - theme.px(9) - hint.get_width()
        if self.view is not None and left + theme.width(title, Role.SMALL) + theme.px(16) <= right:
            surface.blit(hint, (right, top))
        if self.view is None:
            self._draw_note(surface, theme)
            return
        clip = surface.get_clip()
        edge = max(2, theme.px(2))
        surface.set_clip(self.rect.inflate(-2 * edge, -2 * edge).clip(clip))
        self._draw_rows(surface, theme, self.view)
        surface.set_clip(self.scale.area.inflate(theme.px(6), 0).clip(clip))
        TreePainter(self.scale, self.layout, surface, theme, self.view).paint()
        surface.set_clip(clip)
        self._draw_focus(surface, theme)

    def _draw_note(self, surface: pygame.Surface, theme: Theme) -> None:
        lines = theme.wrap(self.note, Role.BODY, self.rect.width - theme.px(40))
        top = self.rect.centery - len(lines) * theme.line_height(Role.BODY) // 2
        for line in lines:
            place = self.rect.centerx, top
            place_text(surface, theme, line, Role.BODY, theme.colours.text, midtop=place)
            top += theme.line_height(Role.BODY)

    def _draw_rows(self, surface: pygame.Surface, theme: Theme, view: SearchView) -> None:
        """Label each row with the side to move; every other row is darker."""
        colours = theme.colours
        for ply in range(view.trace.depth + 1):
            middle = round(self.scale.y_of(ply))
            top, height = round(middle - self.scale.row / 2), round(self.scale.row)
            left, right = self.rect.x + theme.px(4), self.rect.right - theme.px(4)
            shown = pygame.Rect(self.rect.x, self.scale.area.y, self.rect.width, self.scale.area.height)
            place = pygame.Rect(left, top, right - left, height).clip(shown)
            if ply % 2 and place.height > 0:
                surface.fill(colours.sunken, place)
            if self.scale.area.top <= middle <= self.scale.area.bottom:
                self._draw_side(surface, theme, view, ply, middle)

    def _draw_side(
        self, surface: pygame.Surface, theme: Theme, view: SearchView, ply: int, middle: int
    ) -> None:
        left, available = self.rect.x + theme.px(8), theme.px(MARGIN) - theme.px(8)
        height = theme.line_height(Role.CAPTION)
        lines = self._margin(view, theme.colours, ply, int(self.scale.row / height))
        top = middle - len(lines) * height // 2
        for line, ink in lines:
            text = theme.shorten(line, Role.CAPTION, available)
            surface.blit(theme.text(text, Role.CAPTION, ink), (left, top))
            top += height

    def _margin(
        self, view: SearchView, colours: Palette, ply: int, max_lines: int
    ) -> list[tuple[str, Colour]]:
        """Return the labels left of a row: the side to move, and the window on the current line."""
        if ply == view.trace.depth:
            return [("leaves", colours.text)]
        maximises = view.trace.root.maximises == (ply % 2 == 0)
        who = (side_name(view.trace, maximises), colours.text)
        role = ("max" if maximises else "min", colours.muted)
        bounds = view.bounds(ply)
        if bounds is None or max_lines < 3:
            return [who, role][-max_lines:] if max_lines else []
        ink = colours.text if bounds[0] < bounds[1] else colours.danger
        window = [(f"{name} {value_text(bound)}", ink) for name, bound in zip("αβ", bounds, strict=True)]
        return [*([who, role] if max_lines > 3 else [role]), *window]


def _neighbour(view: SearchView, key: int) -> TraceNode | None:
    """Return the position that an arrow key leads to, None if the search has not reached it."""
    node = view.node
    if key == pygame.K_UP:
        return node.parent
    if key == pygame.K_DOWN:
        return next((child for child in node.children if view.has_entered(child)), None)
    beside = (
        [] if node.parent is None else [child for child in node.parent.children if view.has_entered(child)]
    )
    at = beside.index(node) + (1 if key == pygame.K_RIGHT else -1) if node in beside else -1
    return beside[at] if 0 <= at < len(beside) else None
