"""Squares, board units and pixels agree, in both directions and at every size."""

from __future__ import annotations

import pytest

from congo_gui.draw.geometry import Geometry

A1, G1, A7, G7, D4 = 0, 6, 42, 48, 24
AREAS = [(0, 0, 640, 480), (13, 27, 801, 1003), (0, 0, 3840, 2160), (5, 5, 100, 90)]


@pytest.fixture(params=[False, True], ids=["white below", "black below"])
def geometry(request: pytest.FixtureRequest) -> Geometry:
    return Geometry.fit((10, 20, 700, 640), 7, 7, request.param)


def test_white_is_at_the_bottom_unless_the_board_is_flipped() -> None:
    board = Geometry(100, 50, 10, 7, 7)
    assert board.square_rect(A1) == (100, 110, 10, 10)
    assert board.square_rect(G7) == (160, 50, 10, 10)
    turned = board.with_orientation(True)
    assert turned.square_rect(A1) == board.square_rect(G7)
    assert turned.square_rect(G1) == board.square_rect(A7)
    assert turned.square_rect(D4) == board.square_rect(D4)


def test_every_corner_of_a_square_belongs_to_it(geometry: Geometry) -> None:
    for square in geometry.squares:
        x, y, width, height = geometry.square_rect(square)
        for corner in ((x, y), (x + width - 1, y), (x, y + height - 1), (x + width - 1, y + height - 1)):
            assert geometry.square_at(corner) == square
        assert geometry.square_at(geometry.center(square)) == square


def test_no_square_lies_beside_the_board(geometry: Geometry) -> None:
    x, y, width, height = geometry.board_rect
    for pixel in ((x - 1, y), (x, y - 1), (x + width, y), (x, y + height), (-5000, 0)):
        assert geometry.square_at(pixel) is None


def test_board_units_meet_the_centre_of_the_square(geometry: Geometry) -> None:
    for square in geometry.squares:
        across, down = geometry.point(*geometry.column_row(square))
        x, y = geometry.center(square)
        assert abs(across - x) <= 0.5
        assert abs(down - y) <= 0.5


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize(("columns", "rows"), [(7, 7), (9, 5), (4, 4), (8, 8)])
def test_the_board_fills_its_area_and_stays_inside(
    area: tuple[int, int, int, int], columns: int, rows: int
) -> None:
    board = Geometry.fit(area, columns, rows)
    x, y, width, height = board.outer_rect
    assert x >= area[0]
    assert y >= area[1]
    assert x + width <= area[0] + area[2]
    assert y + height <= area[1] + area[3]
    spare = min((area[2] - width) / columns, (area[3] - height) / rows)
    assert spare < 1.5


def test_a_tiny_area_still_has_a_board() -> None:
    assert Geometry.fit((0, 0, 3, 3), 7, 7).cell == 1


def test_a_board_can_be_shifted(geometry: Geometry) -> None:
    moved = geometry.moved(-geometry.left, 5)
    assert moved.left == 0
    assert moved.top == geometry.top + 5
    assert moved.cell == geometry.cell
