"""What the AI thinks of its game, by what it found at its last move: whether it is content with a draw."""

from __future__ import annotations

from engine.game.game import Game
from engine.search.limits import Score

WIN = 100_000
"""Hundredths of a pawn; a forced win is worth more than any other advantage."""
WORSE, EVEN = -60, 20
"""Hundredths of a pawn, as the AI sees itself: with less than the first it agrees to a draw, and with less
than the second if nothing has happened for `LONG` turns."""
LONG = 16


class Judgement:
    """Remembers one score: that of the AI's last move."""

    def __init__(self) -> None:
        self._last: tuple[Game, int, int] | None = None

    def note(self, game: Game, score: Score) -> None:
        """Remember how the AI sees itself, which is about to move in a game."""
        points = score.cp if score.mate is None else score.mate * WIN
        self._last = game, game.cursor + 1, points

    def wants_draw(self, game: Game) -> bool:
        """Tell whether the AI agrees to a draw in a game."""
        if self._last is None or self._last[0] is not game:
            return False
        _, cursor, points = self._last
        recent = 0 <= game.cursor - cursor <= 2
        quiet = game.quiet_plies >= LONG or game.repetitions > 1
        return recent and (points < WORSE or (points < EVEN and quiet))
