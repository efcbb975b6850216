"""The scores at the ends of arrows do not overlap."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.board.items import BoardItems, arrow_label
from congo_gui.board.state import Arrow, Purpose
from congo_gui.draw.geometry import Geometry

BELOW_LEFT, LEFT, RIGHT, ABOVE, END, OTHER = 0, 7, 9, 15, 8, 30


def labels(monkeypatch: pytest.MonkeyPatch, *arrows: Arrow) -> dict[str, pygame.Rect]:
    """Return the texts of the arrows on a board, with their rectangles."""
    pictures: dict[int, str] = {}

    def noted(cell: int, words: str, colour: tuple[int, int, int]) -> pygame.Surface:
        picture = arrow_label(cell, words, colour)
        pictures[id(picture)] = words
        return picture

    monkeypatch.setattr("congo_gui.board.items.arrow_label", noted)
    items = BoardItems(Geometry.fit((0, 0, 700, 700), 7, 7))
    items.add_arrows(arrows, ())
    return {pictures[id(each.what)]: pygame.Rect(each[:4]) for each in items.all if id(each.what) in pictures}


def test_two_scores_on_one_square_stand_above_each_other(
    display: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Arrow(LEFT, END, Purpose.LINE, "+0.15", badge="1")
    second = Arrow(RIGHT, END, Purpose.LINE, "+0.10", thin=True, badge="2")
    third = Arrow(ABOVE, END, Purpose.LINE, "+0.05", thin=True, badge="3")
    alone = Arrow(BELOW_LEFT, OTHER, Purpose.LINE, "0.00", thin=True, badge="4")
    shown = labels(monkeypatch, first, second, third, alone)
    assert set(shown) == {"1", "2", "3", "4", "1: +0.15", "2: +0.10", "0.00"}
    one, other = shown["1: +0.15"], shown["2: +0.10"]
    assert one.centerx == pytest.approx(other.centerx, abs=1)
    assert not one.colliderect(other)
    assert abs(one.centery - other.centery) < 100
