"""The parts of the search tree's screen beside the board: trees, explanations and controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.drawing import draw_text, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.play.wording import view_text
from congo_gui.screens.search_tree import captions, texts
from congo_gui.screens.search_tree.canvas import TreeCanvas
from congo_gui.screens.search_tree.figures import Counts, Legend, SearchWindow, StepText, WindowBar
from congo_gui.screens.search_tree.layout import SearchTreeLayout
from congo_gui.screens.search_tree.stepper import SPEEDS, SearchStepper
from congo_gui.screens.shared.commands import ScreenCommands, close_button, command_button, icon_button
from congo_gui.screens.shared.layout import Stack, grid
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Look
from congo_gui.widgets.choices import Segments, Slider
from engine.trace.prose import explain, heading, side_name
from engine.trace.trace import SearchMethod, Trace, TraceNode

VIEWS = (texts.ALPHA_BETA, texts.MINIMAX, texts.BOTH)
STEP_COMMANDS = ("first", "back", "forward", "last")
VIEW_KEYS = ("only_alphabeta", "only_minimax", "both_trees")
BOTH = 2
ROOMY = 300
"""Width at scale 1 of the timeline from which the slider of speeds has a name."""
METHODS = {0: SearchMethod.ALPHA_BETA, 1: SearchMethod.MINIMAX, BOTH: SearchMethod.ALPHA_BETA}
"""By number of a view: the search to step through initially."""


class SearchControls:
    """Makes the controls of a screen, places them, and keeps them up to date with its `stepper`.

    `scrub` goes to a step; `view` says which of `VIEWS` is shown, and `show_view` changes that.
    """

    def __init__(
        self,
        commands: ScreenCommands,
        leave: Callable[[], None],
        stepper: Callable[[], SearchStepper],
        scrub: Callable[[float], None],
        view: Callable[[], int],
        show_view: Callable[[int], None],
    ) -> None:
        self._current_stepper = stepper
        self._names_speed = False
        self.views = Segments(VIEWS, view, show_view, _tip(texts.VIEW_TIP, *VIEW_KEYS))
        self.shallower = command_button(commands, "shallower", "−")
        self.deeper = command_button(commands, "deeper", "+")
        self.examples = command_button(commands, "examples")
        self.legend = command_button(commands, "legend")
        self.back = close_button(texts.BACK, leave)
        self.play = icon_button(commands, "play_or_pause", self._play_icon, Look.PRIMARY)
        first, back, forward, last = (icon_button(commands, name, name) for name in STEP_COMMANDS)
        self.transport = [first, back, self.play, forward, last]
        self.cut = command_button(commands, "next_cut")
        self.whole = command_button(commands, "whole_tree")
        self.timeline = Slider((0, 1), 0, scrub, texts.TIMELINE_TIP)
        tip = _tip(texts.SPEED_TIP, "faster", "slower")
        self.speed = Slider(SPEEDS, self._stepper.speed, self._set_speed, tip)

    @property
    def _stepper(self) -> SearchStepper:
        return self._current_stepper()

    def _set_speed(self, speed: float) -> None:
        self._stepper.speed = speed

    def _play_icon(self) -> str:
        return "pause" if self._stepper.playing else "play"

    @property
    def widgets(self) -> list[Widget]:
        """All controls, in the order of Tab."""
        head = [self.views, self.shallower, self.deeper, self.examples, self.legend, self.back]
        return [*head, *self.transport, self.cut, self.timeline, self.speed, self.whole]

    def follow(self) -> None:
        """Show the current step and speed."""
        last = max(1, self._stepper.last)
        if len(self.timeline.values) != last + 1:
            self.timeline.values = tuple(range(last + 1))
        self.timeline.index = min(self._stepper.here, last)
        self.examples.look = Look.PRIMARY if self._stepper.idle else Look.PLAIN
        self.speed.set(self._stepper.speed)

    # --- layout

    def place_head(self, rows: Sequence[pygame.Rect], theme: Theme, has_legend: bool) -> None:
        """Place the controls above the tree from the right; with two rows the upper one has the views."""
        gap, small = theme.px(6), Role.SMALL
        row = Stack(rows[0], gap)
        self.back.place(row.right(row.rest.height), theme)
        if len(rows) > 1:
            self.views.place(row.rest, theme)
            row = Stack(rows[1], gap)
        self.legend.visible = not has_legend
        for button in [self.examples] if has_legend else [self.legend, self.examples]:
            button.place(row.right(theme.width(button.label, small) + theme.px(16)), theme)
        self.deeper.place(row.right(theme.px(30)), theme)
        row.rest.width -= theme.width(self._depth_text(), small) + theme.px(2)
        self.shallower.place(row.right(theme.px(30)), theme)
        if len(rows) == 1:
            self.views.place(row.right(min(theme.px(330), row.rest.width)), theme)

    def _depth_text(self) -> str:
        return texts.depth(self._stepper.depth)

    def place_below(self, rows: Sequence[pygame.Rect], theme: Theme) -> None:
        """Place the controls below the tree; with two rows the upper one has the sliders."""
        row = Stack(rows[-1], theme.px(4))
        for button in self.transport:
            button.place(row.left(round(row.rest.height * 1.15)), theme)
        self.cut.place(row.left(theme.width(self.cut.label, Role.SMALL) + theme.px(14)), theme)
        self.whole.place(row.right(theme.width(BY_ID["whole_tree"].label, Role.SMALL) + theme.px(14)), theme)
        sliders = row if len(rows) == 1 else Stack(rows[0], row.gap)
        self.speed.place(sliders.right(theme.px(84)), theme)
        self._names_speed = sliders.rest.width > theme.px(ROOMY)
        if self._names_speed:
            sliders.right(theme.width(texts.SPEED, Role.SMALL))
        self.timeline.place(sliders.rest, theme)

    def draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the labels between the controls."""
        colours = theme.colours
        middle = (self.shallower.rect.right + self.deeper.rect.x) // 2, self.deeper.rect.centery
        place_text(surface, theme, self._depth_text(), Role.SMALL, colours.text, center=middle)
        if self._names_speed:
            end = self.speed.rect.midleft
            place_text(surface, theme, texts.SPEED, Role.SMALL, colours.muted, midright=end)


