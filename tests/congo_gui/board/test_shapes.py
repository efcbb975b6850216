"""Arrows and circles of players."""

from __future__ import annotations

from congo_gui.board.shapes import MAX_SHOWN, shapes_on
from tests.congo_gui.driver import CONGO


def test_of_very_many_the_last_ones_are_shown_each_once() -> None:
    squares = [f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8)]
    shapes = [f"G{start}{end}" for start in squares for end in squares if start != end]
    arrows, circles = shapes_on(CONGO, CONGO.start(), (*shapes, *shapes[-2:], "Rd4"))
    assert len(arrows) + len(circles) == MAX_SHOWN
    assert [CONGO.notation.square_name(CONGO.start(), circle.square) for circle in circles] == ["d4"]
    assert len({(arrow.start, arrow.end) for arrow in arrows}) == len(arrows)
