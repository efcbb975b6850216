"""A game: plies, undo and redo, repetition, the 100-ply rule, resignation."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rules as registry
from engine.game.game import Game
from engine.record.record import GameTree
from engine.rules.congo.facts import BARE_LIONS, LION_CAPTURED
from engine.rules.errors import IllegalMove
from engine.rules.values import FIRST, SECOND, Move, Outcome, Position, Reason
from tests.engine.game.quiet_games import SHUFFLE, game, play, quiet_game, tour
from tests.engine.rules.congo.support import CONGO, path

REPETITION = Outcome(None, Reason.REPETITION)
NO_PROGRESS = Outcome(None, CONGO.facts.no_progress)


# --- the line of plies


def test_a_new_game_begins_at_the_start_position() -> None:
    new = Game(CONGO)
    assert new.position == new.start == CONGO.start()
    assert (new.cursor, new.plies, new.outcome) == (0, (), None)
    assert (new.repetitions, new.progress_clock) == (1, 0)
    assert new.legal_moves() == CONGO.legal_moves(CONGO.start())
    assert not new.undo()
    assert not new.redo()


def test_a_ply_records_its_transition() -> None:
    played = play(game("Lc1 le7 Ea1 pa3"), "a1a3")
    (ply,) = played.plies
    assert (ply.side, ply.move.text, ply.path) == (FIRST, "a1a3", path("a1a3"))
    assert (ply.before, ply.after) == (played.start, played.position)
    assert ply.transition == CONGO.transition(ply.before, ply.move)
    assert play(game("Lc1 le7 Ea1 pa3", "b"), "e7e6").plies[0].side == SECOND


def test_a_ply_keeps_the_chosen_path() -> None:
    round_trip = game("Le1 le7 Mb5 pc5 pc4 pb4")
    move = CONGO.parse_move(round_trip.position, "b5d5b3b5")
    ply = round_trip.play(move, path("b5d5b3b5"))
    assert ply.move.path == path("b5b3d5b5")
    assert ply.path == ply.transition.path == path("b5d5b3b5")


def test_play_returns_the_ply_and_advances() -> None:
    new = Game(CONGO)
    ply = new.play(CONGO.parse_move(new.position, "d2d3"))
    assert ply == new.plies[-1]
    assert new.cursor == 1
    assert new.position == ply.after != new.start


def test_an_illegal_move_changes_nothing() -> None:
    played = play(Game(CONGO), "d2d3")
    stranger = Move(code=1, text="a1a1", path=(0, 0))
    with pytest.raises(IllegalMove, match="a1a1"):
        played.play(stranger)
    white_move = CONGO.parse_move(CONGO.start(), "d2d3")
    with pytest.raises(IllegalMove):
        played.play(white_move)
    assert (played.cursor, len(played.plies)) == (1, 1)


def test_undo_and_redo() -> None:
    played = play(game(), *SHUFFLE[:3])
    states = [played.position_at(cursor) for cursor in range(4)]
    assert played.undo()
    assert played.undo()
    assert (played.cursor, played.position, len(played.plies)) == (1, states[1], 3)
    assert played.redo()
    assert (played.cursor, played.position) == (2, states[2])
    assert played.redo()
    assert not played.redo()
    assert played.position == states[3]
    while played.undo():
        pass
    assert (played.cursor, played.position) == (0, played.start)


def test_go_to_any_ply() -> None:
    played = play(game(), *SHUFFLE[:3])
    states = [played.position_at(cursor) for cursor in range(4)]
    for cursor in (2, 0, 3, 1):
        played.go_to(cursor)
        assert (played.cursor, played.position, len(played.plies)) == (cursor, states[cursor], 3)


def test_go_to_stops_at_both_ends() -> None:
    played = play(game(), *SHUFFLE[:3])
    played.go_to(99)
    assert played.cursor == 3
    played.go_to(-1)
    assert played.cursor == 0


def test_playing_after_undo_drops_the_redo_moves() -> None:
    played = play(game(), *SHUFFLE[:3])
    played.go_to(1)
    play(played, "a7a6")
    assert [ply.move.text for ply in played.plies] == ["c1c2", "a7a6"]
    assert not played.redo()


def test_playing_the_same_move_again_also_drops_the_tail() -> None:
    played = play(game(), *SHUFFLE[:3])
    played.go_to(1)
    play(played, SHUFFLE[1])
    assert (played.cursor, len(played.plies)) == (2, 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda played: play(played, "a7a6"),
        lambda played: played.resign(FIRST),
        Game.agree_draw,
        lambda played: played.lose_on_time(FIRST),
        lambda played: played.forfeit(FIRST, "it failed"),
        lambda played: played.adjudicate(None),
    ],
    ids=["move", "resign", "draw", "time", "failure", "adjudicate"],
)
def test_whatever_drops_undone_moves_reports_it_before(change: Callable[[Game], object]) -> None:
    played = play(game(), *SHUFFLE[:3])
    heard: list[int] = []
    played.before_dropping = lambda by_end: heard.append(len(played.plies))
    change(played.copy())
    assert heard == []
    played.go_to(1)
    change(played.copy())
    assert heard == []
    change(played)
    assert heard == [3]
    assert all(ply.move.text != SHUFFLE[1] for ply in played.plies)


def test_an_illegal_move_keeps_the_redo_moves() -> None:
    played = play(game(), *SHUFFLE[:3])
    played.go_to(1)
    with pytest.raises(IllegalMove):
        played.play(CONGO.parse_move(played.start, "c1c2"))
    assert len(played.plies) == 3


def test_plies_cannot_be_changed_from_outside() -> None:
    played = play(game(), *SHUFFLE[:2])
    assert isinstance(played.plies, tuple)
    assert played.position_at(0) == played.start


# --- what the position decides


@pytest.mark.parametrize(
    ("layout", "text", "outcome"),
    [
        ("Ld1 ld7 Pa1", "d1d7", Outcome(FIRST, LION_CAPTURED)),
        ("Ld1 le7 pd2", "d1d2", Outcome(None, BARE_LIONS)),
        ("Lc1 le7 Pa4", "c1d1", Outcome(None, BARE_LIONS)),
    ],
)
def test_a_decided_game_is_over_until_undo(layout: str, text: str, outcome: Outcome) -> None:
    played = play(game(layout), text)
    assert played.outcome == outcome
    assert played.legal_moves() == ()
    with pytest.raises(IllegalMove, match="over"):
        played.play(played.plies[0].move)
    assert played.undo()
    assert played.outcome is None
    assert played.legal_moves()


def test_a_player_without_a_move_has_lost_the_game() -> None:
    stuck = Game(CONGO, CONGO.notation.parse("7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1"))
    assert stuck.outcome == Outcome(SECOND, Reason.NO_MOVES)


# --- repetition


def test_third_occurrence_of_a_position_is_a_draw() -> None:
    played = play(game(), *SHUFFLE, *SHUFFLE[:3])
    assert (played.repetitions, played.outcome) == (2, None)
    play(played, SHUFFLE[3])
    assert (played.repetitions, played.outcome) == (3, REPETITION)
    assert played.legal_moves() == ()


def test_the_set_up_position_is_the_first_occurrence() -> None:
    played = play(game(), *SHUFFLE)
    assert played.repetitions == 2
    assert play(Game(CONGO, played.position), *SHUFFLE).outcome is None


def test_counts_restart_after_set_up() -> None:
    played = play(game(), *SHUFFLE, *SHUFFLE[:3])
    again = Game(CONGO, CONGO.notation.parse(CONGO.notation.format(played.position)))
    assert (again.repetitions, again.progress_clock) == (1, 0)
    assert play(again, SHUFFLE[3]).outcome is None


def test_occurrences_need_not_follow_each_other() -> None:
    played = play(game(), *SHUFFLE, "c1d1", "e7e6", "d1c1", "e6e7")
    assert (played.repetitions, played.outcome) == (3, REPETITION)


def test_same_board_with_the_other_side_to_move_is_another_position() -> None:
    # White comes back in three steps and Black in two, so that the sides have changed.
    played = play(game(), "c1c2", "e7e6", "c2d1", "e6e7", "d1c1")
    assert played.position.side == SECOND
    assert played.repetitions == 1


def test_move_number_does_not_distinguish_positions() -> None:
    played = play(game(), *SHUFFLE)
    assert played.position.move_number != played.start.move_number
    assert played.position == played.start


def test_repetition_is_forgotten_by_undo_and_known_again_after_redo() -> None:
    played = play(game(), *SHUFFLE, *SHUFFLE)
    outcomes = [played.outcome]
    assert played.undo()
    outcomes.append(played.outcome)
    assert played.repetitions == 2
    assert played.legal_moves()
    assert played.redo()
    outcomes.append(played.outcome)
    played.go_to(4)
    outcomes.append(played.outcome)
    assert played.repetitions == 2
    assert outcomes == [REPETITION, None, REPETITION, None]


def test_a_copy_counts_the_position_after_a_capture() -> None:
    played = play(game("Lc1 le7 Ea1 pa3 pg7"), "a1a3", "e7e6", "c1c2", "e6e7", "c2c1")
    assert (played.repetitions, played.copy().repetitions) == (2, 2)


def test_undone_plies_do_not_count() -> None:
    played = play(game(), *SHUFFLE, *SHUFFLE[:3])
    played.go_to(3)
    play(played, "e6d6", "c1c2", "d6e7", "c2c1", "e7e6", "c1c2", "e6e7", "c2c1")
    assert played.outcome is None


def test_repetition_is_judged_after_the_first_return_from_the_middle_of_a_game() -> None:
    played = play(game("Lc1 le7 Pa1 pa7"), "a1a2", "a7a6", *SHUFFLE, *SHUFFLE)
    assert played.outcome == REPETITION


# --- 100 plies without progress


def test_hundredth_quiet_ply_is_a_draw() -> None:
    played = quiet_game(99)
    assert (played.progress_clock, played.outcome) == (99, None)
    play(played, tour(100)[99])
    assert (played.progress_clock, played.outcome) == (100, NO_PROGRESS)
    assert played.legal_moves() == ()


def test_undo_takes_the_hundredth_ply_back() -> None:
    played = quiet_game(100)
    assert played.undo()
    assert (played.progress_clock, played.outcome) == (99, None)


def test_quiet_plies_restart_after_set_up() -> None:
    played = quiet_game(99)
    again = Game(CONGO, CONGO.notation.parse(CONGO.notation.format(played.position)))
    play(again, tour(100)[99])
    assert (again.progress_clock, again.outcome) == (1, None)


@pytest.mark.parametrize(("pieces", "text"), [("Ea1 pa3", "a3a2"), ("Pb1 pa3", "a3a2"), ("Pa1 pa5", "a5a4")])
def test_moving_a_pawn_or_into_the_river_is_no_progress(pieces: str, text: str) -> None:
    played = play(quiet_game(99, pieces), text)
    assert (played.progress_clock, played.outcome) == (100, NO_PROGRESS)


@pytest.mark.parametrize(
    ("pieces", "text"),
    [("Ea1 ea3 Pg1", "a3a1"), ("Pa2 ma3 Pg1", "a3a1"), ("Pa1 pg2", "g2g1"), ("Eb1 pg2", "g2f1")],
)
def test_a_capture_or_a_promotion_on_the_hundredth_ply_is_progress(pieces: str, text: str) -> None:
    played = play(quiet_game(99, pieces), text)
    assert (played.progress_clock, played.outcome) == (0, None)
    assert played.undo()
    assert played.progress_clock == 99


@pytest.mark.parametrize(
    ("pieces", "text", "kind"),
    [("Pa1 pa5", tour(98)[97], "P"), ("Pa1 ea5 pg5", "a4b4", "E")],
    ids=["left in the river", "moved within the river"],
)
def test_a_drowning_on_the_hundredth_ply_is_progress(pieces: str, text: str, kind: str) -> None:
    played = play(quiet_game(97, pieces), "a5a4", tour(99)[98])
    assert (played.progress_clock, played.outcome) == (99, None)
    play(played, text)
    assert [one.piece.kind for one in played.plies[-1].transition.drowned] == [kind]
    assert (played.progress_clock, played.outcome) == (0, None)


def test_a_win_on_the_hundredth_ply_is_a_win() -> None:
    played = play(quiet_game(99, "Pa1 zb5"), "b5c3")
    assert played.outcome == Outcome(SECOND, LION_CAPTURED)


def test_ruling_side_without_a_legal_move_loses_even_after_the_hundredth_quiet_ply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The position takes precedence over the game: one without legal moves is terminal."""
    stuck = Game(CONGO, CONGO.notation.parse("7/7/ssslsss/sssssss/MMMMLMM/PPPPPPP/7 w 1"))
    monkeypatch.setattr(Game, "progress_clock", 100)
    assert stuck.outcome == Outcome(SECOND, Reason.NO_MOVES)


