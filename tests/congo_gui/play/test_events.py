"""The events of a running game and their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from congo_gui.play.events import (
    Cause,
    ClockSwitched,
    ClockTicked,
    EngineReady,
    Event,
    EventBus,
    GameOver,
    GameReopened,
    GameReplaced,
    MovePlayed,
    PlayersChanged,
    PositionShown,
    RemarksChanged,
)
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from engine.game.clocks import TimeControl
from engine.record.record import GameRecord
from engine.rules.values import Outcome, Reason
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, FakeThinker
from tests.congo_gui.play.session_driver import EASY, HUMAN, SessionDriver, start_session

POSITION = (EngineReady, MovePlayed, PositionShown, GameReplaced, PlayersChanged, GameOver, GameReopened)
"""The kinds of events that change what is on the board."""


def heard_of(session: Session, *kinds: type[Event]) -> list[Any]:
    """Return a list that collects all following events of these kinds."""
    heard: list[Any] = []
    session.events.subscribe(heard.append, *kinds)
    return heard


# --- the bus


def test_listener_gets_subscribed_events_until_it_unsubscribes() -> None:
    bus, heard = EventBus(), list[Any]()
    leave = bus.subscribe(heard.append, EngineReady, PositionShown)
    bus.emit(EngineReady())
    bus.emit(RemarksChanged())
    bus.emit(PositionShown(-1))
    leave()
    bus.emit(EngineReady())
    assert heard == [EngineReady(), PositionShown(-1)]


def test_every_listener_has_an_event_before_the_next_one_comes() -> None:
    bus, heard = EventBus(), list[tuple[str, Event]]()

    def first(event: Event) -> None:
        heard.append(("first", event))
        if isinstance(event, EngineReady):
            bus.emit(RemarksChanged())

    bus.subscribe(first, Event)
    bus.subscribe(lambda event: heard.append(("second", event)), Event)
    bus.emit(EngineReady())
    assert heard == [
        ("first", EngineReady()),
        ("second", EngineReady()),
        ("first", RemarksChanged()),
        ("second", RemarksChanged()),
    ]


# --- moves


def test_human_and_ai_moves_are_reported_with_their_ply() -> None:
    one = start_session(HUMAN, EASY)
    heard = heard_of(one.session, *POSITION)
    one.play("d2d3", "d6d5")
    assert heard == [MovePlayed(ply) for ply in one.session.game.plies]


def test_final_move_is_reported_before_the_end() -> None:
    one = start_session(HUMAN, EASY, fen=TRIPLE_JUMP)
    heard = heard_of(one.session, *POSITION)
    one.play("b1d3f5d7")
    assert one.session.outcome is not None
    assert heard == [MovePlayed(one.session.game.plies[0]), GameOver(one.session.outcome, in_place=False)]


def test_stepping_through_the_game_shows_the_ply() -> None:
    one = start_session(HUMAN, HUMAN)
    one.play("d2d3", "d6d5", "e2e3")
    heard = heard_of(one.session, *POSITION)
    one.session.undo()
    one.session.view(0)
    one.session.view(0)
    one.session.view(1)
    one.session.redo()
    assert heard == [PositionShown(-1), PositionShown(-2), PositionShown(1), PositionShown(1)]


# --- ends


def test_an_end_without_a_move_is_reported_in_place_and_can_be_undone() -> None:
    one = start_session(HUMAN, HUMAN)
    one.play("d2d3")
    heard = heard_of(one.session, *POSITION)
    one.session.ends.resign()
    one.session.undo()
    assert heard == [GameOver(Outcome(0, Reason.RESIGNATION), in_place=True), GameReopened()]


def test_returning_to_a_decided_end_reports_the_end_of_the_game() -> None:
    one = start_session(HUMAN, HUMAN)
    one.play("d2d3")
    one.session.ends.resign()
    one.session.view(0)
    heard = heard_of(one.session, *POSITION)
    one.session.view(1)
    assert heard == [PositionShown(1), GameOver(Outcome(0, Reason.RESIGNATION), in_place=False)]


def test_engine_taking_over_a_finished_game_reports_the_end() -> None:
    session = Session(CONGO, (HUMAN, HUMAN), CONGO.notation.parse("7/7/7/7/7/7/3L3 w 1"))
    heard = heard_of(session, *POSITION)
    session.attach_engine(FakeThinker())
    assert session.outcome is not None
    assert heard == [EngineReady(), GameOver(session.outcome, in_place=True)]


# --- other games, players and remarks


def test_another_game_is_reported_with_the_reason_and_the_previous_game() -> None:
    one = start_session(HUMAN, HUMAN)
    one.play("d2d3")
    first = one.session.game
    heard = heard_of(one.session, *POSITION)
    one.session.games.new((HUMAN, EASY))
    one.session.games.set_up(CONGO.notation.parse(TRIPLE_JUMP))
    one.session.games.restart()
    one.session.undo()
    one.session.games.open(GameRecord.of(first), (HUMAN, HUMAN), 1)
    assert [event.cause for event in heard] == [
        Cause.NEW,
        Cause.SET_UP,
        Cause.RESTART,
        Cause.RESTORED,
        Cause.OPENED,
    ]
    assert (heard[0].before.game, heard[0].before.players) == (first, (HUMAN, HUMAN))


def test_taking_over_and_writing_remarks_are_reported() -> None:
    one = start_session(EASY, EASY)
    one.play("d2d3")
    heard = heard_of(one.session, PlayersChanged, RemarksChanged)
    one.session.demo.take_over()
    one.session.games.annotate(one.session.current.remarks, "A quiet game.")
    assert heard == [PlayersChanged(), RemarksChanged()]
    assert one.session.current.introduction == "A quiet game."


# --- clocks


@pytest.fixture
def timed() -> SessionDriver:
    player = PlayerConfig(clock=TimeControl(60))
    return start_session(player, player)


def test_clocks_report_switches_and_ticks(timed: SessionDriver) -> None:
    heard = heard_of(timed.session, ClockSwitched, ClockTicked)
    timed.play("d2d3")
    assert heard == [ClockSwitched(1)]
    timed.wait(0.5)
    timed.wait(0.4)
    assert heard == [ClockSwitched(1)]
    timed.wait(0.2)
    timed.session.pause()
    assert heard == [ClockSwitched(1), ClockTicked(), ClockSwitched(None)]


def test_failing_listener_does_not_silence_the_others() -> None:
    bus, heard = EventBus(), list[Event]()

    def fail(event: Event) -> None:
        raise ValueError("a listener failed")

    bus.subscribe(heard.append, EngineReady)
    unsubscribe = bus.subscribe(fail, EngineReady)
    with pytest.raises(ValueError, match="a listener failed"):
        bus.emit(EngineReady())
    unsubscribe()
    bus.emit(EngineReady())
    assert heard == [EngineReady(), EngineReady()]


def test_a_listener_unsubscribed_by_another_gets_no_more_events() -> None:
    bus, heard = EventBus(), list[Event]()
    ends: list[Callable[[], None]] = []
    bus.subscribe(lambda event: ends.pop()(), EngineReady)
    ends.append(bus.subscribe(heard.append, EngineReady))
    bus.emit(EngineReady())
    assert heard == []
