"""What stands on the search tree's screen beside the board: the trees, what explains a step, and controls."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.draw.drawing import draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.search_tree import captions
from congo_gui.screens.search_tree.canvas import TreeCanvas
from congo_gui.screens.search_tree.controls import BOTH, SearchControls
from congo_gui.screens.search_tree.figures import Counts, Legend, StepText, Window, WindowBar
from congo_gui.screens.search_tree.layout import SearchTreeLayout
from congo_gui.screens.search_tree.walk import Walk
from congo_gui.screens.shared.layout import grid
from congo_gui.widgets.base import Widget
from engine.trace.prose import explain, heading, side_name
from engine.trace.trace import SearchMethod, Trace, TraceNode

METHODS = {0: SearchMethod.ALPHA_BETA, 1: SearchMethod.MINIMAX, BOTH: SearchMethod.ALPHA_BETA}
"""By number of a view: the search that one steps through at first."""


class SearchPanel:
    """Shows where a `walk` is. `select` gets the position of a tree that is clicked."""

    def __init__(
        self,
        controls: SearchControls,
        walk: Callable[[], Walk],
        select: Callable[[SearchMethod, TraceNode | None], None],
    ) -> None:
        self._walk = walk
        self.controls = controls
        self.trees = {method: self._canvas(method, select) for method in SearchMethod}
        self.text, self.bar, self.counts, self.legend = StepText(), WindowBar(), Counts(), Legend()
        self.wants_legend = False
        """Whether the legend lies over the tree where it has no place of its own."""
        self._row = pygame.Rect(0, 0, 0, 0)
        self._legend_height = 0
        self._units: dict[Trace, float] = {}

    def _canvas(
        self, method: SearchMethod, select: Callable[[SearchMethod, TraceNode | None], None]
    ) -> TreeCanvas:
        return TreeCanvas(lambda: captions.title(self._walk(), method), lambda node: select(method, node))

    @property
    def widgets(self) -> list[Widget]:
        """Everything in the order of Tab."""
        return [*self.trees.values(), self.text, self.bar, self.counts, *self.controls.widgets, self.legend]

    # --- what is shown

    def show_counts(self) -> None:
        """Show how many positions have been looked at."""
        walk = self._walk()
        self.controls.follow()
        self.counts.show(*captions.counts(walk))
        self.bar.visible = self.counts.visible = not walk.idle

    def show_step(self, trace: Trace, at: int) -> None:
        """Explain a step of a search."""
        step = trace.steps[at]
        aside = f"Step {at + 1:,} of {len(trace.steps):,}"
        words = f"{explain(trace, at)}{captions.comparison(self._walk(), at)}"
        self.text.show(heading(trace, step), words, aside, at in trace.cut_offs)
        if trace not in self._units:
            self._units[trace] = captions.unit(trace)
        self.bar.show(captions.window(trace, step, self._units[trace]))
        self.legend.show(side_name(trace, maximises=True), side_name(trace, maximises=False))

    def show_note(self, note: str) -> None:
        """Say why there is no step to explain."""
        self.text.show("Search tree", note, "", False)
        self.bar.show(Window())

    # --- places

    @property
    def legend_has_room(self) -> bool:
        """Whether the legend has a place of its own."""
        return self._legend_height > 0

    def place(self, places: SearchTreeLayout, view: int, theme: Theme) -> None:
        """Arrange everything for one of the searches, or for both."""
        self._row, self._legend_height = places.head[0], places.legend.height
        self._place_trees(places.tree, view, theme)
        self.text.place(places.text, theme)
        self.bar.place(places.window, theme)
        self.counts.place(places.counts, theme)
        own_place = self.legend_has_room
        self.legend.visible = (own_place or self.wants_legend) and not self._walk().idle
        self.legend.place(places.legend if own_place else _over_tree(places.tree, theme), theme)
        self.controls.place_head(places.head, theme, own_place)
        self.controls.place_below(places.controls, theme)

    def _place_trees(self, area: pygame.Rect, view: int, theme: Theme) -> None:
        columns, rows = (2, 1) if area.width > 1.6 * area.height else (1, 2)
        both = grid(area, columns, rows, theme.px(6))
        for at, method in enumerate((SearchMethod.ALPHA_BETA, SearchMethod.MINIMAX)):
            canvas = self.trees[method]
            canvas.visible = view == BOTH or METHODS[view] is method
            canvas.place(both[at] if view == BOTH else area, theme)

    def draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the title where it has room, and what stands between the controls."""
        self.controls.draw_labels(surface, theme)
        row = self._row
        words = f"Search tree: {self._walk().subject.rules.facts.title}"
        if theme.width(words, Role.HEADING) + theme.px(12) <= self.controls.views.rect.x - row.x:
            left = row.x + theme.px(2)
            draw_text(surface, theme, words, Role.HEADING, theme.colours.text, left, row.centery)


def _over_tree(tree: pygame.Rect, theme: Theme) -> pygame.Rect:
    """Return where the legend lies over the tree."""
    width = min(theme.px(300), tree.width - theme.px(8))
    height = min(Legend.height(theme), tree.height)
    return pygame.Rect(tree.right - width - theme.px(4), tree.bottom - height, width, height)
