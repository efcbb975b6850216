"""Games between the same two AIs or programs: how often each won, and with which colour. No pygame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.match.win_draw_loss import WinDrawLoss
from engine.rules.values import Outcome


class Series:
    """Counts games; the players go by a name each, which tells whether they are the same."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(sorted(names))
        self.reasons: Counter[str] = Counter()
        """How often games ended so."""
        self._results: Counter[tuple[str, int, int]] = Counter()
        self._turns = 0
        self._shortest = self._longest = 0

    def add(self, seated: Sequence[str], outcome: Outcome, turns: int) -> None:
        """Count a game that the players had who sat so, by side."""
        for side, name in enumerate(seated):
            result = 0 if outcome.winner is None else 1 if outcome.winner == side else -1
            self._results[name, side, result] += 1
        self._shortest = min(self._shortest, turns) if self._turns else turns
        self._longest = max(self._longest, turns)
        self._turns += turns
        self.reasons[outcome.reason.value] += 1

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self.reasons.values())

    @property
    def lengths(self) -> tuple[int, float, int]:
        """The turns of the shortest game, of a game on the average, and of the longest."""
        return self._shortest, self._turns / max(1, self.games), self._longest

    def tally(self, name: str, side: int) -> WinDrawLoss:
        """Return how a player fared as the side."""
        wins, draws, losses = (self._results[name, side, result] for result in (1, 0, -1))
        return WinDrawLoss(wins, draws, losses)

    @property
    def is_against_itself(self) -> bool:
        """Whether both players are alike, so that only the sides tell them apart."""
        return self.names[0] == self.names[-1]
