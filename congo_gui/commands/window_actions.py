"""The commands that are the same everywhere in the window."""

from __future__ import annotations

from functools import partial

import pygame

from congo_gui.commands.command import Action, CommandGroup, Key, Where, character, ctrl, letter

_view = partial(Action, group=CommandGroup.VIEW, where=(Where.WINDOW,))
_help = partial(Action, group=CommandGroup.HELP, where=(Where.WINDOW,))

WINDOW_ACTIONS: tuple[Action, ...] = (
    _view("warnings", "Warnings", "Mark what you are about to lose", (letter("w"),), icon="warning"),
    _view("explain", "Explain", "Say what a piece can do when the pointer rests on it", (letter("x"),)),
    _view(
        "full_screen",
        "Full screen",
        "Fill the whole screen, or go back to a window",
        (Key("F11", pygame.K_F11),),
        icon="full_screen",
    ),
    _help(
        "learn",
        "Learn",
        "Lessons with tasks, and every piece to try out",
        (Key("F2", pygame.K_F2),),
        icon="learn",
    ),
    _view(
        "sounds",
        "Sounds",
        "Let steps, captures and splashes be heard, or be quiet",
        (letter("m"),),
        icon="sound",
    ),
    _view("theme", "Next colours", "Day, night or high contrast", (letter("t"),)),
    _view(
        "larger",
        "Larger text",
        "Make text and buttons larger",
        (Key("+", pygame.K_PLUS, True), Key("=", pygame.K_EQUALS, True)),
    ),
    _view("smaller", "Smaller text", "Make text and buttons smaller", (Key("-", pygame.K_MINUS, True),)),
    _view("keys", "Keys", "Give commands other keys", (Key("F4", pygame.K_F4),)),
    _view(
        "options",
        "Settings",
        "Colours, sizes, movement and sound",
        (Key(",", pygame.K_COMMA, True),),
        icon="settings",
    ),
    _help("help", "Help", "The rules, and all keys", (character("?"), Key("F1", pygame.K_F1)), icon="help"),
    _help(
        "about",
        "About",
        "Who made what, licences, where your files are, and reports of crashes",
        (Key("F12", pygame.K_F12),),
    ),
    _help(
        "menu",
        "Menu",
        "All commands with their keys: type to find one",
        (ctrl("k"), Key("F10", pygame.K_F10)),
        icon="menu",
    ),
)
