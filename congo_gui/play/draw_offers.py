"""When the AI agrees to a draw: by what it found at its last move."""

from __future__ import annotations

from engine.game.game import Game
from engine.search.limits import Score

WIN_CP = 100_000
"""A forced win is worth more than any other advantage."""
WORSE_CP, EVEN_CP = -60, 20
"""As the AI sees itself: with less than the first it agrees to a draw, and with less than the second if
nothing has happened for `LONG_PLIES`."""
LONG_PLIES = 16


class DrawOfferPolicy:
    """Remembers one score: that of the AI's last move."""

    def __init__(self) -> None:
        self._last: tuple[Game, int, int] | None = None

    def note_score(self, game: Game, score: Score) -> None:
        """Remember how the AI sees itself, which is about to move in a game."""
        centipawns = score.cp if score.mate is None else score.mate * WIN_CP
        self._last = game, game.cursor + 1, centipawns

    def accepts(self, game: Game) -> bool:
        """Tell whether the AI agrees to a draw in a game."""
        if self._last is None or self._last[0] is not game:
            return False
        _, cursor, centipawns = self._last
        recent = 0 <= game.cursor - cursor <= 2
        quiet = game.progress_clock >= LONG_PLIES or game.repetitions > 1
        return recent and (centipawns < WORSE_CP or (centipawns < EVEN_CP and quiet))
