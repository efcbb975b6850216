"""The menu: all commands under their headings, with their keys; typing filters them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

import pygame

from congo_gui.commands.actions import ACTIONS, EVERYDAY, available_in, by_group
from congo_gui.commands.command import Action, CommandGroup, Where
from congo_gui.draw.drawing import clipped, draw_box, draw_text, icon, place_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.window import texts
from congo_gui.widgets.base import LEFT_BUTTON, Widget, wheel_steps
from congo_gui.widgets.button import Button
from congo_gui.widgets.scroll import BAR, Scroller
from congo_gui.widgets.text_field import TextField

ROW, ICON, FIELD = 30, 18, 36
COLUMN = 250
"""Narrowest width of a column at scale 1."""
MAX_COLUMNS = 3
GAP = 14
"""Between columns."""
WHEEL_ROWS = 3
SHORT, MORE = 562, 32
"""Heights at scale 1 of the menu with the everyday commands, and of the button for all of them."""

_Headed = tuple[CommandGroup, tuple[Action, ...]]


def matching_commands(text: str) -> tuple[Action, ...]:
    """Return the commands whose name, hint or heading contain every word of a text, names first."""
    words = text.lower().split()
    found = [action for action in ACTIONS if all(word in _searched(action) for word in words)]
    return tuple(sorted(found, key=lambda action: not all(word in action.label.lower() for word in words)))


def _searched(action: Action) -> str:
    hints = " ".join((action.hint, *action.hints.values()))
    return f"{action.label} {hints} {action.group.value} {action.key_text}".lower()


@dataclass(frozen=True)
class _Place:
    """The place of a heading or a command, relative to the upper left corner of the list."""

    rect: pygame.Rect
    heading: str = ""
    action: Action | None = None


class CommandGrid(Widget):
    """Commands in columns, one of which is current. `run` is called with the chosen one.

    `enabled` returns whether it can run, `is_on` whether it is ticked. Only
    `listed` ones are shown until something is searched for; all others are found after them.
    """

    def __init__(
        self,
        listed: tuple[Action, ...],
        run: Callable[[Action], None],
        enabled: Callable[[Action], bool],
        is_on: Callable[[Action], bool],
    ) -> None:
        super().__init__()
        self._listed = listed
        self._run, self._enabled, self._is_on = run, enabled, is_on
        self._query = ""
        self._places: list[_Place] = []
        self.current: Action | None = None
        self._scroller = Scroller()
        self._theme: Theme | None = None

    # --- display

    def list(self, listed: tuple[Action, ...]) -> None:
        """Change the commands listed without a search text."""
        self._listed, self.current = listed, None
        self._scroller.scroll_to(0)

    def search(self, text: str) -> None:
        """Show the commands matching a text, all of them if it is empty; the first one becomes current."""
        if text.strip() == self._query:
            return
        self._query = text.strip()
        found = self.shown
        self.current = found[0] if self._query and found else None
        self._scroller.scroll_to(0)
        if self._theme is not None:
            self.place(self.rect, self._theme)

    @property
    def shown(self) -> tuple[Action, ...]:
        """The commands in the list, column by column."""
        if self._query:
            return tuple(
                sorted(matching_commands(self._query), key=lambda action: action not in self._listed)
            )
        return tuple(action for actions in by_group(self._listed).values() for action in actions)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        row = _row_height(theme)
        # No row is cut in half at the bottom.
        rect = pygame.Rect(rect.x, rect.y, rect.width, max(1, rect.height // row) * row)
        super().place(rect, theme)
        self._theme = theme
        width = rect.width - theme.px(BAR + 4)
        if self._query:
            self._places = _column(self.shown, "", 0, 0, width, theme)
        else:
            self._places = _columns(by_group(self._listed), width, theme)
        height = max((place.rect.bottom for place in self._places), default=0)
        self._scroller.place(rect, height, theme, row)

    def rect_of(self, action: Action) -> pygame.Rect:
        """Return the rectangle of a command in the window, visible or not."""
        place = next(place for place in self._places if place.action is action)
        return place.rect.move(self.rect.x, self.rect.y - self._scroller.offset)

    def _at(self, position: tuple[int, int]) -> Action | None:
        x, y = position[0] - self.rect.x, position[1] - self.rect.y + self._scroller.offset
        if not self.rect.collidepoint(position):
            return None
        return next((place.action for place in self._places if place.rect.collidepoint(x, y)), None)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self._theme is not None:
            rows = round(wheel_steps(event) * WHEEL_ROWS * _row_height(self._theme))
            self._scroller.scroll_to(self._scroller.offset - rows)
        elif event.type == pygame.MOUSEMOTION:
            if not (self.pressed and self._scroller.drag(event.pos)):
                self.current = self._at(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._scroller.press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            action = self._at(event.pos)
            if not self._scroller.release() and action is not None:
                self._run(action)
        else:
            return False
        return True

    def step(self, rows: int) -> None:
        """Make another command current."""
        shown = self.shown
        if not shown:
            return
        before = shown.index(self.current) if self.current in shown else -1 if rows > 0 else 0
        self.current = shown[(before + rows) % len(shown)]
        place = self.rect_of(self.current).move(-self.rect.x, self._scroller.offset - self.rect.y)
        self._scroller.reveal(place.top, place.bottom)

    def run_current(self) -> None:
        """Run the current command."""
        if self.current is not None:
            self._run(self.current)

    # --- drawing

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        with clipped(surface, self.rect):
            for place in self._places:
                rect = place.rect.move(self.rect.x, self.rect.y - self._scroller.offset)
                if place.action is not None:
                    self._draw_command(surface, theme, place.action, rect)
                else:
                    corner, ink = (rect.x + theme.px(6), rect.bottom - theme.px(3)), theme.colours.accent
                    place_text(surface, theme, place.heading, Role.STRONG, ink, bottomleft=corner)
        self._scroller.draw(surface, theme)

    def _draw_command(self, surface: pygame.Surface, theme: Theme, action: Action, rect: pygame.Rect) -> None:
        colours = theme.colours
        enabled = self._enabled(action)
        ink = colours.text if enabled else colours.faded
        if action is self.current:
            # Faded ink would be unreadable on the coloured background.
            ink = ink if enabled else colours.muted
            outline = colours.accent if enabled else colours.outline
            draw_box(surface, rect, theme.px(6), colours.accent_soft, outline)
        left, size = rect.x + theme.px(8), theme.px(ICON)
        name = "tick" if self._is_on(action) else action.icon
        if name:
            surface.blit(icon(name, size, ink), (left, rect.centery - size // 2))
        left += size + theme.px(8)
        right = self._draw_key(surface, theme, action, rect, (left + rect.right) // 2)
        label = theme.shorten(action.label, Role.BODY, right - left - theme.px(6))
        draw_text(surface, theme, label, Role.BODY, ink, left, rect.centery)

    def _draw_key(
        self, surface: pygame.Surface, theme: Theme, action: Action, rect: pygame.Rect, min_left: int
    ) -> int:
        """Draw the command's first key at the right edge; return its left edge, at least `min_left`."""
        colours = theme.colours
        available = rect.right - min_left - theme.px(14)
        text = theme.text(
            theme.shorten(action.keys[0].text, Role.SMALL, available), Role.SMALL, colours.muted
        )
        cap = pygame.Rect(0, 0, text.get_width() + theme.px(10), text.get_height() + theme.px(2))
        cap.midright = (rect.right - theme.px(4), rect.centery)
        draw_box(surface, cap, theme.px(5), colours.raised, colours.outline)
        surface.blit(text, text.get_rect(center=cap.center))
        return cap.x


