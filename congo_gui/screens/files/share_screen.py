"""Share: exports the position or the game on the board to a file for people without this program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import FIELD
from congo_gui.screens.files.save_screen import SaveScreen
from congo_gui.screens.shared.base import Host
from congo_gui.share.export import SUFFIXES, Progress, export
from congo_gui.share.shared_game import SharedGame
from congo_gui.widgets.button import Button

SAVED_S = 8.0
"""Seconds for which the file's name is shown."""
DRAWN_S = 1.0
"""More seconds than drawing one position takes; the disk may take longer."""


class ShareScreen(SaveScreen):
    """Asks what to export and where; shows the progress, with *Cancel* to stop."""

    _empty, _busy = texts.NO_EXPORTS, texts.EXPORTING

    def __init__(self, host: Host, path: Path, shared: SharedGame) -> None:
        self.suffix = path.suffix
        self._shared = shared
        super().__init__(host, path, self._exporter, self._tell, title=texts.SHARE_TITLE)
        self.formats = [self._format_button(suffix) for suffix in SUFFIXES]
        self._use_widgets([self.name, *self.formats, self.list, self.field, self.up, *self._buttons])
        self.group.set_focus(self.name)
        self._explain()

    def _format_button(self, suffix: str) -> Button:
        title, hint = texts.FORMATS[suffix]
        return Button(
            title, lambda: self._choose_format(suffix), chosen=lambda: suffix == self.suffix, tip=hint
        )

    def _choose_format(self, suffix: str) -> None:
        if self.job is None:
            self.suffix = suffix
            self._go_to(self.folder)
            self._explain()

    def _explain(self) -> None:
        """Describe the chosen file format."""
        self._show_message(texts.FORMATS[self.suffix][1])

    def _is_shown(self, name: str) -> bool:
        return name.lower().endswith(self.suffix)

    def _target(self) -> Path:
        """Return the file to write, which has the ending of the chosen format."""
        target = super()._target()
        return target if self._is_shown(target.name) else self.folder / self._with_suffix(self.name.text)

    def _with_suffix(self, name: str) -> str:
        name = name.strip()
        return name if name.lower().endswith(self.suffix) else name + self.suffix

    def _label(self) -> str:
        return texts.REPLACE if self._replaces() else texts.EXPORT

    # --- the work

    def _exporter(self, path: Path) -> Callable[[Progress], None]:
        return lambda progress: export(path, self._shared, progress=progress)

    def _tell(self, path: Path, _: None) -> None:
        self._host.show_toast(texts.saved(str(path)), SAVED_S)

    def close(self) -> None:
        """Wait for the work too while it draws: pygame may be ended next."""
        job = self.job
        super().close()
        if job is not None:
            job.wait(DRAWN_S)

    # --- layout and drawing

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        top = super()._arrange_below(inside, theme)
        gap, height = theme.px(6), theme.px(FIELD)
        top -= theme.px(8) + height
        width = (inside.width - gap * (len(self.formats) - 1)) // len(self.formats)
        for at, button in enumerate(self.formats):
            button.place(pygame.Rect(inside.x + at * (width + gap), top, width, height), theme)
        return top - theme.line_height(Role.SMALL) - theme.px(2)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        super()._draw_content(surface, theme)
        draw_label(surface, theme, texts.WHAT, self.formats[0].rect)
