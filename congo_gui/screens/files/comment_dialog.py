"""A dialog with a field for the comment on a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import BUTTON, FIELD
from congo_gui.screens.shared.base import Host
from congo_gui.screens.shared.dialog import EntryDialog
from congo_gui.widgets.button import Button, Look, place_from_right
from congo_gui.widgets.text_field import TextField


class CommentDialog(EntryDialog):
    """Asks for the comment on a game, at first `comment`; `entered` is called with it."""

    _size = (620, 200)

    def __init__(self, host: Host, title: str, comment: str, entered: Callable[[str], None]) -> None:
        super().__init__(host, title)
        self._done = entered
        self.field = TextField(lambda text: self._accept(), tip=texts.COMMENT_TIP)
        self.field.set_text(comment)
        self.ok_button = Button(texts.OK, self._accept, look=Look.PRIMARY)
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([self.field, self.cancel_button, self.ok_button])
        self.group.set_focus(self.field)

    def _entered(self) -> Callable[[], None]:
        return partial(self._done, self.field.text)

    def _arrange(self, inside: pygame.Rect, theme: Theme) -> None:
        top = inside.y + theme.line_height(Role.SMALL) + theme.px(2)
        self.field.place(pygame.Rect(inside.x, top, inside.width, theme.px(FIELD)), theme)
        place_from_right((self.ok_button, self.cancel_button), inside.bottomright, theme.px(BUTTON), theme)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        draw_label(surface, theme, texts.COMMENT_LABEL, self.field.rect)
