"""A single-line text field: caret, selection, clipboard, Home and End, mouse."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial

import pygame

from congo_gui.commands.command import is_control, key_code
from congo_gui.draw.drawing import clipped, draw_box, draw_text
from congo_gui.draw.theme import Role, Theme
from congo_gui.system import clipboard
from congo_gui.widgets import texts
from congo_gui.widgets.base import DOUBLE_CLICK_MS, ENTER_KEYS, LEFT_BUTTON, Widget
from congo_gui.widgets.bubbles import draw_bubble
from congo_gui.widgets.edited_line import MAX_LENGTH, EditedLine

REST_S = 3.0
"""Seconds without a key after which a text counts as written for now."""
BLINK_S = 0.53
"""Seconds that the caret is on, and off."""


class TextField(Widget):
    """A text field; Enter calls `commit` with its text. A bubble beside it shows `error`.

    `focus_lost` is called when it loses the focus. `pasted` is called with a text from the clipboard and
    returns whether it has used it: otherwise the text is inserted. `cut_off` is called with a message when
    a text is inserted that does not fit. `rests` is called when no key was pressed for `REST_S`, for a text
    that has to survive the end of the program.
    """

    focusable = True
    takes_text = True

    def __init__(
        self,
        commit: Callable[[str], None],
        *,
        focus_lost: Callable[[], None] = lambda: None,
        pasted: Callable[[str], bool] = lambda text: False,
        cut_off: Callable[[str], None] = lambda message: None,
        tip: str | Callable[[], str] = "",
        placeholder: str = "",
        role: Role = Role.SMALL,
        selects: bool = True,
        rests: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._commit = commit
        self._focus_lost = focus_lost
        self._pasted = pasted
        self._cut_off = cut_off
        self._rests = rests
        self._tip = tip
        self._role = role
        self._selects = selects
        """True if all is selected with the focus, so that what is typed or pasted next replaces the text."""
        self.placeholder = placeholder
        self.line = EditedLine()
        self.error = ""
        self._scroll = 0
        self._theme: Theme | None = None
        self._since = 0.0
        self._just_focused = False
        self._pressed_at = 0
        self._pressed_ms: int | None = None
        """When the mouse was pressed last, unless that was a double click."""

    @property
    def tip(self) -> str:
        return "" if self.error or self.focused else super().tip

    @property
    def words(self) -> str:
        return self.error or ("" if self.text else self.placeholder or super().tip)

    @property
    def text(self) -> str:
        """The current text."""
        return self.line.text

    def set_text(self, text: str) -> None:
        """Replace the text, put the caret at its end, and clear the error."""
        self.line.set_text(text)
        self.error = ""
        self._scroll = 0

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        super().place(rect, theme)
        self._theme = theme

    def focus_changed(self) -> None:
        self._pressed_ms = None
        if not self.focused:
            self.line.anchor = self.line.caret
            self._focus_lost()
            return
        if self._selects:  # as in a browser's address field
            self.line.select_all()
        else:
            self.line.move(len(self.line.text), extend=False)
        self.line.forget_steps()
        self._just_focused = self._selects
        self._since = 0.0

    # --- editing

    def _insert(self, text: str) -> None:
        if not self.line.insert(text):
            self._cut_off(texts.cut_off(MAX_LENGTH))
        self.error = ""

    def _erase(self, step: int) -> None:
        self.line.erase(step)
        self.error = ""

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            self._since, self._just_focused = 0.0, False
        if event.type == pygame.TEXTINPUT:
            self._insert(event.text)
            return True
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._press(self._index_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed:
            index = self._index_at(event.pos[0])
            if index != self._pressed_at:
                self.line.select(self._pressed_at, index)
            return True
        return event.type == pygame.MOUSEBUTTONUP

    def _press(self, index: int) -> None:
        """Set the caret. The click that gave the field the focus selects the text, a double click a word."""
        now, last, self._pressed_at = pygame.time.get_ticks(), self._pressed_ms, index
        self._pressed_ms = now
        if last is not None and now - last < DOUBLE_CLICK_MS:
            self.line.select_word(index)
            self._pressed_ms = None
        elif not self._just_focused:
            self.line.move(index, extend=False)
        self._just_focused = False

    def _key(self, event: pygame.event.Event) -> bool:
        if is_control(event.mod):
            return self._command(event)
        line, extend = self.line, bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in ENTER_KEYS:
            self._commit(self.text)
        elif event.key == pygame.K_BACKSPACE:
            self._erase(-1)
        elif event.key == pygame.K_DELETE:
            self._erase(1)
        elif event.key == pygame.K_LEFT:
            line.move(line.caret - 1, extend)
        elif event.key == pygame.K_RIGHT:
            line.move(line.caret + 1, extend)
        elif event.key in (pygame.K_HOME, pygame.K_UP):
            line.move(0, extend)
        elif event.key in (pygame.K_END, pygame.K_DOWN):
            line.move(len(line.text), extend)
        else:
            # Letters arrive as text; as commands they must not reach the window meanwhile.
            return bool(event.unicode) and event.unicode.isprintable()
        return True

    def _command(self, event: pygame.event.Event) -> bool:
        line, key = self.line, key_code(event)
        if key == pygame.K_a:
            line.select_all()
        elif key in (pygame.K_c, pygame.K_x):
            copied = clipboard.copy(line.selected or line.text)
            if key == pygame.K_x and line.selected and copied:
                self._insert("")
        elif key == pygame.K_v:
            text = clipboard.paste()
            if text and not self._pasted(text):  # without a text, the selection stays
                self._insert(text)
        elif key in (pygame.K_y, pygame.K_z) and line.has_steps:
            redoes = key == pygame.K_y or event.mod & pygame.KMOD_SHIFT
            (line.redo if redoes else line.undo)()
            self.error = ""
        elif key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            line.erase_word(1 if key == pygame.K_DELETE else -1)
            self.error = ""
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            direction = 1 if key == pygame.K_RIGHT else -1
            line.move(line.next_word(direction), bool(event.mod & pygame.KMOD_SHIFT))
        else:
            return False
        return True

    def _index_at(self, x: int) -> int:
        if self._theme is None:
            return len(self.text)
        offset = x - self._inside(self._theme).x + self._scroll
        return nearest_index(self.text, offset, partial(self._theme.width, role=self._role))

    # --- time and drawing

    def update(self, seconds: float) -> bool:
        before, was_on = self._since, self._caret_on
        self._since += seconds
        if self.focused and before < REST_S <= self._since:
            self._rests()
        return self.focused and self._caret_on != was_on

    @property
    def next_change(self) -> float | None:
        return max(0.01, BLINK_S - self._since % BLINK_S) if self.focused else None

    @property
    def _caret_on(self) -> bool:
        return int(self._since / BLINK_S) % 2 == 0

    @property
    def appearance(self) -> object:
        edited = self.line.caret, self.line.anchor, self._caret_on
        return self.text, self.error, self.focused, edited if self.focused else None

    def _inside(self, theme: Theme) -> pygame.Rect:
        return self.rect.inflate(-2 * theme.px(8), -2 * theme.px(3))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        outline = colours.danger if self.error else colours.focus if self.focused else colours.outline
        fill = colours.danger_soft if self.error else colours.raised
        draw_box(surface, self.rect, theme.px(6), fill, outline, theme.px(1.2))
        self._draw_focus(surface, theme)
        inside = self._inside(theme)
        self._follow_caret(theme, inside.width)
        with clipped(surface, inside):
            self._draw_text(surface, theme, inside)

    def _draw_text(self, surface: pygame.Surface, theme: Theme, inside: pygame.Rect) -> None:
        colours = theme.colours
        left = inside.x - self._scroll
        height = theme.line_height(self._role)
        top = inside.centery - height // 2
        start, end = self.line.selection
        if self.focused and start < end:
            from_x = left + theme.width(self.text[:start], self._role)
            to_x = left + theme.width(self.text[:end], self._role)
            surface.fill(colours.accent_soft, (from_x, top, to_x - from_x, height))
        shown, role, ink = self.text, self._role, colours.text
        if not shown:
            shown, role, ink = self.placeholder, Role.SMALL, colours.muted
        if not (self.focused and self.text):  # a hint does not scroll
            shown = theme.shorten(shown, role, inside.width)
        if shown:
            draw_text(surface, theme, shown, role, ink, left, inside.centery)
        if self.focused and self._caret_on:
            caret = left + theme.width(self.text[: self.line.caret], self._role)
            surface.fill(colours.text, (caret, top, theme.px(1.5), height))

    def _follow_caret(self, theme: Theme, available: int) -> None:
        if not self.focused:
            self._scroll = 0
            return
        caret = theme.width(self.text[: self.line.caret], self._role)
        last = max(0, theme.width(self.text, self._role) + theme.px(2) - available)
        self._scroll = max(0, min(self._scroll, last, caret))
        self._scroll = max(self._scroll, caret + theme.px(2) - available)

    def draw_error(self, surface: pygame.Surface, theme: Theme, label: int, above: bool = True) -> None:
        """Draw the bubble with the error in the text, on top of everything else.

        It is above or below the field, and does not cover the field's label, which is `label` pixels high.
        """
        if self.error and self.visible:
            fill, ink = theme.colours.danger_soft, theme.colours.danger
            words = self.error[0].upper() + self.error[1:]
            x, y, width, height = self.rect
            place = pygame.Rect(x, y - label, width, height + label)
            draw_bubble(surface, theme, words, place, fill, ink, above, outline=ink)


def nearest_index(text: str, offset: int, width: Callable[[str], int]) -> int:
    """Return the index in a text whose left edge is nearest to `offset` pixels."""
    ends = range(len(text) + 1)
    # A bisection, as measuring every prefix of a long text would take too long.
    behind = bisect_left(ends, offset, hi=len(text), key=lambda end: width(text[:end]))
    return min(ends[max(0, behind - 1) : behind + 1], key=lambda end: abs(width(text[:end]) - offset))
