"""Custom keys: every command with its key; choose one, then press its new key."""

from __future__ import annotations

import pygame

from congo_gui.commands import actions
from congo_gui.commands.command import CUSTOM_KEYS, MODIFIERS, Action, Key
from congo_gui.draw.drawing import draw_box, draw_lines
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared.base import Host
from congo_gui.screens.window import texts
from congo_gui.screens.window.menu import CommandScreen
from congo_gui.widgets.button import Button, Look

BUTTON, PAD = 38, 8


class KeysScreen(CommandScreen):
    """Changes keys and stores them in the settings."""

    def __init__(self, host: Host) -> None:
        self.asked: Action | None = None
        """The command waiting for a key press."""
        self._message = ""
        """The result of the last key press."""
        self._typing = False  # True while the key that was taken may still type a character
        super().__init__(host, texts.KEYS)
        self._default_button = Button(
            texts.DEFAULT_KEY, self._restore, enabled=self._can_restore, tip=texts.DEFAULT_KEY_TIP
        )
        self._reset_button = Button(
            texts.RESET_KEYS, self._restore_all, enabled=lambda: bool(CUSTOM_KEYS), tip=texts.RESET_KEYS_TIP
        )
        self._done = Button(texts.DONE, self.dismiss, look=Look.PRIMARY)
        self._use_widgets([self.field, self.grid, self._default_button, self._reset_button, self._done])
        self.group.set_focus(self.field)

    # --- a command and its key

    def _is_possible(self, action: Action) -> bool:
        return not action.fixed

    def _is_ticked(self, action: Action) -> bool:
        return action.id in CUSTOM_KEYS

    def _choose(self, action: Action) -> None:
        self._message = texts.fixed_key(action.label) if action.fixed else ""
        self.asked = None if action.fixed else action
        self.grid.current = action
        self.invalidate()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT and (self._typing or self.asked is not None):
            self._typing = False
            return True
        if event.type == pygame.KEYDOWN:
            self._typing = self.asked is not None
            if self.asked is not None:
                self._assign(event, self.asked)
                self.invalidate()
                return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.asked, self._message = None, ""
        return super().handle(event)

    def _assign(self, event: pygame.event.Event, action: Action) -> None:
        """Assign a key press to a command; the character that it also types is dropped."""
        if event.key in MODIFIERS:
            return
        if event.key == pygame.K_ESCAPE:
            self.asked, self._message = None, texts.key_kept(action.label, action.key_text)
            return
        key = Key.pressed(event)
        if key is None:
            self._message = texts.NOT_THIS_KEY
            return
        owner = actions.assign_key(action, key)
        if owner is not None:
            self._message = texts.key_taken(key.text, owner.label)
            return
        self.asked, self._message = None, texts.key_changed(action.label, action.key_text)
        self._save_keys(action)

    def _save_keys(self, *changed: Action) -> None:
        settings = self._host.settings
        settings.keys = actions.keys_to_save(settings.keys, changed)
        self.invalidate()

    # --- default keys

    def _can_restore(self) -> bool:
        return self.grid.current is not None and self._is_ticked(self.grid.current)

    def _restore(self) -> None:
        action = self.grid.current
        assert action is not None
        owner = actions.reset_keys(action)
        self.asked = None
        if owner is not None:
            self._message = texts.default_taken(owner.label)
            self.invalidate()
            return
        self._message = texts.key_restored(action.label, action.key_text)
        self._save_keys(action)

    def _restore_all(self) -> None:
        actions.reset_all_keys()
        self.asked, self._message = None, texts.KEYS_RESET
        self._save_keys(*actions.ACTIONS)

    def _accept(self) -> None:
        self.dismiss()

    # --- layout and drawing

    @property
    def description(self) -> str:
        if self._message:
            return self._message
        if self.asked is not None:
            return texts.press_key(self.asked.label)
        current = self.grid.current
        return texts.KEYS_HINT if current is None else current.placed_tip

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        gap, button = theme.px(PAD), theme.px(BUTTON)
        rows = len(theme.wrap(texts.KEYS_HINT, Role.BODY, inside.width - 2 * gap))
        banner = rows * theme.line_height(Role.BODY) + 2 * gap
        upper = inside.inflate(0, 0)
        upper.height = inside.height - button - banner - gap
        super()._arrange(upper, theme)
        self.grid.place(self.grid.rect.unionall([self._line]), theme)
        self._line = pygame.Rect(inside.x, upper.bottom + gap, inside.width, banner - gap)
        right, top = inside.right, inside.bottom - button
        for control in (self._done, self._reset_button, self._default_button):
            width = min(max(theme.px(90), control.natural_width(theme)), (inside.width - 2 * gap) // 3)
            control.place(pygame.Rect(right - width, top, width, button), theme)
            right -= width + gap

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        colours, waits = theme.colours, self.asked is not None
        fill = colours.accent_soft if waits else colours.sunken
        draw_box(surface, self._line, theme.px(6), fill, colours.accent if waits else colours.outline)
        inside = self._line.inflate(-2 * theme.px(PAD), 0)
        lines, height = theme.wrap(self.description, Role.BODY, inside.width), theme.line_height(Role.BODY)
        top = inside.centery - len(lines) * height // 2
        draw_lines(surface, theme, lines, Role.BODY, colours.text, (inside.x, top))
