"""The review of a rated game by the real engine."""

from __future__ import annotations

from congo_gui.screens.play.rated_review import review_result
from congo_gui.store.rated_games import RatedResult
from tests.congo_gui.driver import CONGO

HANGING_ZEBRA = "e2d3 d6e5 c2c3 a6a5 b2a3 g7f5 f1e2 f5e3 a3b4 e3d1"
"""Black's zebra goes to e3, where two pawns could capture it."""


def test_every_move_is_searched_so_that_a_hanging_piece_costs_accuracy() -> None:
    result = RatedResult("a", "congo", 1.0, 1, 1.0, 0.0, HANGING_ZEBRA)
    figures = review_result(CONGO, result, lambda: False)
    assert figures is not None
    opening = figures.phases["opening"]
    assert opening.moves == 5
    assert opening.accuracy < 90
