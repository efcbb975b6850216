"""Write the games of an event to a file as they are finished."""

from __future__ import annotations

from pathlib import Path

from engine.match.pairing import FinishedGame
from engine.record.files import append_game


class GameWriter:
    """Writes games to a file: in their order, each as soon as those before it are written, or at once."""

    def __init__(self, path: Path | None, in_order: bool = True) -> None:
        self._path, self._in_order = path, in_order
        self._waiting: dict[int, str] = {}
        self._next = 0

    def add(self, played: FinishedGame) -> None:
        """Take in a game."""
        if not self._in_order:
            self._write(played.text)
            return
        self._waiting[played.number] = played.text
        while self._next in self._waiting:
            self._write(self._waiting.pop(self._next))
            self._next += 1

    def close(self) -> None:
        """Write what waits for games that will not come."""
        for _, text in sorted(self._waiting.items()):
            self._write(text)
        self._waiting.clear()

    def _write(self, text: str) -> None:
        if self._path is not None:
            append_game(self._path, text)
