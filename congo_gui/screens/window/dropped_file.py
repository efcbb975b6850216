"""A file dropped on the window: it is opened, whatever screens are open above the game."""

from __future__ import annotations

from pathlib import Path

from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.game_files import LONG_MESSAGE_S
from congo_gui.screens.window.commands import WindowHost
from congo_gui.system import texts


class DroppedFile:
    """The file that was dropped last, until it is opened: moves can be read when the rules are compiled."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        self._path: Path | None = None
        self._is_one_of_many = False
        """True if it has replaced another one: several were dropped at once."""

    def drop(self, path: Path, can_open: bool) -> None:
        """Note a file; if it cannot be opened yet, say so."""
        self._is_one_of_many, self._path = self._path is not None, path
        if not can_open:
            self._host.show_toast(texts.FILE_WAITS, LONG_MESSAGE_S)

    def update(self) -> None:
        """Open the file as soon as the engine is ready, unless a screen asks first."""
        path = self._path
        if path is not None and self._host.play.session.may.engine_ready():
            self._path = None
            self._host.leave_screens(texts.OPEN_QUESTION, lambda: self._open(path))

    def _open(self, path: Path) -> None:
        left = self._host.close_above_game()
        self._host.play.files.open_file(path)
        words = [files_texts.ANALYSIS_KEPT] * left + [texts.LAST_FILE_ALONE] * self._is_one_of_many
        if words:
            toast = self._host.stack[-1].toast
            toast.show(" ".join((toast.text, *words)).lstrip(), LONG_MESSAGE_S)