def test_counters_of_the_start() -> None:
    played = play(Game(CONGO), "d2d3", "d6d5", "d3d4", "d5d4")
    assert played.progress_clock == 0
    assert [ply.transition.progress for ply in played.plies] == [False, False, False, True]


# --- resignation and history


def test_resignation_wins_for_the_other_side() -> None:
    played = play(game(), "c1c2")
    played.resign(FIRST)
    assert played.outcome == Outcome(SECOND, Reason.RESIGNATION)
    assert played.legal_moves() == ()
    with pytest.raises(IllegalMove):
        play(played, "e7e6")


def test_undo_first_reverts_a_resignation_or_agreed_draw() -> None:
    played = play(game(), "c1c2")
    for end in (partial(played.resign, SECOND), played.agree_draw, partial(played.lose_on_time, SECOND)):
        end()
        assert played.outcome is not None
        assert played.undo()
        assert (played.outcome, played.cursor) == (None, 1)
    assert played.undo()
    assert played.cursor == 0


def test_looking_back_keeps_the_end_and_another_move_drops_it() -> None:
    played = play(game(), "c1c2", "e7e6")
    played.forfeit(FIRST, "its program ended with status 3")
    assert played.outcome == Outcome(SECOND, Reason.FAILURE, "its program ended with status 3")
    assert played.outcome.detailed_reason == "a player failed: its program ended with status 3"
    played.go_to(1)
    assert played.outcome is None
    played.go_to(2)
    assert played.outcome == played.end
    played.go_to(1)
    play(played, "e7d7")
    assert (played.outcome, played.end) == (None, None)


