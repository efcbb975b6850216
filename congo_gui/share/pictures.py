"""A position as a picture, as pixels or as scalable SVG."""

from __future__ import annotations

from html import escape

import pygame

from congo_gui.board.animation import Animator
from congo_gui.board.state import BoardState
from congo_gui.board.view import BoardView
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.paper import SvgPaper, element, png
from congo_gui.draw.surfaces import opaque_surface
from congo_gui.share.drawn_marks import svg_last_move, svg_shapes
from congo_gui.share.shared_game import SharedGame

NAMESPACE = "http://www.w3.org/2000/svg"
PICTURE_CELL = 128
"""Pixels of a square in a picture, about those on a large screen."""


class BoardPainter:
    """Draws the positions of a game on surfaces."""

    def __init__(self, shared: SharedGame, geometry: Geometry) -> None:
        self._shared, self._geometry = shared, geometry
        self._view = BoardView(shared.rules, shared.skin)

    def draw(self, surface: pygame.Surface, ply: int) -> None:
        """Draw the position after `ply` plies, with the last move's marks and the player's drawings."""
        shared = self._shared
        arrows, circles = shared.shapes(ply)
        state = BoardState(last=shared.last(ply), arrows=arrows, circles=circles)
        items = self._view.compose(self._geometry, shared.game.position_at(ply), state, Animator())
        self._view.draw(surface, self._geometry, items, 0.0)


def png_picture(shared: SharedGame, ply: int) -> bytes:
    """Return the position after `ply` plies as a PNG file."""
    geometry = shared.geometry(PICTURE_CELL)
    surface = opaque_surface(geometry.outer_rect[2:])
    BoardPainter(shared, geometry).draw(surface, ply)
    return png(surface)


def svg_picture(shared: SharedGame, ply: int) -> bytes:
    """Return the position after `ply` plies as an SVG file."""
    geometry, paper = shared.geometry(), SvgPaper()
    position = shared.game.position_at(ply)
    shared.skin.paint_board(paper, geometry)
    last = shared.last(ply)
    if last is not None:
        paper.elements.append(svg_last_move(geometry, last))
    for square, piece in sorted(shared.rules.notation.pieces(position).items()):
        shared.skin.paint_piece(paper, piece, pygame.Rect(geometry.square_rect(square)))
    paper.elements.append(svg_shapes(geometry, *shared.shapes(ply)))
    title = element("title", escape(shared.rules.notation.format(position)))
    return drawing(paper, geometry, title).encode()


def drawing(paper: SvgPaper, geometry: Geometry, title: str) -> str:
    """Return the text of an SVG file."""
    _, _, width, height = geometry.outer_rect
    parts = [title, element("defs", "".join(paper.symbols.values())), *paper.elements, ""]
    view = f"0 0 {width} {height}"
    return element("svg", "\n".join(parts), xmlns=NAMESPACE, width=width, height=height, viewBox=view)
