"""The games that made way for another one in the window: they can be brought back, and left again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from congo_gui.play.player import Players
from engine.game.game import Game
from engine.record.record import GameRecord, RecordedMove

GAMES_KEPT = 20
"""Games before the present one that can be brought back."""


@dataclass(frozen=True)
class Table:
    """A game with its players, as it was when another one took its place."""

    game: Game
    players: Players
    auto: bool
    remarks: list[RecordedMove] = field(default_factory=list)
    introduction: str = ""
    origin: GameRecord | None = None


class Shelf:
    """Keeps the games before the present one, and those after it that `back` has left behind."""

    def __init__(self) -> None:
        self._earlier: deque[Table] = deque(maxlen=GAMES_KEPT)
        self._later: deque[Table] = deque()

    @property
    def has_earlier(self) -> bool:
        """Whether there is a game before the present one."""
        return bool(self._earlier)

    @property
    def has_later(self) -> bool:
        """Whether there is a game after the present one."""
        return bool(self._later)

    def keep(self, table: Table) -> None:
        """Keep a game that makes way for a new one."""
        self._earlier.append(table)

    def forget_later(self) -> None:
        """Let go of the later games: something else has come after the present one."""
        self._later.clear()

    def back(self, present: Table) -> Table | None:
        """Change the present game for the one before it, None if there is none."""
        return _changed(present, self._later, self._earlier)

    def on(self, present: Table) -> Table | None:
        """Change the present game for the one after it, None if there is none."""
        return _changed(present, self._earlier, self._later)


def _changed(present: Table, behind: deque[Table], ahead: deque[Table]) -> Table | None:
    if not ahead:
        return None
    behind.append(present)
    return ahead.pop()
