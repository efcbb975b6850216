"""Limits per move: AIs and programs lose if they exceed them, humans have none."""

from __future__ import annotations

from dataclasses import replace

import pygame

from congo_gui.app import App
from congo_gui.play.engine_service import MOVE_LIMIT_GRACE_MS, program_limits
from congo_gui.play.file_players import players_of
from congo_gui.play.game_file import to_record
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig
from congo_gui.play.wording import result_sentence
from congo_gui.screens.new_game.player_choice import ClockScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.store.launch_options import LaunchOptions
from engine.game import texts
from engine.game.clocks import MAX_MOVE_S, MIN_MOVE_S, TimeControl
from engine.rules.values import Outcome, Reason
from engine.rules.words import sentence
from engine.search.limits import Limits
from tests.congo_gui.driver import AT_WORK, CONGO, Driver
from tests.congo_gui.play.session_driver import BLITZ, EASY, HARD, HUMAN, SessionDriver, start_session

THREE = TimeControl(3, per_move=True)
LOST = Outcome(0, Reason.MOVE_TIME, "3 s")


def bound(player: PlayerConfig) -> PlayerConfig:
    return replace(player, clock=THREE)


def answer(one: SessionDriver, text: str) -> None:
    """Let the AI answer at once."""
    one.thinker.answer(text)
    one.session.update()
    one.wait(10)


def test_humans_have_no_move_limit_and_the_ai_can_exceed_its_own() -> None:
    one = start_session(bound(HUMAN), bound(HARD))
    one.wait(1000)
    one.play("d2d3")
    one.wait(2.9)
    assert one.session.state in AT_WORK
    one.wait(0.2)
    assert one.session.outcome == LOST
    assert result_sentence(CONGO, LOST) == "White wins! Black took longer than 3 s for a move."


def test_the_first_move_of_a_game_counts_and_an_answer_in_time_does_not_run_out() -> None:
    one = start_session(bound(EASY), bound(EASY))
    one.wait(2.9)
    answer(one, "d2d3")
    assert one.moves == ["d2d3"]
    one.wait(3.1)
    assert one.session.outcome == LOST


def test_the_engine_keeps_a_margin_and_its_own_limits() -> None:
    one = start_session(bound(HARD), bound(EASY))
    ((_, limits),) = one.thinker.asked
    assert limits.movetime == 2800
    assert limits.nodes is not None
    own = PlayerConfig(program="engine:movetime=700", clock=THREE)
    ((_, limits),) = start_session(own, HUMAN).thinker.asked
    assert limits.movetime == 700


def test_programs_get_the_limit_and_the_session_enforces_it() -> None:
    program = PlayerConfig(program="python:bot:choose", clock=THREE)
    assert program_limits(program) == Limits(movetime=2800, move_limit_ms=3000, grace_ms=MOVE_LIMIT_GRACE_MS)
    assert program_limits(replace(program, clock=BLITZ)) == Limits()
    weights = PlayerConfig(program="engine:weights=congo-material", clock=THREE)
    assert program_limits(weights).movetime == 1000


def test_undo_returns_the_turn_to_the_human() -> None:
    one = start_session(HUMAN, bound(HARD))
    one.play("d2d3")
    one.wait(3.1)
    one.session.undo()
    assert (one.moves, one.session.outcome) == ([], None)
    one.play("e2e3")
    assert one.session.state in AT_WORK
    answer(one, "d6d5")
    assert one.moves == ["e2e3", "d6d5"]


def test_move_limit_stops_no_human_browsing_or_taking_over() -> None:
    one = start_session(HUMAN, bound(HARD))
    one.play("d2d3")
    answer(one, "d6d5")
    one.session.view(0)
    assert one.session.state is GameState.IDLE
    two = start_session(bound(EASY), bound(HARD))
    two.session.demo.take_over()
    assert two.session.current.clock_text(0) == ""
    two.wait(100)
    assert two.session.outcome is None


def test_a_pause_restarts_the_move_limit() -> None:
    one = start_session(HUMAN, bound(HARD))
    one.play("d2d3")
    one.wait(2)
    one.session.pause()
    one.wait(100)
    one.session.resume()
    one.session.update()
    assert one.session.current.clock_text(1) == "3.0"


def test_a_file_keeps_the_move_limit_but_not_for_a_human_replacing_a_program() -> None:
    one: SessionDriver = start_session(HUMAN, PlayerConfig("3", clock=THREE))
    one.play("d2d3")
    record = to_record(one.session.current, clocks=True)
    assert record.controls == (None, THREE)
    assert players_of(record, lambda name: False)[1] == PlayerConfig("3", clock=THREE)
    unknown = replace(record, players=("human", "uci:./gone"))
    assert players_of(unknown, lambda name: False) == (HUMAN, PlayerConfig(absent="uci:./gone"))
    one.session.games.open(unknown, (HUMAN, HUMAN), 1, resume=True)
    one.wait(100)
    assert one.session.outcome is None
    assert one.session.current.clock_text(1) == ""


# --- choosing it


def opened(driver: Driver) -> NewGameScreen:
    driver.control("n")
    screen = driver.app.stack[-1]
    assert isinstance(screen, NewGameScreen)
    return screen


def test_move_limit_is_chosen_only_for_the_computer_and_remembered(driver: Driver) -> None:
    screen = opened(driver)
    person, computer = screen.choices
    assert "3 s strict" not in person.clock.texts
    driver.click(computer.clock.part_rect(computer.clock.texts.index("3 s strict")).center)
    assert [choice.player.clock for choice in screen.choices] == [None, THREE]
    driver.tool("Start")
    assert [driver.card(side).clock for side in (0, 1)] == ["", "3.0"]
    assert "at most 3 s per move, or it loses" in driver.play.panel.cards[0].tip
    driver.app.close()
    app = App(LaunchOptions(CONGO))
    assert [player.clock for player in app.play.session.current.players] == [None, THREE]
    app.close()


def test_seconds_are_typed_and_a_wrong_number_gets_a_sentence(driver: Driver) -> None:
    screen = opened(driver)
    computer = screen.choices[1]
    driver.click(computer.clock.part_rect(len(computer.clock.texts) - 1).center)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, ClockScreen)
    driver.click(dialog.kind.part_rect(1).center)
    driver.type("0")
    driver.press(pygame.K_RETURN)
    assert dialog.error == sentence(texts.bad_move_limit(MIN_MOVE_S, MAX_MOVE_S, "'0'"))
    driver.type(",5")
    driver.press(pygame.K_RETURN)
    assert driver.app.stack[-1] is screen
    assert computer.player.clock == TimeControl(0.5, per_move=True)
    assert computer.clock.texts[-1] == "0.5 s strict"


def test_humans_cannot_have_a_move_limit(driver: Driver) -> None:
    screen = opened(driver)
    person, computer = screen.choices
    driver.click(person.clock.part_rect(3).center)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, ClockScreen)
    assert not dialog.kind.visible
    driver.press(pygame.K_ESCAPE)
    computer.set_clock(THREE)
    driver.click(computer.who.part_rect(0).center)
    assert computer.player.clock is None
    assert computer.clock.texts[computer.clock.index] == "No clock"


def test_command_line_limits_the_computer_beside_a_humans_clock(driver: Driver) -> None:
    driver.app.close()
    app = App(LaunchOptions(CONGO, first="human", second="3", clock=BLITZ, move_limit=THREE))
    assert [player.clock for player in app.play.session.current.players] == [BLITZ, THREE]
    app.close()
