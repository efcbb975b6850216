"""The states of a running game, and the transitions by every command and event."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.play.events import StateChanged
from congo_gui.play.game_state import TRANSITIONS, NoTransition, State, Trigger, following
from congo_gui.play.running_game import RunningGame
from congo_gui.play.session import Session
from engine.game.clocks import TimeControl
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP, FakeThinker
from tests.congo_gui.play.test_session import EASY, HUMAN, Table, seconds, table, timed

Step = Callable[[Table], object]


def loading() -> Table:
    now = [100.0]
    return Table(Session(CONGO, (HUMAN, EASY), timing=seconds(now)), FakeThinker(), now)


def thinking() -> Table:
    one = table(HUMAN, EASY)
    one.play("d2d3")
    return one


def after(begin: Callable[[], Table], *steps: Step) -> Callable[[], Table]:
    """Return a function that runs steps after an initial sequence."""

    def begun() -> Table:
        one = begin()
        for step in steps:
            step(one)
        return one

    return begun


def attach(one: Table) -> None:
    one.session.attach_engine(one.thinker)


def update(one: Table) -> None:
    one.session.update()


def answer(one: Table) -> None:
    one.thinker.answer("d6d5")
    one.session.update()


def fail(one: Table) -> None:
    one.thinker.fail("out of bananas")
    one.session.update()


def wait(one: Table) -> None:
    one.wait(10.0)


def move(one: Table) -> None:
    one.session.play(CONGO.legal_moves(one.session.game.position)[0])


def pause(one: Table) -> None:
    one.session.pause()


def resume(one: Table) -> None:
    one.session.resume()


def step(one: Table) -> None:
    one.session.step()


def undo(one: Table) -> None:
    one.session.undo()


def resign(one: Table) -> None:
    one.session.ends.resign()


def ask_hint(one: Table) -> None:
    one.session.hints.ask()


def begin_anew(one: Table) -> None:
    one.session.games.new((HUMAN, HUMAN))


def set_up_end(one: Table) -> None:
    one.session.games.set_up(CONGO.notation.parse("7/7/7/7/7/7/3L3 w 1"))


def look_back(one: Table) -> None:
    one.session.view(0)


def look_on(one: Table) -> None:
    one.session.view(1)


def borrow(one: Table) -> None:
    one.session.borrow_engine()


def give_back(one: Table) -> None:
    one.session.return_engine()


def close(one: Table) -> None:
    one.session.close()


BEGINNINGS: dict[State, Callable[[], Table]] = {
    State.LOADING: loading,
    State.IDLE: lambda: table(HUMAN, EASY),
    State.THINKING: thinking,
    State.HOLDING: after(thinking, answer),
    State.PAUSED: after(thinking, pause),
    State.FAILED: after(thinking, fail),
    State.ANALYSING: after(thinking, borrow),
    State.GAME_OVER: after(thinking, resign),
}
"""A game in each state: a person as White has moved, but in the first two."""

LEADS_TO: dict[State, list[tuple[Step, State]]] = {
    State.LOADING: [
        (attach, State.IDLE),
        (update, State.LOADING),
        (pause, State.LOADING),
        (resume, State.LOADING),
        (step, State.LOADING),
        (begin_anew, State.LOADING),
        (borrow, State.LOADING),
        (close, State.LOADING),
    ],
    State.IDLE: [
        (update, State.IDLE),
        (move, State.IDLE),
        (pause, State.IDLE),
        (resume, State.IDLE),
        (step, State.IDLE),
        (ask_hint, State.IDLE),
        (begin_anew, State.IDLE),
        (set_up_end, State.GAME_OVER),
        (borrow, State.ANALYSING),
        (close, State.LOADING),
    ],
    State.THINKING: [
        (update, State.THINKING),
        (answer, State.HOLDING),
        (fail, State.FAILED),
        (pause, State.PAUSED),
        (resume, State.THINKING),
        (step, State.THINKING),
        (undo, State.IDLE),
        (resign, State.GAME_OVER),
        (begin_anew, State.IDLE),
        (look_back, State.IDLE),
        (borrow, State.ANALYSING),
        (close, State.LOADING),
    ],
    State.HOLDING: [
        (update, State.HOLDING),
        (wait, State.IDLE),
        (pause, State.PAUSED),
        (resume, State.HOLDING),
        (step, State.HOLDING),
        (undo, State.IDLE),
        (resign, State.GAME_OVER),
        (begin_anew, State.IDLE),
        (borrow, State.ANALYSING),
        (close, State.LOADING),
    ],
    State.PAUSED: [
        (wait, State.PAUSED),
        (pause, State.PAUSED),
        (resume, State.IDLE),
        (step, State.IDLE),
        (undo, State.IDLE),
        (resign, State.GAME_OVER),
        (begin_anew, State.IDLE),
        (borrow, State.ANALYSING),
        (close, State.LOADING),
    ],
    State.FAILED: [
        (wait, State.FAILED),
        (pause, State.PAUSED),
        (resume, State.IDLE),
        (step, State.IDLE),
        (undo, State.IDLE),
        (resign, State.GAME_OVER),
        (begin_anew, State.IDLE),
        (borrow, State.ANALYSING),
        (close, State.LOADING),
    ],
    State.ANALYSING: [
        (wait, State.ANALYSING),
        (give_back, State.IDLE),
        (pause, State.ANALYSING),
        (resume, State.ANALYSING),
        (undo, State.ANALYSING),
        (resign, State.ANALYSING),
        (begin_anew, State.ANALYSING),
        (close, State.LOADING),
    ],
    State.GAME_OVER: [
        (wait, State.GAME_OVER),
        (pause, State.GAME_OVER),
        (resume, State.GAME_OVER),
        (step, State.GAME_OVER),
        (undo, State.IDLE),
        (begin_anew, State.IDLE),
        (look_back, State.IDLE),
        (borrow, State.ANALYSING),
        (close, State.LOADING),
    ],
}
CASES = [(before, step, after) for before, cases in LEADS_TO.items() for step, after in cases]


@pytest.mark.parametrize("state", State)
def test_a_game_can_be_brought_into_every_state(state: State) -> None:
    assert BEGINNINGS[state]().session.state is state


@pytest.mark.parametrize(
    ("before", "do", "following"), CASES, ids=[f"{a.name}-{b.__name__}" for a, b, _ in CASES]
)
def test_a_command_leads_from_each_state_to_the_next(before: State, do: Step, following: State) -> None:
    one = BEGINNINGS[before]()
    do(one)
    assert one.session.state is following


SEQUENCES: dict[str, tuple[Callable[[], Table], tuple[Step, ...], State]] = {
    "an AI that was let go on is asked": (BEGINNINGS[State.PAUSED], (resume, update), State.THINKING),
    "a single step is asked for": (BEGINNINGS[State.PAUSED], (step, update), State.THINKING),
    "and then the AI waits": (
        after(lambda: table(EASY, EASY), pause, step, update),
        (lambda one: one.thinker.answer("d2d3"), update),
        State.PAUSED,
    ),
    "an AI that failed is asked again": (BEGINNINGS[State.FAILED], (resume, update), State.THINKING),
    "an AI thinks on after an analysis": (BEGINNINGS[State.ANALYSING], (give_back, update), State.THINKING),
    "a held AI is held after an analysis": (BEGINNINGS[State.PAUSED], (borrow, give_back), State.PAUSED),
    "a game is over after an analysis": (BEGINNINGS[State.GAME_OVER], (borrow, give_back), State.GAME_OVER),
    "an end is an end again": (BEGINNINGS[State.GAME_OVER], (look_back, look_on), State.GAME_OVER),
    "clocks of people wait": (after(lambda: timed(HUMAN, HUMAN), move), (pause,), State.PAUSED),
    "a flag falls while an AI thinks": (
        after(lambda: timed(HUMAN, EASY, control=TimeControl(5)), move, update),
        (wait,),
        State.GAME_OVER,
    ),
    "an engine comes to a game that is over": (after(loading, set_up_end), (attach,), State.GAME_OVER),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_states_after_several_steps(name: str) -> None:
    begin, steps, following = SEQUENCES[name]
    one = begin()
    for do in steps:
        do(one)
    assert one.session.state is following


def test_every_transition_of_the_table_is_taken_by_these_games(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: set[tuple[State, Trigger]] = set()
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
        following(State.LOADING, trigger)


def test_a_change_of_state_is_reported_once_without_the_states_between() -> None:
    one = thinking()
    heard: list[StateChanged] = []
    one.session.events.subscribe(heard.append, StateChanged)
    one.session.pause()
    one.session.resume()
    one.session.update()
    assert heard == [
        StateChanged(State.THINKING, State.PAUSED),
        StateChanged(State.PAUSED, State.IDLE),
        StateChanged(State.IDLE, State.THINKING),
    ]


def test_terminal_set_up_position_is_over_at_once() -> None:
    one = table(HUMAN, EASY, fen=TRIPLE_JUMP)
    one.play("b1d3f5d7")
    assert one.session.state is State.GAME_OVER
    one.session.games.set_up(CONGO.notation.parse(TRIPLE_JUMP))
    assert one.session.state is State.IDLE


def test_the_document_has_the_same_table() -> None:
    text = (Path(__file__).parents[3] / "docs" / "running-game.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line
    ]
    header = next(row for row in rows if row[0] == "trigger")
    reported = {
        (State[state], Trigger[row[0]]): State[cell]
        for row in rows
        if row[0] in Trigger.__members__
        for state, cell in zip(header[1:], row[1:], strict=True)
        if cell
    }
    assert reported == {(state, on): after for on, row in TRANSITIONS.items() for state, after in row.items()}
