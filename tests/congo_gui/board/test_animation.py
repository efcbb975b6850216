"""Animations as data: where pieces are at a given time, and that every animation ends."""

from __future__ import annotations

import pytest

from congo_gui.board.actors import DIMMED_OPACITY, EffectKind, Sprite
from congo_gui.board.animation import Animator
from engine.rules.values import Piece, Placed, Transition

MONKEY, PAWN, SUPERPAWN, ZEBRA = Piece(0, "M"), Piece(0, "P"), Piece(0, "S"), Piece(0, "Z")
ENEMY, OTHER = Piece(1, "G"), Piece(1, "C")
A1, A2, B2, C3, D4, E5 = 0, 7, 8, 16, 24, 32

STEP = Transition(PAWN, (A1, A2))
CAPTURE = Transition(PAWN, (A1, B2), captured=(Placed(B2, ENEMY),))
CHAIN = Transition(
    MONKEY,
    (A1, C3, E5),
    captured=(Placed(B2, ENEMY), Placed(D4, OTHER)),
    jumped=(Placed(B2, ENEMY), Placed(D4, OTHER)),
)
DROWNING = Transition(PAWN, (A1, A2), drowned=(Placed(D4, ZEBRA),))
OWN_DROWNING = Transition(PAWN, (D4 - 1, D4), drowned=(Placed(D4, PAWN),))
PROMOTION = Transition(PAWN, (35, 42), promoted=SUPERPAWN)


def find(animator: Animator, piece: Piece) -> Sprite:
    (sprite,) = [sprite for sprite in animator.sprites() if sprite.piece == piece]
    return sprite


def run(animator: Animator) -> float:
    """Run to the end and return the seconds it took."""
    seconds = 0.0
    while animator.running:
        animator.update(0.01)
        seconds += 0.01
        assert seconds < 3
    return seconds


def test_a_piece_glides_from_start_to_end() -> None:
    animator = Animator()
    animator.start(STEP)
    assert animator.hidden == {A2}
    rows = []
    while animator.running:
        sprite = find(animator, PAWN)
        assert sprite.column == 0
        assert sprite.lift == 0
        rows.append(sprite.row)
        animator.update(0.01)
    assert rows[0] == 0
    assert rows == sorted(rows)
    assert rows[-1] > 0.95
    assert animator.hidden == frozenset()
    assert animator.sprites() == []


@pytest.mark.parametrize(
    ("transition", "shortest", "longest"),
    [(STEP, 0.15, 0.23), (CAPTURE, 0.3, 0.5), (CHAIN, 0.5, 0.65), (DROWNING, 0.6, 0.75)],
)
def test_animations_are_short(transition: Transition, shortest: float, longest: float) -> None:
    animator = Animator()
    animator.start(transition)
    assert shortest <= run(animator) <= longest


def test_the_pace_scales_the_time() -> None:
    usual, slow = Animator(), Animator(pace=2.0)
    usual.start(CHAIN)
    slow.start(CHAIN)
    assert run(slow) == pytest.approx(2 * run(usual), abs=0.05)


def test_at_pace_zero_nothing_moves() -> None:
    animator = Animator(pace=0)
    animator.start(CHAIN)
    assert not animator.running
    assert animator.hidden == frozenset()
    assert animator.sprites() == []
    animator.start_diff({A1: PAWN}, {A2: PAWN})
    assert not animator.running


def test_switching_animations_off_ends_the_running_one() -> None:
    animator = Animator()
    animator.start(STEP)
    animator.pace = 0
    assert not animator.update(0.001)


def test_finish_jumps_to_the_end() -> None:
    animator = Animator()
    animator.start(CHAIN)
    animator.finish()
    assert not animator.running
    assert animator.sprites() == []
    assert animator.effects() == []


def test_a_captured_piece_stays_until_it_is_reached_and_then_bursts() -> None:
    animator = Animator()
    animator.start(CAPTURE)
    assert find(animator, ENEMY).opacity == 1
    assert animator.effects() == []
    animator.update(0.25)
    assert 0 < find(animator, ENEMY).opacity < 1
    assert [effect.kind for effect in animator.effects()] == [EffectKind.BURST]
    assert animator.sprites()[-1].piece == PAWN


def test_jumped_animals_dim_and_disappear_at_the_end_of_the_move() -> None:
    animator = Animator()
    animator.start(CHAIN)
    animator.update(0.17)
    assert find(animator, ENEMY).opacity == pytest.approx(DIMMED_OPACITY)
    assert find(animator, OTHER).opacity == 1
    animator.update(0.17)
    assert find(animator, OTHER).opacity == pytest.approx(DIMMED_OPACITY)
    animator.update(0.1)
    assert find(animator, ENEMY).opacity < DIMMED_OPACITY
    assert len(animator.effects()) == 2


