"""Moves entered square by square, and by dragging."""

from __future__ import annotations

import pytest

from engine.rules.values import Clicks
from tests.engine.rules.congo.support import CONGO, move, name, path, place, texts

WALK = "Lc1 le7 Mb5 pb4 pc3 pe4"


def clicked(layout: str, squares: str, side: str = "w") -> Clicks:
    """Return the moves of the clicked squares."""
    return CONGO.clicks.after(place(layout, side), path(squares))


def onward(clicks: Clicks) -> dict[str, str]:
    """Return the next squares and what each captures."""
    return {name(target.square): " ".join(map(name, target.captures)) for target in clicks.onward}


def moves(clicks: Clicks) -> list[str]:
    """Return the texts of the moves that the prefix completes."""
    return [one.text for one in clicks.moves]


def test_the_empty_prefix_offers_the_movable_pieces() -> None:
    clicks = clicked("Lc1 le7 Pd2 Pb1 Pc2 Pb2 Pd1", "")
    assert moves(clicks) == []
    movable = {text[:2] for text in texts(place("Lc1 le7 Pd2 Pb1 Pc2 Pb2 Pd1"))}
    assert "c1" not in movable
    assert set(onward(clicks)) == movable


def test_a_piece_offers_where_it_can_go() -> None:
    clicks = clicked("Lc1 le7 Ea1 pa2 pa3", "a1")
    assert moves(clicks) == []
    assert onward(clicks) == {"a2": "a2", "a3": "a3", "b1": ""}


def test_two_squares_are_the_move_and_nothing_follows() -> None:
    clicks = clicked("Lc1 le7 Ea1 pa2 pa3", "a1a3")
    assert moves(clicks) == ["a1a3"]
    assert onward(clicks) == {}


def test_a_monkey_offers_steps_and_jumps_with_their_captures() -> None:
    assert onward(clicked("Lc1 le7 Ma1 pb2", "a1")) == {"a2": "", "b1": "", "c3": "b2"}


def deadly(clicks: Clicks) -> set[str]:
    """Return the next squares on which the piece drowns if its move ends there."""
    return {name(target.square) for target in clicks.onward if target.drowns}


def test_a_piece_staying_in_the_river_drowns() -> None:
    assert deadly(clicked("Lc1 le7 Eb4 pc4", "b4")) == {"a4", "c4", "d4"}
    assert deadly(clicked("Lc1 le7 Ef4", "f4")) == {"d4", "e4", "g4"}


def test_a_piece_entering_the_river_does_not_drown_yet() -> None:
    assert deadly(clicked("Lc1 le7 Eb3", "b3")) == set()


def test_a_piece_outside_the_river_drowns_nowhere() -> None:
    assert deadly(clicked("Lc1 le7 Ea2", "a2")) == set()


def test_the_crocodile_drowns_nowhere() -> None:
    assert deadly(clicked("Lc1 le7 Cb4", "b4")) == set()


def test_a_monkey_jumping_back_into_the_river_drowns() -> None:
    layout = "Lc1 le7 Mb4 pb5 pc5 pb3"
    assert deadly(clicked(layout, "b4")) == {"a4", "c4"}
    assert deadly(clicked(layout, "b4b6")) == {"d4"}
    assert deadly(clicked("Lc1 le7 Mb3 pb4 pc4 pc5", "b3b5")) == set()


def test_a_walk_can_stop_or_go_on_after_each_jump() -> None:
    assert moves(clicked(WALK, "b5")) == []
    first = clicked(WALK, "b5b3")
    assert moves(first) == ["b5b3"]
    assert onward(first) == {"d3": "c3"}
    second = clicked(WALK, "b5b3d3")
    assert moves(second) == ["b5b3d3"]
    assert onward(second) == {"f5": "e4"}
    last = clicked(WALK, "b5b3d3f5")
    assert moves(last) == ["b5b3d3f5"]
    assert onward(last) == {}


def test_a_monkey_step_cannot_be_continued() -> None:
    clicks = clicked("Lc1 le7 Ma1 pc3 pb3", "a1b2")
    assert moves(clicks) == ["a1b2"]
    assert onward(clicks) == {}


def test_every_legal_path_can_be_clicked_not_just_the_written_one() -> None:
    layout = "Le1 le7 Mb5 pc5 pc4 pb4"
    for walk in ("b5d5b3b5", "b5b3d5b5"):
        assert moves(clicked(layout, walk)) == ["b5b3d5b5"]
    assert onward(clicked(layout, "b5d5")) == {"b3": "c4"}
    assert onward(clicked(layout, "b5b3")) == {"d5": "c4"}


def test_a_monkey_can_end_on_the_square_that_it_left() -> None:
    assert onward(clicked("Le1 le7 Mb5 pc5 pc4 pb4", "b5d5b3")) == {"b5": "b4"}


def test_a_clicked_single_jump_is_exactly_itself() -> None:
    layout = "Le1 le7 Mb5 pc5 pc4 pb4 pc6 pd6"
    assert moves(clicked(layout, "b5d5")) == ["b5d5"]


@pytest.mark.parametrize("squares", ["a1a7", "a2", "a2a3", "e7", "e7e6", "d4", "d4d5", "a1a2a3", "c1c1"])
def test_an_invalid_prefix_gives_nothing(squares: str) -> None:
    assert clicked("Lc1 le7 Ea1", squares) == Clicks()


@pytest.mark.parametrize("layout", ["Lc1 le7", "Lc1 ee7 Mc2 pd3", "Mc2 pd3 le7"])
@pytest.mark.parametrize("squares", ["", "c1", "c1c2", "c2", "c2c3", "c2e4"])
def test_nothing_can_be_clicked_when_the_game_is_over(layout: str, squares: str) -> None:
    assert clicked(layout, squares) == Clicks()


@pytest.mark.parametrize("squares", ["e7", "a6", "b4", "b4b2", "b4c3", "b4b2d2"])
def test_pieces_of_the_other_side_cannot_be_clicked(squares: str) -> None:
    assert clicked("Lc1 le7 pa6 mb4 Cb3 Cc2 Ea1", squares) == Clicks()


def test_black_clicks_black_pieces() -> None:
    assert set(onward(clicked("Lc1 le7 pa6 Pa2", "", "b"))) == {"e7", "a6"}


# --- dragging


def drags(layout: str, ends: str) -> list[str]:
    """Return the texts of the moves that a drag can mean."""
    return [one.text for one in CONGO.clicks.moves_between(place(layout), *path(ends))]


def test_a_drag_is_the_move_between_its_ends() -> None:
    assert drags("Lc1 le7 Ea1", "a1a3") == ["a1a3"]
    assert drags("Lc1 le7 Ea1", "a1a4") == []


def test_a_drag_between_the_ends_of_one_path_is_that_path() -> None:
    assert drags(WALK, "b5f5") == ["b5b3d3f5"]


def test_a_drag_between_the_ends_of_several_paths_is_ambiguous() -> None:
    assert drags("Le1 le7 Mb2 pc2 pd3 pc4 pb3", "b2d4") == ["b2b4d4", "b2d2d4"]


def test_a_drag_of_the_monkey_by_one_square_is_the_step() -> None:
    assert drags("Le1 le7 Mb2 pc2 pd3 pc4 pb3", "b2a2") == ["b2a2"]


def test_the_clicked_move_is_played() -> None:
    position = place(WALK)
    assert CONGO.clicks.after(position, path("b5b3d3")).moves == (move(position, "b5b3d3"),)
