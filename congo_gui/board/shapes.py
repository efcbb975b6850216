"""Arrows and circles drawn by players, in the form of saved files. No pygame."""

from __future__ import annotations

from collections.abc import Iterable

from congo_gui.board.state import Arrow, Circle, Ink, Purpose
from engine.record.remark import SHAPE
from engine.rules.rules import Rules
from engine.rules.values import Position

MAX_SHOWN = 100
"""How many arrows and circles are drawn in one position: a file may have any number."""
_INKS = {ink.value: ink for ink in Ink}


def shapes_on(
    rules: Rules, position: Position, shapes: Iterable[str]
) -> tuple[tuple[Arrow, ...], tuple[Circle, ...]]:
    """Return the arrows and circles of a position, each written as `SHAPE` has it.

    Shapes off the board, and all but the last `MAX_SHOWN`, are left out; unknown colours become green.
    """
    arrows: list[Arrow] = []
    circles: list[Circle] = []
    square_at = rules.notation.square_at
    for shape in list(dict.fromkeys(shapes))[-MAX_SHOWN:]:
        found = SHAPE.fullmatch(shape)
        start = square_at(position, found["start"]) if found else None
        end = square_at(position, found["end"]) if found and found["end"] else start
        if found is None or start is None or end is None:
            continue
        ink = _INKS.get(found["colour"], Ink.GREEN)
        if start == end:
            circles.append(Circle(start, ink))
        else:
            arrows.append(Arrow(start, end, Purpose.OWN, ink=ink))
    return tuple(arrows), tuple(circles)