def _tip(text: str, *commands: str) -> Callable[[], str]:
    """Return a function for a tooltip: `text` and the first key of each command at that time."""
    return lambda: f"{text} ({', '.join(BY_ID[name].keys[0].text for name in commands)})"


class SearchPanel:
    """Shows the step of a `stepper`; calls `select` with a position of the tree that is clicked."""

    def __init__(
        self,
        controls: SearchControls,
        stepper: Callable[[], SearchStepper],
        select: Callable[[SearchMethod, TraceNode | None], None],
    ) -> None:
        self._stepper = stepper
        self.controls = controls
        self.trees = {method: self._canvas(method, select) for method in SearchMethod}
        self.text, self.bar, self.counts, self.legend = StepText(), WindowBar(), Counts(), Legend()
        self.wants_legend = False
        """True if the legend covers part of the tree, because there is no space beside it."""
        self._row = pygame.Rect(0, 0, 0, 0)
        self._legend_height = 0
        self._units: dict[Trace, float] = {}

    def _canvas(
        self, method: SearchMethod, select: Callable[[SearchMethod, TraceNode | None], None]
    ) -> TreeCanvas:
        return TreeCanvas(lambda: captions.title(self._stepper(), method), lambda node: select(method, node))

    @property
    def widgets(self) -> list[Widget]:
        """Everything in the order of Tab."""
        return [*self.trees.values(), self.text, self.bar, self.counts, *self.controls.widgets, self.legend]

    # --- display

    def show_counts(self) -> None:
        """Show the number of positions searched."""
        stepper = self._stepper()
        self.controls.follow()
        self.counts.counts, self.counts.saved = captions.counts(stepper)
        self.bar.visible = self.counts.visible = not stepper.idle

    def show_step(self, trace: Trace, at: int) -> None:
        """Explain a step of a search."""
        step = trace.steps[at]
        aside = texts.step(at + 1, len(trace.steps))
        words = f"{explain(trace, at)}{captions.comparison(self._stepper(), at)}"
        self.text.show(heading(trace, step), words, aside, at in trace.cut_offs)
        if trace not in self._units:
            self._units[trace] = captions.unit(trace)
        self.bar.window = captions.window(trace, step, self._units[trace])
        self.legend.names = side_name(trace, maximises=True), side_name(trace, maximises=False)
        self.legend.view = view_text(trace.rules)

    def show_note(self, note: str) -> None:
        """Show why there is no step to explain."""
        self.text.show(texts.TITLE, note, "", False)
        self.bar.window = SearchWindow()

    # --- layout

    @property
    def legend_fits(self) -> bool:
        """True if the legend has a place of its own."""
        return self._legend_height > 0

    def place(self, layout: SearchTreeLayout, view: int, theme: Theme) -> None:
        """Arrange everything for one of the searches, or for both."""
        self._row, self._legend_height = layout.head[0], layout.legend.height
        self._place_trees(layout.tree, view, theme)
        self.text.place(layout.text, theme)
        self.bar.place(layout.window, theme)
        self.counts.place(layout.counts, theme)
        own_place = self.legend_fits
        self.legend.visible = (own_place or self.wants_legend) and not self._stepper().idle
        self.legend.place(layout.legend if own_place else _over_tree(layout.tree, theme), theme)
        self.controls.place_head(layout.head, theme, own_place)
        self.controls.place_below(layout.controls, theme)

    def _place_trees(self, area: pygame.Rect, view: int, theme: Theme) -> None:
        columns, rows = (2, 1) if area.width > 1.6 * area.height else (1, 2)
        both = grid(area, columns, rows, theme.px(6))
        for at, method in enumerate((SearchMethod.ALPHA_BETA, SearchMethod.MINIMAX)):
            canvas = self.trees[method]
            canvas.visible = view == BOTH or METHODS[view] is method
            canvas.place(both[at] if view == BOTH else area, theme)

    def draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the title if it fits, and the labels between the controls."""
        self.controls.draw_labels(surface, theme)
        row = self._row
        words = texts.title_with_game(self._stepper().subject.rules.facts.title)
        if theme.width(words, Role.HEADING) + theme.px(12) <= self.controls.views.rect.x - row.x:
            left = row.x + theme.px(2)
            draw_text(surface, theme, words, Role.HEADING, theme.colours.text, left, row.centery)


def _over_tree(tree: pygame.Rect, theme: Theme) -> pygame.Rect:
    """Return the rectangle of the legend over the tree."""
    width = min(theme.px(300), tree.width - theme.px(8))
    height = min(Legend.height(theme), tree.height)
    return pygame.Rect(tree.right - width - theme.px(4), tree.bottom - height, width, height)
