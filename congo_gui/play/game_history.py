"""The games that made way for another one in the window: they can be brought back, and left again."""

from __future__ import annotations

from collections import deque

from congo_gui.play.played_game import PlayedGame

MAX_GAMES_KEPT = 20
"""Games before the present one that can be brought back."""


class GameHistory:
    """Keeps the games before the present one, and those after it that `previous` has left behind."""

    def __init__(self) -> None:
        self._earlier: deque[PlayedGame] = deque(maxlen=MAX_GAMES_KEPT)
        self._later: deque[PlayedGame] = deque()

    @property
    def has_earlier(self) -> bool:
        """Whether there is a game before the present one."""
        return bool(self._earlier)

    @property
    def has_later(self) -> bool:
        """Whether there is a game after the present one."""
        return bool(self._later)

    def add(self, played: PlayedGame) -> None:
        """Keep a game that makes way for a new one."""
        self._earlier.append(played)

    def forget_later(self) -> None:
        """Forget the later games: something else has come after the present one."""
        self._later.clear()

    def previous(self, present: PlayedGame) -> PlayedGame | None:
        """Exchange the present game for the one before it; return None if there is none."""
        return _exchange(present, self._later, self._earlier)

    def next(self, present: PlayedGame) -> PlayedGame | None:
        """Exchange the present game for the one after it; return None if there is none."""
        return _exchange(present, self._earlier, self._later)


def _exchange(present: PlayedGame, behind: deque[PlayedGame], ahead: deque[PlayedGame]) -> PlayedGame | None:
    if not ahead:
        return None
    behind.append(present)
    return ahead.pop()
