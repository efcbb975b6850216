"""What a screen has asked the library to do: the answers, and what becomes of failures. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from congo_gui.store.game_library import GameLibrary, LibraryJob
from engine.library.library import Library

Value = TypeVar("Value")


@dataclass(frozen=True)
class _Question:
    """A job, and what to do with its result or its problem."""

    job: LibraryJob[Any]
    then: Callable[[Any], None]
    failed: Callable[[str], None]


class LibraryJobs:
    """The jobs that the library does for a screen; `show_error` shows there why one has failed."""

    def __init__(self, library: GameLibrary, show_error: Callable[[str], None]) -> None:
        self._library, self._show_error = library, show_error
        self._waiting: list[_Question] = []

    def ask(
        self,
        action: Callable[[Library], Value],
        then: Callable[[Value], None],
        failed: Callable[[str], None] | None = None,
        lost: str = "",
    ) -> None:
        """Call `action` with the library in the background, and then `then` with the result.

        If it fails, call `failed` with the reason, or show that; after the screen is covered or closed, show
        the reason and what is `lost`, a sentence, if anything is.
        """
        job = self._library.ask(action, lost)
        self._waiting.append(_Question(job, then, failed or self._show_error))

    def update(self, is_covered: bool) -> None:
        """Pass on the answers that there are; `is_covered` if another screen is above that of the jobs."""
        for each in [each for each in self._waiting if each.job.is_over]:
            self._waiting.remove(each)  # one by one: after an error `close` takes care of the others
            if not each.job.problem:
                each.then(each.job.result)
            elif each.job.lost and is_covered:
                self._library.report_failure(each.job)
            else:
                each.job.is_reported = True
                each.failed(each.job.problem)

    def close(self) -> None:
        """Have the library report what is lost, since the screen is closed."""
        for each in self._waiting:
            if each.job.lost:
                self._library.report_failure(each.job)

    @property
    def is_busy(self) -> bool:
        """True if the library has something to do for the screen."""
        return bool(self._waiting)
