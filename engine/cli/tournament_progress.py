"""Show how a tournament stands while it is played: a live table in a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from engine.cli.output import is_progress_due, print_status
from engine.match.tournament import Tournament
from engine.match.tournament_table import standings


class TournamentProgress(Protocol):
    """What shows how a tournament stands."""

    def update(self) -> None:
        """Show that a game was played."""

    def close(self) -> None:
        """Show the last state; no update follows."""


class ProgressLines:
    """A line on standard error now and then, where that is no terminal."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def update(self) -> None:
        """Print a line if enough games were played since the last one."""
        done, total = len(self._tournament.results.played), self._tournament.plan.total
        if is_progress_due(done, total):
            best = standings(self._tournament)[0]
            test = f"; {self._tournament.sprt}" if self._tournament.sprt else ""
            points = f"{best.points:g} {'point' if best.points == 1 else 'points'}"
            print_status(f"{done}/{total}  {best.name} leads with {points}{test}")

    def close(self) -> None:
        """Print nothing more."""


@contextmanager
def shown(tournament: Tournament) -> Iterator[TournamentProgress]:
    """Provide what shows a tournament where the command was given."""
    progress = _live_table(tournament) if sys.stderr.isatty() else ProgressLines(tournament)
    try:
        yield progress
    finally:
        progress.close()


def _live_table(tournament: Tournament) -> TournamentProgress:
    try:
        from engine.cli.live_table import LiveTable
    except ModuleNotFoundError as error:  # only the table needs the library
        print_status(f"progress is told in lines, as {error.name} is not installed")
        return ProgressLines(tournament)
    return LiveTable(tournament)
