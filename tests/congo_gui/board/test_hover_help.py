"""Hover help: the moves of a piece of either side, including jumps, shown after a delay."""

from __future__ import annotations

from congo_gui.board.piece_help import HOVER_DELAY_S, HoverTimer, reach
from tests.congo_gui.driver import CONGO, TRIPLE_JUMP
from tests.engine.rules.congo.support import at, place


def squares(*names: str) -> set[int]:
    return {at(name) for name in names}


def reached(layout: str, name: str, side: str = "w") -> tuple[set[int], set[int]]:
    """Return the squares that a piece could reach, and those it could capture."""
    targets = reach(CONGO, place(layout, side), at(name))
    return {target.square for target in targets}, {taken for target in targets for taken in target.captures}


def test_a_piece_of_either_side_is_explained_whichever_side_is_to_move() -> None:
    layout = "Lc1 le7 Ea1 pg6 za2"
    for side in "wb":
        assert reached(layout, "a1", side) == (squares("a2", "a3", "b1"), squares("a2"))
        assert reached(layout, "g6", side) == (squares("g5", "f5"), set())


def test_an_empty_square_and_a_finished_game_have_nothing_to_show() -> None:
    assert reach(CONGO, place("Lc1 le7 Ea1"), at("d4")) == ()
    assert reach(CONGO, place("Lc1 Ea1"), at("a1")) == ()


def test_all_jumps_of_a_turn_are_shown() -> None:
    targets = reach(CONGO, CONGO.notation.parse(TRIPLE_JUMP), at("b1"))
    assert squares("d3", "f5", "d7") <= {target.square for target in targets}
    assert {taken for target in targets for taken in target.captures} == squares("c2", "e4", "e6")


def test_many_possible_jumps_are_found_quickly() -> None:
    crowd = CONGO.notation.parse("1M3M1/1GpplG1/2p1p1G/GpppppG/G1p1p2/1CpLpC1/1M1M1M1 w 1")
    assert len(reach(CONGO, crowd, at("d1"))) < 49


def test_only_a_resting_pointer_gets_an_explanation() -> None:
    explained = HoverTimer()
    assert explained.next_change is None
    explained.point(3)
    assert not explained.update(HOVER_DELAY_S * 0.9)
    explained.point(4)
    assert not explained.update(HOVER_DELAY_S * 0.9)
    assert explained.next_change is not None
    assert explained.update(HOVER_DELAY_S * 0.2)
    assert explained.square == 4
    assert explained.next_change is None
    explained.point(4)
    assert explained.square == 4
    explained.point(None)
    assert explained.square is None


def test_no_explanation_right_after_a_click() -> None:
    explained = HoverTimer()
    explained.point(3)
    explained.press()
    assert explained.update(HOVER_DELAY_S)
    explained.release()
    assert not explained.update(10 * HOVER_DELAY_S)
    assert explained.next_change is None
    explained.point(4)
    explained.point(3)
    assert explained.update(HOVER_DELAY_S)
