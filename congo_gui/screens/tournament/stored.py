"""A tournament read from its file: standings and games, without playing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

from congo_gui.screens.files.file_screen import FileScreen
from congo_gui.screens.files.folder import Listing
from congo_gui.screens.files.reading import explained
from congo_gui.screens.shared.base import Host
from congo_gui.screens.tournament import texts
from congo_gui.screens.tournament.background import (
    TournamentConfig,
    TournamentStage,
    TournamentStatus,
    status_of,
)
from congo_gui.screens.tournament.names import shown_title
from congo_gui.widgets.button import Button
from congo_gui.widgets.list_view import ListRow
from engine.rules import get
from engine.system.errors import UserError
from engine.system.threads import start_or_run

if TYPE_CHECKING:
    import pygame

    from congo_gui.draw.theme import Theme
    from engine.match.game_runner import GameView

MAX_SUMMARY_BYTES = 5_000_000
"""Maximum size of a file whose summary is listed; larger ones are listed by name."""


class ShownTournament(Protocol):
    """The tournament on the screen: a live one, or one from a file."""

    config: TournamentConfig
    workers: int
    news: TournamentStatus

    @property
    def paused(self) -> bool:
        """True if it is paused."""

    @property
    def live_positions(self) -> list[GameView]:
        """The current positions of the running games, by their numbers."""

    @property
    def running(self) -> int:
        """The number of running games."""

    def start(self) -> None:
        """Start, or resume from the file."""

    def pause(self, on: bool) -> None:
        """Pause or resume."""

    def close(self) -> None:
        """End the games that are being played."""


class StoredTournament:
    """A tournament read from its file.

    Raises:
        UserError: the file holds no tournament.
    """

    workers = running = 0
    paused = False

    def __init__(self, path: Path) -> None:
        from engine.match.stored_tournament import read_tournament

        state = read_tournament(path)
        plan = state.plan
        get(plan.game)
        self.config = TournamentConfig(
            plan.game, plan.players, plan.format, plan.games, ("nodes", 1), str(path), sprt=plan.sprt
        )
        stage = TournamentStage.FINISHED if state.is_over else TournamentStage.STOPPED
        self.news = status_of(state, stage)

    @property
    def live_positions(self) -> list[GameView]:
        """Empty: nothing is played."""
        return []

    def start(self) -> None:
        """Do nothing: nothing is played."""

    def pause(self, on: bool) -> None:
        """Do nothing: nothing is played."""

    def close(self) -> None:
        """Do nothing: nothing is played."""


def _summary_row(path: Path, row: ListRow) -> ListRow:
    """Return the row of a tournament's file with its summary; `row` has its name and date."""
    from engine.match.tournament_summary import summary_of

    try:
        if path.stat().st_size > MAX_SUMMARY_BYTES:
            return row
        found = summary_of(path)
    except (OSError, UserError):
        return row
    players = ", ".join(map(shown_title, found.players))
    done = texts.listed_progress(found.played, found.total, found.is_over)
    text = texts.listed_tournament(found.name, found.game, players)
    return replace(row, text=text, note=f"{done}   {row.note}")


class SummaryReader:
    """Reads the summaries for the rows of tournaments' files on a thread; `wake` is called for each."""

    def __init__(self, files: Sequence[tuple[int, Path, ListRow]], wake: Callable[[], None]) -> None:
        self._files, self._wake, self._closed = files, wake, False
        self._read: SimpleQueue[tuple[int, ListRow]] = SimpleQueue()
        self.left = len(files)
        """The number of summaries that `take` has not returned yet."""
        if files:
            start_or_run(threading.Thread(target=self._run, name="summaries", daemon=True))

    def take(self) -> dict[int, ListRow]:
        """Return the rows with the summaries that were read since the last call."""
        found = dict(self._read.get() for _ in range(self._read.qsize()))
        self.left -= len(found)
        return found

    def close(self) -> None:
        """Give up reading."""
        self._closed = True

    def _run(self) -> None:
        for index, path, row in self._files:
            if self._closed:
                return
            self._read.put((index, _summary_row(path, row)))
            self._wake()


class OpenTournamentScreen(FileScreen):
    """Chooses the file of a tournament; calls `opened` with it."""

    _empty = texts.NO_TOURNAMENTS

    def __init__(self, host: Host, folder: Path, opened: Callable[[StoredTournament], None]) -> None:
        super().__init__(host, texts.OPEN_TITLE, folder)
        self._opened = opened
        self._summaries = SummaryReader((), host.wake)
        self.cancel_button = Button(texts.CANCEL, self.dismiss)
        self._use_widgets([self.list, self.field, self.up, self.cancel_button])
        self._go_to(folder)
        self.group.set_focus(self.list)

    def _is_shown(self, name: str) -> bool:
        return super()._is_shown(name) and texts.is_file_name(name)

    def _show_listing(self, found: Listing) -> None:
        super()._show_listing(found)
        self._summaries.close()
        rows = zip(self._entries, self.list.rows, strict=True)
        files = [(at, entry.path, row) for at, (entry, row) in enumerate(rows) if not entry.is_folder]
        self._summaries = SummaryReader(files, self._host.wake)

    def _show_summaries(self) -> None:
        """Show the summaries that have been read since the last frame."""
        found = self._summaries.take()
        if found:
            self.list.rows = tuple(found.get(at, row) for at, row in enumerate(self.list.rows))
            self.invalidate()

    @property
    def is_reading(self) -> bool:
        """True if there are summaries still to be read."""
        return self._summaries.left > 0

    def file_chosen(self, path: Path) -> None:
        # A small file can hold thousands of games without moves.
        self._look_up(path, explained(lambda: StoredTournament(path)), self._open, texts.READING)

    def _open(self, found: StoredTournament) -> None:
        self._host.pop_with_dialogs(self)
        self._opened(found)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._show_summaries()

    def close(self) -> None:
        super().close()
        self._summaries.close()

    def _arrange_below(self, inside: pygame.Rect, theme: Theme) -> int:
        return self._place_buttons([self.cancel_button], inside, theme)
