"""Saving the game while the program runs, so that kill -9 loses nothing. No pygame.

Each process has its own slot in the state folder: a file with the game as text, and a file beside it that is
locked while the process runs. A slot with a game but without a lock belonged to a process that has ended;
the next process takes it over and offers to continue the game.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from congo_gui.play.game_file import MAX_BYTES, rules_in
from congo_gui.store import texts
from congo_gui.store.earlier_games import ANALYSIS, EarlierGames, LeftText
from congo_gui.store.last_answer import LastAnswer
from congo_gui.store.writer import Archive, TextFunction, Writer
from engine.system.files import checksum, decoded, free_path, read_file
from engine.system.folders import state_dir
from engine.system.shared_file import is_at, try_lock

LOG = logging.getLogger(__name__)

SLOTS = 16
"""The number of processes of one user that can save their games at the same time."""
DAMAGED = "damaged.txt"


class Autosave:
    """The slot in which this process saves its game; while there is no free one, nothing is saved.

    `archive` is called with the text of every game that is replaced, `report_error` with a message as soon
    as there is no free slot any more.
    """

    def __init__(
        self,
        writer: Writer,
        folder: Path | None = None,
        archive: Archive = lambda text, kept: None,
        report_error: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._writer, self._report_error = writer, report_error
        self._folder = folder or state_dir()
        self.earlier = EarlierGames(writer, self._folder, archive=archive)
        """The games that were replaced on the board."""
        self.analyses = EarlierGames(writer, self._folder, ANALYSIS, archive=archive)
        """The analyses that were left without being saved."""
        self._lock: IO[bytes] | None = None
        self._path: Path | None = None
        self._holds_lock = LastAnswer(lambda: False, False)
        self._used = LastAnswer(self._used_slots, list[Path]())
        self._game: TextFunction | None = None
        """The text of the game saved by this process, None if there is none."""
        self.last_game = ""
        """The game of a process that has ended, as text; empty if there is none."""
        self._analysis: TextFunction | None = None
        """The text of the last analysis saved by this process, None if there is none."""
        self.is_given = False
        """True if the game has all of the saved analysis, but has not been passed to be written since."""
        self.left_analysis = False
        """True if an ended process has left an analysis, which is now the first one of `analyses`."""
        self.needs_slot = False
        """True if there was no free slot; the player knows that: at the start, `LastGameOffer` says so."""
        used = self._used_slots()
        self._take_slot(lambda slot: slot not in used)
        if self.has_slot:
            self.earlier.tidy()
            self.analyses.tidy()
        else:
            self.needs_slot = True

    # --- the game of this process

    def keep(self, text: TextFunction) -> bool:
        """Save the game in the slot; the last game becomes an earlier one. Return False without a slot."""
        slot = self._slot()
        self.archive_game()
        self._game = text
        if slot is not None:
            self._writer.put(slot, text)
            self.earlier.board_written(slot)
            self._remove_given(slot, slot)
        return slot is not None

    def forget(self) -> None:
        """Remove the saved game, so that the next start does not offer it."""
        if not self.last_game and (slot := self._slot()) is not None:
            self._writer.remove(slot)
            self._game = None
            self._remove_given(slot, None)

    def close(self) -> None:
        """Free the slot for the next process; call it after everything is written."""
        if self._lock is not None:
            self._lock.close()
            self._lock = self._path = None

    @property
    def has_slot(self) -> bool:
        """True if there is a slot, so that games are saved."""
        return self._own_slot is not None

    def archive_game(self, is_damaged: bool = False) -> None:
        """Make the last game, if any, an earlier one; move a damaged one to a separate file.

        It is not replayed: its rules may have to be compiled for that.
        """
        if self.last_game:
            text, self.last_game = self.last_game, ""
            rules, slot = None if is_damaged else rules_in(text), self._own_slot
            if rules is not None:
                self.earlier.keep(rules.name, LeftText(lambda: text), slot)
            if slot is not None and rules is not None:
                self._writer.remove(slot)
            elif slot is not None:
                self._set_aside(slot, text)

    def _set_aside(self, slot: Path, text: str) -> None:
        """Rename a damaged game, whose slot is needed, or write a copy if that is refused."""
        try:
            os.replace(slot, free_path(self._folder / DAMAGED))
        except OSError:
            aside = self._folder / f"{Path(DAMAGED).stem}-{checksum(text)}.txt"
            self._writer.put(aside, lambda: text)

    def keep_earlier(self, kind: str, text: TextFunction) -> Path:
        """Make the game in the slot an earlier one; return its file."""
        slot = self._own_slot
        path = self.earlier.keep(kind, text, slot)
        if slot is not None:
            self._remove_given(slot, path)
        return path

    # --- the unsaved analysis

    def keep_analysis(self, text: TextFunction) -> None:
        """Save an analysis in the slot."""
        self._analysis, self.is_given = text, False
        if (slot := self._slot()) is not None:
            self._writer.put(self._analysis_path(slot), text)

    def forget_analysis(self) -> None:
        """Remove the saved analysis: it was saved elsewhere or discarded."""
        if self._analysis is not None and (slot := self._slot()) is not None:
            self._writer.remove(self._analysis_path(slot))
        self._analysis = None

    def give_analysis(self) -> None:
        """Remove the saved analysis as soon as the game, which has all of it, is written."""
        self.is_given |= self._analysis is not None
        self._analysis = None

    def _remove_given(self, slot: Path, game: Path | None) -> None:
        """Remove the analysis in a slot if a game has all of it, once that is written to its file."""
        if self.is_given:
            self._writer.remove(self._analysis_path(slot), needs=game)
            self.is_given = False

    def archive_analysis(self) -> bool:
        """Make the saved analysis, if any, one of `analyses`; return whether there is one."""
        if self._analysis is None:
            return False
        slot = self._own_slot
        self.analyses.keep(ANALYSIS, self._analysis, slot and self._analysis_path(slot))
        self.forget_analysis()
        return True

    @property
    def has_analysis(self) -> bool:
        """True if this process has an analysis that is saved nowhere else."""
        return self._analysis is not None

    @staticmethod
    def _analysis_path(slot: Path) -> Path:
        return slot.with_name(slot.name.replace("game", ANALYSIS))

    def adopt_left_games(self) -> None:
        """List the games and analyses that ended processes have left in their slots among the earlier ones.

        Not at the start: each of several windows first offers its own game.
        """
        for path in self._used.update():
            with contextlib.suppress(OSError), self._unused(path) as is_free:
                if is_free:
                    self.earlier.adopt(path)
                    self.analyses.adopt(self._analysis_path(path))

    @contextlib.contextmanager
    def _unused(self, slot: Path) -> Iterator[bool]:
        """Lock a slot that an ended process has used, for this block; yield whether that is possible."""
        if slot == self._path:
            yield False
            return
        with _open_lock(slot) as lock:
            yield _locked(lock)

    # --- slots

    @property
    def is_unwritten(self) -> bool:
        """True if the game or the analysis could not be written the last time."""
        if self.needs_slot or not (failed := self._writer.failed_in(self._folder)):
            return self.needs_slot
        return any(path in failed for slot in self._slots() for path in (slot, self._analysis_path(slot)))

    @property
    def has_unwritten_earlier(self) -> bool:
        """True if a game or an analysis that was replaced could not be written the last time."""
        return any(self._writer.failed_in(kept.folder) for kept in (self.earlier, self.analyses))

    @property
    def _own_slot(self) -> Path | None:
        """The slot of this process; None if there is none, or if its lock was removed: others may use it."""
        return self._path if self._path is not None and self._holds_lock.update() else None

    def _slot(self) -> Path | None:
        """Return the slot to write to; if this process has none, take one, or report that none is free.

        That is preferably the one that it had, else one that nobody has used.
        """
        slot = self._own_slot
        if slot is None and self._lock and self._path and _holds_lock(self._lock, self._path):
            slot = self._path  # a slow disk had not answered this yet
        is_new = slot is None or self.needs_slot
        if slot is None:
            self.archive_game()
            used = self._used_slots()
            self._take_slot(lambda slot: (slot != self._path, slot in used))
            self.archive_game()
            slot = self._own_slot
            if slot is None and not self.needs_slot:
                self._report_error(texts.NOT_KEPT)
        self.needs_slot = slot is None
        if slot is not None and is_new and self._analysis is not None:
            self._writer.put(self._analysis_path(slot), self._analysis)
        return slot

    def _slots(self) -> list[Path]:
        return [self._folder / f"game-{number}.txt" for number in range(1, SLOTS + 1)]

    def _take_slot(self, order: Callable[[Path], Any]) -> None:
        """Lock the first free slot in this order; a game in it becomes the last game."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self._slots(), key=order):
                if self._take(path):
                    return
        except OSError as error:
            if not self.needs_slot:
                LOG.warning("games cannot be kept in %s: %s", self._folder, error)

    def _used_slots(self) -> list[Path]:
        """Return the slots with a game or an analysis; one question to the disk, which may be slow."""
        try:
            names = {*os.listdir(self._folder)}
        except OSError:
            return []
        return [
            slot for slot in self._slots() if slot.name in names or self._analysis_path(slot).name in names
        ]

    def _take(self, path: Path) -> bool:
        """Lock a slot if it is free, and take over what others have left in it; return whether it is free."""
        with contextlib.ExitStack() as opened:
            try:
                lock = opened.enter_context(_open_lock(path))
                if not _locked(lock):
                    return False
                game, analysis = _read(path), _read(self._analysis_path(path))
            except OSError as error:
                if not self.needs_slot:
                    LOG.warning("no game can be kept in %s: %s", path, error)
                return False
            opened.pop_all()
        self.close()
        self._lock, self._path = lock, path
        self._holds_lock = LastAnswer(partial(_holds_lock, lock, path), True)
        if self._game is None or self._game() != game:
            self.last_game = game
        beside = self._analysis_path(path)
        if analysis and (self._analysis is None or self._analysis() != analysis):
            self.analyses.keep(ANALYSIS, lambda: analysis, beside)
            self._writer.remove(beside)
            self.left_analysis = True
        return True


def _read(path: Path) -> str:
    """Return a file's text, empty if it is missing; raise `OSError`."""
    try:
        return decoded(read_file(path, MAX_BYTES))
    except FileNotFoundError:
        return ""


def _open_lock(slot: Path) -> IO[bytes]:
    """Open the lock file of a slot, also to read: opening a pipe only to write waits for a reader."""
    return slot.with_suffix(".lock").open("ab+")


def _holds_lock(lock: IO[bytes], slot: Path) -> bool:
    """Return whether an open lock file is still that of the slot, as far as the system tells."""
    try:
        return is_at(lock, slot.with_suffix(".lock"))
    except (OSError, ValueError):  # a ValueError if it has been closed meanwhile
        return True


def _locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed or the process ends; return False if it is already locked."""
    try:
        try_lock(file)
    except OSError:
        return False
    return True
