"""The moves of an analysis as text: what a key costs in a large tree."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.draw.theme import Theme
from congo_gui.screens.analysis.tree_view import Part, TreeView
from engine.record.record import GameTree
from tests.congo_gui.driver import CONGO


class CountedParts(list[Part]):
    """Parts that count how many of them were looked at."""

    looks = 0

    def __iter__(self) -> Iterator[Part]:
        for part in super().__iter__():
            self.looks += 1
            yield part


def looks_for_key(moves: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many parts the arrow key down looks at in a tree with so many moves."""
    tree = GameTree(CONGO, CONGO.start())
    waiting, missing = [tree.root], moves
    for node in waiting:
        for move in CONGO.legal_moves(node.position)[:missing]:
            waiting.append(tree.add(node, move))
            missing -= 1
        if not missing:
            break
    jumps: list[object] = []
    view = TreeView(jumps.append, lambda pixel: None, skins.get("congo"))
    view.show(tree, tree.root)
    view.place(pygame.Rect(0, 0, 380, 600), Theme(1.0))
    parts = CountedParts(view._parts)
    monkeypatch.setattr(view, "_parts", parts)
    view.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0))
    assert jumps == [tree.main[0]]
    return parts.looks


def test_an_arrow_key_looks_at_each_move_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (looks_for_key(moves, monkeypatch) for moves in (50, 200))
    assert many < 6 * few
