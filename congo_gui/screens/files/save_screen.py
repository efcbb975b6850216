"""Save: a folder, and a file name to type."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

import pygame

from congo_gui.draw.drawing import draw_label
from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.files import texts
from congo_gui.screens.files.file_screen import FIELD, FileScreen
from congo_gui.screens.files.folder import Listing, name_problem, with_suffix
from congo_gui.screens.files.reading import FileReader
from congo_gui.screens.files.write_job import WriteJob
from congo_gui.screens.shared.base import Host
from congo_gui.share.export import Progress
from congo_gui.widgets.button import Button, Look
from congo_gui.widgets.text_field import TextField
from engine.system.errors import UserError

Value = TypeVar("Value")


class SaveScreen(FileScreen):
    """Asks for a folder and a name, and writes the file in the background: disks can be slow.

    `writer` is called with the path and returns what writes the file; when the dialog is closed, `saved` is
    called with the path and what that has returned. `warning` returns a warning about an existing file; it is
    called in the background, too.
    """

    _busy = texts.SAVING
    _remark = ""
    """The place is needed for the warning."""

    def __init__(
        self,
        host: Host,
        path: Path,
        writer: Callable[[Path], Callable[[Progress], Value]],
        saved: Callable[[Path, Value], None],
        warning: Callable[[Path], str] = lambda path: texts.FILE_EXISTS,
        title: str = texts.SAVE_TITLE,
    ) -> None:
        super().__init__(host, title, path.parent)
        self._asked, self._writer, self._warn = path, writer, warning
        self._saved: Callable[[Path, Any], None] = saved
        self.job: WriteJob[Any] | None = None
        self._names: Collection[str] = ()
        """The names in the folder, hidden ones included."""
        self._appeared: set[Path] = set()
        """Files that were not there yet when the folder was read."""
        self._warnings: dict[Path, FileReader[str]] = {}
        self._warning = ""
        self.name = TextField(lambda text: self._accept(), tip=texts.NAME_TIP)
        self.name.set_text(self._short_name(path))
        self.save_button = Button(self._label, self._accept, look=Look.PRIMARY)
        self._cancel_button = Button(texts.CANCEL, self.dismiss)
        self._buttons = self._cancel_button, self.save_button
        self._use_widgets([self.name, self.list, self.field, self.up, *self._buttons])
        self._go_to(path.parent)
        self.group.set_focus(self.name)

    def _target(self) -> Path:
        """Return the file to write: the proposed or chosen one if its name is the same, of any ending."""
        name = self.name.text
        is_asked = name == self._asked.name and self.folder == self._asked.parent
        return self._asked if is_asked else self.folder / self._with_suffix(name)

    def _with_suffix(self, name: str) -> str:
        return with_suffix(name)

    def _short_name(self, path: Path) -> str:
        """Return a file's name, without the default extension."""
        return path.stem if self._with_suffix(path.stem) == path.name else path.name

    def _show_listing(self, found: Listing) -> None:
        self._names = found.names
        super()._show_listing(found)

    def _replaces(self) -> bool:
        """Return whether there is a file of that name, as far as is known, hidden ones included."""
        target = self._target()
        return target.name in self._names or target in self._appeared

    @property
    def warning(self) -> str:
        """The warning about the file that will be replaced; empty if there is none."""
        if not self._replaces():
            return ""
        target = self._target()
        if target not in self._warnings:
            self._warnings[target] = FileReader(target, lambda note: self._warn(target), self._host.wake)
        return self._warnings[target].found or texts.FILE_EXISTS

    def _label(self) -> str:
        return texts.REPLACE if self._replaces() else texts.SAVE

    def file_chosen(self, path: Path) -> None:
        """Take a file's name, and its folder if that was typed, too."""
        self._asked = path
        self.name.set_text(self._short_name(path))
        self.group.set_focus(self.name)
        if path.parent != self.folder:
            self._go_to(path.parent)
        self.invalidate()

    # --- writing

    def _accept(self) -> None:
        """Save, unless the name is invalid; a file that has appeared is replaced only the next time."""
        if self.job is not None:
            return
        problem, target = name_problem(self.name.text), self._target()
        if not problem and (self._is_elsewhere or self._host.is_writing(target)):
            problem = texts.WAIT
        if problem:
            self._show_error(problem)
            return
        self._stop_looking()
        self._show_message(self._busy)
        self.job = job = self._job(target)
        self._host.follow(job, lambda: self._finish(job))

    def _job(self, target: Path) -> WriteJob[Any]:
        replaces, write = self._replaces(), self._writer(target)

        def write_if_expected(progress: Progress) -> Any:
            if not replaces and os.path.lexists(target):
                raise UserError(texts.FILE_APPEARED)
            return write(progress)

        return WriteJob(target, write_if_expected, self._host.wake)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.job is not None and self.job.total:
            self._show_message(texts.exporting(self.job.done + 1, self.job.total))
        warning = self.warning
        if warning != self._warning:
            self._warning = warning
            self.invalidate()

    def _finish(self, job: WriteJob[Any]) -> None:
        """Close, or show why there is no file; in a message if the dialog is closed by now."""
        if self.job is not job:
            self._finish_closed(job)
            return
        self.job = None
        if job.problem == texts.FILE_APPEARED:
            self._appeared.add(job.path)
            self._show_message("")
        elif job.problem:
            self._show_error(job.problem)
        else:
            self._host.pop_with_dialogs(self)
            self._saved(job.path, job.written)

    def _finish_closed(self, job: WriteJob[Any]) -> None:
        if not job.problem:
            self._saved(job.path, job.written)
        elif job.problem != texts.STOPPED:
            self._host.show_toast(job.problem)

    def dismiss(self) -> None:
        """Stop work that can be stopped, or else close: a file that is being written is written."""
        if self.job is not None and self.job.can_stop:
            self.job.stop()
        else:
            super().dismiss()

    def close(self) -> None:
        super().close()
        if self.job is not None:
            self.job.stop()
            self.job = None

    # --- layout and drawing

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        top = self._place_buttons([self.save_button, self._cancel_button], inside, theme)
        field = theme.px(FIELD)
        top -= theme.px(12) + field
        self.name.place(pygame.Rect(inside.x, top, inside.width, field), theme)
        return top - theme.line_height(Role.SMALL) - theme.px(2)

    def _draw_content(self, surface: pygame.Surface, theme: Theme) -> None:
        super()._draw_content(surface, theme)
        draw_label(surface, theme, texts.NAME, self.name.rect)
        if self._warning and not self._message:
            place = self._message_place
            words = theme.shorten(self._warning, Role.BODY, place.width)
            surface.blit(theme.text(words, Role.BODY, theme.colours.danger), place.topleft)
