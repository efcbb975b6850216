"""Buttons that give a command: name, picture, key and state are the command's."""

from __future__ import annotations

from collections.abc import Callable

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.theme import Role
from congo_gui.screens.shared.base import Screen
from congo_gui.widgets.button import Button, Look


def command_button(
    screen: Screen,
    name: str,
    label: str | Callable[[], str] = "",
    *,
    icon: str | Callable[[], str] = "",
    look: Look = Look.PLAIN,
    role: Role = Role.SMALL,
    told: str = "",
) -> Button:
    """Return a button that gives a command on a screen; with `label` or `icon` it shows these instead.

    `told` is what its tooltip says besides.
    """
    action = BY_ID[name]
    return Button(
        label or action.label,
        lambda: screen.give(name),
        tip=lambda: f"{screen.tip(name)}. {told}" if told else screen.tip(name),
        icon_name=icon,
        enabled=lambda: screen.handler(name).possible(),
        chosen=lambda: screen.handler(name).on,
        look=look,
        role=role,
        short=action.short,
    )


def icon_button(
    screen: Screen, name: str, icon: str | Callable[[], str] = "", look: Look = Look.PLAIN
) -> Button:
    """Return a button that gives a command and shows only its picture."""
    button = command_button(screen, name, icon=icon or BY_ID[name].icon, look=look)
    button.show_label = False
    return button


def close_button(screen: Screen, words: str, leave: Callable[[], None] | None = None) -> Button:
    """Return the cross that closes a screen, with `leave` if that asks first; `words` say where it leads."""
    tip = f"{words} ({BY_ID['cancel'].key_text})"  # its key is fixed
    return Button("", leave or screen.dismiss, icon_name="close", tip=tip, look=Look.QUIET)
