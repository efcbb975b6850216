"""The commands of one screen, their buttons, and the title bar of a panel."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.commands.command import Handler, Handlers, Where
from congo_gui.draw.drawing import draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.widgets.button import Button, Look


class ScreenCommands:
    """Runs the commands that are available `where` a screen is.

    `own` returns the screen's handlers, called at first use; they take precedence over those of the `window`.
    `refuse` is called with the reason why a command is not available, `done` after every command.
    """

    def __init__(
        self,
        where: Where,
        own: Callable[[], Handlers],
        window: Callable[[], Handlers],
        refuse: Callable[[str], None],
        done: Callable[[], None],
    ) -> None:
        self.where = where
        self._make_own, self._window = own, window
        self._refuse, self._done = refuse, done
        self._own: Handlers | None = None

    @property
    def own(self) -> Handlers:
        """The screen's own handlers by command id, without those of the whole window."""
        if self._own is None:
            self._own = self._make_own()
        return self._own

    def handler(self, name: str) -> Handler:
        """Return the handler of a command here."""
        return self.own.get(name) or self._window()[name]

    def run(self, name: str) -> None:
        """Run a command, or show why it is not possible now."""
        handler = self.handler(name)
        if handler.possible():
            handler.run()
        else:
            self._refuse(handler.reason)
        self._done()

    def tip(self, name: str) -> str:
        """Return the tooltip of a command here."""
        reason, tip = self.handler(name).reason, BY_ID[name].tip_in(self.where)
        return f"{tip}. {reason}" if reason else tip


def command_button(
    commands: ScreenCommands,
    name: str,
    label: str | Callable[[], str] = "",
    *,
    icon: str | Callable[[], str] = "",
    look: Look = Look.PLAIN,
    role: Role = Role.SMALL,
    extra_tip: str = "",
) -> Button:
    """Return a button that runs one of a screen's commands; with `label` or `icon` it shows these instead.

    `extra_tip` is added to its tooltip.
    """
    action = BY_ID[name]
    return Button(
        label or action.label,
        lambda: commands.run(name),
        tip=lambda: f"{commands.tip(name)}. {extra_tip}" if extra_tip else commands.tip(name),
        icon_name=icon,
        enabled=lambda: commands.handler(name).possible(),
        chosen=lambda: commands.handler(name).on,
        look=look,
        role=role,
        short=action.short,
    )


def icon_button(
    commands: ScreenCommands, name: str, icon: str | Callable[[], str] = "", look: Look = Look.PLAIN
) -> Button:
    """Return a button that runs a command and shows only its picture."""
    button = command_button(commands, name, icon=icon or BY_ID[name].icon, look=look)
    button.show_label = False
    return button


def close_button(text: str, leave: Callable[[], None]) -> Button:
    """Return the button that closes a screen by `leave`; `text` is its tooltip."""
    tip = f"{text} ({BY_ID['cancel'].key_text})"  # its key is fixed
    return Button("", leave, icon_name="close", tip=tip, look=Look.FLAT)


class TitleBar:
    """A title with the button `close`, which is a control of the screen; `close_tip` is its tooltip."""

    def __init__(self, title: str, close_tip: str, leave: Callable[[], None]) -> None:
        self._title = title
        self.close = close_button(close_tip, leave)
        self._rect = pygame.Rect(0, 0, 0, 0)

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Set its row of the window."""
        self._rect = rect
        side = rect.height
        self.close.place(pygame.Rect(rect.right - side, rect.y, side, side), theme)

    def draw(self, surface: pygame.Surface, theme: Theme, note: str = "") -> None:
        """Draw the title with a note after it, or only the note if both do not fit."""
        rect, colours = self._rect, theme.colours
        left, available = rect.x + theme.px(2), self.close.rect.x - rect.x - theme.px(8)
        width = theme.text(self._title, Role.HEADING, colours.text).get_width()
        if not note or theme.width(note, Role.SMALL) + width + theme.px(10) <= available:
            draw_text(surface, theme, self._title, Role.HEADING, colours.text, left, rect.centery)
            left = rect.x + width + theme.px(12)
        if note:
            text = theme.shorten(note, Role.SMALL, self.close.rect.x - theme.px(6) - left)
            draw_text(surface, theme, text, Role.SMALL, colours.muted, left, rect.centery)
