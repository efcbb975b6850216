"""The monkey: steps, jumps, walks of several jumps, and the rulings on them."""

from __future__ import annotations

import pytest

from tests.engine.rules.congo.support import (
    CONGO,
    after,
    as_set,
    assert_after,
    assert_targets,
    layout_of,
    move,
    ordered,
    place,
    targets,
    texts,
    winner,
)

AROUND_D4 = "c3 c4 c5 d3 d5 e3 e4 e5"
TWO_FROM_D4 = "b2 b4 b6 d2 d6 f2 f4 f6"


def test_monkey_steps_in_all_directions() -> None:
    assert_targets("Lc1 le7 Md4", "d4", AROUND_D4)
    assert_targets("Lc1 le7 Ma1", "a1", "a2 b1 b2")


def test_monkey_does_not_capture_by_stepping() -> None:
    assert_targets("Lc1 le7 Ma1 pa2 Pa3 eb1 pb2 Pc3", "a1", "")


def test_monkey_jumps_over_an_enemy_in_all_directions() -> None:
    layout = "Lc1 le7 Md4 " + " ".join(f"p{square}" for square in AROUND_D4.split())
    landings = {target for target in targets(place(layout), "d4").split() if len(target) == 2}
    assert landings == set(TWO_FROM_D4.split())


def test_monkey_jumps_amid_the_whole_enemy() -> None:
    layout = "Lc1 Md4 ld5 " + " ".join(f"p{square}" for square in AROUND_D4.split() if square != "d5")
    landings = {target for target in targets(place(layout), "d4").split() if len(target) == 2}
    assert landings == set(TWO_FROM_D4.split())


def test_monkey_captures_the_jumped_pieces() -> None:
    assert_after("Lc1 le7 Ma1 pb2", "a1c3", "Lc1 le7 Mc3")


@pytest.mark.parametrize("kind", "zegcmps")
def test_monkey_jumps_over_every_kind(kind: str) -> None:
    assert_after(f"Lc1 le7 Ma2 {kind}b2", "a2c2", "Lc1 le7 Mc2")


def test_monkey_does_not_jump_over_its_own() -> None:
    assert_targets("Lc1 le7 Ma1 Pb2 Pa2 Pb1", "a1", "")


def test_monkey_does_not_jump_over_empty_squares() -> None:
    assert_targets("Ld1 le7 Ma1 pc3 pa3", "a1", "a2 b1 b2")


@pytest.mark.parametrize("behind", ["Pc3", "pc3", "Cc3", "cc3"])
def test_monkey_lands_on_an_empty_square_only(behind: str) -> None:
    assert_targets(f"Ld1 le7 Ma1 pb2 {behind}", "a1", "a2 b1")


def test_monkey_does_not_jump_off_the_board() -> None:
    assert_targets("Lc1 le7 Mb6 pa6 sb7 sa7", "b6", "a5 b5 c5 c6 c7")


@pytest.mark.parametrize(
    ("start", "over", "landing"),
    [("e7", "f7", "g7"), ("g5", "g6", "g7"), ("a3", "a2", "a1"), ("c1", "b1", "a1")],
)
def test_monkey_jumps_along_the_edge_into_the_corner(start: str, over: str, landing: str) -> None:
    assert_after(f"Ld1 ld7 M{start} e{over}", f"{start}{landing}", f"Ld1 ld7 M{landing}")


def test_monkey_lands_straight_behind_and_not_further() -> None:
    assert_targets("Ld1 le7 Ma1 pa2 Pb1 Pb2", "a1", "a3")


# --- walks


def test_monkey_may_stop_after_any_jump() -> None:
    assert_targets("Ld2 lc7 Ma1 pb2 pd3 pf2", "a1", "a2 b1 c3 c3e3 c3e3g1")


def test_monkey_jumps_on_in_any_direction() -> None:
    # From c3, where its first jump lands, eight enemies stand around it, the one it came over included.
    layout = "Ld1 le7 Ma1 pb2 pb3 pb4 pc2 pc4 pd2 pd3 pd4"
    second = {text[2:4] for text in targets(place(layout), "a1").split() if len(text) == 4}
    assert second == {"a3", "a5", "c1", "c5", "e1", "e3", "e5"}


