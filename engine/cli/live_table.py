"""A tournament's standings in a terminal, redrawn in place."""

from __future__ import annotations

import os
import re
import time
from collections import deque

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.progress import TimeRemainingColumn as TimeLeft
from rich.table import Table
from rich.text import Text

from engine.match import texts
from engine.match.pairing import FinishedGame
from engine.match.tournament import Tournament
from engine.match.tournament_table import cells, game_line, headers, standings
from engine.system.errors import printable
from engine.system.status import ignoring_status_errors

REDRAW_S = 0.5
"""Minimum seconds between two redraws, because they take CPU time from the players."""
TERMINAL_SIZE = re.compile("[0-9]{1,4}")
SHOWN_GAMES = 5
"""The number of latest games listed below the table."""


class LiveTable:
    """The standings, a progress bar, the latest games and the state of an SPRT, redrawn in place."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        _check_terminal_size()
        columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeLeft())
        self._progress = Progress(*columns)
        self._task = self._progress.add_task("", total=tournament.plan.total)
        self._drawn = 0.0
        self._last: deque[str] = deque(maxlen=SHOWN_GAMES)
        self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
        with ignoring_status_errors():
            self._live.start()
            self._draw()

    def update(self, game: FinishedGame) -> None:
        """Show how a game ended; redraw at most every `REDRAW_S` seconds."""
        self._last.append(game_line(self._tournament, game))
        if time.monotonic() - self._drawn >= REDRAW_S:
            with ignoring_status_errors():
                self._draw()

    def close(self) -> None:
        """Draw the final state and release the terminal."""
        with ignoring_status_errors():
            self._draw()
            self._live.stop()

    def _draw(self) -> None:
        self._progress.update(self._task, completed=len(self._tournament.results.played))
        parts: list[Table | Text | Progress] = [self._table(), self._progress]
        parts += [Text(printable(line), no_wrap=True) for line in self._last]
        if self._tournament.sprt:
            parts.append(Text(str(self._tournament.sprt)))
        self._live.update(Group(*parts), refresh=True)
        self._drawn = time.monotonic()

    def _table(self) -> Table:
        table = Table(box=None)
        for header in headers(len(self._tournament.plan.players)):
            table.add_column(header, justify="left" if header == texts.PLAYER else "right", no_wrap=True)
        for row in standings(self._tournament):
            table.add_row(*(Text(printable(cell)) for cell in cells(row)))
        return table


def _check_terminal_size() -> None:
    """Forget a size in the environment that the library for tables could not read, or no terminal has."""
    for name in ("COLUMNS", "LINES"):
        if not TERMINAL_SIZE.fullmatch(os.environ.get(name, "1")):
            del os.environ[name]
