"""Buttons that give a command: name, picture, key and state are the command's."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.theme import Role
from congo_gui.screens.shared.screen_commands import ScreenCommands
from congo_gui.widgets.button import Button, Look


def command_button(
    commands: ScreenCommands,
    name: str,
    label: str | Callable[[], str] = "",
    *,
    icon: str | Callable[[], str] = "",
    look: Look = Look.PLAIN,
    role: Role = Role.SMALL,
    told: str = "",
) -> Button:
    """Return a button that gives one of a screen's commands; with `label` or `icon` it shows these instead.

    `told` is what its tooltip says besides.
    """
    action = BY_ID[name]
    return Button(
        label or action.label,
        lambda: commands.give(name),
        tip=lambda: f"{commands.tip(name)}. {told}" if told else commands.tip(name),
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
    """Return a button that gives a command and shows only its picture."""
    button = command_button(commands, name, icon=icon or BY_ID[name].icon, look=look)
    button.show_label = False
    return button


def close_button(words: str, leave: Callable[[], None]) -> Button:
    """Return the cross that closes a screen by `leave`; `words` say where it leads."""
    tip = f"{words} ({BY_ID['cancel'].key_text})"  # its key is fixed
    return Button("", leave, icon_name="close", tip=tip, look=Look.QUIET)
