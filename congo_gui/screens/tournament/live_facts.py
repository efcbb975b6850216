"""Live data of a running game of a tournament: clocks, and the last score of each side. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from congo_gui.play.wording import bar_score
from congo_gui.screens.tournament import texts

if TYPE_CHECKING:
    from engine.match.game_runner import GameView


class LiveFacts:
    """The last received state of a running game; its clock keeps running."""

    def __init__(self) -> None:
        self.game: GameView | None = None
        self._to_move = 0
        self._since = 0.0
        """Seconds since the last received state."""

    def show(self, game: GameView, to_move: int) -> None:
        """Set the received state, and the side to move."""
        self.game, self._to_move, self._since = game, to_move, 0.0

    def show_end(self, moves: Sequence[str], position: str) -> None:
        """Set all moves of a finished game, and its last position, which may not have been received."""
        if self.game is not None:
            self.game = replace(self.game, plies=len(moves), moves=tuple(moves), position=position)

    @property
    def has_clocks(self) -> bool:
        """True if it is played with clocks."""
        return self.game is not None and self.game.clocks is not None

    def tick(self, seconds: float) -> bool:
        """Advance the running clock; return whether its text has changed."""
        before = self.clocks
        self._since += seconds
        return before != self.clocks

    @property
    def clocks(self) -> tuple[str, str]:
        """The texts of the clocks, by side; empty without clocks."""
        if self.game is None or self.game.clocks is None:
            return "", ""
        first, second = (
            texts.time_left(max(0, round(left - self._since * (self._to_move == side))))
            for side, left in enumerate(self.game.clocks)
        )
        return first, second

    def line(self, side: int) -> str:
        """Return the score and depth of a side's last move, and the time left on its clock."""
        if self.game is None:
            return ""
        last, clock = self.game.last_scores[side], self.clocks[side]
        score = texts.score_at_depth(bar_score(last[0], side), last[1]) if last is not None else ""
        return "   ".join(part for part in (score, clock) if part)
