"""Games that were replaced on the board, or analyses: one file each, named by kind and time. No pygame."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from congo_gui.play.game_file import MAX_BYTES, UNDONE_TAG, rules_in
from congo_gui.store.writer import Archive, TextFunction, Writer
from engine.library.entry import imported_entry
from engine.record.limits import MAX_LENGTH
from engine.record.record import GameResult
from engine.system.errors import UserError
from engine.system.files import decoded, read_file

LOG = logging.getLogger(__name__)
MAX_SEARCHED, MAX_SEARCHED_CHARACTERS = 20, 100_000
"""How many games, and how much text in all, to search for an unfinished one: the window waits for that."""
MAX_UNFINISHED_BYTES = 4 * MAX_LENGTH
"""The largest file of a game that can be continued: four bytes for each of its characters."""
MAX_KEPT = 100
"""The number of games of one kind to keep; older ones are removed at the next start."""
ANALYSIS = "analysis"
"""The kind of analyses, and their folder."""
_DECIDED = tuple(f'[Result "{result.value}"]' for result in GameResult if result is not GameResult.NONE)
_NAME = re.compile(r"(?P<kind>.+)_\d{4}-\d\d-\d\d_\d\d\.\d\d\.\d\d\.\d{6}(-\d+)?\.txt")


@dataclass(frozen=True)
class LeftText:
    """The text of a game that a file or a killed window has left; a board may have had other states since."""

    read: TextFunction

    def __call__(self) -> str:
        """Return the text."""
        return self.read()


class EarlierGames:
    """Keeps replaced games, up to `MAX_KEPT` of each kind; `archive` is called with the text of each.

    They are in the folder `name` of the state folder; earlier versions kept only one, in the file `name`.txt.
    """

    def __init__(
        self,
        writer: Writer,
        state: Path,
        name: str = "earlier",
        now: Callable[[], float] = time.time,
        archive: Archive = lambda text, kept: None,
    ) -> None:
        self._writer, self._now, self._archive = writer, now, archive
        self.folder = state / name
        self._pending: list[Path] = []
        """Files passed to the writer, newest last; they may not be on disk yet."""
        self.declined: set[Path] = set()
        """The files of games that the player declined to continue in this run."""
        self._returned: set[Path] = set()
        """The files of games restored to the board, until the slot has been written."""

    def keep(self, kind: str, text: TextFunction, fallback: Path | None = None) -> Path:
        """Write a game to a new file and return it; `fallback` is as in `Writer.put`."""
        path = self._write(kind, text, fallback)
        self._archive(text, lambda: None)
        return path

    def keep_until_archived(self, kind: str, text: TextFunction) -> None:
        """Write a game to a new file, which is removed as soon as the library has the game."""
        path = self._write(kind, text)
        self._archive(text, partial(self._writer.remove, path))

    def _write(self, kind: str, text: TextFunction, fallback: Path | None = None) -> Path:
        path = self._new_path(kind, self._now())
        self._writer.put(path, text, fallback)
        self._pending.append(path)
        return path

    def note_replaced(self) -> None:
        """Note that another game is on the board: keep the files of the previous ones."""
        self._returned.clear()

    def note_returned(self, path: Path) -> None:
        """Note that the game on the board was restored from a file, which `board_written` then removes."""
        if path.parent == self.folder:
            self._returned.add(path)

    def board_written(self, slot: Path) -> None:
        """Remove the file of the restored game once it is written to the slot."""
        for path in self._returned:
            self._writer.remove(path, needs=slot)
            with contextlib.suppress(ValueError):
                self._pending.remove(path)
        self._returned.clear()

    def paths(self, kind: str | None = None) -> list[Path]:
        """Return the files on disk, newest first, of one kind or all."""
        try:
            names = [name for name in os.listdir(self.folder) if _NAME.fullmatch(name)]
        except OSError:
            return []
        chosen = [name for name in names if kind in (None, _kind(name))]
        return [self.folder / name for name in sorted(chosen, key=_time, reverse=True)]

    def unfinished(self, kind: str) -> Iterator[tuple[Path, str]]:
        """Yield the file and the text of games of a kind that may go on, newest first.

        They have no result yet, or moves were taken back.
        """
        characters = 0
        for path in self.paths(kind)[:MAX_SEARCHED]:
            text = _text(path, MAX_UNFINISHED_BYTES)
            if not text or (any(tag in text for tag in _DECIDED) and f"[{UNDONE_TAG} " not in text):
                continue
            if characters > MAX_SEARCHED_CHARACTERS:
                return
            characters += len(text)
            yield path, text

    def tidy(self) -> None:
        """Take over an earlier version's file; remove games beyond `MAX_KEPT` if the library has them.

        Damaged files stay. The folder is made, so that a game can be moved into it when the disk is full.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.adopt(self.folder.with_suffix(".txt"))
            self._adopt_fallbacks()
            for kind in {_kind(path.name) for path in self.paths()}:
                for path in self.paths(kind)[MAX_KEPT:]:
                    self._archive(LeftText(partial(_sound_text, path)), partial(_remove, path))
        except OSError as error:
            LOG.warning("the earlier games in %s cannot be tidied: %s", self.folder, error)

    def adopt(self, path: Path) -> None:
        """Move another file with a game, if it exists, into this folder.

        Raises:
            OSError: the file cannot be read or moved.
        """
        if not path.is_file():
            return
        text = decoded(read_file(path, MAX_BYTES))
        rules = rules_in(text)
        if rules is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        os.replace(path, self._new_path(rules.name, path.stat().st_mtime))
        self._archive(LeftText(lambda: text), lambda: None)

    def _adopt_fallbacks(self) -> None:
        """Take over the files that could only be written beside this folder; see `Writer.put`."""
        for name in os.listdir(self.folder.parent):
            if _NAME.fullmatch(name) and (_kind(name) == ANALYSIS) == (self.folder.name == ANALYSIS):
                with contextlib.suppress(OSError):
                    self.adopt(self.folder.parent / name)

    def _new_path(self, kind: str, seconds: float) -> Path:
        """Return a new file name; names of one kind sort by time."""
        stamp = time.strftime("%Y-%m-%d_%H.%M.%S", time.localtime(seconds)) + f".{int(seconds % 1 * 1e6):06d}"
        number, path = 1, self.folder / f"{kind}_{stamp}.txt"
        while path in self._pending or os.path.exists(path):  # False, too, if the folder cannot be entered
            number += 1
            path = self.folder / f"{kind}_{stamp}-{number:03d}.txt"
        return path


def _text(path: Path, max_bytes: int = MAX_BYTES) -> str:
    """Return a game's text, empty if the file cannot be read."""
    try:
        return decoded(read_file(path, max_bytes))
    except OSError:
        return ""


def _sound_text(path: Path) -> str:
    """Return a game's text, empty if the file cannot be read or is damaged."""
    text = _text(path)
    try:
        imported_entry(text)
    except UserError:
        return ""
    return text


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _kind(name: str) -> str:
    found = _NAME.fullmatch(name)
    return found["kind"] if found else ""


def _time(name: str) -> str:
    return name.removeprefix(_kind(name)).removesuffix(".txt")
