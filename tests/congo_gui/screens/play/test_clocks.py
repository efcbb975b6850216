"""Clocks in the window: running, display, loss on time, and undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from congo_gui.app import App
from congo_gui.play.clocks import Timing, clock_text, low_below, next_tick
from congo_gui.play.engine_service import WINDOW_OVERHEAD_MS
from congo_gui.play.game_file import shown_cursor, to_record
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.new_game.player_choice import ClockScreen
from congo_gui.screens.new_game.screen import NewGameScreen
from congo_gui.screens.play import texts as play_texts
from congo_gui.store.autosave import Autosave
from congo_gui.store.launch_options import LaunchOptions
from congo_gui.store.writer import Writer
from congo_gui.system import texts as system_texts
from congo_gui.system.sound import Cue
from engine.game.clocks import TimeControl
from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.rules.values import Outcome, Reason
from engine.search.limits import allocate_time
from engine.search.thinker import Finished
from tests.congo_gui.driver import CONGO, Driver, Starter
from tests.congo_gui.game_files import start_again
from tests.congo_gui.play.session_driver import BLITZ, EASY, HARD, HUMAN, SessionDriver, start_timed_session


def shown(one: SessionDriver) -> tuple[str, str]:
    return one.session.current.clock_text(0), one.session.current.clock_text(1)


# --- text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (180, "3:00"),
        (179.999, "3:00"),
        (60.2, "1:01"),
        (10.001, "0:11"),
        (10, "10.0"),
        (9.95, "10.0"),
        (9.81, "9.9"),
        (0.04, "0.1"),
        (0, "0.0"),
        (3723.5, "1:02:04"),
    ],
)
def test_a_clock_shows_tenths_below_ten_seconds(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


@pytest.mark.parametrize("seconds", [180, 179.3, 60.0001, 10.4, 10.0, 9.97, 0.31, 0.02])
def test_the_next_tick_is_when_the_text_changes(seconds: float) -> None:
    step = next_tick(seconds)
    assert 0 < step <= 1
    assert clock_text(seconds - step - 0.002) != clock_text(seconds)
    assert clock_text(max(0.0, seconds - step + 0.002)) == clock_text(seconds) or step <= 0.003


def test_a_short_clock_is_low_later() -> None:
    assert low_below(TimeControl(600)) == 20
    assert low_below(TimeControl(30)) == 6


# --- when time counts


def test_time_counts_from_the_second_turn_on_for_the_side_to_move() -> None:
    one = start_timed_session(HUMAN, HUMAN)
    one.wait(50)
    assert shown(one) == ("3:00", "3:00")
    one.play("d2d3")
    one.wait(10)
    one.play("d6d5")
    assert shown(one) == ("3:00", "2:52")
    one.wait(30.5)
    assert shown(one) == ("2:30", "2:52")


def test_the_ais_clock_stops_at_its_answer() -> None:
    one = start_timed_session(HUMAN, EASY)
    one.play("d2d3")
    one.wait(0.3)
    one.thinker.answer("d6d5")
    one.session.update()
    one.wait(0.3)
    assert one.moves == ["d2d3"]
    one.wait(0.3)
    assert one.moves == ["d2d3", "d6d5"]
    assert one.session.game.clocks is not None
    assert one.session.game.clocks.remaining(1) == pytest.approx(181.7)
    assert one.session.game.clocks.running == 0


def test_pausing_stops_the_clock_and_a_move_or_resume_starts_it() -> None:
    one = start_timed_session(HUMAN, HUMAN)
    one.play("d2d3")
    one.wait(5)
    one.session.pause()
    one.wait(100)
    assert one.session.state is GameState.PAUSED
    assert shown(one)[1] == "2:55"
    one.session.resume()
    one.wait(1)
    one.wait(1)
    assert shown(one)[1] == "2:53"
    one.session.pause()
    one.wait(100)
    one.play("d6d5")
    one.wait(2)
    assert shown(one) == ("2:58", "2:55")


def test_browsing_and_analysing_stop_the_clock_without_refund() -> None:
    one = start_timed_session(HUMAN, HUMAN)
    one.play("d2d3", "d6d5")
    one.wait(20)
    one.session.view(1)
    one.wait(100)
    one.session.view(2)
    assert shown(one)[0] == "2:40"
    one.session.borrow_engine()
    one.wait(100)
    one.session.return_engine()
    one.session.update()
    assert shown(one)[0] == "2:40"
    one.wait(1)
    assert shown(one)[0] == "2:39"


def test_undo_restores_the_clocks() -> None:
    one = start_timed_session(HUMAN, EASY)
    one.play("d2d3", "d6d5")
    before = shown(one)
    one.wait(40)
    one.play("e2e3", "e6e5")
    one.wait(5)
    one.session.undo()
    assert shown(one) == before


@pytest.mark.parametrize("opponent", [HUMAN, EASY])
def test_no_flag_falls_while_undone_moves_can_be_redone(opponent: PlayerConfig) -> None:
    one = start_timed_session(HUMAN, opponent)
    one.play("d2d3", "d6d5", "e2e3", "e6e5")
    one.session.undo()
    one.wait(1000)
    assert one.session.outcome is None
    one.session.redo()
    assert one.moves == ["d2d3", "d6d5", "e2e3", "e6e5"]
    one.wait(1000)
    assert one.session.outcome is not None


def test_a_move_after_undo_lets_the_clocks_go_on() -> None:
    one = start_timed_session(HUMAN, HUMAN)
    one.play("d2d3", "d6d5", "e2e3")
    one.session.undo()
    one.play("c2c3")
    one.wait(1000)
    assert one.session.outcome == Outcome(0, Reason.TIME)


def test_a_new_game_and_a_rematch_begin_with_full_clocks() -> None:
    one = start_timed_session(HUMAN, HUMAN)
    one.play("d2d3", "d6d5")
    one.wait(100)
    one.session.games.restart()
    assert shown(one) == ("3:00", "3:00")
    one.session.undo()
    assert shown(one)[0] == "1:20"


def test_replaced_game_uses_no_time_until_restored() -> None:
    one = start_timed_session(HUMAN, HUMAN)
    one.play("d2d3", "d6d5")
    one.wait(100)
    one.session.games.restart()
    one.wait(300)
    one.session.undo()
    one.session.update()
    assert shown(one)[0] == "1:20"
    one.wait(1)
    assert shown(one)[0] == "1:19"


# --- the end of time


def test_running_out_of_time_loses() -> None:
    one = start_timed_session(HUMAN, HUMAN, control=TimeControl(10))
    one.play("d2d3")
    one.wait(9.99)
    assert one.session.outcome is None
    deadline = one.session.deadline
    assert deadline is not None
    assert deadline <= 0.011
    one.wait(0.02)
    assert one.session.outcome == Outcome(0, Reason.TIME)
    assert shown(one) == ("10.0", "0.0")


def test_late_move_is_rejected() -> None:
    one = start_timed_session(HUMAN, HUMAN, control=TimeControl(10))
    one.play("d2d3")
    one.now[0] += 10.5
    assert one.session.play(CONGO.parse_move(one.session.game.position, "d6d5")) is None
    assert one.moves == ["d2d3"]
    assert one.session.outcome == Outcome(0, Reason.TIME)


def test_slow_ai_loses_and_its_answer_is_dropped() -> None:
    one = start_timed_session(HUMAN, HARD, control=TimeControl(5))
    one.play("d2d3")
    one.wait(5.1)
    assert one.session.outcome == Outcome(0, Reason.TIME)
    assert not one.thinker.thinking


@pytest.mark.parametrize(("after", "in_time"), [(4.5, True), (5.5, False)])
def test_an_answer_is_timed_on_arrival(after: float, in_time: bool) -> None:
    one = start_timed_session(HUMAN, HARD, control=TimeControl(5))
    one.play("d2d3")
    answer = one.thinker.info(CONGO.parse_move(one.session.game.position, "d6d5"))
    one.thinker.deliver(Finished(one.thinker._id, answer.pv[0], answer, at=one.now[0] + after))
    one.wait(8)
    assert one.session.outcome == (None if in_time else Outcome(0, Reason.TIME))
    assert one.moves == (["d2d3", "d6d5"] if in_time else ["d2d3"])
    if in_time and one.session.game.clocks is not None:
        assert one.session.game.clocks.remaining(1) == pytest.approx(0.5)


def test_undo_after_a_loss_on_time_restores_the_turn_and_waits() -> None:
    one = start_timed_session(HUMAN, HUMAN, control=TimeControl(10))
    one.play("d2d3")
    one.wait(4)
    one.play("d6d5")
    one.wait(60)
    one.session.undo()
    assert one.session.outcome is None
    assert one.moves == ["d2d3", "d6d5"]
    one.wait(60)
    assert one.session.state is GameState.PAUSED
    assert shown(one) == ("10.0", "6.0")
    one.session.undo()
    assert one.moves == ["d2d3"]


def test_undo_after_the_ais_loss_on_time_is_the_humans_turn() -> None:
    one = start_timed_session(HUMAN, EASY, control=TimeControl(10))
    one.play("d2d3")
    one.wait(60)
    one.session.undo()
    assert one.moves == []
    assert one.session.outcome is None


# --- the AI's use of its time


def test_the_ai_thinks_by_its_clock_and_keeps_its_own_limits() -> None:
    one = start_timed_session(HUMAN, HARD)
    one.play("d2d3")
    limits = one.thinker.asked[-1][1]
    target, hard = allocate_time(180_000, 2000, margin=WINDOW_OVERHEAD_MS)
    assert (limits.soft_limit_ms, limits.movetime) == (target, hard)
    assert limits.nodes == 2_000_000


def test_with_little_time_the_ai_hurries() -> None:
    one = start_timed_session(HUMAN, HARD, control=TimeControl(1))
    one.play("d2d3")
    movetime = one.thinker.asked[-1][1].movetime
    assert movetime is not None
    assert movetime < 500


# --- in the window


class Now:
    """The window's clock, set by the test."""

    def __init__(self) -> None:
        self.seconds = 500.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def timing(now: Now) -> Timing:
    """Replace the clock of every window that is opened."""
    return Timing(now, reply_delay_s=0.0)


