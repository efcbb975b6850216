"""Files that are written in the background of the window: what asked for them may be closed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.write_job import WriteJob
from congo_gui.screens.shared.base import BackgroundJob, Host
from congo_gui.screens.window import texts


class Writing:
    """The jobs that write files, and what to do when each is over."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._jobs: list[tuple[BackgroundJob, Callable[[], None]]] = []
        self.failed: dict[Path, BackgroundJob] = {}
        """The last jobs that have failed and were not stopped, by file."""

    @property
    def paths(self) -> list[Path]:
        """The files that are being written."""
        return [job.path for job, _ in self._jobs]

    def follow(self, job: BackgroundJob, finish: Callable[[], None]) -> None:
        """Call `finish` when a job is over, whatever is open by then."""
        self._jobs.append((job, finish))
        self.update()  # mostly it is over by now

    def export(self, path: Path, write: Callable[[], str]) -> None:
        """Call `write`, unless that path is being written; its sentence or error is shown when it is over."""
        self._host.show_toast(files_texts.EXPORTING)
        if path not in self.paths:
            job = WriteJob(path, lambda _: write(), self._host.wake, texts.not_exported)
            self.follow(job, lambda: self._host.show_toast(job.problem or job.written or ""))

    def update(self) -> None:
        """Finish the jobs that are over."""
        for each in [each for each in self._jobs if each[0].is_over]:
            self._jobs.remove(each)
            job, finish = each
            if not job.problem:
                self.failed.pop(job.path, None)
            elif job.problem != files_texts.STOPPED:
                self.failed[job.path] = job
            finish()