def test_jumps_rise_above_the_board_and_land_again() -> None:
    animator = Animator()
    animator.start(CHAIN)
    animator.update(0.1)
    assert find(animator, MONKEY).lift > 0.15
    assert find(animator, MONKEY).scale > 1.1
    animator.update(0.09)
    assert find(animator, MONKEY).lift < 0.1


def test_a_knights_jump_rises_too() -> None:
    animator = Animator()
    animator.start(Transition(ZEBRA, (A1, 15)))
    animator.update(0.09)
    assert find(animator, ZEBRA).lift > 0.1


def test_displayed_legs_are_not_animated_again() -> None:
    animator = Animator()
    animator.start(CHAIN, shown=1)
    assert (find(animator, MONKEY).column, find(animator, MONKEY).row) == (2, 2)
    assert find(animator, ENEMY).opacity == pytest.approx(DIMMED_OPACITY)
    assert find(animator, OTHER).opacity == 1


def test_a_dropped_piece_stays_where_it_was_dropped() -> None:
    animator = Animator()
    animator.start(CAPTURE, shown=1)
    assert (find(animator, PAWN).column, find(animator, PAWN).row) == (1, 1)
    assert len(animator.effects()) == 1
    assert run(animator) < 0.3


def test_a_drowning_piece_sinks_when_the_move_has_ended() -> None:
    animator = Animator()
    animator.start(DROWNING)
    assert find(animator, ZEBRA).water == 0
    animator.update(0.4)
    early = find(animator, ZEBRA)
    animator.update(0.2)
    late = find(animator, ZEBRA)
    assert 0 < early.water < late.water
    assert early.scale > late.scale
    assert early.opacity > late.opacity
    assert [effect.kind for effect in animator.effects()] == [EffectKind.RIPPLES]


def test_piece_moving_within_the_river_arrives_and_sinks() -> None:
    animator = Animator()
    animator.start(OWN_DROWNING)
    while animator.running:
        assert find(animator, PAWN).row == 3
        animator.update(0.02)


def test_promotion_shows_the_new_piece_on_arrival() -> None:
    animator = Animator()
    animator.start(PROMOTION)
    assert find(animator, PAWN).row == 5
    animator.update(0.2)
    assert find(animator, SUPERPAWN).row == 6
    assert [effect.kind for effect in animator.effects()] == [EffectKind.FLASH]


def test_one_leg_of_an_unfinished_path_hops() -> None:
    animator = Animator()
    animator.follow(MONKEY, (A1,), (A1, C3))
    assert animator.hidden == {C3}
    animator.update(0.08)
    assert find(animator, MONKEY).lift > 0.1
    assert run(animator) < 0.12


def test_a_leg_taken_back_hops_back() -> None:
    animator = Animator()
    animator.follow(MONKEY, (A1, C3, E5), (A1, C3))
    assert animator.hidden == {C3}
    assert find(animator, MONKEY).column == 4
    animator.update(0.12)
    assert find(animator, MONKEY).column < 3


@pytest.mark.parametrize(
    ("before", "after"), [((), (A1,)), ((A1,), ()), ((A1, C3), (A2,)), ((A1,), (A1,)), ((A1, C3, E5), (A1,))]
)
def test_other_path_changes_are_not_animated(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    animator = Animator()
    animator.follow(MONKEY, before, after)
    assert not animator.running


def test_a_difference_moves_equal_pieces_to_the_nearest_place() -> None:
    animator = Animator()
    animator.start_diff({A1: PAWN, 6: PAWN, 20: ENEMY}, {A2: PAWN, 13: PAWN, 20: ENEMY})
    assert {(sprite.column, sprite.row) for sprite in animator.sprites()} == {(0, 0), (6, 0)}
    animator.update(0.1)
    assert {sprite.column for sprite in animator.sprites()} == {0, 6}
    assert animator.hidden == {A2, 13}


def test_a_difference_fades_unpaired_pieces() -> None:
    animator = Animator()
    animator.start_diff({A1: PAWN}, {B2: ENEMY})
    animator.update(0.1)
    assert 0 < find(animator, PAWN).opacity < 1
    assert 0 < find(animator, ENEMY).opacity < 1
    assert animator.hidden == {B2}


def test_a_capture_taken_back_brings_the_captured_piece_back() -> None:
    animator = Animator()
    animator.start_diff({B2: PAWN}, {A1: PAWN, B2: ENEMY})
    animator.update(0.15)
    assert find(animator, PAWN).column < 0.5
    assert find(animator, ENEMY).column == 1


def test_no_difference_is_no_animation() -> None:
    animator = Animator()
    animator.start_diff({A1: PAWN}, {A1: PAWN})
    assert not animator.running