def test_a_finished_game_cannot_be_resigned() -> None:
    played = play(game("Ld1 ld7 Pa1"), "d1d7")
    played.resign(FIRST)
    assert played.outcome == Outcome(FIRST, LION_CAPTURED)


def test_history_has_the_keys_since_the_last_progress() -> None:
    played = play(game("Lc1 le7 Ea1 pa3 pg7"), "c1c2", "e7e6", "a1a3")
    assert played.key_history().keys == ()
    play(played, "e6e7", "c2c1")
    assert played.key_history().keys == (played.position_at(3).key, played.position_at(4).key)
    played.go_to(2)
    assert played.key_history().keys == (played.start.key, played.position_at(1).key)


def test_a_copy_is_independent() -> None:
    one = play(Game(CONGO), "d2d3", "d6d5")
    one.undo()
    other = one.copy()
    assert (other.plies, other.cursor) == (one.plies, one.cursor)
    play(other, "c6c5")
    other.resign(0)
    assert one.outcome is None
    assert [ply.move.text for ply in one.plies] == ["d2d3", "d6d5"]
    assert one.cursor == 1


# --- long games, as Conga's can be


def random_game(plies: int) -> Game:
    """Return a game of Conga of that many plies."""
    rules, chance = registry.get("conga"), random.Random(1)
    long = Game(rules)
    while len(long.plies) < plies:
        assert long.outcome is None
        long.play(chance.choice(long.legal_moves()))
    return long


