"""Kinds of players' failures, recognised by the reasons in files."""

from __future__ import annotations

import pytest

from engine.match import texts
from engine.match.failures import Failure, ending_of, failure_of, failures
from engine.match.pairing import FinishedGame
from engine.players import texts as player_texts
from engine.rules.values import Reason


def lost(reason: str, number: int = 0, fault: bool = True, not_played: bool = False) -> FinishedGame:
    """Return a game that player 1 lost to player 0."""
    return FinishedGame(number, 0, reason, fault, 9, (None, None), "", (0, 1), not_played=not_played)


@pytest.mark.parametrize(
    ("reason", "fault", "failure"),
    [
        (f"Rex: {player_texts.program_illegal_move('e2e4')}", True, Failure.ILLEGAL),
        (f"Rex: {player_texts.illegal_move('e2e4')}", True, Failure.ILLEGAL),
        (f"Rex: {texts.late(100, 50)}", True, Failure.TIME),
        (Reason.TIME.value, False, Failure.TIME),
        (f"Rex: {player_texts.no_answer('go nodes 5', 2)}", True, Failure.NO_ANSWER),
        (f"Rex: {player_texts.no_move_in_time(2)}", True, Failure.NO_ANSWER),
        (f"Rex: {player_texts.ended_with_status(1, '')}", True, Failure.CRASH),
        (f"Rex: {player_texts.stopped('ZeroDivisionError()')}", True, Failure.CRASH),
        ("the lion was captured", False, None),
    ],
)
def test_failures_are_distinguished(reason: str, fault: bool, failure: Failure | None) -> None:
    game = lost(reason, fault=fault)
    assert failure_of(game) is failure
    assert ending_of(game) == (failure.value if failure else reason)


def test_failures_are_counted_by_player_and_kind() -> None:
    crash, illegal = player_texts.stopped("x"), player_texts.illegal_move("x")
    games = [lost(f"A: {crash}"), lost(f"A: {crash}", 1), lost(f"A: {illegal}", 2), lost("mate", 3, False)]
    assert failures(games) == {1: {Failure.CRASH: 2, Failure.ILLEGAL: 1}}
    assert ending_of(lost("x", not_played=True)) == texts.NOT_PLAYED


def test_a_clock_is_not_quoted() -> None:
    told = player_texts.no_answer("go wtime 11999 winc 100 btime 12000 binc 100", 16.9994)
    assert told == "its program did not answer 'go' within 17 s"
