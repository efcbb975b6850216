"""The states of a running game, and the transitions by every command and event."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.play.events import StateChanged
from congo_gui.play.game_state import TRANSITIONS, GameState, NoTransition, Trigger, following
from congo_gui.play.running_game import RunningGame
from congo_gui.play.session import Session
from engine.game.clocks import TimeControl
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, FakeThinker
from tests.congo_gui.play.session_driver import (
    EASY,
    HUMAN,
    SessionDriver,
    start_session,
    start_timed_session,
    timing_of,
)

Step = Callable[[SessionDriver], object]


def loading() -> SessionDriver:
    now = [100.0]
    return SessionDriver(Session(CONGO, (HUMAN, EASY), timing=timing_of(now)), FakeThinker(), now)


def thinking() -> SessionDriver:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    return one


def after(begin: Callable[[], SessionDriver], *steps: Step) -> Callable[[], SessionDriver]:
    """Return a function that runs steps after an initial sequence."""

    def begun() -> SessionDriver:
        one = begin()
        for step in steps:
            step(one)
        return one

    return begun


def attach(one: SessionDriver) -> None:
    one.session.attach_engine(one.thinker)


def update(one: SessionDriver) -> None:
    one.session.update()


def answer(one: SessionDriver) -> None:
    one.thinker.answer("d6d5")
    one.session.update()


def fail(one: SessionDriver) -> None:
    one.thinker.fail("out of bananas")
    one.session.update()


def wait(one: SessionDriver) -> None:
    one.wait(10.0)


def move(one: SessionDriver) -> None:
    one.session.play(CONGO.legal_moves(one.session.game.position)[0])


def pause(one: SessionDriver) -> None:
    one.session.pause()


def resume(one: SessionDriver) -> None:
    one.session.resume()


def step(one: SessionDriver) -> None:
    one.session.step()


def undo(one: SessionDriver) -> None:
    one.session.undo()


def resign(one: SessionDriver) -> None:
    one.session.ends.resign()


def ask_hint(one: SessionDriver) -> None:
    one.session.hints.ask()


def begin_anew(one: SessionDriver) -> None:
    one.session.games.new((HUMAN, HUMAN))


def set_up_end(one: SessionDriver) -> None:
    one.session.games.set_up(CONGO.notation.parse("7/7/7/7/7/7/3L3 w 1"))


def look_back(one: SessionDriver) -> None:
    one.session.view(0)


def look_on(one: SessionDriver) -> None:
    one.session.view(1)


def borrow(one: SessionDriver) -> None:
    one.session.borrow_engine()


def give_back(one: SessionDriver) -> None:
    one.session.return_engine()


def close(one: SessionDriver) -> None:
    one.session.close()


BEGINNINGS: dict[GameState, Callable[[], SessionDriver]] = {
    GameState.LOADING: loading,
    GameState.IDLE: lambda: start_session(HUMAN, EASY),
    GameState.THINKING: thinking,
    GameState.HOLDING: after(thinking, answer),
    GameState.PAUSED: after(thinking, pause),
    GameState.FAILED: after(thinking, fail),
    GameState.ANALYSING: after(thinking, borrow),
    GameState.GAME_OVER: after(thinking, resign),
}
"""A game in each state; except in the first two, a human has moved as White."""

LEADS_TO: dict[GameState, list[tuple[Step, GameState]]] = {
    GameState.LOADING: [
        (attach, GameState.IDLE),
        (update, GameState.LOADING),
        (pause, GameState.LOADING),
        (resume, GameState.LOADING),
        (step, GameState.LOADING),
        (begin_anew, GameState.LOADING),
        (borrow, GameState.LOADING),
        (close, GameState.LOADING),
    ],
    GameState.IDLE: [
        (update, GameState.IDLE),
        (move, GameState.IDLE),
        (pause, GameState.IDLE),
        (resume, GameState.IDLE),
        (step, GameState.IDLE),
        (ask_hint, GameState.IDLE),
        (begin_anew, GameState.IDLE),
        (set_up_end, GameState.GAME_OVER),
        (borrow, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
    GameState.THINKING: [
        (update, GameState.THINKING),
        (answer, GameState.HOLDING),
        (fail, GameState.FAILED),
        (pause, GameState.PAUSED),
        (resume, GameState.THINKING),
        (step, GameState.THINKING),
        (undo, GameState.IDLE),
        (resign, GameState.GAME_OVER),
        (begin_anew, GameState.IDLE),
        (look_back, GameState.IDLE),
        (borrow, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
    GameState.HOLDING: [
        (update, GameState.HOLDING),
        (wait, GameState.IDLE),
        (pause, GameState.PAUSED),
        (resume, GameState.HOLDING),
        (step, GameState.HOLDING),
        (undo, GameState.IDLE),
        (resign, GameState.GAME_OVER),
        (begin_anew, GameState.IDLE),
        (borrow, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
    GameState.PAUSED: [
        (wait, GameState.PAUSED),
        (pause, GameState.PAUSED),
        (resume, GameState.IDLE),
        (step, GameState.IDLE),
        (undo, GameState.IDLE),
        (resign, GameState.GAME_OVER),
        (begin_anew, GameState.IDLE),
        (borrow, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
    GameState.FAILED: [
        (wait, GameState.FAILED),
        (pause, GameState.PAUSED),
        (resume, GameState.IDLE),
        (step, GameState.IDLE),
        (undo, GameState.IDLE),
        (resign, GameState.GAME_OVER),
        (begin_anew, GameState.IDLE),
        (borrow, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
    GameState.ANALYSING: [
        (wait, GameState.ANALYSING),
        (give_back, GameState.IDLE),
        (pause, GameState.ANALYSING),
        (resume, GameState.ANALYSING),
        (undo, GameState.ANALYSING),
        (resign, GameState.ANALYSING),
        (begin_anew, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
    GameState.GAME_OVER: [
        (wait, GameState.GAME_OVER),
        (pause, GameState.GAME_OVER),
        (resume, GameState.GAME_OVER),
        (step, GameState.GAME_OVER),
        (undo, GameState.IDLE),
        (begin_anew, GameState.IDLE),
        (look_back, GameState.IDLE),
        (borrow, GameState.ANALYSING),
        (close, GameState.LOADING),
    ],
}
CASES = [(before, step, after) for before, cases in LEADS_TO.items() for step, after in cases]


@pytest.mark.parametrize("state", GameState)
def test_a_game_can_be_brought_into_every_state(state: GameState) -> None:
    assert BEGINNINGS[state]().session.state is state


@pytest.mark.parametrize(
    ("before", "do", "following"), CASES, ids=[f"{a.name}-{b.__name__}" for a, b, _ in CASES]
)
def test_a_command_leads_from_each_state_to_the_next(
    before: GameState, do: Step, following: GameState
) -> None:
    one = BEGINNINGS[before]()
    do(one)
    assert one.session.state is following


SEQUENCES: dict[str, tuple[Callable[[], SessionDriver], tuple[Step, ...], GameState]] = {
    "an AI that was let go on is asked": (BEGINNINGS[GameState.PAUSED], (resume, update), GameState.THINKING),
    "a single step is asked for": (BEGINNINGS[GameState.PAUSED], (step, update), GameState.THINKING),
    "and then the AI waits": (
        after(lambda: start_session(EASY, EASY), pause, step, update),
        (lambda one: one.thinker.answer("d2d3"), update),
        GameState.PAUSED,
    ),
    "an AI that failed is asked again": (BEGINNINGS[GameState.FAILED], (resume, update), GameState.THINKING),
    "an AI thinks on after an analysis": (
        BEGINNINGS[GameState.ANALYSING],
        (give_back, update),
        GameState.THINKING,
    ),
    "a held AI is held after an analysis": (
        BEGINNINGS[GameState.PAUSED],
        (borrow, give_back),
        GameState.PAUSED,
    ),
    "a game is over after an analysis": (
        BEGINNINGS[GameState.GAME_OVER],
        (borrow, give_back),
        GameState.GAME_OVER,
    ),
    "an end is an end again": (BEGINNINGS[GameState.GAME_OVER], (look_back, look_on), GameState.GAME_OVER),
    "clocks of humans wait": (
        after(lambda: start_timed_session(HUMAN, HUMAN), move),
        (pause,),
        GameState.PAUSED,
    ),
    "a flag falls while an AI thinks": (
        after(lambda: start_timed_session(HUMAN, EASY, control=TimeControl(5)), move, update),
        (wait,),
        GameState.GAME_OVER,
    ),
    "an engine comes to a game that is over": (after(loading, set_up_end), (attach,), GameState.GAME_OVER),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_states_after_several_steps(name: str) -> None:
    begin, steps, following = SEQUENCES[name]
    one = begin()
    for do in steps:
        do(one)
    assert one.session.state is following


def test_every_transition_of_the_table_is_taken_by_these_games(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: set[tuple[GameState, Trigger]] = set()
    fire = RunningGame.fire

    def noted(run: RunningGame, trigger: Trigger) -> None:
        taken.add((run.state, trigger))
        fire(run, trigger)

    monkeypatch.setattr(RunningGame, "fire", noted)
    for before, do, _ in CASES:
        do(BEGINNINGS[before]())
    assert taken == {(state, trigger) for trigger, row in TRANSITIONS.items() for state in row}


@pytest.mark.parametrize("trigger", [Trigger.MOVE_ASKED, Trigger.MOVE_FOUND, Trigger.ENGINE_RETURNED])
def test_missing_transition_raises(trigger: Trigger) -> None:
    with pytest.raises(NoTransition, match=f"{trigger.name} while LOADING"):
        following(GameState.LOADING, trigger)


def test_a_change_of_state_is_reported_once_without_the_states_between() -> None:
    one = thinking()
    heard: list[StateChanged] = []
    one.session.events.subscribe(heard.append, StateChanged)
    one.session.pause()
    one.session.resume()
    one.session.update()
    assert heard == [
        StateChanged(GameState.THINKING, GameState.PAUSED),
        StateChanged(GameState.PAUSED, GameState.IDLE),
        StateChanged(GameState.IDLE, GameState.THINKING),
    ]


def test_terminal_set_up_position_is_over_at_once() -> None:
    one = start_session(HUMAN, EASY, fen=TRIPLE_JUMP)
    one.play("b1d3f5d7")
    assert one.session.state is GameState.GAME_OVER
    one.session.games.set_up(CONGO.notation.parse(TRIPLE_JUMP))
    assert one.session.state is GameState.IDLE


def test_the_document_has_the_same_table() -> None:
    text = (Path(__file__).parents[3] / "docs" / "running-game.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line
    ]
    header = next(row for row in rows if row[0] == "trigger")
    reported = {
        (GameState[state], Trigger[row[0]]): GameState[cell]
        for row in rows
        if row[0] in Trigger.__members__
        for state, cell in zip(header[1:], row[1:], strict=True)
        if cell
    }
    assert reported == {(state, on): after for on, row in TRANSITIONS.items() for state, after in row.items()}
