"""Games seen from another process while they are played."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from engine.game.game import Game
from engine.match.pairing import Pairing

INTERVAL_S = 0.05
"""Seconds between two sights of a game: nobody sees more, and the player of a game has no time to lose."""


@dataclass(frozen=True)
class GameView:
    """How a game stands: the players by the sides that they have, and the position as text."""

    number: int
    seats: tuple[int, int]
    position: str


class GameFeed:
    """Sends sights of the games of a process through a connection, but not too many.

    Several processes may share one: so short a message is written in one piece.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sent = 0.0

    def __call__(self, pairing: Pairing, game: Game) -> None:
        """Send a sight unless the last one was sent just now; the end is always sent."""
        now = time.monotonic()
        if now - self._sent < INTERVAL_S and game.outcome is None:
            return
        self._sent = now
        with suppress(OSError):  # nobody looks any more
            self._connection.send(
                GameView(pairing.number, pairing.seats, game.rules.notation.format(game.position))
            )