def _column(
    actions: tuple[Action, ...], heading: str, left: int, top: int, width: int, theme: Theme
) -> list[_Place]:
    """Return the places of a heading, if there is one, and of commands below each other."""
    row = _row_height(theme)
    entries: list[tuple[str, Action | None]] = [(heading, None)] if heading else []
    entries += [("", action) for action in actions]
    return [_Place(pygame.Rect(left, top + at * row, width, row), *entry) for at, entry in enumerate(entries)]


def _row_height(theme: Theme) -> int:
    return max(theme.px(ROW), theme.line_height(Role.BODY) + theme.px(4))


def _columns(groups: Mapping[CommandGroup, tuple[Action, ...]], width: int, theme: Theme) -> list[_Place]:
    """Return the places of commands in as many columns as fit."""
    gap = theme.px(GAP)
    count = max(1, min(MAX_COLUMNS, (width + gap) // (theme.px(COLUMN) + gap)))
    each = (width - gap * (count - 1)) // count
    places: list[_Place] = []
    for column, part in enumerate(_split_evenly(list(groups.items()), min(count, len(groups)))):
        top = 0
        for group, actions in part:
            rows = _column(actions, group.value, column * (each + gap), top, each, theme)
            places += rows
            top = rows[-1].rect.bottom
    return places


def _split_evenly(groups: list[_Headed], count: int) -> list[list[_Headed]]:
    """Divide groups, in order, into columns so that the tallest is as short as possible."""
    last = len(groups)
    cuts = (pairwise((0, *inner, last)) for inner in combinations(range(1, last), count - 1))
    choices = [[groups[start:end] for start, end in cut] for cut in cuts]

    def tallest(columns: list[list[_Headed]]) -> int:
        return max(sum(len(actions) + 1 for _, actions in part) for part in columns)

    return min(choices, key=tallest)


class CommandScreen(Dialog):
    """All commands in a grid, a field that finds them, and a line that describes the current one."""

    _size = (860, 770)

    def __init__(self, host: Host, title: str, listed: tuple[Action, ...] = ACTIONS) -> None:
        super().__init__(host, title)
        self.field = TextField(lambda text: self.grid.run_current(), placeholder=texts.FIND)
        self.grid = CommandGrid(listed, self._choose, self._is_possible, self._is_ticked)
        self._use_widgets([self.field, self.grid])
        self.group.set_focus(self.field)
        self._line = pygame.Rect(0, 0, 0, 0)
        """The rectangle of the line below the commands."""

    def _choose(self, action: Action) -> None:
        """Handle a click on a command."""
        raise NotImplementedError

    def _is_possible(self, action: Action) -> bool:
        """Return whether a command can be chosen."""
        raise NotImplementedError

    def _is_ticked(self, action: Action) -> bool:
        """Return whether a command is ticked."""
        del action
        return False

    @property
    def description(self) -> str:
        """The text of the line below the commands."""
        raise NotImplementedError

    def handle(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_DOWN: 1, pygame.K_UP: -1}
        if event.type == pygame.KEYDOWN and event.key in steps:
            self.grid.step(steps[event.key])
            self.invalidate()
            return True
        used = super().handle(event)
        self.grid.search(self.field.text)
        return used

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, field, line = theme.px(8), theme.px(FIELD), theme.line_height(Role.SMALL)
        self.field.place(pygame.Rect(inside.x, inside.y, inside.width, field), theme)
        self._line = pygame.Rect(inside.x, inside.bottom - line, inside.width, line)
        top = inside.y + field + gap
        self.grid.place(pygame.Rect(inside.x, top, inside.width, max(1, self._line.y - gap - top)), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        text = theme.shorten(self.description, Role.SMALL, self._line.width)
        surface.blit(theme.text(text, Role.SMALL, theme.colours.muted), self._line)


class MenuScreen(CommandScreen):
    """Finds a command and runs it on the screen below."""

    def __init__(self, host: Host, below: Screen) -> None:
        self._below = below.commands
        super().__init__(host, texts.MENU, self._listed(host))
        self.more = Button(self._more_label, self._toggle, tip=texts.ALL_COMMANDS_TIP, role=Role.BODY)
        self.more.visible = below.commands.where is Where.GAME
        self._use_widgets([self.field, self.grid, self.more])
        self._window = pygame.Rect(0, 0, 0, 0)

    def _listed(self, host: Host) -> tuple[Action, ...]:
        """Return the listed commands: in a game only the everyday ones, unless all are enabled."""
        found = available_in(self._below.where)
        if self._below.where is not Where.GAME or host.settings.all_commands:
            return found
        watching = self._below.handler("faster").possible()
        return tuple(
            action
            for action in found
            if action.id in EVERYDAY or (watching and action.group is CommandGroup.AI)
        )

    def _more_label(self) -> str:
        return texts.FEWER_COMMANDS if self._host.settings.all_commands else texts.ALL_COMMANDS

    def _toggle(self) -> None:
        """List all commands, or the everyday ones again."""
        self._host.settings.all_commands = not self._host.settings.all_commands
        self.grid.list(self._listed(self._host))
        if self.theme is not None:
            self.layout(self._window, self.theme)

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self._window = window
        super().layout(window, theme)

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Make the box only as high as the everyday commands need in three columns."""
        box = super()._place_box(window, theme)
        is_short = self.more.visible and not self._host.settings.all_commands
        if is_short and box.width >= theme.px(self._size[0]):
            box.height = min(box.height, theme.px(SHORT))
            box.center = window.center
        return box

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        super()._arrange(inside, theme)
        if self.more.visible:
            width, height = self.more.natural_width(theme), theme.px(MORE)
            above = inside.move(0, -height - theme.px(8))
            self.grid.place(self.grid.rect.clip(above), theme)
            self.more.place(pygame.Rect(inside.right - width, inside.bottom - height, width, height), theme)
            self._line.width -= width + theme.px(8)
            self._line.centery = self.more.rect.centery

    def _is_possible(self, action: Action) -> bool:
        return action.is_available_in(self._below.where) and self._below.handler(action.id).possible()

    def _is_ticked(self, action: Action) -> bool:
        return action.is_available_in(self._below.where) and self._below.handler(action.id).on

    def _choose(self, action: Action) -> None:
        if self._is_possible(action):
            self.dismiss()
            self._below.run(action.id)

    @property
    def description(self) -> str:
        action, where = self.grid.current, self._below.where
        if action is None:
            return "" if self.grid.shown else texts.NOTHING_FOUND
        if not action.is_available_in(where):
            return action.placed_tip
        return self._below.tip(action.id)
