"""How a player lost a game by failing, found from the reason that files keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum

from engine.match import texts
from engine.match.pairing import FinishedGame
from engine.rules.values import Reason


class Failure(Enum):
    """A kind of failure of a player; one that fits none of the others is a crash."""

    ILLEGAL = texts.ILLEGAL_MOVE
    TIME = texts.ON_TIME
    NO_ANSWER = texts.NO_ANSWER
    CRASH = texts.CRASH


def failure_of(game: FinishedGame) -> Failure | None:
    """Return how the loser of a game failed, None if it did not."""
    if game.reason in (Reason.TIME.value, Reason.MOVE_TIME.value):
        return Failure.TIME
    if not game.fault:
        return None
    for phrase, failure in (
        (texts.LATE, Failure.TIME),
        (texts.PLAYED_ILLEGAL, Failure.ILLEGAL),
        (texts.DID_NOT_ANSWER, Failure.NO_ANSWER),
        (texts.GAVE_NO_MOVE_IN, Failure.NO_ANSWER),
    ):
        if phrase in game.reason:
            return failure
    return Failure.CRASH


def loser_of(game: FinishedGame) -> int | None:
    """Return who lost a game, None for a draw."""
    if game.winner is None:
        return None
    return next((player for player in game.players if player != game.winner), None)


def ending_of(game: FinishedGame) -> str:
    """Return how a game ended, as a category: the kind of a failure, or the reason."""
    failure = failure_of(game)
    if game.not_played or failure is None:
        return game.termination
    return failure.value


def failures(games: Iterable[FinishedGame]) -> dict[int, Counter[Failure]]:
    """Return how many games each player has lost by failing, of each kind; without those that never did."""
    found: dict[int, Counter[Failure]] = {}
    for game in games:
        failure, loser = failure_of(game), loser_of(game)
        if failure is not None and loser is not None:
            found.setdefault(loser, Counter())[failure] += 1
    return found
