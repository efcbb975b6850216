"""The result of a finished game, and why it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Reason:
    """Why a game is over.

    `value` is a sentence fragment that follows the winner or "draw". `of_loser` says the same of who lost,
    with `{loser}` and perhaps `{detail}` in it; empty if `value` says all. These are the reasons that any
    game may have; a game declares its own in its folder (`Facts.ends`).
    """

    value: str
    of_loser: str = ""

    NO_MOVES: ClassVar[Reason]
    REPETITION: ClassVar[Reason]
    RESIGNATION: ClassVar[Reason]
    AGREEMENT: ClassVar[Reason]
    TIME: ClassVar[Reason]
    FAILURE: ClassVar[Reason]
    ADJUDICATION: ClassVar[Reason]


Reason.NO_MOVES = Reason("there is no legal move", "{loser} has no legal move")
Reason.REPETITION = Reason("the same position occurred for the third time")
Reason.RESIGNATION = Reason("resignation", "{loser} resigned")
Reason.AGREEMENT = Reason("both sides agreed to a draw")
Reason.TIME = Reason("the time was over", "{loser}'s time is over")
Reason.FAILURE = Reason("a player failed", "{loser}'s player failed: {detail}")
Reason.ADJUDICATION = Reason("the game was decided by hand")


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: the winning side, or None for a draw, and why.

    `detail` says more where the reason alone does not tell: what was wrong with a player that failed.
    """

    winner: int | None
    reason: Reason
    detail: str = ""

    @property
    def words(self) -> str:
        """The reason with its detail."""
        return f"{self.reason.value}: {self.detail}" if self.detail else self.reason.value
