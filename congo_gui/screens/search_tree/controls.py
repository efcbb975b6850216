"""The buttons and sliders of the search tree's screen, in one or two rows above the tree and below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.search_tree.walk import SPEEDS, Walk
from congo_gui.screens.shared.commands import ScreenCommands, close_button, command_button, icon_button
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Look
from congo_gui.widgets.choices import Segments, Slider

VIEWS = ("Alpha-beta", "Minimax", "Both")
MOVERS = ("first", "back", "forward", "last")
VIEW_KEYS = ("only_alphabeta", "only_minimax", "both_trees")
BOTH = 2
SPEED = "Speed"
ROOMY = 300
"""Width at scale 1 of the timeline from which the slider of speeds has a name."""


class SearchControls:
    """Makes the controls of a screen, places them, and keeps them up to date with its `walk`.

    `scrub` goes to a step; `view` says which of `VIEWS` is shown, and `show_view` changes that.
    """

    def __init__(
        self,
        commands: ScreenCommands,
        leave: Callable[[], None],
        walk: Callable[[], Walk],
        scrub: Callable[[float], None],
        view: Callable[[], int],
        show_view: Callable[[int], None],
    ) -> None:
        self._current_walk = walk
        self._names_speed = False
        self.views = Segments(VIEWS, view, show_view, _tip("Which search", *VIEW_KEYS))
        self._build_head(commands)
        self.back = close_button("Back", leave)
        self._build_transport(commands)
        self.timeline = Slider((0, 1), 0, scrub, "Any step of the search")
        tip = _tip("How fast it plays", "faster", "slower")
        self.speed = Slider(SPEEDS, self._walk.speed, self._set_speed, tip)

    @property
    def _walk(self) -> Walk:
        return self._current_walk()

    def _set_speed(self, speed: float) -> None:
        self._walk.speed = speed

    def _build_head(self, commands: ScreenCommands) -> None:
        self.shallower = command_button(commands, "shallower", "−")
        self.deeper = command_button(commands, "deeper", "+")
        self.examples = command_button(commands, "examples")
        self.legend = command_button(commands, "legend")

    def _build_transport(self, commands: ScreenCommands) -> None:
        self.play = icon_button(commands, "play_or_pause", self._play_icon, Look.MAIN)
        first, back, forward, last = (icon_button(commands, name, name) for name in MOVERS)
        self.transport = [first, back, self.play, forward, last]
        self.cut = command_button(commands, "next_cut")
        self.whole = command_button(commands, "whole_tree")

    def _play_icon(self) -> str:
        return "pause" if self._walk.playing else "play"

    @property
    def widgets(self) -> list[Widget]:
        """All controls, in the order of Tab."""
        head = [self.views, self.shallower, self.deeper, self.examples, self.legend, self.back]
        return [*head, *self.transport, self.cut, self.timeline, self.speed, self.whole]

    def follow(self) -> None:
        """Show the step and the speed of the walk."""
        last = max(1, self._walk.last)
        if len(self.timeline.values) != last + 1:
            self.timeline.values = tuple(range(last + 1))
        self.timeline.index = min(self._walk.here, last)
        self.examples.look = Look.MAIN if self._walk.idle else Look.PLAIN
        self.speed.set(self._walk.speed)

    # --- places

    def place_head(self, rows: Sequence[pygame.Rect], theme: Theme, has_legend: bool) -> None:
        """Place the controls above the tree from the right; with two rows the upper one has the views."""
        gap, small = theme.px(6), Role.SMALL
        row, right = rows[0], rows[0].right

        def take(widget: Widget, width: int) -> None:
            nonlocal right
            widget.place(pygame.Rect(right - width, row.y, width, row.height), theme)
            right -= width + gap

        take(self.back, row.height)
        if len(rows) > 1:
            take(self.views, right - row.x)
            row, right = rows[1], rows[1].right
        self.legend.visible = not has_legend
        if not has_legend:
            take(self.legend, theme.width(self.legend.label, small) + theme.px(16))
        take(self.examples, theme.width(self.examples.label, small) + theme.px(16))
        take(self.deeper, theme.px(30))
        right -= theme.width(self._depth_text(), small) + theme.px(2)
        take(self.shallower, theme.px(30))
        if len(rows) == 1:
            take(self.views, min(theme.px(330), right - row.x))

    def _depth_text(self) -> str:
        return f"Depth {self._walk.depth}"

    def place_below(self, rows: Sequence[pygame.Rect], theme: Theme) -> None:
        """Place the controls below the tree; with two rows the upper one has the sliders."""
        gap, row = theme.px(4), rows[-1]
        left, width = row.x, round(row.height * 1.15)
        for button in self.transport:
            button.place(pygame.Rect(left, row.y, width, row.height), theme)
            left += width + gap
        cut = theme.width(self.cut.label, Role.SMALL) + theme.px(14)
        self.cut.place(pygame.Rect(left, row.y, cut, row.height), theme)
        whole = theme.width("Whole tree", Role.SMALL) + theme.px(14)
        self.whole.place(pygame.Rect(row.right - whole, row.y, whole, row.height), theme)
        left += cut + gap
        room = pygame.Rect(left, row.y, row.right - whole - gap - left, row.height)
        self._place_sliders(room if len(rows) == 1 else rows[0], theme)

    def _place_sliders(self, room: pygame.Rect, theme: Theme) -> None:
        speed, gap = theme.px(84), theme.px(4)
        self.speed.place(pygame.Rect(room.right - speed, room.y, speed, room.height), theme)
        width = room.width - speed - gap
        self._names_speed = width > theme.px(ROOMY)
        if self._names_speed:
            width -= theme.width(SPEED, Role.SMALL) + gap
        self.timeline.place(pygame.Rect(room.x, room.y, width, room.height), theme)

    def draw_labels(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw what stands between the controls."""
        colours = theme.colours
        depth = theme.text(self._depth_text(), Role.SMALL, colours.text)
        middle = (self.shallower.rect.right + self.deeper.rect.x) // 2
        surface.blit(depth, depth.get_rect(center=(middle, self.deeper.rect.centery)))
        if self._names_speed:
            speed = theme.text(SPEED, Role.SMALL, colours.muted)
            surface.blit(speed, speed.get_rect(midright=self.speed.rect.midleft))


def _tip(words: str, *commands: str) -> Callable[[], str]:
    """Return what gives words for a tooltip with the first keys that these commands have then."""
    return lambda: f"{words} ({', '.join(BY_ID[name].keys[0].text for name in commands)})"
