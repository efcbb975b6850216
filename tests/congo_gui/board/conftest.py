"""A scripted game: a table defines the meaning of each clicked prefix, without any rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy as np
import pygame
import pytest

from congo_gui.board.controller import BoardController
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from engine.rules.facts import Facts
from engine.rules.move_rules import ClickInput, MoveRules
from engine.rules.notation import Notation
from engine.rules.rules import Rules
from engine.rules.values import Clicks, Move, Piece, PieceWarning, Position, Transition

RECORD = np.dtype([("side", np.int64)])


def _refuse(*args: Any) -> NoReturn:
    raise AssertionError("the board has no business to ask this")


_unscripted: Any = _refuse


class ScriptedNotation(Notation):
    """A 7x7 board with the scripted pieces in every position."""

    facts = Facts(
        name="script",
        title="Script",
        side_names=("white", "black"),
        kind_names={},
        help="",
        origin="",
        sizes=(7,),
    )
    board_shape = 7, 7

    def __init__(self, pieces: Mapping[int, Piece]) -> None:
        self._pieces = pieces

    def pieces(self, position: Position) -> dict[int, Piece]:
        return dict(self._pieces)

    parse = format = square_name = square_at = _unscripted


class ScriptedClicks(ClickInput):
    """Click input that allows exactly the scripted clicks."""

    def __init__(
        self,
        rules: MoveRules,
        clicks: Mapping[tuple[int, ...], Clicks],
        between: Mapping[tuple[int, int], tuple[Move, ...]],
    ) -> None:
        super().__init__(rules)
        self._clicks, self._between = clicks, between
        self.asked: list[tuple[int, ...]] = []

    def after(self, position: Position, prefix: tuple[int, ...]) -> Clicks:
        self.asked.append(prefix)
        return self._clicks.get(prefix, Clicks())

    def moves_between(self, position: Position, start: int, end: int) -> tuple[Move, ...]:
        return self._between.get((start, end), ())


class ScriptedRules(Rules):
    """A game that allows only scripted moves."""

    clicks: ScriptedClicks

    def __init__(
        self,
        clicks: Mapping[tuple[int, ...], Clicks],
        between: Mapping[tuple[int, int], tuple[Move, ...]] | None = None,
        pieces: Mapping[int, Piece] | None = None,
        warnings: tuple[PieceWarning, ...] = (),
        transitions: Mapping[Move, Transition] | None = None,
    ) -> None:
        self.notation = ScriptedNotation(pieces or {})
        super().__init__()
        self.clicks = ScriptedClicks(self, clicks, between or {})
        self._warnings, self._transitions = warnings, transitions or {}

    def warnings(self, position: Position) -> tuple[PieceWarning, ...]:
        return self._warnings

    def transition(self, position: Position, move: Move) -> Transition:
        return self._transitions[move]

    def start(self, size: int | None = None) -> Position:
        record: Any = np.zeros((), RECORD)[()]
        return Position(record)

    legal_moves = parse_move = play = outcome = core = _unscripted


@pytest.fixture
def scripted() -> Callable[..., ScriptedRules]:
    """The class, for tests with their own script."""
    return ScriptedRules


@pytest.fixture
def start_playing() -> Callable[[Rules], BoardController]:
    """A controller for the side that moves first, at the start of a scripted game."""

    def start(rules: Rules) -> BoardController:
        controller = BoardController(rules)
        controller.set_position(rules.start(), frozenset({0}))
        return controller

    return start


class DiscSkin(Skin):
    """A minimal skin, grey board and coloured discs, that counts how often the board is drawn."""

    def __init__(self) -> None:
        self.boards = 0
        self.alive = False

    def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        self.boards += 1
        surface.fill((90, 90, 90))
        surface.fill((170, 170, 170), geometry.board_rect)

    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
        disc = pygame.Surface(rect.size, pygame.SRCALPHA)
        colour = (30, 200, 30) if piece.side == 0 else (200, 30, 200)
        pygame.draw.circle(disc, colour, (rect.width // 2, rect.height // 2), rect.width // 3)
        surface.blit(disc, rect)

    def avatar(self, side: int) -> Piece:
        return Piece(side, "L")

    def animated_area(self, geometry: Geometry) -> pygame.Rect | None:
        return pygame.Rect(geometry.square_rect(24)) if self.alive else None

    def animate_board(self, surface: pygame.Surface, geometry: Geometry, seconds: float) -> None:
        assert self.alive
        surface.fill((0, 0, round(seconds)), geometry.square_rect(24))


@pytest.fixture
def skin() -> DiscSkin:
    return DiscSkin()