def test_monkey_removes_all_captures_at_the_end_of_the_move() -> None:
    assert_after("Lc1 le7 Mb5 pb4 pc3 pe4", "b5b3d3f5", "Lc1 le7 Mf5")
    assert_after("Lc1 le7 Mb5 pb4 pc3 pe4", "b5b3", "Lc1 le7 Mb3 pc3 pe4")
    assert_after("Lc1 le7 Mb5 pb4 pc3 pe4", "b5b3d3", "Lc1 le7 Md3 pe4")


def test_monkey_may_visit_a_square_twice() -> None:
    # c3 is left, entered again, and left once more.
    layout = "Le1 le7 Ma1 pb2 pd3 pd2 pc2 pc4"
    assert "a1c3c1e3c3c5" in texts(place(layout), "a1")
    assert_after(layout, "a1c3e3c1c3c5", "Le1 le7 Mc5")


def test_monkey_may_not_jump_the_same_enemy_twice() -> None:
    assert targets(place("Ld1 le7 Ma1 pb2"), "a1") == "a2 b1 c3"
    # From d3 it does not go back over c3.
    assert "b3d3b3" not in targets(place("Ld1 le7 Mb5 pb4 pc3"), "b5").split()


def test_start_square_counts_as_empty_during_the_move() -> None:
    # Through b5, where the walk began, and on.
    layout = "Le1 le7 Mb5 pc5 pc4 pb4 pb6"
    assert "b5b3d5b5b7" in texts(place(layout), "b5")
    assert_after(layout, "b5b3d5b5b7", "Le1 le7 Mb7")


def test_move_may_end_on_its_start_square() -> None:
    # The ruling's own example, and the same three captures the other way round are the same move.
    layout = "Le1 le7 Mb5 pc5 pc4 pb4"
    assert move(place(layout), "b5d5b3b5") == move(place(layout), "b5b3d5b5")
    assert_after(layout, "b5d5b3b5", "Le1 le7 Mb5")


def test_a_path_has_at_least_one_jump() -> None:
    for layout in ("Lc1 le7 Md4", "Lc1 le7 Md4 pd5"):
        assert not any(text == "" or text == "d4" for text in targets(place(layout), "d4").split())


def test_a_step_is_not_followed_by_a_jump() -> None:
    assert all(len(target) == 2 for target in targets(place("Lc1 lc7 Ma1 pc3 pc2"), "a1").split())


def test_paths_with_the_same_captures_and_end_are_one_move() -> None:
    # Round the four enemies in either direction; from b2 back to b2.
    position = place("Le1 le7 Mb2 pc2 pd3 pc4 pb3")
    rounds = [text for text in texts(position, "b2") if len(text) == 10]
    assert rounds == ["b2b4d4d2b2"]
    assert move(position, "b2d2d4b4b2") == move(position, "b2b4d4d2b2")


def test_same_ends_with_other_captures_are_different_moves() -> None:
    position = place("Le1 le7 Mb2 pc2 pd3 pc4 pb3 pc3")
    to_d4 = [text for text in texts(position, "b2") if text.endswith("d4")]
    assert to_d4 == ["b2b4d2d4", "b2b4d4", "b2b4d4b2d2d4", "b2d2b4d4", "b2d2d4", "b2d4"]
    transitions = [CONGO.transition(position, move(position, text)) for text in to_d4]
    assert len({frozenset(as_set(transition.captured)) for transition in transitions}) == len(to_d4)


def test_every_move_list_names_a_move_once() -> None:
    position = place("Le1 le7 Mb2 pc2 pd3 pc4 pb3 pc3")
    assert len(texts(position)) == len(set(texts(position)))


# --- the lion


def test_jumping_over_the_lion_does_not_end_the_move_early() -> None:
    position = place("Ld1 Mb5 lc6 pe6")
    assert texts(position, "b5d7") == ["b5d7", "b5d7f5"]
    assert layout_of(after(position, "b5d7")) == ordered("Ld1 Md7 pe6")
    assert layout_of(after(position, "b5d7f5")) == ordered("Ld1 Mf5")
    assert winner(after(position, "b5d7")) == winner(after(position, "b5d7f5")) == "w"


def test_lion_is_removed_with_the_rest_when_the_move_ends() -> None:
    position = place("Ld1 Mb1 pc2 ce4 le6")
    assert layout_of(after(position, "b1d3f5d7")) == ordered("Ld1 Md7")
    assert winner(after(position, "b1d3f5")) is None
    assert winner(after(position, "b1d3f5d7")) == "w"
