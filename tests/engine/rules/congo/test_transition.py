"""Transitions of moves: piece, path, captured, jumped, drowned, promoted."""

from __future__ import annotations

import pytest

from engine.rules.values import Piece, Transition
from tests.engine.rules.congo.support import CONGO, as_set, move, name, path, place, placed


def transition(layout: str, text: str, side: str = "w") -> Transition:
    """Return the transition of a move."""
    position = place(layout, side)
    return CONGO.transition(position, move(position, text))


@pytest.mark.parametrize(
    ("layout", "text", "piece", "captured", "jumped", "drowned"),
    [
        ("Lc1 le7 Pd2", "d2d3", "P", "", "", ""),
        ("Lc1 le7 Zd4 pb5", "d4b5", "Z", "pb5", "", ""),
        ("Lc1 le7 Ea1 pa2 pa3", "a1a3", "E", "pa3", "", ""),
        ("Lc1 le7 Ga1 pb2 pc3", "a1c3", "G", "pc3", "", ""),
        ("Lc1 le7 Ma1 pb2", "a1c3", "M", "pb2", "pb2", ""),
        ("Lc1 le7 Ma1", "a1a2", "M", "", "", ""),
        ("Lc1 le7 Mb5 pb4 pc3 pe4", "b5b3d3f5", "M", "pb4 pc3 pe4", "pb4 pc3 pe4", ""),
        ("Lc1 le7 Ea4 Pd2", "d2d3", "P", "", "", "Ea4"),
        ("Lc1 le7 Ed4 pf4", "d4f4", "E", "pf4", "", "Ef4"),
        ("Lc1 le7 Ma4 pb4 Pg4", "a4c4", "M", "pb4", "pb4", "Mc4 Pg4"),
        ("Ld1 ld7 Pa1", "d1d7", "L", "ld7", "", ""),
    ],
)
def test_transition_describes_the_move(
    layout: str, text: str, piece: str, captured: str, jumped: str, drowned: str
) -> None:
    done = transition(layout, text)
    assert done.piece == Piece(0, piece)
    assert done.path == path(text)
    assert as_set(done.captured) == placed(captured)
    assert as_set(done.jumped) == placed(jumped)
    assert as_set(done.drowned) == placed(drowned)
    assert done.promoted is None


def test_captures_are_listed_in_order() -> None:
    done = transition("Lc1 le7 Mb5 pb4 pc3 pe4", "b5b3d3f5")
    assert [name(one.square) for one in done.captured] == ["b4", "c3", "e4"]
    assert done.jumped == done.captured


def test_path_transition_follows_the_chosen_path() -> None:
    position = place("Le1 le7 Mb5 pc5 pc4 pb4")
    ring = move(position, "b5d5b3b5")
    written, walked = path("b5b3d5b5"), path("b5d5b3b5")
    assert CONGO.transition(position, ring).path == written
    done = CONGO.clicks.path_transition(position, ring, walked)
    assert done.path == walked
    assert [name(one.square) for one in done.captured] == ["c5", "c4", "b4"]
    assert as_set(done.captured) == as_set(CONGO.transition(position, ring).captured)


def test_promotion_is_described_with_the_capture() -> None:
    done = transition("Lc1 le7 Pa6 eb7", "a6b7")
    assert done.piece == Piece(0, "P")
    assert done.promoted == Piece(0, "S")
    assert as_set(done.captured) == placed("eb7")
    assert transition("Lc1 le7 pa2", "a2a1", "b").promoted == Piece(1, "S")


@pytest.mark.parametrize(
    ("layout", "text", "progress"),
    [
        ("Lc1 le7 Pd2", "d2d3", False),
        ("Lc1 le7 Zd3 pb4", "d3b4", True),
        ("Lc1 le7 Ma1 pb2", "a1c3", True),
        ("Lc1 le7 Pa6", "a6a7", True),
        ("Lc1 le7 Ea4", "c1c2", True),
        ("Lc1 le7 Ea4", "a4a5", False),
        ("Lc1 le7 Ca4", "a4b4", False),
        ("Lc1 le7 ea4 Pa1", "c1c2", False),
    ],
)
def test_captures_drownings_and_promotions_are_progress(layout: str, text: str, progress: bool) -> None:
    assert transition(layout, text).progress is progress
