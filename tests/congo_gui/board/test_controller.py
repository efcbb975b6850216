"""Clicks, drags and keys in a scripted game: moves played, questions asked, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from congo_gui.board.controller import BoardController, ClickRefused, MoveAmbiguous, MoveEntered
from congo_gui.board.state import Drag
from engine.rules.rules import Rules
from engine.rules.values import Clicks, Danger, Move, Piece, PieceWarning, Target, Transition

PAWN, PAWN_STEP, PAWN_TAKE = 10, 17, 18
MONKEY, STEP, FIRST, SECOND, LAST, BACK = 1, 2, 15, 31, 45, 17
ZEBRA = 6

step = Move(1, "d2d3", (PAWN, PAWN_STEP))
take = Move(2, "d2e3", (PAWN, PAWN_TAKE))
walk = Move(3, "b1c1", (MONKEY, STEP))
one_jump = Move(4, "b1b3", (MONKEY, FIRST))
two_jumps = Move(5, "b1b3d5", (MONKEY, FIRST, SECOND))
three_jumps = Move(6, "b1b3d5d7", (MONKEY, FIRST, SECOND, LAST))
there_and_back = Move(7, "b1b3d3b1", (MONKEY, FIRST, BACK, MONKEY))
ambiguous = (Move(8, "b1b3f3", (MONKEY, FIRST, 19)), Move(9, "b1d3f3", (MONKEY, 17, 19)))

CLICKS = {
    (): Clicks(onward=(Target(PAWN), Target(MONKEY), Target(ZEBRA))),
    (PAWN,): Clicks(onward=(Target(PAWN_STEP), Target(PAWN_TAKE, (PAWN_TAKE,)))),
    (PAWN, PAWN_STEP): Clicks(moves=(step,)),
    (PAWN, PAWN_TAKE): Clicks(moves=(take,)),
    (ZEBRA,): Clicks(onward=(Target(19),)),
    (ZEBRA, 19): Clicks(moves=ambiguous),
    (MONKEY,): Clicks(onward=(Target(STEP), Target(FIRST, (8,)))),
    (MONKEY, STEP): Clicks(moves=(walk,)),
    (MONKEY, FIRST): Clicks(moves=(one_jump,), onward=(Target(SECOND, (23,)), Target(BACK, (16,)))),
    (MONKEY, FIRST, BACK): Clicks(onward=(Target(MONKEY, (9,)),)),
    (MONKEY, FIRST, BACK, MONKEY): Clicks(moves=(there_and_back,)),
    (MONKEY, FIRST, SECOND): Clicks(moves=(two_jumps,), onward=(Target(LAST, (38,)),)),
    (MONKEY, FIRST, SECOND, LAST): Clicks(moves=(three_jumps,)),
}
BETWEEN = {(MONKEY, LAST): (three_jumps,), (MONKEY, 19): ambiguous}
SHOWN = Transition(Piece(0, "M"), (MONKEY, FIRST))


@pytest.fixture
def rules(scripted: Callable[..., Any]) -> Any:
    return scripted(
        CLICKS, BETWEEN, warnings=(PieceWarning(Danger.WILL_DROWN, 24),), transitions={one_jump: SHOWN}
    )


@pytest.fixture
def board(rules: Rules, start_playing: Callable[[Rules], BoardController]) -> BoardController:
    return start_playing(rules)


def click(board: BoardController, *squares: int | None) -> Any:
    """Click the squares and return the last result; the clicks before must not decide anything."""
    answer = None
    for square in squares:
        assert answer is None or isinstance(answer, ClickRefused)
        answer = board.press(square, (0, 0)) or board.release(square)
    return answer


def drag(board: BoardController, start: int, end: int | None) -> Any:
    assert board.press(start, (0, 0)) is None
    board.motion(start, (9, 9))
    board.motion(end, (99, 99))
    return board.release(end)


# --- clicks


def test_a_click_on_a_piece_selects_it_and_shows_its_targets(board: BoardController) -> None:
    assert click(board, PAWN) is None
    assert board.state.path == (PAWN,)
    assert {target.square for target in board.state.targets} == {PAWN_STEP, PAWN_TAKE}
    assert not board.waiting


def test_a_click_on_a_target_plays_the_move(board: BoardController) -> None:
    assert click(board, PAWN, PAWN_STEP) == MoveEntered(step, (PAWN, PAWN_STEP), 0)
    assert board.state.path == board.state.targets == ()


def test_a_second_click_deselects(board: BoardController) -> None:
    assert click(board, PAWN, PAWN) is None
    assert board.state.path == ()
    assert click(board, PAWN) is None
    assert board.state.path == (PAWN,)


@pytest.mark.parametrize(("elsewhere", "answer"), [(40, ClickRefused((PAWN,), 40)), (None, None)])
def test_a_click_elsewhere_deselects(board: BoardController, elsewhere: int | None, answer: object) -> None:
    assert click(board, PAWN, elsewhere) == answer
    assert board.state.path == ()


def test_a_click_on_another_own_piece_selects_that_one(board: BoardController) -> None:
    click(board, PAWN, MONKEY)
    assert board.state.path == (MONKEY,)
    click(board, FIRST, PAWN)
    assert board.state.path == (PAWN,)
    assert board.state.taken == ()


def test_clicking_an_immovable_piece_does_nothing(board: BoardController) -> None:
    assert click(board, None) is None
    assert click(board, 40, None, 41) == ClickRefused((), 41)
    assert board.state.path == ()


# --- chains of jumps


def test_continuable_jump_waits_and_shows_its_captures(board: BoardController) -> None:
    assert click(board, MONKEY, FIRST) is None
    assert board.waiting
    assert board.state.taken == (8,)
    assert click(board, SECOND) is None
    assert board.state.path == (MONKEY, FIRST, SECOND)
    assert board.state.taken == (8, 23)


def test_final_jump_is_played_at_once(board: BoardController) -> None:
    answer = click(board, MONKEY, FIRST, SECOND, LAST)
    assert answer == MoveEntered(three_jumps, three_jumps.path, shown=2)
    assert board.state.taken == ()


def test_a_second_click_stops_the_chain(board: BoardController) -> None:
    assert click(board, MONKEY, FIRST, FIRST) == MoveEntered(one_jump, (MONKEY, FIRST), shown=1)


def test_enter_stops_the_chain(board: BoardController) -> None:
    click(board, MONKEY, FIRST, SECOND)
    assert board.enter() == MoveEntered(two_jumps, two_jumps.path, shown=2)


def test_enter_before_any_jump_does_nothing(board: BoardController) -> None:
    assert board.enter() is None
    click(board, MONKEY)
    assert board.commit() is None
    assert board.state.path == (MONKEY,)


def test_a_chain_can_return_to_its_start(board: BoardController) -> None:
    click(board, MONKEY, FIRST, BACK)
    assert not board.waiting
    assert board.commit() is None
    assert click(board, MONKEY) == MoveEntered(there_and_back, there_and_back.path, shown=2)


def test_clicking_the_start_restarts_a_chain_unable_to_return(board: BoardController) -> None:
    click(board, MONKEY, FIRST, SECOND, MONKEY)
    assert board.state.path == (MONKEY,)


def test_misclick_keeps_the_chain(board: BoardController) -> None:
    click(board, MONKEY, FIRST, 40, None)
    assert board.state.path == (MONKEY, FIRST)


def test_escape_takes_back_leg_by_leg(board: BoardController) -> None:
    click(board, MONKEY, FIRST, SECOND)
    paths = []
    while board.cancel():
        paths.append((board.state.path, board.state.taken))
    assert paths == [((MONKEY, FIRST), (8,)), ((MONKEY,), ()), ((), ())]


def test_the_right_button_takes_back_one_leg(board: BoardController) -> None:
    click(board, MONKEY, FIRST)
    board.right_press()
    assert board.state.path == (MONKEY,)
    assert click(board, STEP) == MoveEntered(walk, walk.path, 0)


def test_the_end_of_the_only_chain_can_be_clicked_at_once(board: BoardController) -> None:
    assert click(board, MONKEY, LAST) == MoveEntered(three_jumps, three_jumps.path, 0)


def test_ambiguous_chain_end_asks(board: BoardController) -> None:
    assert click(board, MONKEY, 19) == MoveAmbiguous(ambiguous)
    assert board.state.path == (MONKEY,)


def test_ambiguous_squares_ask(board: BoardController) -> None:
    assert click(board, ZEBRA, 19) == MoveAmbiguous(ambiguous)


# --- drags


def test_a_drag_plays_the_move_and_leaves_the_piece_where_it_was_dropped(board: BoardController) -> None:
    assert drag(board, PAWN, PAWN_TAKE) == MoveEntered(take, take.path, shown=1)
    assert board.state.drag is None


def test_a_drag_starts_after_three_pixels(board: BoardController) -> None:
    board.press(PAWN, (100, 100))
    board.motion(PAWN, (103, 100))
    assert board.state.drag is None
    board.motion(PAWN, (103, 101))
    assert board.state.drag == Drag(PAWN, (103, 101))
    board.motion(PAWN, (101, 100))
    assert board.state.drag == Drag(PAWN, (101, 100))


def test_drag_back_to_its_start_keeps_the_selection(board: BoardController) -> None:
    for _ in range(2):
        assert drag(board, PAWN, PAWN) is None
        assert board.state.path == (PAWN,)


@pytest.mark.parametrize("elsewhere", [40, None, MONKEY])
def test_a_drag_to_nowhere_puts_the_piece_back(board: BoardController, elsewhere: int | None) -> None:
    assert drag(board, PAWN, elsewhere) == (None if elsewhere is None else ClickRefused((PAWN,), elsewhere))
    assert board.state.path == (PAWN,)
    assert board.state.drag is None


def test_a_drag_is_seen_even_when_no_motion_was_reported(board: BoardController) -> None:
    board.press(PAWN, (0, 0))
    assert board.release(PAWN_STEP) == MoveEntered(step, step.path, shown=1)


def test_a_chain_can_be_dragged_leg_by_leg(board: BoardController) -> None:
    assert drag(board, MONKEY, FIRST) is None
    assert board.waiting
    assert drag(board, FIRST, SECOND) is None
    assert drag(board, SECOND, LAST) == MoveEntered(three_jumps, three_jumps.path, shown=3)


def test_a_drag_to_the_end_of_the_only_chain_plays_it(board: BoardController) -> None:
    assert drag(board, MONKEY, LAST) == MoveEntered(three_jumps, three_jumps.path, shown=3)


def test_ambiguous_drag_asks(board: BoardController) -> None:
    assert drag(board, MONKEY, 19) == MoveAmbiguous(ambiguous)


def test_press_extending_a_chain_does_not_stop_it(board: BoardController) -> None:
    click(board, MONKEY)
    assert board.press(FIRST, (0, 0)) is None
    assert board.release(FIRST) is None
    assert board.state.path == (MONKEY, FIRST)


def test_escape_during_a_drag_lets_the_piece_go(board: BoardController) -> None:
    board.press(PAWN, (0, 0))
    board.motion(PAWN_STEP, (50, 50))
    assert board.cancel()
    assert board.state.drag is None
    assert board.state.path == (PAWN,)
    assert board.release(PAWN_STEP) is None


def test_the_right_button_during_a_held_click_cancels_it(board: BoardController) -> None:
    board.press(PAWN, (0, 0))
    board.right_press()
    assert board.release(PAWN_STEP) is None
    assert board.state.path == ()


# --- the keyboard


def steer(board: BoardController, square: int) -> None:
    """Walk the cursor to a square, one key at a time."""
    if board.state.cursor is None:
        board.move_cursor(1, 0)
    while (cursor := board.state.cursor) != square:
        assert cursor is not None
        row, column = cursor // 7, cursor % 7
        across = (column < square % 7) - (column > square % 7)
        board.move_cursor(across, 0 if across else (row < square // 7) - (row > square // 7))


def test_first_arrow_key_shows_the_cursor_on_a_movable_piece(board: BoardController) -> None:
    board.move_cursor(1, 0)
    assert board.state.cursor == MONKEY


def test_the_cursor_stays_on_the_board(board: BoardController) -> None:
    for dx, dy, corner in ((-1, -1, 0), (1, -1, 6), (1, 1, 48), (-1, 1, 42)):
        for _ in range(8):
            board.move_cursor(dx, dy)
        assert board.state.cursor == corner


def test_arrows_follow_the_screen_when_the_board_is_flipped(board: BoardController) -> None:
    board.state.cursor = 24
    board.move_cursor(1, 0, flipped=True)
    assert board.state.cursor == 23
    board.move_cursor(0, 1, flipped=True)
    assert board.state.cursor == 16


def test_a_move_can_be_entered_with_the_cursor(board: BoardController) -> None:
    steer(board, PAWN)
    assert board.enter() is None
    steer(board, PAWN_STEP)
    assert board.enter() == MoveEntered(step, step.path, 0)


def test_a_chain_can_be_entered_and_stopped_with_the_cursor(board: BoardController) -> None:
    for square in (MONKEY, FIRST, SECOND):
        steer(board, square)
        assert board.enter() is None
    assert board.enter() == MoveEntered(two_jumps, two_jumps.path, shown=2)


def test_a_mouse_press_hides_the_cursor(board: BoardController) -> None:
    steer(board, PAWN)
    board.press(None, (0, 0))
    assert board.state.cursor is None


def test_escape_hides_the_cursor_last(board: BoardController) -> None:
    steer(board, PAWN)
    board.enter()
    assert board.cancel()
    assert board.state.cursor == PAWN
    assert board.cancel()
    assert board.state.cursor is None
    assert not board.cancel()


# --- what is shown


def test_hovering_shows_the_pieces_moves(board: BoardController, rules: Any) -> None:
    board.motion(PAWN, (5, 5))
    assert board.state.hover == PAWN
    assert {target.square for target in board.state.hover_targets} == {PAWN_STEP, PAWN_TAKE}
    asked = len(rules.clicks.asked)
    board.motion(40, (6, 6))
    assert board.state.hover_targets == ()
    board.motion(PAWN, (5, 5))
    assert len(rules.clicks.asked) == asked


def test_nothing_is_hinted_while_a_piece_is_selected(board: BoardController) -> None:
    click(board, MONKEY)
    board.motion(PAWN, (5, 5))
    assert board.state.hover_targets == ()


def test_a_candidate_can_be_previewed(board: BoardController) -> None:
    board.preview(one_jump)
    assert board.state.preview == SHOWN
    board.preview(None)
    assert board.state.preview is None


def test_the_player_is_warned_only_when_to_move(rules: Any) -> None:
    board = BoardController(rules)
    board.set_position(rules.start(), frozenset({0}))
    assert [warning.square for warning in board.state.warnings] == [24]
    board.set_position(rules.start(), frozenset({1}))
    assert board.state.warnings == ()


def test_without_movable_sides_nothing_moves(rules: Any) -> None:
    board = BoardController(rules)
    board.set_position(rules.start(), frozenset())
    assert click(board, PAWN, PAWN_STEP) is None
    board.motion(PAWN, (0, 0))
    assert rules.clicks.asked == []
    assert board.state.path == board.state.hover_targets == ()


def test_new_position_cancels_the_input(board: BoardController, rules: Rules) -> None:
    board.press(MONKEY, (0, 0))
    board.motion(FIRST, (50, 50))
    board.preview(one_jump)
    board.set_position(rules.start(), frozenset({0}), last=SHOWN)
    assert board.release(FIRST) is None
    state = board.state
    assert (state.path, state.targets, state.drag, state.preview) == ((), (), None, None)
    assert state.last == SHOWN


def test_the_revision_grows_with_every_change_and_only_then(board: BoardController) -> None:
    board.motion(40, (1, 1))
    before = board.state.revision
    board.motion(40, (2, 2))
    assert board.state.revision == before
    board.motion(41, (3, 3))
    assert board.state.revision > before