def test_the_work_of_a_game_is_linear_in_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    work = 0
    compare = Position.__eq__

    def counted(one: Position, other: object) -> bool:
        nonlocal work
        work += 1
        return compare(one, other)

    monkeypatch.setattr(Position, "__eq__", counted)
    spent = []
    for plies in (500, 2000):
        work = 0
        long = random_game(plies)
        tree = GameTree(long.rules, long.start)
        tree.set_main([ply.move for ply in long.plies])
        end = tree.main[-1]
        assert end.plies == plies
        tree.game_at(end, tree.game_at(tree.main[-2]))
        spent.append(work)
    assert spent[1] < 6 * spent[0]


@given(st.lists(st.integers(0, 7), max_size=60))
def test_repetitions_are_counted_through_undo_and_new_plies(steps: list[int]) -> None:
    """The count equals that of all positions since the last progress."""
    shuffled = game()
    for step in steps:
        if step < 3:
            shuffled.undo()
        elif step == 3:
            shuffled.redo()
        else:
            with suppress(IllegalMove):
                play(shuffled, SHUFFLE[step - 4])
        since = shuffled.plies[shuffled.cursor - shuffled.progress_clock : shuffled.cursor]
        assert shuffled.repetitions == 1 + [ply.before for ply in since].count(shuffled.position)
        assert shuffled.copy().repetitions == shuffled.repetitions
