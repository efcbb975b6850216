"""Settings: how everything looks, moves and sounds. Each change shows at once in the window behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.drawing import draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.commands import command_button
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.store.settings import Settings
from congo_gui.system.sound import Cue
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import Segments

ROW, CONTROL, BUTTON = 44, 34, 38
LABEL_SHARE = 0.3
UI_SCALES = (75, 100, 125, 150, 175, 200)
UI_SIZES = {f"{size} %": size for size in UI_SCALES}
BOARD_SIZES = {f"{size} %": size for size in (60, 70, 80, 90, 100)}
VOLUMES = (25, 50, 75, 100)
MOTIONS = {
    "None": (False, "normal"),
    **{name.capitalize(): (True, name) for name in ("fast", "normal", "slow")},
}
SHOWN = {"Hidden": False, "Shown": True}
METHODS = {"Click or drag": "both", "Only click": "click", "Only drag": "drag"}
AUTO_FLIP = {"Board stays": False, "Board turns": True}
AUTO_FLIP_TIP = "When two people play at one board: whether it turns to the one who is to move"
THEMES = {"Day": "day", "Night": "night", "High contrast": "contrast"}
RESET = (
    "theme",
    "ui_scale",
    "board_size",
    "coordinates",
    "auto_flip",
    "move_method",
    "animation",
    "animation_speed",
    "sounds",
    "volume",
    "warnings",
    "explain",
)
"""What goes back to how it was at first; who plays, and where games are, stays."""


class OptionsScreen(Dialog):
    """A row for each setting."""

    _size = (560, 600)
    _veiled = False

    def __init__(self, host: Host) -> None:
        super().__init__(host, "Settings")
        self.rows = self._build()
        self.reset = Button("As at first", self._reset, tip="Put all of these settings back", role=Role.BODY)
        self.programs = command_button(self.commands, "programs", "Programs …", role=Role.BODY)
        self.keys = command_button(self.commands, "keys", "Keys …", role=Role.BODY)
        self.done = Button("Done", self.dismiss, look=Look.MAIN)
        self._use_widgets([*self.rows.values(), self.programs, self.keys, self.reset, self.done])

    def _build(self) -> dict[str, Segments]:
        """Return the controls by what the settings are called."""
        return {
            "Colours": self._one_of("theme", THEMES, lambda: f"Also with the key {_key('theme')}"),
            "Text size": self._one_of("ui_scale", UI_SIZES, "As far as there is room"),
            "Board": self._one_of("board_size", BOARD_SIZES, "Of the room that it could take"),
            "Coordinates": self._one_of("coordinates", SHOWN, "The names of rows and columns"),
            "Two players": self._one_of("auto_flip", AUTO_FLIP, AUTO_FLIP_TIP),
            "Mouse": self._one_of("move_method", METHODS, "How the mouse moves pieces"),
            "Movement": self._motion(),
            "Sounds": self._sounds(),
            "Window": self._window(),
            "Warnings": self._switch("warnings"),
            "Explanations": self._switch("explain"),
        }

    # --- the controls

    def _one_of(self, name: str, values: Mapping[str, Any], tip: str | Callable[[], str] = "") -> Segments:
        """Return a control for one of several values, by what they are called."""
        known = list(values.values())
        return Segments(
            list(values),
            lambda: _nearest(known, getattr(self._host.settings, name)),
            lambda index: self._change({name: known[index]}),
            tip,
        )

    def _switch(self, name: str) -> Segments:
        return self._one_of(name, {"Off": False, "On": True}, lambda: BY_ID[name].tip)

    def _motion(self) -> Segments:
        known = list(MOTIONS.values())

        def index() -> int:
            speed = self._host.settings.animation_speed
            return known.index((True, speed)) if self._host.settings.animation else 0

        def change(chosen: int) -> None:
            animation, speed = known[chosen]
            self._change({"animation": animation, "animation_speed": speed})

        return Segments(list(MOTIONS), index, change, "How fast pieces move; with None the board rests, too")

    def _sounds(self) -> Segments:
        def index() -> int:
            volume = self._host.settings.volume
            return 1 + _nearest(list(VOLUMES), volume) if self._host.settings.sounds else 0

        def change(chosen: int) -> None:
            self._change({"sounds": True, "volume": VOLUMES[chosen - 1]} if chosen else {"sounds": False})
            self._host.sounds.play((Cue.STEP,))

        words = ("Off", *(f"{volume} %" for volume in VOLUMES))
        return Segments(words, index, change, lambda: f"How loud. {_key('sounds')} turns sounds off and on")

    def _window(self) -> Segments:
        return Segments(
            ("Window", "Full screen"),
            lambda: int(self._host.settings.fullscreen),
            lambda index: self._host.toggle_full_screen(),
            lambda: BY_ID["full_screen"].tip,
        )

    def _change(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self._host.settings, name, value)
        self._host.apply_settings()
        self.invalidate()

    def _reset(self) -> None:
        usual = Settings()
        self._change({name: getattr(usual, name) for name in RESET})

    def _accept(self) -> None:
        self.dismiss()

    # --- the looks

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Lie at the right, so that most of the board stays in sight."""
        box = super()._place_box(window, theme)
        box.right = window.right - theme.px(8)
        return box

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        button = theme.px(BUTTON)
        room = inside.height - button - theme.px(8)
        row = min(theme.px(ROW), room // len(self.rows))
        left = inside.x + round(inside.width * LABEL_SHARE)
        height = min(theme.px(CONTROL), row - theme.px(4))
        for index, control in enumerate(self.rows.values()):
            top = inside.y + index * row + (row - height) // 2
            control.place(pygame.Rect(left, top, inside.right - left, height), theme)
        right = place_from_right((self.done, self.reset), inside.bottomright, button, theme, 90)
        left, top = inside.x, inside.bottom - button
        for widget in (self.programs, self.keys):
            width = min(max(theme.px(90), widget.natural_width(theme)), right - left)
            widget.place(pygame.Rect(left, top, width, button), theme)
            left += width + theme.px(8)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        for label, control in self.rows.items():
            place = control.rect
            left = self.box.x + theme.px(16)
            words = theme.shorten(label, Role.BODY, place.x - left - theme.px(6))
            draw_text(surface, theme, words, Role.BODY, theme.colours.text, left, place.centery)


def _key(name: str) -> str:
    return BY_ID[name].key_text


def _nearest(values: list[Any], value: Any) -> int:
    """Return which of some values another one is, or is nearest to."""
    if value in values:
        return values.index(value)
    return min(range(len(values)), key=lambda index: abs(values[index] - value))
