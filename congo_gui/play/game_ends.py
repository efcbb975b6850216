"""Ending a game without a move: resignation, draw by agreement, adjudication. No pygame."""

from __future__ import annotations

from congo_gui.play.running_game import RunningGame
from engine.game.game import Game
from engine.search.limits import Score

WIN_CP = 100_000
"""The value of a forced win, more than any other advantage."""
DRAW_BELOW_CP, QUIET_DRAW_BELOW_CP = -60, 20
"""Scores from the AI's view below which it accepts a draw: at any time, and in a quiet game."""
QUIET_PLIES = 16
"""Plies without progress after which a game is quiet."""


class GameEnds:
    """Ends the running game; `Session.undo` reverts that.

    Whether an AI accepts a draw depends on the score of its last search, which is noted here.
    """

    def __init__(self, run: RunningGame) -> None:
        self._run = run
        self._last: tuple[Game, int, int] | None = None
        """The game of the AI's last move, the number of plies after that move, and its score."""

    def note_score(self, score: Score) -> None:
        """Note the score of the AI's search, from its own view."""
        game = self._run.current.game
        centipawns = score.cp if score.mate is None else score.mate * WIN_CP
        self._last = game, game.cursor + 1, centipawns

    @property
    def resigning(self) -> int:
        """The side that would resign: that of the only human, or of the human to move."""
        current = self._run.current
        humans = [side for side in (0, 1) if current.players[side].is_human]
        return humans[0] if len(humans) == 1 else current.position.side

    def resign(self) -> None:
        """Resign for the side `resigning`."""
        side = self.resigning
        self._run.interrupt()
        self._run.current.game.resign(side)
        self._run.done()

    def offer_draw(self) -> bool:
        """Offer a draw; return whether it was accepted. Two humans are assumed to have agreed."""
        current = self._run.current
        if current.has_ai and not self._ai_agrees(current.game):
            return False
        self._run.interrupt()
        current.game.agree_draw()
        self._run.done()
        return True

    def _ai_agrees(self, game: Game) -> bool:
        """Return whether the AI accepts a draw."""
        if self._last is None or self._last[0] is not game:
            return False
        _, cursor, centipawns = self._last
        recent = 0 <= game.cursor - cursor <= 2
        quiet = game.progress_clock >= QUIET_PLIES or game.repetitions > 1
        return recent and (centipawns < DRAW_BELOW_CP or (centipawns < QUIET_DRAW_BELOW_CP and quiet))

    def adjudicate(self, winner: int | None) -> None:
        """Adjudicate a game between AIs: a win for `winner`, or a draw if it is None."""
        self._run.interrupt()
        self._run.current.game.adjudicate(winner)
        self._run.done()
