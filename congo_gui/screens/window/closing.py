"""Ending the program, as soon as nothing would be lost by that."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from congo_gui.screens.files.game_files import LONG_MESSAGE_S
from congo_gui.screens.shared.base import BackgroundJob
from congo_gui.screens.shared.dialog import ConfirmScreen
from congo_gui.screens.window.commands import WindowHost
from congo_gui.screens.window.writing import Writing
from congo_gui.store.game_library import LibraryJob
from congo_gui.store.settings import SettingsFile
from congo_gui.store.writer import Writer
from congo_gui.system import texts

AT_ONCE_S = 0.3
"""Seconds to wait at the end for the disk, which may refuse the last moves, before a message says so."""

POLL_S = 0.05
"""Seconds between two looks at what is written at the end."""
AGAIN_S = 1.0
"""Seconds in which wanting to close again may be the second click of a double click."""


class ClosingHost(WindowHost, Protocol):
    """A program that can be ended."""

    writing: Writing
    running: bool
    """False to end the program after the current iteration of the loop."""
    writer: Writer
    settings_file: SettingsFile

    def save_settings(self) -> None:
        """Write the settings if they have changed."""

    def leave_screens(self, question: str, leave: Callable[[], None], can_wait: bool = False) -> None:
        """Call `leave`, unless a screen asks first; if it `can_wait`, maybe after a tournament's games."""


class Closing:
    """Ends the program; a screen, a game that cannot be saved and the library's work come first."""

    def __init__(self, host: ClosingHost) -> None:
        self._host = host
        self._question: ConfirmScreen | None = None
        """The last question before closing that was there when the user closed the window."""
        self._asked = 0.0
        """When the user wanted to close the window, or was asked whether to."""
        self._reached: threading.Event | None = None
        """Set when the disk has taken the last moves, or refused them; None while the window stays open."""
        self._given_up: Sequence[BackgroundJob] = ()
        """Jobs that had failed, as the user knew, when the program was to end."""
        self._last_jobs: list[LibraryJob[Any]] | None = None
        """What the library has to do before the program ends; None while it is not to end."""

    def quit(self) -> None:
        """End the program after the current iteration of the loop; a screen may ask first.

        Asking again, by another click or signal, ends it at once, unless that is a double click.
        """
        if not self._host.running:  # it ends already: two signals may come at once
            return
        now = time.monotonic()
        is_double = now - self._asked < AGAIN_S
        question = self._open_question
        if question is not self._question and question is not None:  # it has just come: read it first
            self._question, self._asked = question, now
            return
        if self._is_waiting or question is not None:
            self._host.running = is_double
            return
        if is_double and self._host.writing.failed:  # that stops it has just been said
            return
        self._asked = now
        self._given_up = [*self._host.writing.failed.values()]
        self._host.leave_screens(texts.CLOSE_QUESTION, self._end, can_wait=True)
        self._question = self._open_question

    @property
    def _open_question(self) -> ConfirmScreen | None:
        """The question before closing that is open."""
        top = self._host.stack[-1]
        return top if isinstance(top, ConfirmScreen) and top.title == texts.CLOSE_QUESTION else None

    @property
    def _is_waiting(self) -> bool:
        return self._reached is not None or self._last_jobs is not None

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` has to be called, None for never."""
        return POLL_S if self._is_waiting else None

    def _end(self) -> None:
        """End the program, as soon as the disk has taken the last moves and files."""
        self._host.play.autosave.update()
        self._host.save_settings()
        self._reached = self._host.writer.reached()
        self._reached.wait(AT_ONCE_S)
        self._follow_disk()
        if self._reached is not None:
            self._host.show_toast(texts.LAST_MOVES, LONG_MESSAGE_S)

    def _follow_disk(self) -> None:
        """If the disk has answered, end the program; ask first if something would be lost."""
        host = self._host
        if self._reached is None or not self._reached.is_set() or host.writing.paths:
            return
        failed = [job for job in host.writing.failed.values() if job not in self._given_up]
        if failed:
            self._reached, self._asked = None, time.monotonic()
            host.show_toast(texts.stays_open([job.path.name for job in failed]), LONG_MESSAGE_S)
            return
        host.play.autosave.update()
        if not host.writer.is_idle:  # something has changed meanwhile
            return
        self._reached = None
        if words := self._lost:
            self._question = ConfirmScreen(
                host, texts.CLOSE_QUESTION, words, texts.CLOSE, self._end_when_safe, texts.STAY
            )
            self._asked = time.monotonic()
            host.push(self._question)
        else:
            self._end_when_safe()

    @property
    def _lost(self) -> str:
        """What would be lost now, as sentences; empty if that is nothing."""
        host = self._host
        if host.play.autosave.would_lose:
            return texts.NOT_SAVED
        progress = (host.puzzle_progress, host.ending_progress, host.rated_games)
        has_failed = any(host.writer.has_failed(each.path) for each in progress)
        return texts.PROGRESS_NOT_SAVED if has_failed or host.settings_file.would_lose else ""

    def _end_when_safe(self) -> None:
        """End the program, as soon as the library has written what would be lost."""
        self._last_jobs = self._host.library.at_risk or None
        self._host.running = self._last_jobs is not None
        if self._last_jobs is not None and not all(job.is_over for job in self._last_jobs):
            self._host.show_toast(texts.LIBRARY_WRITES, LONG_MESSAGE_S)

    def update(self) -> None:
        """End the program if what it waits for has been written; go on if that has failed."""
        self._follow_disk()
        if self._last_jobs is None:
            return
        self._last_jobs = [*{*self._last_jobs, *self._host.library.at_risk}]  # more may have been asked for
        if all(job.is_over for job in self._last_jobs):
            has_failed = any(job.problem for job in self._last_jobs)
            self._last_jobs = None
            if not has_failed:
                self._end()  # a game may have gone on meanwhile
            for screen in self._host.stack:
                if screen.toast.text == texts.LIBRARY_WRITES:
                    screen.toast.hide()
