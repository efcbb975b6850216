"""Drawing: every mark changes its own squares and no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pygame
import pytest

from congo_gui.board.animation import Animator
from congo_gui.board.items import Item, changes
from congo_gui.board.state import Arrow, BoardState, Drag
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.theme import Scheme
from engine.rules.values import Danger, Piece, PieceWarning, Placed, Target, Transition

OWN, ENEMY = Piece(0, "P"), Piece(1, "P")
PIECES = {3: Piece(0, "L"), 24: OWN, 26: OWN, 32: ENEMY, 45: Piece(1, "L")}
GREEN, PURPLE = (30, 200, 30), (200, 30, 200)


class Stage:
    """A board with everything needed for drawing."""

    def __init__(self, rules: Any, skin: Any, flipped: bool = False) -> None:
        self.surface = pygame.Surface((500, 480))
        self.geometry = Geometry.fit((0, 0, 500, 480), 7, 7, flipped)
        self.position = rules.start()
        self.state, self.animator = BoardState(), Animator()
        self.view = BoardView(rules, skin)
        self.seconds = 0.0

    def draw(self) -> np.ndarray:
        self.surface.fill((0, 0, 0))
        items = self.view.compose(self.geometry, self.position, self.state, self.animator)
        self.view.draw(self.surface, self.geometry, items, self.seconds)
        return pygame.surfarray.array3d(self.surface).astype(int)

    def changed(self, before: np.ndarray, after: np.ndarray) -> set[int]:
        """Return the squares whose inner part looks different."""
        return {square for square in self.geometry.squares if self._differs(square, before, after)}

    def _differs(self, square: int, before: np.ndarray, after: np.ndarray) -> bool:
        x, y, width, height = self.geometry.square_rect(square)
        edge = width // 8  # Badges and diagonal arrows may touch the neighbours' corners.
        part = np.s_[x + edge : x + width - edge, y + edge : y + height - edge]
        return bool((abs(before[part] - after[part]).max(axis=2) > 12).sum() > 8)

    def colour(self, square: int) -> tuple[int, ...]:
        return tuple(self.surface.get_at(self.geometry.center(square)))[:3]


@pytest.fixture(params=[False, True], ids=["white below", "black below"])
def stage(scripted: Callable[..., Any], skin: Any, request: pytest.FixtureRequest) -> Stage:
    return Stage(scripted({}, pieces=PIECES), skin, request.param)


def test_pieces_stand_on_their_squares(stage: Stage) -> None:
    stage.draw()
    for square in stage.geometry.squares:
        expected = (170, 170, 170)
        if square in PIECES:
            expected = GREEN if PIECES[square].side == 0 else PURPLE
        assert stage.colour(square) == expected


def test_empty_board_is_cached_for_each_geometry(stage: Stage, skin: Any) -> None:
    stage.draw()
    stage.draw()
    assert skin.boards == 1
    stage.geometry = stage.geometry.moved(3, 4)
    stage.draw()
    assert skin.boards == 1
    stage.geometry = stage.geometry.with_orientation(not stage.geometry.flipped)
    stage.draw()
    stage.geometry = Geometry.fit((0, 0, 300, 300), 7, 7)
    stage.draw()
    assert skin.boards == 3


def test_another_skin_redraws_the_board(stage: Stage, skin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.draw()
    stage.view.set_scheme(Scheme.NIGHT)
    stage.draw()
    assert skin.boards == 1  # it looks the same in every scheme
    other = type(skin)()
    monkeypatch.setattr(skin, "with_scheme", lambda scheme: other)
    stage.view.set_scheme(Scheme.NIGHT)
    stage.draw()
    assert other.boards == 1


def test_river_animation_is_drawn_below_the_pieces_and_within_the_clip(stage: Stage, skin: Any) -> None:
    assert stage.view.animated_area(stage.geometry) is None
    plain = stage.draw()
    skin.alive, stage.seconds = True, 9.0
    area = stage.view.animated_area(stage.geometry)
    assert area is not None
    stage.surface.set_clip(area.move(0, area.height))
    assert (stage.draw() == plain).all()
    stage.surface.set_clip(None)
    assert stage.changed(plain, stage.draw()) == {24}
    assert stage.colour(24) == GREEN
    assert tuple(stage.surface.get_at(area.topleft))[:3] == (0, 0, 9)


def test_differing_squares_are_found(stage: Stage) -> None:
    def compose() -> list[Item]:
        return stage.view.compose(stage.geometry, stage.position, stage.state, stage.animator)

    before = compose()
    assert changes(before, compose()) == []
    stage.state.cursor = 31
    cursor = pygame.Rect(stage.geometry.square_rect(31))
    assert changes(before, compose()) == [cursor]
    assert changes(compose(), before) == [cursor]
    # Twice the same half-transparent mark looks different from once.
    assert changes([before[0]], [before[0]] * 2) == [pygame.Rect(before[0][:4])]


@pytest.mark.parametrize(
    ("attributes", "squares"),
    [
        ({"path": (24,)}, {24}),
        ({"path": (24,), "targets": (Target(31), Target(32, (32,)))}, {24, 31, 32}),
        ({"path": (24,), "targets": (Target(40, (32,)),)}, {24, 32, 40}),
        ({"path": (24,), "targets": (Target(31),), "show_targets": False}, {24}),
        ({"hover": 24, "hover_targets": (Target(31), Target(40, (32,)))}, {24, 31, 32, 40}),
        ({"hover": 10}, set()),
        ({"cursor": 10}, {10}),
        ({"warnings": (PieceWarning(Danger.WILL_DROWN, 24),)}, {24}),
        ({"warnings": (PieceWarning(Danger.WILL_DROWN, 24),), "show_drowning": False}, set()),
        ({"warnings": (PieceWarning(Danger.UNDER_ATTACK, 3, (45,)),)}, {3, 10, 17, 24, 31, 38, 45}),
        ({"warnings": (PieceWarning(Danger.UNDER_ATTACK, 3, (45,)),), "show_attack": False}, set()),
        ({"arrows": (Arrow(0, 2),)}, {0, 1, 2}),
        ({"last": Transition(OWN, (17, 24))}, {17, 24}),
        ({"last": Transition(OWN, (10, 24), drowned=(Placed(21, OWN),))}, {10, 24, 21}),
        ({"preview": Transition(OWN, (24, 40), (Placed(32, ENEMY),), (Placed(32, ENEMY),))}, {24, 32, 40}),
    ],
)
def test_marks_change_only_their_squares(stage: Stage, attributes: dict[str, Any], squares: set[int]) -> None:
    plain = stage.draw()
    for name, value in attributes.items():
        setattr(stage.state, name, value)
    assert stage.changed(plain, stage.draw()) == squares


def test_drowning_targets_have_their_own_mark(stage: Stage) -> None:
    stage.state.path, stage.state.targets = (24,), (Target(31), Target(40, (32,)), Target(32, (32,)))
    plain = stage.draw()
    stage.state.targets = tuple(Target(one.square, one.captures, True) for one in stage.state.targets)
    assert stage.changed(plain, stage.draw()) == {31, 40, 32}
    stage.state.show_drowning = False
    assert not stage.changed(plain, stage.draw())


def test_a_target_under_the_mouse_is_highlighted(stage: Stage) -> None:
    stage.state.path, stage.state.targets = (24,), (Target(31), Target(30))
    plain = stage.draw()
    stage.state.hover = 31
    assert stage.changed(plain, stage.draw()) == {31}


def test_a_walking_piece_ends_at_the_end_of_its_path(stage: Stage) -> None:
    stage.state.path, stage.state.taken = (24, 40), (32,)
    stage.draw()
    assert stage.colour(40) == GREEN
    assert stage.colour(24) != GREEN
    assert stage.colour(32) != PURPLE


def test_captured_attacker_is_no_longer_marked(stage: Stage) -> None:
    stage.state.path, stage.state.taken = (24, 40), (32,)
    plain = stage.draw()
    stage.state.warnings = (PieceWarning(Danger.UNDER_ATTACK, 3, (32,)),)
    assert stage.changed(plain, stage.draw()) == set()


def test_a_preview_leaves_the_piece_where_it_is(stage: Stage) -> None:
    stage.state.path = (24, 40)
    stage.state.preview = Transition(OWN, (24, 38))
    stage.draw()
    assert stage.colour(24) == GREEN
    assert stage.colour(40) == (170, 170, 170)


def test_a_held_piece_follows_the_mouse_and_leaves_a_ghost(stage: Stage) -> None:
    held_at = stage.geometry.center(10)
    plain = stage.draw()
    stage.state.drag = Drag(24, held_at)
    after = stage.draw()
    assert stage.colour(10) == GREEN
    assert stage.colour(24) not in (GREEN, (170, 170, 170))
    assert {10, 24} <= stage.changed(plain, after) <= {2, 3, 4, 9, 10, 11, 16, 17, 18, 24}


def test_a_held_piece_may_leave_the_board(stage: Stage) -> None:
    stage.state.drag = Drag(24, (1, 1))
    stage.draw()
    assert tuple(stage.surface.get_at((1, 1)))[:3] == GREEN


def test_a_moving_piece_is_drawn_on_its_way_and_not_at_its_destination(stage: Stage) -> None:
    stage.animator.start(Transition(OWN, (10, 24)))
    stage.draw()
    assert stage.colour(10) == GREEN
    assert stage.colour(24) == (170, 170, 170)
    stage.animator.finish()
    stage.draw()
    assert stage.colour(24) == GREEN


def test_a_drowning_piece_sinks(stage: Stage) -> None:
    stage.animator.start(Transition(OWN, (10, 24), drowned=(Placed(22, OWN),)))
    stage.draw()
    assert stage.colour(22) == GREEN
    stage.animator.update(0.5)
    stage.draw()
    assert stage.colour(22) not in (GREEN, (170, 170, 170))
    stage.animator.update(1)
    stage.draw()
    assert stage.colour(22) == (170, 170, 170)


def test_every_moment_of_every_animation_can_be_drawn(stage: Stage) -> None:
    chain = Transition(
        OWN, (6, 8, 24), (Placed(7, ENEMY), Placed(16, ENEMY)), (Placed(7, ENEMY),), (Placed(24, OWN),), OWN
    )
    plain = stage.draw()
    stage.animator.start(chain)
    while stage.animator.running:
        assert stage.changed(plain, stage.draw())
        stage.animator.update(0.03)
    assert not stage.changed(plain, stage.draw())


def test_warnings_wait_for_the_last_move_animation(stage: Stage) -> None:
    stage.animator.start(Transition(OWN, (10, 24)))
    plain = stage.draw()
    stage.state.warnings = (PieceWarning(Danger.WILL_DROWN, 26),)
    assert stage.changed(plain, stage.draw()) == set()
    stage.animator.finish()
    assert stage.changed(plain, stage.draw()) == {10, 24, 26}


def test_a_tiny_board_can_be_drawn(stage: Stage) -> None:
    stage.geometry = Geometry.fit((0, 0, 9, 9), 7, 7)
    stage.state.path, stage.state.cursor, stage.state.targets = (24, 40), 24, (Target(31, (32,)),)
    stage.state.warnings = (PieceWarning(Danger.UNDER_ATTACK, 3, (45,)), PieceWarning(Danger.WILL_DROWN, 26))
    stage.draw()
