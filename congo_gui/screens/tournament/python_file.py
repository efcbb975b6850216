"""A dialog that chooses a file with a player in Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from congo_gui.screens.files import texts
from congo_gui.screens.files.find_file_screen import FindFileScreen
from congo_gui.screens.files.reading import explained
from congo_gui.screens.shared.base import Host
from engine.players.parse import PYTHON_SUFFIX


class FindPythonScreen(FindFileScreen):
    """Lists Python files; calls `found` with what `read` returns for the chosen one, or shows its error."""

    def __init__(
        self,
        host: Host,
        title: str,
        folder: Path,
        empty: str,
        read: Callable[[Path], str],
        found: Callable[[str], None],
    ) -> None:
        self._read, self._found_player = read, found
        super().__init__(host, title, folder, PYTHON_SUFFIX, empty, lambda path: None)

    def file_chosen(self, path: Path) -> None:
        self._look_up(path, explained(lambda: self._read(path)), self._take, texts.READING)

    def _take(self, player: str) -> None:
        self.dismiss()
        self._found_player(player)
