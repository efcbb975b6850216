"""The clocks of a game: running, increments, and undo."""

from __future__ import annotations

import re

import pytest

from engine.game import texts
from engine.game.clocks import (
    MAX_MOVE_S,
    MIN_MOVE_S,
    Clocks,
    Controls,
    TimeControl,
    clocks_for,
    format_time,
    parse_minutes,
    parse_move_limit,
    parse_time,
)
from engine.game.game import Game
from engine.record.format import format_game
from engine.record.parse import parse_games
from engine.record.record import GameRecord
from engine.rules.errors import GameError
from engine.rules.values import FIRST, SECOND, Outcome, Reason
from tests.engine.rules.congo.support import CONGO

THREE_PLUS_TWO = TimeControl(180, 2)


class Time:
    """A monotonic clock set by the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class TimedGame:
    """A game with clocks, and a time that tests advance."""

    def __init__(self, controls: Controls = (THREE_PLUS_TWO, THREE_PLUS_TWO)) -> None:
        self.time = Time()
        self.clocks = Clocks(controls, self.time)
        self.game = Game(CONGO, clocks=self.clocks)

    def think(self, seconds: float) -> None:
        """Let the clock of the side to move run."""
        self.clocks.run(self.game.position.side)
        self.time.now += seconds

    def play(self, *texts: str, seconds: float = 0.0) -> None:
        for text in texts:
            self.think(seconds)
            self.game.play(CONGO.parse_move(self.game.position, text))

    @property
    def shown(self) -> tuple[float | None, float | None]:
        first, second = self.clocks.remaining(FIRST), self.clocks.remaining(SECOND)
        return first if first is None else round(first, 3), second if second is None else round(second, 3)


def test_only_the_clock_of_the_side_to_move_runs() -> None:
    one = TimedGame()
    one.play("d2d3", seconds=10)
    one.think(4)
    assert one.shown == (170, 176)
    one.think(3)
    assert one.shown == (170, 173)


def test_a_move_adds_the_increment_but_not_the_first_of_a_game() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", "e2e3", seconds=5)
    assert one.shown == (172, 177)


def test_each_side_may_have_its_own_clock_or_none() -> None:
    one = TimedGame((TimeControl(60), None))
    one.play("d2d3", "d6d5", seconds=7)
    assert one.shown == (53, None)
    assert one.clocks.running is None
    assert clocks_for((None, None)) is None


def test_a_stopped_clock_loses_no_time() -> None:
    one = TimedGame()
    one.think(1)
    one.clocks.run(None)
    one.time.now += 50
    assert one.shown == (179, 180)
    one.think(1)
    assert one.shown == (178, 180)


def test_a_running_clock_is_not_restarted() -> None:
    one = TimedGame()
    for _ in range(100):
        one.think(0.01)
    assert one.shown == (179, 180)


def test_undo_gives_a_turn_its_time_back() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", seconds=10)
    one.think(30)
    assert one.game.undo()
    assert one.shown == (170, 180)
    one.play("e6e5", seconds=1)
    assert one.shown == (170, 181)


def test_browsing_earlier_positions_gives_no_time_back() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", seconds=10)
    one.think(30)
    before = one.shown
    one.game.go_to(1)
    one.time.now += 100
    assert one.shown == (170, 180)
    one.think(5)
    assert one.shown == (170, 175)
    one.game.go_to(2)
    assert one.shown == before
    one.game.go_to(1)
    assert one.shown == (170, 175)


def test_a_move_from_an_earlier_position_continues_with_its_clocks() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", "e2e3", seconds=10)
    one.game.go_to(1)
    one.play("c6c5", seconds=1)
    assert one.shown == (170, 181)
    assert one.clocks.after(1) == (170, 180)


def test_clock_stops_at_zero() -> None:
    one = TimedGame((TimeControl(5), TimeControl(5)))
    one.think(4.99)
    assert one.clocks.flagged_side is None
    one.think(0.02)
    assert one.clocks.flagged_side == FIRST
    assert one.shown == (0, 5)


def test_only_a_running_clock_falls() -> None:
    one = TimedGame((TimeControl(5), TimeControl(5)))
    one.clocks.set((0.0, 5.0))
    assert one.clocks.flagged_side is None
    one.clocks.run(SECOND)
    assert one.clocks.flagged_side is None
    one.clocks.run(FIRST)
    assert one.clocks.flagged_side == FIRST


@pytest.mark.parametrize(
    ("thought", "since_then", "left"),
    [(9, 0, 1), (9, 3, 1), (4, 20, 6), (10, 0, None), (10, 2, None), (11, 2, None)],
)
def test_a_move_is_timed_when_it_is_made(thought: int, since_then: int, left: int | None) -> None:
    """A move may be handled late: a player who moved in time has not lost, but 0 seconds left is too late."""
    one = TimedGame((TimeControl(10), TimeControl(10)))
    one.think(thought)
    moment = one.time.now
    one.time.now += since_then
    one.clocks.stop_at(moment)
    assert (one.clocks.running is None) == (left is not None)
    assert one.clocks.remaining(FIRST) == (left or 0)


def test_move_times_are_clamped_to_the_turn() -> None:
    for moment, left in ((-50, 10), (+50, 7)):
        one = TimedGame((TimeControl(10), TimeControl(10)))
        one.think(3)
        one.clocks.stop_at(one.time.now + moment)
        assert one.shown == (left, 10)


def test_there_are_no_clocks_beyond_the_last_position() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", seconds=10)
    one.clocks.go_to(99)
    assert one.shown == (170, 172)
    one.clocks.go_to(-1)
    assert one.shown == (180, 180)


def test_another_move_drops_the_clocks_of_all_later_positions() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", "c2c3", seconds=10)
    one.game.undo()
    one.game.undo()
    one.play("c6c5", seconds=30)
    assert one.clocks.after(2) == (170, 152)
    one.clocks.go_to(3)
    assert one.shown == (170, 152)


def test_each_side_has_its_own_move_limit() -> None:
    one = TimedGame((TimeControl(3, per_move=True), TimeControl(5, per_move=True)))
    one.play("d2d3", seconds=1)
    one.think(2)
    assert one.shown == (3, 3)
    one.clocks.run(None)
    one.think(1)
    assert one.shown == (3, 4)


def test_a_turns_time_can_be_restored() -> None:
    one = TimedGame((TimeControl(5), TimeControl(5)))
    one.play("d2d3", seconds=1)
    one.think(9)
    assert one.clocks.flagged_side == SECOND
    one.clocks.reset_turn()
    assert one.shown == (4, 5)


def test_recorded_times_replace_the_clocks_and_do_not_run() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", seconds=1)
    one.think(3)
    one.clocks.restore([(170, 180), (160, 150)])
    one.time.now += 5
    assert one.shown == (160, 150)
    one.clocks.go_to(1)
    assert one.shown == (170, 180)


def test_ending_after_undo_drops_later_plies_and_times() -> None:
    one = TimedGame()
    one.play("d2d3", "d6d5", seconds=10)
    one.game.undo()
    one.game.resign(SECOND)
    assert one.game.outcome == Outcome(FIRST, Reason.RESIGNATION)
    assert len(one.game.plies) == 1
    one.clocks.go_to(2)
    assert one.shown == (170, 180)


def test_a_copy_has_its_own_clocks() -> None:
    one = TimedGame()
    one.think(10)
    copy = one.game.copy()
    one.think(10)
    assert copy.clocks is not None
    assert copy.clocks.remaining(FIRST) == pytest.approx(170)


# --- as text


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("180+2", TimeControl(180, 2)),
        ("300", TimeControl(300)),
        ("0.5+0.1", TimeControl(0.5, 0.1)),
        ("-", None),
    ],
)
def test_time_controls_are_read(text: str, control: TimeControl | None) -> None:
    assert TimeControl.parse(text) == control
    if control is not None:
        assert TimeControl.parse(str(control)) == control


def test_parses_minutes() -> None:
    assert parse_minutes("3+2") == THREE_PLUS_TWO
    assert parse_minutes(" 0.5 ") == TimeControl(30)
    assert parse_minutes("0.01+3600") == TimeControl(0.6, 3600)
    for text in ("", "3+", "+2", "x+1", "-1+1", "1500+0", "0+1"):
        with pytest.raises(GameError):
            parse_minutes(text)
    with pytest.raises(GameError, match="1,440 minutes and adds up to 3,600 seconds per move, not '1500"):
        parse_minutes("1500+0")


@pytest.mark.parametrize("text", ["", "?", "40/9000", "0+5", "1e3", "-5", "999999", "60+9999", "٣"])
def test_rejects_invalid_time_controls(text: str) -> None:
    with pytest.raises(GameError):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (179.834, "0:02:59.834"),
        (3600, "1:00:00"),
        (3540, "0:59:00"),
        (1.998, "0:00:01.998"),
        (59.9996, "0:01:00"),
        (0.05, "0:00:00.05"),
        (-1, "0:00:00"),
    ],
)
def test_times_are_written_to_the_millisecond(seconds: float, text: str) -> None:
    assert format_time(seconds) == text
    assert parse_time(text) == pytest.approx(max(0.0, seconds), abs=0.0005)


@pytest.mark.parametrize("text", ["", "12", "0:60:00", "0:00:60", "a:00:00", "0:00"])
def test_rejects_invalid_times(text: str) -> None:
    assert parse_time(text) is None


def played() -> TimedGame:
    one = TimedGame((TimeControl(180, 2), TimeControl(60)))
    one.play("d2d3", "d6d5", "e2e3", seconds=3.25)
    return one


def test_a_game_with_clocks_comes_back_from_its_text() -> None:
    one = played()
    text = format_game(GameRecord.of(one.game))
    assert '[WhiteTimeControl "180+2"]\n[BlackTimeControl "60+0"]' in text
    assert "1. d2d3 {[%clk 0:02:56.75]} 1... d6d5 {[%clk 0:00:56.75]}" in text
    (read,) = parse_games(text)
    game = read.replay()
    assert game.clocks is not None
    assert [game.clocks.after(at) for at in range(4)] == [one.clocks.after(at) for at in range(4)]
    assert format_game(GameRecord.of(game)) == text


def test_equal_clocks_share_a_tag_and_current_times_have_another() -> None:
    one = TimedGame()
    one.play("d2d3", seconds=1)
    one.think(7.5)
    written = GameRecord.of(one.game)
    written = GameRecord(
        CONGO, written.start, written.moves, controls=written.controls, clock_times=one.clocks.times
    )
    text = format_game(written)
    assert '[TimeControl "180+2"]\n[Clocks "0:02:59 0:02:52.5"]' in text
    (read,) = parse_games(text)
    assert read.clock_times == (179, 172.5)
    assert read.controls == (THREE_PLUS_TWO, THREE_PLUS_TWO)


def test_clock_tags_of_other_programs_are_ignored() -> None:
    text = (
        '[Event "e"]\n[Game "congo"]\n[TimeControl "40/9000"]\n[Clocks "x"]\n\n'
        "1. d2d3 {[%clk 0:01:00] [%eval 0.2] good} d6d5 {[%clk soon]} *"
    )
    (read,) = parse_games(text)
    assert read.tags == {"TimeControl": "40/9000", "Clocks": "x"}
    assert [(move.clock, move.comment) for move in read.moves] == [
        (60, "[%eval 0.2] good"),
        (None, "[%clk soon]"),
    ]
    assert read.replay().clocks is None
    assert parse_games(format_game(read)) == [read]


@pytest.mark.parametrize("reason", [Reason.TIME, Reason.FAILURE])
def test_games_ended_without_a_move_are_over_after_loading(reason: Reason) -> None:
    one = played()
    if reason is Reason.TIME:
        one.game.lose_on_time(SECOND)
    else:
        one.game.forfeit(SECOND, "its program played an illegal move: a1a1: nonsense")
    (read,) = parse_games(format_game(GameRecord.of(one.game)))
    assert read.replay().outcome == one.game.outcome
    assert one.game.outcome == Outcome(FIRST, reason, one.game.outcome.detail if one.game.outcome else "")


# --- a limit for every move

THREE_A_MOVE = TimeControl(3, per_move=True)


@pytest.mark.parametrize("text", ["1/3", "1/0.5", "1/3600"])
def test_a_limit_for_every_move_is_written_as_in_pgn(text: str) -> None:
    control = TimeControl.parse(text)
    assert control is not None
    assert control.per_move
    assert str(control) == text


def test_separators_around_a_limit_are_no_part_of_it() -> None:
    """`str.strip` takes them away, `float` does not."""
    assert TimeControl.parse("1/\x1f3\x1c") == parse_move_limit("\x1e3") == THREE_A_MOVE


@pytest.mark.parametrize("text", ["", "0", "0.05", "3601", "-3", "3+2", "nan", "three", "1/3"])
def test_explains_an_invalid_limit(text: str) -> None:
    with pytest.raises(GameError, match=re.escape(texts.bad_move_limit(MIN_MOVE_S, MAX_MOVE_S, repr(text)))):
        parse_move_limit(text)


def test_move_limit_restarts_with_every_move_and_request() -> None:
    table = TimedGame((THREE_A_MOVE, None))
    table.play("d2d3", "d6d5", seconds=2.5)
    assert table.shown == (3.0, None)
    table.think(2.9)
    assert table.clocks.flagged_side is None
    table.clocks.run(None)
    table.think(2.9)
    assert table.clocks.flagged_side is None
    table.think(0.2)
    assert table.clocks.flagged_side == FIRST


@pytest.mark.parametrize(("loser", "tag"), [(FIRST, "White"), (SECOND, "Black")])
def test_exceeding_a_move_limit_loses_and_names_it_also_in_a_file(loser: int, tag: str) -> None:
    table = TimedGame((THREE_A_MOVE, None) if loser == FIRST else (None, THREE_A_MOVE))
    table.play(*["d2d3", "d6d5", "c2c3"][: 2 + loser])
    table.game.lose_on_time(loser)
    assert table.game.outcome == Outcome(FIRST + SECOND - loser, Reason.MOVE_TIME, "3 s")
    text = format_game(GameRecord.of(table.game))
    assert f'[{tag}TimeControl "1/3"]' in text
    assert '[Reason "a move took longer than allowed: 3 s"]' in text
    assert "%clk" not in text
    (read,) = parse_games(text)
    assert read.replay().outcome == table.game.outcome
