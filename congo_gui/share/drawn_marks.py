"""The last move's frames, and the player's own arrows and rings, as elements of an SVG picture."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from congo_gui.board.items import ARROW_GAPS
from congo_gui.board.markers import AMBER, INK, INKS, PAPER
from congo_gui.board.state import Arrow, Circle
from congo_gui.draw.geometry import Geometry
from congo_gui.draw.paper import Colour, element, hexadecimal, rect_attributes
from engine.rules.values import Transition

FRAME, FRAME_LINE = 0.045, 0.04
"""The inset of the frames in a square, and the width of their line, in cells."""
WIDTH, HEAD, HALF, EDGE = 0.16, 0.42, 0.27, 0.045
"""An arrow's width, the length and half the width of its head, and its outline, in cells."""
RINGS = (0.44, 0.045), (0.36, 0.022)
"""Radius and line of both rings of a circle, in cells."""


def svg_last_move(geometry: Geometry, last: Transition) -> str:
    """Return the frames where a move began and ended; they belong below the pieces."""
    cell = geometry.cell
    frames = []
    for square, opacity, dashes in ((last.path[0], 0.28, cell / 8), (last.path[-1], 0.42, 0)):
        place = pygame.Rect(geometry.square_rect(square))
        dashed = {"stroke_dasharray": f"{dashes:g}"} if dashes else {}
        inset = round(FRAME * cell)
        frames += [
            element("rect", **rect_attributes(place), fill=hexadecimal(AMBER), fill_opacity=opacity),
            element(
                "rect",
                **rect_attributes(place.inflate(-2 * inset, -2 * inset)),
                fill="none",
                stroke=hexadecimal(INK),
                stroke_width=f"{FRAME_LINE * cell:g}",
                **dashed,
            ),
        ]
    return "".join(frames)


def svg_shapes(geometry: Geometry, arrows: Iterable[Arrow], circles: Iterable[Circle]) -> str:
    """Return arrows and rings; they belong above the pieces."""
    rings = (_rings(geometry, circle) for circle in circles)
    return "".join([*rings, *(_arrow(geometry, arrow) for arrow in arrows)])


def _rings(geometry: Geometry, circle: Circle) -> str:
    x, y = pygame.Rect(geometry.square_rect(circle.square)).center
    cell, parts = geometry.cell, []
    for radius, line in RINGS:
        for colour, width in ((PAPER, line + 0.03), (INKS[circle.ink], line)):
            parts.append(
                element(
                    "circle",
                    cx=x,
                    cy=y,
                    r=f"{radius * cell:g}",
                    fill="none",
                    stroke=hexadecimal(colour),
                    stroke_width=f"{width * cell:g}",
                )
            )
    return "".join(parts)


def _arrow(geometry: Geometry, arrow: Arrow) -> str:
    """Return a hollow arrow: drawn to the right, then moved and turned."""
    (x, y), (to_x, to_y) = (
        pygame.Rect(geometry.square_rect(square)).center for square in (arrow.start, arrow.end)
    )
    cell = geometry.cell
    start, tip = ARROW_GAPS[0] * cell, math.hypot(to_x - x, to_y - y) - ARROW_GAPS[1] * cell
    neck, width, half = tip - HEAD * cell, WIDTH / 2 * cell, HALF * cell
    upper = [(start, -width), (neck, -width), (neck, -half)]
    outline = [*upper, (tip, 0.0), *((right, -down) for right, down in reversed(upper))]
    points = " ".join(f"{right:.1f},{down:.1f}" for right, down in outline)
    angle = math.degrees(math.atan2(to_y - y, to_x - x))
    turn = f"translate({x},{y})" + f"rotate({angle:.2f})"
    return element(
        "g",
        "".join(_outlined(points, colour, width * cell) for colour, width in _lines(arrow)),
        transform=turn,
    )


def _lines(arrow: Arrow) -> tuple[tuple[Colour, float], ...]:
    """Return the colours and widths of an arrow's outlines, the wider one lowest."""
    return (PAPER, 2 * EDGE), (INKS[arrow.ink], EDGE)


def _outlined(points: str, colour: Colour, width: float) -> str:
    return element(
        "polygon",
        points=points,
        fill=hexadecimal(PAPER),
        stroke=hexadecimal(colour),
        stroke_width=f"{width:g}",
        stroke_linejoin="round",
    )
