"""The library of games on a thread of its own: the window never waits for it. No pygame."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from congo_gui.play.file_players import player_title
from congo_gui.play.played_game import PlayedGame
from congo_gui.store import texts
from congo_gui.store.earlier_games import LeftText
from congo_gui.store.writer import TextFunction
from engine import rules as registry
from engine.library.entry import Entry, imported_entry
from engine.library.importing import ImportCounts, import_folders, keep
from engine.library.library import Library
from engine.players import warmup
from engine.record.format import format_game
from engine.record.record import GameRecord
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.system.threads import start_thread

LOG = logging.getLogger(__name__)
MAX_PAUSE_S = 0.05
"""The longest pause between two steps in the background; each is as long as the step before it."""

Value = TypeVar("Value")


class LibraryJob(Generic[Value]):
    """A job with the library; when it is over, `result` or `problem` is set."""

    def __init__(self, action: Callable[[Library], Value], lost: str = "") -> None:
        self._action = action
        self.lost = lost
        """What is lost if it fails, as a sentence; empty for nothing."""
        self.result: Value | None = None
        self.problem = ""
        """Why it failed, as a sentence."""
        self.is_over = False
        self.is_left = False
        """True if what asked for it is covered or closed."""
        self.is_reported = False
        """True once a message has shown that it has failed."""

    def run(self, library: Library) -> None:
        """Call the action; on the library's thread."""
        try:
            self.result = self._action(library)
        except UserError as error:
            self.problem = str(error)
        except Exception:
            LOG.exception("the library failed")
            self.problem = texts.LIBRARY_FAILED
        self.is_over = True

    @property
    def is_at_risk(self) -> bool:
        """True if something would be lost with it: it is not over, or has failed without a message so far."""
        return bool(self.lost and (not self.is_over or (self.problem and not self.is_reported)))


@dataclass(frozen=True)
class BoardText:
    """The text of a game on the board."""

    written: GameRecord
    board: PlayedGame
    is_dropped: bool = False
    """True if moves are about to be dropped: no later state of the board replaces this one."""

    def __call__(self) -> str:
        """Return the text."""
        return format_game(self.written)


class GameLibrary:
    """Does jobs with the library in turn; when there are none, it imports old files and indexes positions.

    `wake` is called after every job, `report` with messages for the user.
    """

    def __init__(self, wake: Callable[[], None], report: Callable[[str], None] = lambda text: None) -> None:
        self._wake, self._report = wake, report
        self.closing = threading.Event()
        """Set while `close` waits for the thread: an import stops."""
        self._jobs: queue.SimpleQueue[LibraryJob[Any] | None] = queue.SimpleQueue()
        self._folders: tuple[Path, ...] = ()
        self._thread: threading.Thread | None = None
        self._jobs_at_risk: list[LibraryJob[Any]] = []
        self._warm: set[str] = set()
        self._kept: WeakKeyDictionary[PlayedGame, dict[str, Entry | None]] = WeakKeyDictionary()
        """The games on the board as they were last kept, by identity, which other moves change.

        None for one that nothing replaces.
        """

    def start(self, folders: Sequence[Path]) -> None:
        """Import the files of games in these folders, unless that was done before; start the thread."""
        self._folders = tuple(folders)
        self.ask(lambda library: None)

    def ask(self, action: Callable[[Library], Value], lost: str = "") -> LibraryJob[Value]:
        """Call `action` with the library, on its thread; return the job at once.

        `lost` is a sentence on what is lost if it fails, if anything is.
        """
        job = LibraryJob(action, lost)
        if lost:
            self._jobs_at_risk = [*self.at_risk, job]
        self._jobs.put(job)
        if self._thread is None or not self._thread.is_alive():
            thread = threading.Thread(target=self._run, name="library", daemon=True)
            try:
                start_thread(thread)
                self._thread = thread
            except UserError as error:  # what comes next tries it again
                self._report(sentence(str(error)))
        return job

    @property
    def at_risk(self) -> list[LibraryJob[Any]]:
        """The jobs with which something would be lost if the program ended now."""
        return [job for job in self._jobs_at_risk if job.is_at_risk]

    def report_failure(self, job: LibraryJob[Any]) -> None:
        """Have `report_failures` report it if a job fails: its screen is covered or closed."""
        job.is_left = True
        self._wake()

    def report_failures(self) -> None:
        """Report the jobs that have failed behind a screen or after it, and what is lost with them."""
        for job in self.at_risk:
            if job.is_over and job.is_left:
                job.is_reported = True
                self._report(f"{sentence(job.problem)} {job.lost}")

    def keep(self, text: TextFunction, kept: Callable[[], None] = lambda: None) -> None:
        """Add a game as text, unless the library has it, or has had it until it was deleted.

        A comment written on it in the library stays. Then `kept` is called if the library has all of it.
        An empty text is no game. A failure is reported; the game is still among the autosaved ones.
        """

        def add(library: Library) -> None:
            try:
                written = text()
                if not written or not self._keep(library, imported_entry(written), text):
                    return
            except UserError as error:
                self._report(texts.not_in_library(str(error)))
            else:
                kept()

        self.ask(add)

    def _keep(self, library: Library, entry: Entry, text: TextFunction) -> bool:
        """Add a game; return whether the library has all of it. Note what it has of a game on the board."""
        if not isinstance(text, BoardText):
            return keep(library, entry, on_board=not isinstance(text, LeftText))
        last, origin = self._kept.setdefault(text.board, {}), text.board.origin
        if entry.uid not in last and origin is not None:
            last[entry.uid] = imported_entry(format_game(origin))
        has_all = keep(library, entry, last.get(entry.uid))
        if has_all:
            last[entry.uid] = None if text.is_dropped else entry
        return has_all

    def close(self) -> None:
        """Do the jobs that are waiting, but stop imports, and end the thread."""
        if self._thread is not None:
            self.closing.set()
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
            self.closing.clear()

    # --- the thread

    def _run(self) -> None:
        with Library(player_title=player_title) as library:
            steps = self._steps(library)
            pause: float | None = 0.0
            while True:
                try:
                    job = self._jobs.get() if pause is None else self._jobs.get(timeout=pause)
                except queue.Empty:
                    pause = self._step(steps)
                    continue
                if job is None:
                    return
                job.run(library)
                self._report_notices(library)
                self._wake()
                steps, pause = self._steps(library), 0.0

    def _step(self, steps: Iterator[object]) -> float | None:
        """Do a step in the background; return the seconds to pause after it, None if it was the last."""
        begun = time.monotonic()
        try:
            if next(steps, None) is None:
                return None
        except UserError as error:
            LOG.warning("the library: %s", error)
            return None
        except Exception:
            LOG.exception("the library failed")
            return None
        return min(time.monotonic() - begun, MAX_PAUSE_S)

    def _steps(self, library: Library) -> Iterator[object]:
        """Yield after each step of importing files, and of indexing positions of games that are compiled."""
        counts: list[ImportCounts] = []
        for _ in import_folders(library, self._folders, counts.append, self.closing.is_set):
            yield True
        self._folders = ()
        added = sum(each.added for each in counts)
        if added:
            self._report(texts.games_imported(added))
        self._warm |= {name for name in registry.names() if name not in self._warm and warmup.is_warm(name)}
        while library.index_positions(sorted(self._warm)):
            yield True

    def _report_notices(self, library: Library) -> None:
        """Report the messages about the index."""
        while library.notices:
            self._report(sentence(library.notices.pop(0)))