Clocked = Callable[..., Driver]


@pytest.fixture
def clocked(start: Starter, now: Now) -> Clocked:
    """Return a function that starts a game with clocks between two humans, or against the AI."""

    def begin(black: str = "human", control: TimeControl = BLITZ) -> Driver:
        driver = start(black=black)
        first, second = (PlayerConfig.named(name, control) for name in ("human", black))
        driver.session.games.new((first, second))
        driver.run_loop()
        return driver

    return begin


def cards(driver: Driver) -> list[str]:
    """Return the texts of the clocks on the cards, White's first."""
    return [driver.card(side).clock for side in (0, 1)]


def test_player_cards_show_the_clocks_and_the_running_one(clocked: Clocked, now: Now) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    now.seconds += 12
    driver.run_loop()
    assert cards(driver) == ["3:00", "2:48"]
    black = driver.card(1)
    assert (black.running, black.low) == (True, False)
    assert play_texts.clock("2:48", "3+2", running=True) in driver.play.panel.cards[0].tip


def test_a_tick_draws_no_more_than_the_card(clocked: Clocked, now: Now) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    driver.settle()
    driver.run_loop(10)
    now.seconds += 1.2
    driver.play.update(0.01)
    assert driver.play.needs_drawing
    areas = driver.play.draw(pygame.display.get_surface())
    card = driver.play.panel.cards[0].rect.inflate(20, 20)
    assert areas
    assert all(card.contains(area) for area in areas)


