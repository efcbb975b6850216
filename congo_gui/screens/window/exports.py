"""Exports in the background of the window, which may be over only when their screens are closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.write_job import WriteJob
from congo_gui.screens.shared.base import Host
from congo_gui.screens.window import texts
from engine.system.errors import UserError
from engine.system.files import reason_of


class Exports:
    """What is being written, by its path."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._jobs: dict[Path, WriteJob[str]] = {}

    @property
    def running(self) -> bool:
        """True until the results of all are shown."""
        return bool(self._jobs)

    def start(self, path: Path, write: Callable[[], str]) -> None:
        """Call `write`, unless that path is being written; its sentence or error is shown when it is over."""
        self._host.show_toast(files_texts.EXPORTING)
        if path not in self._jobs:
            self._jobs[path] = WriteJob(path, lambda _: _exported(write), self._host.wake)

    def update(self) -> None:
        """Show the results of those that are over."""
        for path in [path for path, job in self._jobs.items() if job.is_over]:
            job = self._jobs.pop(path)
            self._host.show_toast(job.problem or job.written or "")


def _exported(write: Callable[[], str]) -> str:
    try:
        return write()
    except OSError as error:
        raise UserError(texts.not_exported(reason_of(error))) from error
