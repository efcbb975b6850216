"""The moves of an analysis as text: the cost of a key press in a large tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from congo_gui import games as skins
from congo_gui.draw.theme import Theme
from congo_gui.screens.analysis.tree_view import (
    MAX_COMMENT,
    MAX_COMMENTS,
    MEAN_WORD,
    Part,
    TreeView,
    parts,
    shortened,
)
from engine.record.record import GameTree
from tests.congo_gui.driver import CONGO


class CountedParts(list[Part]):
    """Parts that count how many of them were visited."""

    visits = 0

    def __iter__(self) -> Iterator[Part]:
        for part in super().__iter__():
            self.visits += 1
            yield part

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        self.visits += len(found) if isinstance(at, slice) else 1
        return found


def visits(moves: int, act: Callable[[TreeView], None], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of parts visited by an action in a tree with that many moves."""
    tree = GameTree(CONGO, CONGO.start())
    waiting, missing = [tree.root], moves
    for node in waiting:
        for move in CONGO.legal_moves(node.position)[:missing]:
            waiting.append(tree.add(node, move))
            missing -= 1
        if not missing:
            break
    view = TreeView(lambda node: None, lambda pixel: None, skins.get("congo"))
    view.show(tree, tree.root)
    view.place(pygame.Rect(0, 0, 380, 600), Theme(1.0))
    counted = CountedParts(view._parts)
    monkeypatch.setattr(view, "_parts", counted)
    act(view)
    return counted.visits


def press_down(view: TreeView) -> None:
    view.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0))


def draw(view: TreeView) -> None:
    view.draw(pygame.Surface((400, 600)), Theme(1.0))


def point(view: TreeView) -> None:
    view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(60, 300), rel=(0, 0), buttons=(0, 0, 0)))


def test_an_arrow_key_visits_each_move_only_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (visits(moves, press_down, monkeypatch) for moves in (50, 200))
    assert many < 6 * few


@pytest.mark.parametrize("act", [draw, point])
def test_drawing_and_hovering_visit_only_visible_rows(
    act: Callable[[TreeView], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (visits(moves, act, monkeypatch) for moves in (400, 1600))
    assert 0 < many < 2 * few


def test_the_parts_are_placed_anew_only_for_another_width_or_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step in a game with long comments placed all their words, for seconds."""
    placed: list[int] = []
    flow = TreeView._flow

    def counted(view: TreeView, theme: Theme) -> list[pygame.Rect]:
        placed.append(len(view._parts))
        return flow(view, theme)

    monkeypatch.setattr(TreeView, "_flow", counted)
    tree, theme = GameTree(CONGO, CONGO.start()), Theme(1.0)
    node = tree.add(tree.root, CONGO.legal_moves(tree.root.position)[0])
    node.comment = "a " * 500
    view = TreeView(lambda node: None, lambda pixel: None, skins.get("congo"))
    view.show(tree, tree.root, revision=1)
    for width in (380, 380, 300, 300):
        view.place(pygame.Rect(0, 0, width, 600), theme)
        view.place(pygame.Rect(5, 0, width, 300), theme)
    assert len(placed) == 2
    view.show(tree, node, revision=1)
    view.place(pygame.Rect(0, 0, 300, 600), theme)
    assert len(placed) == 2
    node.comment = "b"
    view.show(tree, node, revision=2)
    assert len(placed) == 3
    assert view.place_of(node).right <= 300


def test_short_words_count_as_much_as_usual_ones() -> None:
    text = [Part("a", None, 0, is_comment=True)] * MAX_COMMENTS
    *kept, last = shortened(text)
    assert len(kept) == MAX_COMMENTS // MEAN_WORD
    assert (last.text, last.is_comment) == ("…", True)
    ending = list(parts(GameTree(CONGO, CONGO.start()), ending="Black won: White resigned."))
    assert list(shortened([*text, *ending]))[len(kept) + 1 :] == ending


def test_the_end_of_a_game_is_cut_off_like_a_comment() -> None:
    tree = GameTree(CONGO, CONGO.start())
    assert len(list(parts(tree, ending="x " * 10 * MAX_COMMENT))) < MAX_COMMENT


def test_the_end_of_a_game_is_before_moves_that_were_tried_after_it() -> None:
    tree = GameTree(CONGO, CONGO.start())
    node = tree.root
    for text in ("g1f3", "g7f5", "f3g1", "f5g7") * 2 + ("d2d3",):
        node = tree.add(node, CONGO.parse_move(node.position, text))
    words = [part.text for part in parts(tree, ending="1/2-1/2")]
    assert words[-4:] == ["f5g7", "1/2-1/2", "5.", "d2d3"]
    empty = GameTree(CONGO, CONGO.start())
    assert [part.text for part in parts(empty, ending="*")][-1] == "*"
