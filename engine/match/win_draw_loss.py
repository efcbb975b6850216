"""How many games a player has won, drawn and lost: what every table of scores counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WinDrawLoss:
    """The results of one player's games; a draw counts half a point."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points of all games."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The points per game; 0 without a game."""
        return self.points / self.games if self.games else 0.0

    def __add__(self, other: WinDrawLoss) -> WinDrawLoss:
        """Return the results of the games of both."""
        return WinDrawLoss(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)
