"""The lion: steps within its castle, and the flying capture across the river."""

from __future__ import annotations

import pytest

from tests.engine.rules.congo.support import (
    after,
    assert_targets,
    flipped,
    flipped_squares,
    place,
    targets,
    texts,
    winner,
)


@pytest.mark.parametrize(
    ("layout", "start", "expected"),
    [
        ("Ld2 lc7 Pa1", "d2", "c1 c2 c3 d1 d3 e1 e2 e3"),
        ("Lc1 le7 Pa1", "c1", "c2 d1 d2"),
        ("Le1 lc7 Pa1", "e1", "d1 d2 e2"),
    ],
)
def test_lion_steps_in_all_directions(layout: str, start: str, expected: str) -> None:
    assert_targets(layout, start, expected)


@pytest.mark.parametrize(
    ("layout", "start", "expected"),
    [
        ("Lc3 ld7 pa7", "c3", "c2 d2 d3"),
        ("Le2 ld7 pa7", "e2", "d1 d2 d3 e1 e3"),
        ("Ld3 lc7 pa7", "d3", "c2 c3 d2 e2 e3"),
    ],
)
def test_lion_may_not_leave_its_castle(layout: str, start: str, expected: str) -> None:
    assert_targets(layout, start, expected)


def test_lion_may_not_leave_its_castle_to_capture() -> None:
    assert_targets("Lc3 ld7 pb3 pb2 pb4 pc4 pd4", "c3", "c2 d2 d3")


def test_lion_captures_within_its_castle() -> None:
    assert_targets("Lc2 ld7 pc3 zd3 Pd1", "c2", "c1 c3 d2 d3")


def test_lion_does_not_capture_its_own() -> None:
    assert_targets("Lc1 le7 Pc2 Pd1 Pd2", "c1", "")


def test_lion_may_step_where_it_can_be_captured() -> None:
    # The elephant on d5 reaches d3.
    assert "d3" in targets(place("Lc2 le7 ed5"), "c2").split()


def test_other_pieces_may_move_while_the_lion_can_be_captured() -> None:
    # The zebra on c4 attacks the lion; there is no check that would have to be answered.
    position = place("Ld2 le7 zc4 Pa1")
    assert texts(position, "a1") == ["a1a2", "a1b2"]


def test_a_piece_may_open_the_line_between_the_lions() -> None:
    position = after(place("Ld1 ld7 Zd3"), "d3b2")
    assert "d7d1" in texts(position)


@pytest.mark.parametrize("start", ["c1", "c2", "c3"])
@pytest.mark.parametrize("end", ["c5", "c6", "c7"])
def test_flying_capture_along_a_file(start: str, end: str) -> None:
    layout = f"L{start} l{end} Pa1"
    assert end in targets(place(layout), start).split()
    assert start in targets(place(layout, "b"), end).split()


@pytest.mark.parametrize("file", "cde")
def test_flying_capture_on_every_file_of_the_castles(file: str) -> None:
    position = place(f"L{file}2 l{file}6 Pa1")
    assert f"{file}2{file}6" in texts(position)
    assert winner(after(position, f"{file}2{file}6")) == "w"


@pytest.mark.parametrize("blocker", "PpCc")
@pytest.mark.parametrize("rank", "23456")
def test_flying_capture_along_a_file_is_blocked_by_any_piece_between(blocker: str, rank: str) -> None:
    layout = f"Ld1 ld7 {blocker}d{rank}"
    assert "d7" not in targets(place(layout), "d1").split()
    assert "d1" not in targets(place(layout, "b"), "d7").split()


@pytest.mark.parametrize(("start", "end"), [("c3", "e5"), ("e3", "c5")])
def test_flying_capture_along_the_diagonals_over_d4(start: str, end: str) -> None:
    layout = f"L{start} l{end} Pa1"
    assert end in targets(place(layout), start).split()
    assert start in targets(place(layout, "b"), end).split()


@pytest.mark.parametrize("blocker", ["Pd4", "pd4", "Md4", "cd4"])
@pytest.mark.parametrize(("start", "end"), [("c3", "e5"), ("e3", "c5")])
def test_flying_capture_along_a_diagonal_is_blocked_on_d4(start: str, end: str, blocker: str) -> None:
    layout = f"L{start} l{end} {blocker}"
    assert end not in targets(place(layout), start).split()
    assert start not in targets(place(layout, "b"), end).split()


@pytest.mark.parametrize(
    "pair", ["c3d5", "d3c5", "d3e5", "c2e5", "c3e6", "c1e7", "c2d7", "e3c6", "c2e6", "d2e7", "e1c5"]
)
def test_no_flying_capture_off_the_lines(pair: str) -> None:
    start, end = pair[:2], pair[2:]
    layout = f"L{start} l{end} Pa1"
    assert end not in targets(place(layout), start).split()
    assert start not in targets(place(layout, "b"), end).split()


@pytest.mark.parametrize("enemy", ["pd5", "ed4", "cd6", "zd4"])
def test_flying_capture_takes_nothing_but_the_lion(enemy: str) -> None:
    assert_targets(f"Ld3 lc7 {enemy}", "d3", "c2 c3 d2 e2 e3")


def test_flying_capture_does_not_move_without_capturing() -> None:
    assert_targets("Ld3 lc7 Pa1", "d3", "c2 c3 d2 e2 e3")


def test_flying_capture_needs_a_lion_and_not_another_piece() -> None:
    position = place("Ed1 Lc1 ld7 Pa1")
    assert "d7" not in targets(position, "d1").split()


def test_both_colours_fly() -> None:
    layout = "Lc3 le5 Pa1"
    assert texts(place(layout), "c3e5") == ["c3e5"]
    assert texts(place(flipped(layout), "b"), flipped_squares("c3e5")) == ["c5e3"]
