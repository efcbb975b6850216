"""A dialog with a field for the comment on a game."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from congo_gui.commands.command import Handler, Handlers
from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import BUTTON, FIELD
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import Dialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.text_field import TextField

MESSAGE_S = 6.0


class CommentDialog(Dialog):
    """Asks for the comment on a game, at first `comment`; `changed` is called with another one.

    However it is closed, what was typed is kept, except by Escape and *Cancel*.
    """

    _size = (620, 200)

    def __init__(self, host: Host, title: str, comment: str, changed: Callable[[str], None]) -> None:
        super().__init__(host, title)
        self._comment, self._changed = comment, changed
        self._refused: str | None = None
        """The comment that could not be written."""
        self.field = TextField(
            lambda text: self.dismiss(), cut_off=self.toast.show, tip=texts.COMMENT_TIP, selects=False
        )
        self.field.set_text(comment)
        self.ok_button = Button(texts.OK, self.dismiss, look=Look.PRIMARY)
        self.cancel_button = Button(texts.CANCEL, self._cancel)
        self._use_widgets([self.field, self.cancel_button, self.ok_button])
        self.group.set_focus(self.field)

    def _handlers(self) -> Handlers:
        return {"cancel": Handler(self._cancel), "commit": Handler(self.dismiss)}

    def show_again(self, text: str, problem: str) -> None:
        """Show a comment that could not be written, and why."""
        self._refused = text
        self.field.set_text(text)
        self.toast.show(problem, MESSAGE_S)

    def _cancel(self) -> None:
        self.field.set_text(self._comment)
        self.dismiss()

    def ask_before_closing(
        self, question: str, close: Callable[[], None], later: Callable[[], None] | None
    ) -> bool:
        """Keep what was typed now, so that the window can wait for it, but only once if that fails."""
        if self.field.text != self._refused:
            self.dismiss()
        return False

    def close(self) -> None:
        if self.field.text != self._comment:
            self._changed(self.field.text)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        top = inside.y + theme.line_height(Role.SMALL) + theme.px(2)
        self.field.place(pygame.Rect(inside.x, top, inside.width, theme.px(FIELD)), theme)
        place_from_right((self.ok_button, self.cancel_button), inside.bottomright, theme.px(BUTTON), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        draw_label(surface, theme, texts.COMMENT_LABEL, self.field.rect)
