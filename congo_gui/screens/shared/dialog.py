"""Dialogs above the game: Escape and their cross close them, and a click outside one that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pygame

from congo_gui.commands.command import Handler, Handlers, always
from congo_gui.draw.drawing import draw_box, draw_lines, draw_shadow, fitted_lines, shade
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.shared import texts
from congo_gui.screens.shared.base import Host, Screen
from congo_gui.screens.shared.commands import close_button
from congo_gui.widgets.base import COMMAND_KEYS, DOUBLE_CLICK_MS, LEFT_BUTTON, Widget
from congo_gui.widgets.button import Button, place_from_right
from congo_gui.widgets.scroll import ScrollPage
from engine.rules.words import sentence
from engine.system.errors import UserError

TITLE_HEIGHT = 48
DIM_ALPHA = 110
BUTTON, QUESTION_LINES = 38, 3
SIDEWAYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class Dialog(Screen):
    """A box in the middle of the window. Subclasses give its size, its controls and what they draw."""

    _size = (560, 400)
    """Width and height at scale 1; less if the window has less."""
    _dims_below = True
    """True if the screen below is darkened."""
    _reads_itself = False
    """True if a screen reader hears more than the title."""
    _opens_by_itself = False
    """True if it can come just before a click meant for something else: one beside it does nothing."""
    _ignores_first_clicks = False
    """True if clicks soon after it has opened, such as the second one of a double click, do nothing."""

    def __init__(self, host: Host, title: str) -> None:
        super().__init__(host)
        self.title = title
        self._since = pygame.time.get_ticks()
        self._is_current: Callable[[], bool] = always
        """Returns whether what the dialog asks about still exists; without that it closes."""
        if not self._reads_itself:
            host.screen_reader(title if title.endswith("?") else f"{title}.")
        self.box = pygame.Rect(0, 0, 0, 0)
        self._cross = close_button(texts.CLOSE, self.dismiss)

    def _use_widgets(self, widgets: Iterable[Widget]) -> None:
        """Set the controls, in Tab order."""
        self.group.widgets = [*widgets, self._cross]

    def _handlers(self) -> Handlers:
        return {"cancel": Handler(self.dismiss), "commit": Handler(self._accept)}

    def _accept(self) -> None:
        """Handle Enter while no control has the focus."""
        self.toast.show(texts.CHOOSE_FIRST)

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        """Return the rectangle of the box."""
        margin = theme.px(8)
        width = min(theme.px(self._size[0]), window.width - 2 * margin)
        height = min(theme.px(self._size[1]), window.height - 2 * margin)
        box = pygame.Rect(0, 0, width, height)
        box.center = window.center
        return box

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        """Place the controls in the box below its title."""
        raise NotImplementedError

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw everything that is not a control."""

    def layout(self, window: pygame.Rect, theme: Theme) -> None:
        self.theme = theme
        self.box = self._place_box(window, theme)
        pad, title = theme.px(16), theme.px(TITLE_HEIGHT)
        cross = theme.px(32)
        top = self.box.y + (title - cross) // 2
        self._cross.place(pygame.Rect(self.box.right - cross - theme.px(8), top, cross, cross), theme)
        inside = pygame.Rect(self.box.x + pad, self.box.y + title, self.box.width - 2 * pad, 0)
        inside.height = self.box.bottom - pad - inside.y
        self._arrange(inside, theme)
        self.invalidate()

    def handle(self, event: pygame.event.Event) -> bool:
        # Escape always closes the dialog, whichever control has the focus.
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return False
        is_new = pygame.time.get_ticks() - self._since < DOUBLE_CLICK_MS
        if self._ignores_first_clicks and event.type == pygame.MOUSEBUTTONDOWN and is_new:
            return True
        focus, used = self.group.focus, self.group.handle(event)
        if used or self.group.focus is not focus:
            self.invalidate()
        if used:
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self._is_outside(event):
            self.dismiss()
            return True
        return False

    def _is_outside(self, event: pygame.event.Event) -> bool:
        return (
            event.button == LEFT_BUTTON and not self._opens_by_itself and not self.box.collidepoint(event.pos)
        )

    def update(self, seconds: float) -> None:
        if self.group.update(seconds) | self.toast.update():
            self.invalidate()
        if not self._is_current():
            self.dismiss()

    def _title_fits(self, theme: Theme) -> bool:
        left = self.box.x + theme.px(16)
        return left + theme.width(self.title, Role.HEADING) <= self._cross.rect.x

    def _draw_all(self, surface: pygame.Surface, theme: Theme) -> None:
        colours = theme.colours
        if self._dims_below:
            shade(surface, colours.shade, DIM_ALPHA)
        draw_shadow(surface, self.box, theme.px(16), colours.shade)
        draw_box(surface, self.box, theme.px(14), colours.panel, colours.outline, theme.px(1.2))
        role = Role.HEADING if self._title_fits(theme) else Role.STRONG
        title = theme.text(self.title, role, colours.text)
        middle = self.box.y + theme.px(TITLE_HEIGHT) // 2
        surface.blit(title, (self.box.x + theme.px(16), middle - title.get_height() // 2))
        self._draw_content(surface, theme)
        self.group.draw(surface, theme)
        self.toast.draw(surface, theme, surface.get_rect())
        self.group.draw_tip(surface, theme)


class ConfirmScreen(Dialog):
    """Asks for confirmation; the button `verb` calls `action`, and Enter alone cancels.

    `cancel_label` is the label of the other button, `alternative` the label and the action of a third one.
    The box is as high as its text needs.
    """

    _size = (460, TITLE_HEIGHT + QUESTION_LINES * 22 + BUTTON + 40)
    _reads_itself = _ignores_first_clicks = True

    def __init__(
        self,
        host: Host,
        question: str,
        text: str,
        verb: str,
        action: Callable[[], None],
        cancel_label: str = texts.CANCEL,
        alternative: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        super().__init__(host, question)
        self.message = text
        self._text = pygame.Rect(0, 0, 0, 0)
        self.cancel_button = Button(cancel_label, self.dismiss)
        self.action_button = Button(verb, lambda: self._close_and_call(action))
        self._buttons = [self.cancel_button, self.action_button]
        if alternative is not None:
            label, other = alternative
            self._buttons.insert(1, Button(label, lambda: self._close_and_call(other)))
        self._use_widgets(self._buttons)
        host.screen_reader(f"{question} {text}")
        self.group.set_focus(self.cancel_button)

    def _close_and_call(self, action: Callable[[], None]) -> None:
        self.dismiss()
        action()

    def _accept(self) -> None:
        self.dismiss()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in SIDEWAYS and not event.mod & COMMAND_KEYS:
            self._step(SIDEWAYS[event.key])
            return True
        return super().handle(event)

    def _step(self, by: int) -> None:
        """Move the focus by that many buttons to the right; the first button is rightmost."""
        focus = self.group.focus
        at = next((at for at, button in enumerate(self._buttons) if button is focus), -1)
        self.group.set_focus(self._buttons[max(0, min(len(self._buttons) - 1, at - by))])
        self.invalidate()

    def _place_box(self, window: pygame.Rect, theme: Theme) -> pygame.Rect:
        box = super()._place_box(window, theme)
        lines = len(theme.wrap(self.message, Role.BODY, box.width - 2 * theme.px(16)))
        box.height += max(0, lines - QUESTION_LINES) * theme.line_height(Role.BODY)
        box.height = min(box.height, window.height - 2 * theme.px(8))
        box.center = window.center
        return box

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        height = theme.px(BUTTON)
        place_from_right(self._buttons, inside.bottomright, height, theme)
        self._text = pygame.Rect(inside.x, inside.y, inside.width, inside.height - height - theme.px(8))

    def shown_lines(self, theme: Theme) -> list[str]:
        """Return the lines of the text; the last one is shortened if the window has no room for all."""
        room = max(1, round(self._text.height / theme.line_height(Role.BODY)))
        return fitted_lines(theme, self.message, Role.BODY, self._text.width, room)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        lines = self.shown_lines(theme)
        draw_lines(surface, theme, lines, Role.BODY, theme.colours.text, self._text.topleft)


class EntryDialog(Dialog):
    """Asks for typed input; an error in it is shown until the next key or click."""

    error = ""

    def _entered(self) -> Callable[[], None]:
        """Return a function to call once the dialog is closed.

        Raises:
            UserError: the input is invalid.
        """
        raise NotImplementedError

    def _accept(self) -> None:
        try:
            apply = self._entered()
        except UserError as error:
            self.error = sentence(str(error))
            self.invalidate()
            return
        self._host.pop(self)
        apply()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.TEXTINPUT) and self.error:
            self.error = ""
            self.invalidate()
        return super().handle(event)


class RemarkDialog(Dialog):
    """A dialog with a message of up to `_remark_lines` lines, which subclasses place and draw."""

    _remark_lines = 2

    def __init__(self, host: Host, title: str) -> None:
        super().__init__(host, title)
        self._message, self._is_error = "", False
        self._message_place = pygame.Rect(0, 0, 0, 0)

    @property
    def message(self) -> str:
        """The current message."""
        return self._message

    @property
    def is_error(self) -> bool:
        """True if the message is about an error."""
        return self._is_error

    def _show_message(self, text: str) -> None:
        """Show a message."""
        self._message, self._is_error = text, False
        self.invalidate()

    def _show_error(self, text: str) -> None:
        """Show an error message."""
        self._message, self._is_error = text, True
        self.invalidate()

    def _draw_remark(self, surface: pygame.Surface, theme: Theme, text: str) -> None:
        """Draw a text in the place and colour of the message; text that does not fit is elided."""
        place, max_lines = self._message_place, self._remark_lines
        colour = theme.colours.danger if self._is_error else theme.colours.muted
        lines = fitted_lines(theme, text, Role.BODY, place.width, max_lines)
        draw_lines(surface, theme, lines, Role.BODY, colour, place.topleft)


class PagedDialog(Dialog):
    """Has a tab for each of `pages`; subclasses place `tabs` and `paper`, and draw the page."""

    def __init__(self, host: Host, title: str, pages: Sequence[str]) -> None:
        super().__init__(host, title)
        self.page = 0
        self.tabs = [self._tab(index, name) for index, name in enumerate(pages)]
        self.paper = ScrollPage(self.draw_page, self.clicked)

    def _tab(self, index: int, name: str) -> Button:
        return Button(name, lambda: self._turn_to(index), chosen=lambda: self.page == index)

    def _turn_to(self, page: int) -> None:
        self.page = page
        self.paper.scroller.scroll_to(0)
        if self.theme is not None:
            self.paper.place(self.paper.rect, self.theme)
        self.invalidate()

    def draw_page(self, surface: pygame.Surface | None, theme: Theme, paper: pygame.Rect) -> int:
        """Draw the page from the top of `paper` on, or only measure it; return its height."""
        raise NotImplementedError

    def clicked(self, place: tuple[int, int]) -> None:
        """Handle a click on the page."""

    def handle(self, event: pygame.event.Event) -> bool:
        # Scrolling keys work at once, without Tab.
        if event.type == pygame.KEYDOWN and self.group.focus is None and self.paper.handle(event):
            self.invalidate()
            return True
        return super().handle(event)