def test_a_low_clock_is_seen_and_heard_once(
    clocked: Clocked, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = clocked(control=TimeControl(60))
    heard: list[Cue] = []
    monkeypatch.setattr(driver.app.sounds, "play", lambda cues, delay=0.0: heard.extend(cues))
    driver.click_squares("d2", "d3")
    now.seconds += 47.9
    driver.run_loop()
    assert not driver.card(1).low
    for _ in range(3):
        now.seconds += 0.2
        driver.run_loop()
    assert driver.card(1).low
    assert heard.count(Cue.LOW_CLOCK) == 1


def test_a_flag_falls_in_the_window(clocked: Clocked, now: Now) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    now.seconds += 181
    driver.run_loop()
    assert "White wins!" in driver.status
    assert "Black ran out of time." in driver.status
    driver.click_squares("d6", "d5")
    assert driver.moves == ["d2d3"]
    driver.press(pygame.K_z, "z")
    assert "Paused" in driver.status
    driver.tool(play_texts.CONTINUE_HERE)
    driver.click_squares("d6", "d5")
    assert driver.moves == ["d2d3", "d6d5"]


def test_space_pauses_and_a_dialog_does_not(clocked: Clocked, now: Now) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    driver.press(pygame.K_SPACE, " ")
    now.seconds += 30
    driver.run_loop()
    assert cards(driver)[1] == "3:00"
    assert play_texts.CLOCKS_PAUSED in driver.status
    driver.press(pygame.K_SPACE, " ")
    driver.control("k")
    now.seconds += 30
    driver.run_loop()
    assert cards(driver)[1] == "2:30"


@pytest.mark.parametrize("letter", ["e", "b"])  # the editor, the search tree
def test_a_screen_that_fills_the_window_pauses_the_game(clocked: Clocked, now: Now, letter: str) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    driver.press(ord(letter), letter)
    said = driver.app.stack[-1].toast.text
    now.seconds += 600
    driver.run_loop()
    driver.app.stack[-1].dismiss()
    driver.run_loop()
    assert driver.session.outcome is None
    assert cards(driver)[1] == "3:00"
    assert said == system_texts.GAME_PAUSED
    assert play_texts.CLOCKS_PAUSED in driver.status
    driver.tool(play_texts.CONTINUE_HERE)
    now.seconds += 30
    driver.run_loop()
    assert cards(driver)[1] == "2:30"


# --- choosing clocks


def opened(driver: Driver) -> NewGameScreen:
    driver.control("n")
    screen = driver.app.stack[-1]
    assert isinstance(screen, NewGameScreen)
    return screen


def test_a_clock_is_chosen_for_both_or_for_each_side(driver: Driver) -> None:
    screen = opened(driver)
    first, second = screen.choices
    driver.click(first.clock.part_rect(1).center)
    assert [choice.player.clock for choice in screen.choices] == [BLITZ, BLITZ]
    driver.click(second.clock.part_rect(0).center)
    driver.click(first.clock.part_rect(2).center)
    assert [choice.player.clock for choice in screen.choices] == [TimeControl(600, 5), None]
    driver.tool("Start")
    assert [player.clock for player in driver.session.current.players] == [TimeControl(600, 5), None]
    assert cards(driver) == ["10:00", ""]


def test_custom_clock_is_typed_and_errors_explained(driver: Driver) -> None:
    screen = opened(driver)
    driver.click(screen.choices[0].clock.part_rect(3).center)
    dialog = driver.app.stack[-1]
    assert isinstance(dialog, ClockScreen)
    driver.type("x")
    driver.press(pygame.K_RETURN)
    assert dialog.error == "Minutes: 'x' must be a number above 0."
    driver.press(pygame.K_a, "\x01", pygame.KMOD_LCTRL)
    driver.type("3")
    driver.press(pygame.K_TAB)
    driver.type("+")
    driver.press(pygame.K_RETURN)
    assert dialog.error == "Seconds added per move: '+' must be a number, 0 or more."
    driver.press(pygame.K_BACKSPACE)
    assert dialog.error == ""
    driver.click(dialog.minutes.rect.center)
    driver.press(pygame.K_a, "\x01", pygame.KMOD_LCTRL)
    driver.type("0,5")
    driver.press(pygame.K_TAB)
    driver.type("1")
    driver.press(pygame.K_RETURN)
    assert driver.app.stack[-1] is screen
    assert screen.choices[0].clock.texts[-1] == "0.5+1"
    driver.press(pygame.K_RETURN)
    assert driver.session.current.players[0].clock == TimeControl(30, 1)


def test_last_clocks_are_remembered(driver: Driver, start: Starter) -> None:
    screen = opened(driver)
    driver.click(screen.choices[0].clock.part_rect(1).center)
    driver.tool("Start")
    driver.app.close()
    app = App(LaunchOptions(CONGO))
    assert [player.clock for player in app.play.session.current.players] == [BLITZ, BLITZ]
    app.close()


@pytest.mark.parametrize(
    "asked", [{"named": True}, {"first": "human"}, {"second": "3"}, {"demo": True}], ids=str
)
def test_command_line_game_uses_the_command_line_clock(driver: Driver, asked: dict[str, object]) -> None:
    driver.app.settings.white_clock = driver.app.settings.black_clock = str(BLITZ)
    driver.app.close()
    for clock in (None, BLITZ):
        app = App(LaunchOptions(CONGO, clock=clock, **asked))  # type: ignore[arg-type]
        assert [player.clock for player in app.play.session.current.players] == [clock, clock]
        app.close()


def test_invalid_clock_in_the_settings_is_ignored(driver: Driver) -> None:
    driver.app.settings.white_clock = "when the cows come home"
    driver.app.close()
    app = App(LaunchOptions(CONGO))
    assert app.play.session.current.players[0].clock is None
    app.close()


# --- kept


def test_clocks_and_current_thinking_time_survive_a_kill(clocked: Clocked, now: Now, tmp_path: Path) -> None:
    driver = clocked(black="5")
    driver.click_squares("d2", "d3")
    now.seconds += 3.25
    driver.reply("d6d5")
    now.seconds += 20.5
    session = driver.session
    session.update()
    text = format_game(to_record(session.current, clocks=True))
    (left,) = parse_games(text)
    again = Session(CONGO, (HUMAN, HUMAN), timing=Timing(now))
    again.games.open(left, session.current.players, shown_cursor(left))
    assert again.game.clocks is not None
    assert session.game.clocks is not None
    assert again.game.clocks.controls == (BLITZ, BLITZ)
    assert again.game.clocks.times == pytest.approx(session.game.clocks.times, abs=0.001)
    for at in range(3):
        assert again.game.clocks.after(at) == pytest.approx(session.game.clocks.after(at), abs=0.001)


def test_running_game_is_autosaved_with_its_clock(clocked: Clocked, now: Now, state: Path) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    now.seconds += 100
    driver.run_loop()
    driver.app.writer.close()
    assert '[Clocks "0:03:00 0:01:20"]' in (state / "game-1.txt").read_text()


def test_a_closed_game_is_offered_back_with_its_clocks(
    clocked: Clocked, now: Now, start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    now.seconds += 33
    driver.run_loop()
    driver.app.close()
    kept = Autosave(Writer())
    assert '[Clocks "0:03:00 0:02:27"]' in kept.last_game
    kept.close()
    driver = start_again(start, monkeypatch)
    driver.tool("Continue")
    assert cards(driver) == ["3:00", "2:27"]
    now.seconds += 2
    driver.run_loop()
    assert cards(driver) == ["3:00", "2:25"]


def test_a_game_lost_on_time_is_over_in_its_file(clocked: Clocked, now: Now) -> None:
    driver = clocked()
    driver.click_squares("d2", "d3")
    now.seconds += 200
    driver.run_loop()
    text = format_game(to_record(driver.session.current))
    assert '[Reason "the time was over"]' in text
    assert parse_games(text)[0].replay().outcome == driver.session.outcome
