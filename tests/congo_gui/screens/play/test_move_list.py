"""The move list shows the moved pieces, and draws only visible rows."""

from __future__ import annotations

import pygame
import pytest

from congo_gui.draw.geometry import Geometry
from congo_gui.draw.skin import Skin
from congo_gui.draw.theme import Theme
from congo_gui.play.player import PlayerConfig
from congo_gui.play.session import Session
from congo_gui.screens.play.move_tables import MoveTables
from congo_gui.screens.shared.move_list import MoveList, MoveTable, move_rows
from engine import rules
from engine.rules.values import Piece
from tests.congo_gui.driver import FakeThinker

LONG = 2000
"""Plies of a very long game."""


class RecordingSkin(Skin):
    """A skin that records which pieces it has drawn."""

    def __init__(self) -> None:
        self.drawn: list[Piece] = []

    def draw_board(self, surface: pygame.Surface, geometry: Geometry) -> None:
        """Draw nothing."""

    def draw_piece(self, surface: pygame.Surface, piece: Piece, rect: pygame.Rect) -> None:
        """Fill the picture and record the piece."""
        surface.fill((10 + piece.count % 200, piece.count // 200, 77), rect)
        self.drawn.append(piece)

    def avatar(self, side: int) -> Piece:
        """Return any piece."""
        return Piece(side, "L")


def test_only_pieces_of_visible_moves_are_drawn(display: pygame.Surface) -> None:
    skin = RecordingSkin()
    moves = MoveList(lambda cursor: None, str, skin)
    pieces = [Piece(at % 2, "P", at) for at in range(LONG)]
    moves.place(pygame.Rect(0, 0, 360, 300), Theme(1.0))
    moves.show(MoveTable(move_rows([f"a{at}" for at in range(LONG)], 0, 1, pieces), current=LONG))
    moves.draw(display, Theme(1.0))
    assert skin.drawn == pieces[-len(skin.drawn) :]
    assert 10 < len(skin.drawn) < 40
    moves.draw(display, Theme(1.0))
    assert len(set(skin.drawn)) == len(skin.drawn), "a piece was drawn anew"
    where = moves.cell_of(LONG)
    assert display.get_at((where.x + 8, where.centery))[2] == 77


@pytest.mark.parametrize("name", rules.names())
def test_moves_have_a_picture_where_the_pieces_of_a_side_differ(name: str) -> None:
    session = Session(rules.get(name), (PlayerConfig(), PlayerConfig()))
    session.attach_engine(FakeThinker())
    session.update()
    for _ in range(2):
        session.play(session.game.legal_moves()[0])
    (row,) = MoveTables(session).table.rows
    moved = tuple(ply.transition.piece for ply in session.game.plies)
    assert row.pieces == ((None, None) if session.game.rules.facts.stones else moved)
