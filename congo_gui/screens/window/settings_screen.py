"""Settings: appearance, animation and sounds. Each change takes effect at once in the window behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from congo_gui.commands.actions import BY_ID
from congo_gui.draw.drawing import draw_lines, draw_text, fitted_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.commands import command_button
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.screens.window import texts
from congo_gui.store.settings import Settings
from congo_gui.system.sound import Cue
from congo_gui.widgets.base import Widget
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.choices import Segments

ROW, CONTROL, BUTTON = 44, 34, 38
LABEL_SHARE = 0.32
ROOMY = 540
"""The height at scale 1 from which the explanation has two lines."""
UI_SCALES = (75, 100, 125, 150, 175, 200)
UI_SIZES = {f"{size}%": size for size in UI_SCALES}
BOARD_SIZES = {f"{size}%": size for size in (60, 70, 80, 90, 100)}
VOLUMES = (25, 50, 75, 100)
ANIMATIONS = {
    texts.NO_ANIMATION: (False, "normal"),
    texts.FAST: (True, "fast"),
    texts.NORMAL: (True, "normal"),
    texts.SLOW: (True, "slow"),
}
SHOWN = {texts.HIDDEN: False, texts.SHOWN: True}
METHODS = {texts.CLICK_OR_DRAG: "both", texts.CLICK_ONLY: "click", texts.DRAG_ONLY: "drag"}
STUDY = {texts.AS_IN_RULES: False, texts.AS_IN_PLAY: True}
ASK_FIRST = {texts.NEVER_ASK: "never", texts.ASK_WEAK: "weak", texts.ALWAYS_ASK: "always"}
AUTO_FLIP = {texts.KEEP_BOARD: False, texts.AUTO_FLIP: True}
THEMES = {texts.DAY: "day", texts.NIGHT: "night", texts.HIGH_CONTRAST: "contrast"}
RESET_FIELDS = (
    "theme",
    "ui_scale",
    "board_size",
    "coordinates",
    "auto_flip",
    "study_as_played",
    "move_method",
    "animation",
    "animation_speed",
    "sounds",
    "volume",
    "warnings",
    "explain",
    "thoughts",
    "ask_before_exposing",
)
"""The settings that are reset to their defaults; players and folders stay."""


class SettingsScreen(Dialog):
    """A row for each setting."""

    _size = (560, 636)
    _dims_below = False

    def __init__(self, host: Host) -> None:
        super().__init__(host, texts.SETTINGS)
        self.rows = self._build()
        self.reset = Button(texts.DEFAULTS, self._reset, tip=texts.DEFAULTS_TIP, role=Role.BODY)
        self.programs = command_button(self.commands, "programs", texts.PROGRAMS, role=Role.BODY)
        self.keys = command_button(self.commands, "keys", texts.KEYS_BUTTON, role=Role.BODY)
        self.done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([*self.rows.values(), self.programs, self.keys, self.reset, self.done])
        self.group.shows_tips = False
        self._line = pygame.Rect(0, 0, 0, 0)
        """The rectangle of the explanation."""
        self._pointed: Widget | None = None
        """The control in whose row the pointer is."""

    def _build(self) -> dict[str, Segments]:
        """Return the controls by the labels of their settings."""
        return {
            texts.THEME: self._one_of("theme", THEMES, lambda: texts.theme_tip(_key("theme"))),
            texts.TEXT_SIZE: self._one_of("ui_scale", UI_SIZES, texts.TEXT_SIZE_TIP),
            texts.BOARD: self._one_of("board_size", BOARD_SIZES, texts.BOARD_TIP),
            texts.COORDINATES: self._one_of("coordinates", SHOWN, texts.COORDINATES_TIP),
            texts.TWO_PLAYERS: self._one_of("auto_flip", AUTO_FLIP, texts.TWO_PLAYERS_TIP),
            texts.STUDY: self._one_of("study_as_played", STUDY, texts.STUDY_TIP),
            texts.MOUSE: self._one_of("move_method", METHODS, texts.MOUSE_TIP),
            texts.ANIMATION: self._motion(),
            texts.SOUNDS: self._sounds(),
            texts.DISPLAY: self._window(),
            texts.WARNINGS: self._switch("warnings"),
            texts.EXPLANATIONS: self._switch("explain"),
            texts.ASK_FIRST: self._one_of("ask_before_exposing", ASK_FIRST, texts.ASK_FIRST_TIP),
            texts.THOUGHTS: self._one_of("thoughts", SHOWN, lambda: BY_ID["thoughts"].tip),
        }

    @property
    def explanation(self) -> str:
        """The hint of the control, or of the label of a setting, under the pointer or with the focus."""
        widget = self.group.hovered or self._pointed or self.group.focus
        return (widget.tip if widget is not None else "") or texts.POINT_AT_A_SETTING

    def handle(self, event: pygame.event.Event) -> bool:
        before = self.explanation
        if event.type == pygame.MOUSEMOTION:
            self._pointed = self._row_at(event.pos)
        used = super().handle(event)
        if self.explanation != before:
            self.invalidate()
        return used

    def _row_at(self, position: tuple[int, int]) -> Widget | None:
        """Return the control of the row at a pixel, its label included."""
        rows = self.rows.values()
        return next((row for row in rows if self._row_of(row).collidepoint(position)), None)

    def _row_of(self, control: Widget) -> pygame.Rect:
        place = control.rect
        return pygame.Rect(self.box.x, place.y, place.right - self.box.x, place.height)

    # --- the controls

    def _one_of(self, name: str, values: Mapping[str, Any], tip: str | Callable[[], str] = "") -> Segments:
        """Return a control for a setting with several values, by their labels."""
        known = list(values.values())
        return Segments(
            list(values),
            lambda: _nearest(known, getattr(self._host.settings, name)),
            lambda index: self._change({name: known[index]}),
            tip,
        )

    def _switch(self, name: str) -> Segments:
        return self._one_of(name, {texts.OFF: False, texts.ON: True}, lambda: BY_ID[name].tip)

    def _motion(self) -> Segments:
        known = list(ANIMATIONS.values())

        def index() -> int:
            speed = self._host.settings.animation_speed
            return known.index((True, speed)) if self._host.settings.animation else 0

        def change(chosen: int) -> None:
            animation, speed = known[chosen]
            self._change({"animation": animation, "animation_speed": speed})

        return Segments(list(ANIMATIONS), index, change, texts.ANIMATION_TIP)

    def _sounds(self) -> Segments:
        def index() -> int:
            volume = self._host.settings.volume
            return 1 + _nearest(list(VOLUMES), volume) if self._host.settings.sounds else 0

        def change(chosen: int) -> None:
            self._change({"sounds": True, "volume": VOLUMES[chosen - 1]} if chosen else {"sounds": False})
            self._host.sounds.play((Cue.STEP,))

        words = (texts.OFF, *(f"{volume}%" for volume in VOLUMES))
        return Segments(words, index, change, lambda: texts.volume_tip(_key("sounds")))

    def _window(self) -> Segments:
        return Segments(
            (texts.WINDOW, texts.FULL_SCREEN),
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
        defaults = Settings()
        self._change({name: getattr(defaults, name) for name in RESET_FIELDS})

    def _accept(self) -> None:
        self.dismiss()

    # --- layout and drawing

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Place the box at the right, so that most of the board stays visible."""
        box = super()._place_box(window, theme)
        box.right = window.right - theme.px(8)
        return box

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        button, line = theme.px(BUTTON), theme.line_height(Role.SMALL)
        lines = 2 if inside.height >= theme.px(ROOMY) else 1
        self._line = pygame.Rect(inside.x, inside.bottom - button, inside.width, lines * line)
        self._line.bottom = inside.bottom - button - theme.px(6)
        available = self._line.y - theme.px(4) - inside.y
        row = min(theme.px(ROW), available // len(self.rows))
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
        max_lines = max(1, self._line.height // theme.line_height(Role.SMALL))
        lines = fitted_lines(theme, self.explanation, Role.SMALL, self._line.width, max_lines)
        draw_lines(surface, theme, lines, Role.SMALL, theme.colours.muted, self._line.topleft)


def _key(name: str) -> str:
    return BY_ID[name].key_text


def _nearest(values: list[Any], value: Any) -> int:
    """Return the nearest of some values to another one."""
    if value in values:
        return values.index(value)
    return min(range(len(values)), key=lambda index: abs(values[index] - value))
