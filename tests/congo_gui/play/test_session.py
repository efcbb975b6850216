"""Sessions of humans and AIs, without a window and with a test clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from congo_gui.play import texts
from congo_gui.play.clocks import Timing
from congo_gui.play.demo import CountedGame
from congo_gui.play.file_players import players_of
from congo_gui.play.game_file import to_record
from congo_gui.play.game_state import GameState
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from engine.record.parse import parse_games
from engine.record.record import GameRecord
from engine.rules.values import Outcome, Reason
from engine.system.errors import UserError
from tests.congo_gui.driver import AT_WORK, CONGO, START, TRIPLE_JUMP
from tests.congo_gui.play.session_driver import (
    EASY,
    HARD,
    HUMAN,
    SessionDriver,
    start_session,
    start_timed_session,
)

REPLY_DELAY = Timing().reply_delay_s


# --- players


def test_players_have_names_and_titles() -> None:
    assert PlayerConfig.named("human") == HUMAN
    assert PlayerConfig.named("10") == PlayerConfig.named("hard") == HARD
    assert (HUMAN.title, HARD.title) == ("Human", "AI – level 10")
    assert (HUMAN.name, HARD.name) == ("human", "10")
    with pytest.raises(UserError):
        PlayerConfig.named("godlike")


# --- when the AI thinks


def test_the_ai_is_asked_when_it_is_its_turn_with_its_limits() -> None:
    one = start_session(HUMAN, HARD)
    assert one.thinker.asked == []
    one.play("d2d3")
    (position, limits), *_ = one.thinker.asked
    assert position == one.session.game.position
    assert limits.nodes is not None
    assert limits.nodes > 100_000


def test_the_answer_is_held_back_for_a_moment() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.thinker.answer("d6d5")
    one.wait(REPLY_DELAY / 2)
    assert one.moves == ["d2d3"]
    assert one.session.state in AT_WORK
    assert one.session.deadline == pytest.approx(REPLY_DELAY / 2)
    one.wait(REPLY_DELAY)
    assert one.moves == ["d2d3", "d6d5"]
    assert one.session.deadline is None


def test_thinking_counts_towards_the_minimum_display_time() -> None:
    one = start_session(EASY, EASY)
    one.session.demo.set_pace(2.0)
    one.wait(1.5)
    one.thinker.answer("d2d3")
    one.wait(0.4)
    assert one.moves == []
    one.wait(0.1)
    assert one.moves == ["d2d3"]


def test_an_answer_to_an_old_question_is_dropped() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.thinker.answer("d6d5")
    one.session.update()
    one.session.undo()
    one.wait(10)
    assert one.moves == []
    one.play("a2a3")
    assert one.session.state in AT_WORK
    one.wait(10)
    assert one.moves == ["a2a3"]


def test_no_ai_is_asked_when_the_game_is_over() -> None:
    one = start_session(HUMAN, EASY, fen="7/4l2/7/4c2/7/2p4/1M1L3 w 1")
    one.play("b1d3f5d7")
    assert one.session.outcome is not None
    assert one.thinker.asked == []
    assert one.session.may.movable_sides() == frozenset()


def test_without_an_engine_no_side_moves() -> None:
    session = Session(CONGO, (HUMAN, EASY))
    assert not session.may.engine_ready()
    assert session.may.movable_sides() == frozenset()
    assert session.outcome is None
    session.update()
    assert not session.may.can_undo()


def test_a_failure_is_kept_until_the_player_acts() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.thinker.fail("broken")
    one.wait(1)
    assert one.session.report.failure == "broken"
    asked = len(one.thinker.asked)
    one.wait(10)
    assert len(one.thinker.asked) == asked
    one.session.resume()
    one.wait(0)
    assert len(one.thinker.asked) == asked + 1
    one.session.undo()
    assert one.session.report.failure == ""


def test_an_answer_without_a_move_is_a_failure() -> None:
    from engine.search.thinker import Finished

    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.thinker.deliver(Finished(one.thinker._id, None, None))
    one.wait(0)
    assert one.session.report.failure


# --- undo and redo


def test_undo_and_redo_against_an_ai_stop_at_the_humans_turns() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3", "d6d5", "e2e3", "e6e5")
    one.session.undo()
    assert one.moves == ["d2d3", "d6d5"]
    one.session.undo()
    assert one.moves == []
    assert not one.session.may.can_undo()
    one.session.redo()
    one.session.redo()
    assert len(one.moves) == 4
    assert not one.session.may.can_redo()


def test_undo_while_the_ai_is_to_move_takes_back_one_ply() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3", "d6d5", "e2e3")
    one.session.undo()
    assert one.moves == ["d2d3", "d6d5"]
    one.session.redo()
    one.wait(0)
    assert one.moves == ["d2d3", "d6d5", "e2e3"]
    assert one.thinker.thinking


def test_second_player_cannot_undo_the_ais_first_move() -> None:
    one = start_session(EASY, HUMAN)
    one.play("d2d3")
    assert not one.session.may.can_undo()
    one.play("d6d5", "e2e3")
    one.session.undo()
    assert one.moves == ["d2d3"]


def test_after_an_undo_the_ai_answers_a_new_move() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3", "d6d5")
    one.session.undo()
    one.play("a2a3", "a6a5")
    assert one.moves == ["a2a3", "a6a5"]
    assert not one.session.may.can_redo()


def test_undo_between_ais_takes_one_ply_and_pauses() -> None:
    one = start_session(EASY, EASY)
    one.play("d2d3", "d6d5")
    one.session.undo()
    assert one.moves == ["d2d3"]
    one.wait(100)
    assert one.session.state is GameState.PAUSED
    assert not one.thinker.thinking
    one.session.resume()
    one.wait(0)
    assert one.thinker.thinking


# --- looking back, holding, stepping


def test_browsing_pauses_the_ai_until_the_latest_position() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3", "d6d5", "e2e3")
    one.session.view(1)
    one.wait(10)
    assert one.session.state is GameState.PAUSED
    assert not one.thinker.thinking
    one.session.view(99)
    one.wait(0)
    assert one.thinker.thinking


def test_a_demo_stays_paused_at_the_end() -> None:
    one = start_session(EASY, EASY)
    one.play("d2d3", "d6d5")
    one.session.view(0)
    one.session.view(2)
    one.wait(10)
    assert one.session.state is GameState.PAUSED


def test_viewing_the_same_position_disturbs_nothing() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.session.view(1)
    assert one.thinker.thinking


def test_a_step_is_one_move_at_once() -> None:
    one = start_session(EASY, EASY)
    one.session.demo.set_pace(60.0)
    one.session.pause()
    one.session.step()
    one.wait(0)
    one.thinker.answer("d2d3")
    one.wait(0)
    assert one.moves == ["d2d3"]
    one.wait(100)
    assert one.session.state is GameState.PAUSED
    assert not one.thinker.thinking


def test_a_new_game_forgets_everything() -> None:
    one = start_session(EASY, EASY)
    one.play("d2d3")
    one.session.pause()
    one.session.games.new((HUMAN, HARD))
    assert one.session.report.info is None
    assert one.session.current.auto
    assert one.moves == []
    assert not one.session.current.is_demo


def test_setting_up_keeps_the_players_and_restart_returns_to_the_set_up() -> None:
    fen = "7/4l2/7/4c2/7/2p4/1M1L3 w 1"
    one = start_session(HUMAN, EASY)
    one.session.games.set_up(CONGO.notation.parse(fen))
    one.play("b1d3")
    one.session.games.restart()
    assert CONGO.notation.format(one.session.game.position) == fen
    assert one.session.current.players == (HUMAN, EASY)


# --- a game that another one replaced


def test_undo_restores_a_previous_game_that_has_only_a_comment() -> None:
    one = start_session(HUMAN, EASY)
    one.session.games.annotate([], "An idea")
    one.session.games.restart()
    assert one.session.current.introduction == ""
    one.session.undo()
    assert one.session.current.introduction == "An idea"


def test_undo_at_the_start_restores_the_previous_game() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3", "d6d5", "c2c3", "c6c5")
    one.session.view(2)
    one.session.games.new((HARD, HUMAN))
    one.play("e2e3")
    assert one.session.may.has_earlier_game()
    one.session.undo()
    assert one.session.current.players == (HUMAN, EASY)
    assert one.moves == ["d2d3", "d6d5"]
    assert [ply.move.text for ply in one.session.game.plies] == ["d2d3", "d6d5", "c2c3", "c6c5"]
    assert not one.thinker.thinking


def test_undo_takes_moves_back_before_it_changes_the_game() -> None:
    one = start_session(HUMAN, HUMAN)
    one.play("d2d3")
    one.session.games.restart()
    one.play("c2c3", "c6c5")
    for moves in (["c2c3"], [], ["d2d3"], []):
        one.session.undo()
        assert one.moves == moves
    assert not one.session.may.can_undo()


def test_redo_reaches_the_later_game_until_a_move_is_made() -> None:
    one = start_session(HUMAN, HUMAN)
    one.play("d2d3")
    one.session.games.restart()
    one.play("c2c3")
    one.session.undo()
    one.session.undo()
    assert one.moves == ["d2d3"]
    one.session.redo()
    assert one.moves == []
    one.session.redo()
    assert one.moves == ["c2c3"]
    for _ in range(2):
        one.session.undo()
    one.play("e6e5")
    assert not one.session.may.can_redo()


def test_untouched_game_is_not_restored() -> None:
    one = start_session(HUMAN, EASY)
    for _ in range(2):
        one.session.games.new((EASY, HUMAN))
        assert not one.session.may.has_earlier_game()
    one.session.games.set_up(CONGO.notation.parse(TRIPLE_JUMP))
    one.session.games.restart()
    assert not one.session.may.has_earlier_game()
    one.session.games.new((HUMAN, HUMAN))
    one.session.undo()
    assert CONGO.notation.format(one.session.game.position) == TRIPLE_JUMP


def test_restored_demo_is_paused() -> None:
    one = start_session(EASY, EASY)
    one.play("d2d3")
    one.session.games.new((HUMAN, EASY))
    one.session.undo()
    one.wait(10.0)
    assert one.session.state is GameState.PAUSED
    assert one.moves == ["d2d3"]


def test_search_of_a_left_game_reaches_no_other() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.wait(0.0)
    one.session.games.set_up(CONGO.notation.parse(TRIPLE_JUMP))
    assert not one.thinker.thinking
    one.session.undo()
    one.wait(0.0)
    assert one.thinker.thinking
    one.thinker.answer("d6d5")
    one.wait(10.0)
    assert one.moves == ["d2d3", "d6d5"]


def test_a_program_gets_every_new_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[int] = []

    class Quiet:
        ready = True

        def __init__(self, *_: object) -> None:
            pass

        def new_game(self, seed: int) -> None:
            reported.append(seed)

    monkeypatch.setattr("engine.players.background.BackgroundPlayer", Quiet)
    one = start_session(HUMAN, PlayerConfig(program="uci:./zebra"))
    assert len(reported) == 1
    one.session.games.restart()
    assert len(reported) == 2


def test_an_edited_bot_is_another_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources: list[Callable[[], object]] = []

    class Quiet:
        ready = True

        def __init__(self, make: object, wake: object, source: Callable[[], object]) -> None:
            sources.append(source)

        def new_game(self, seed: int) -> None:
            pass

    monkeypatch.setattr("engine.players.background.BackgroundPlayer", Quiet)
    bot = tmp_path / "bot.py"
    bot.write_text("choose = 1", encoding="utf-8")
    start_session(HUMAN, PlayerConfig(program=f"python:{bot}:choose"))
    (source,) = sources
    before = source()
    assert source() == before
    bot.write_text("choose = 12", encoding="utf-8")
    assert source() != before


def test_closing_ends_the_search() -> None:
    one = start_session(HUMAN, EASY)
    one.play("d2d3")
    one.session.close()
    assert one.thinker.closed
    one.session.close()


# --- games from elsewhere


def opened_game(white: str, black: str, moves: str, fen: str = START) -> GameRecord:
    tags = {"Event": "e", "Game": "congo", "White": white, "Black": black, "FEN": fen}
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return parse_games(f"{text}\n{moves} *\n")[0]


def open_game(one: SessionDriver, record: GameRecord) -> None:
    one.session.games.open(record, players_of(record, lambda program: False), len(record.moves))
    one.session.update()


def test_another_ai_in_the_same_game_begins_a_new_score() -> None:
    one = start_session(EASY, HARD)
    one.session.demo.series.add(CountedGame(("2", "10"), Outcome(0, Reason.NO_MOVES), 10))
    one.session.games.change_player(0, EASY)
    assert one.session.demo.series.games == 1
    one.session.games.change_player(0, HUMAN)
    one.session.games.change_player(0, EASY)
    assert one.session.demo.series.games == 1, "only a human has played in between"
    one.session.games.change_player(0, PlayerConfig("5"))
    assert one.session.demo.series.games == 0
    assert set(one.session.demo.series.names) == {"5", "10"}


def test_a_game_that_ends_anew_has_its_last_result_in_the_score() -> None:
    one = start_session(EASY, HARD)
    one.play("d2d3")
    tallies = []
    for winner in (0, 1, None):
        one.session.ends.adjudicate(winner)
        one.session.update()
        series = one.session.demo.series
        assert (series.games, series.lengths, sum(series.reasons.values())) == (1, (1, 1.0, 1), 1)
        tallies.append(series.tally(series.names[0], 0) + series.tally(series.names[0], 1))
        one.session.undo()
        one.session.update()
    first = tallies[0]
    assert {first.wins, first.losses} == {0, 1}
    assert (tallies[1].wins, tallies[1].losses) == (first.losses, first.wins)
    assert tallies[2].draws == 1


def test_opened_finished_game_does_not_change_the_score() -> None:
    one = start_session(EASY, HARD)
    over = opened_game("engine:level=5", "engine:level=2", "1. b1d3f5d7", TRIPLE_JUMP)
    one.play("d2d3")
    one.session.demo.series.add(CountedGame(("2", "10"), Outcome(0, Reason.NO_MOVES), 10))
    open_game(one, over)
    assert one.session.demo.series.games == 0
    assert set(one.session.demo.series.names) == {"2", "5"}
    one.session.games.previous()
    assert one.session.demo.series.games == 1, "the series of the game before is back with it"


def test_absent_player_keeps_its_name_until_the_next_game() -> None:
    record = opened_game("uci:./zebra --fast", "Alice", "1. d2d3")
    one = start_session(HUMAN, EASY)
    open_game(one, record)
    zebra, alice = one.session.current.players
    assert (zebra.title, alice.title) == (texts.not_here("zebra --fast"), "Alice")
    assert zebra.is_human, "a human may continue in its place"
    assert to_record(one.session.current).players == record.players
    one.session.games.restart()
    assert [player.title for player in one.session.current.players] == [texts.HUMAN] * 2


def test_two_ais_wait_in_a_set_up_position() -> None:
    one = start_session(EASY, HARD)
    one.session.games.set_up(CONGO.notation.parse(TRIPLE_JUMP))
    one.session.update()
    assert one.session.state is GameState.PAUSED
    one.session.resume()
    one.session.update()
    assert one.session.state in AT_WORK


def test_the_ais_clock_is_stopped_while_it_compiles() -> None:
    game = start_timed_session(HUMAN, EASY)
    game.thinker.is_ready = False
    game.play("d2d3")
    clocks = game.session.game.clocks
    assert clocks is not None
    game.wait(5.0)
    assert clocks.running is None
    game.thinker.is_ready = True
    game.wait(0.0)
    assert clocks.running == 1
