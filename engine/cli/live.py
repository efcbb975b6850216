"""How a tournament stands while it is played: drawn over again in a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from engine.cli.events import is_told, say
from engine.match.tournament import Tournament
from engine.match.tournament_table import rows


class Board:
    """Shows how a tournament stands; call `update` after each game."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def update(self) -> None:
        """Show that a game was played."""

    def close(self) -> None:
        """Show the last state; nothing comes any more."""


class Lines(Board):
    """For a standard error that is no terminal."""

    def update(self) -> None:
        done, total = len(self._tournament.results.played), self._tournament.plan.total
        if is_told(done, total):
            best = rows(self._tournament)[0]
            test = f"; {self._tournament.sprt}" if self._tournament.sprt else ""
            points = f"{best.points:g} {'point' if best.points == 1 else 'points'}"
            say(f"{done}/{total}  {best.name} leads with {points}{test}")


@contextmanager
def shown(tournament: Tournament) -> Iterator[Board]:
    """Provide what shows a tournament where the command was given."""
    board = _picture(tournament) if sys.stderr.isatty() else Lines(tournament)
    try:
        yield board
    finally:
        board.close()


def _picture(tournament: Tournament) -> Board:
    try:
        from engine.cli.live_table import Picture
    except ModuleNotFoundError as error:  # everything but the table needs no more than before
        say(f"progress is told in lines, as {error.name} is not installed")
        return Lines(tournament)
    return Picture(tournament)
