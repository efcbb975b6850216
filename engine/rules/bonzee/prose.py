"""Bonzee in words: why a token cannot go somewhere, and how it attacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.rules import texts as common_texts
from engine.rules.bonzee import texts
from engine.rules.bonzee.board import STEPS, STRAIGHT, cell_name, distance, is_black, step
from engine.rules.bonzee.facts import FACTS
from engine.rules.bonzee.notation import pieces_of
from engine.rules.prose import Prose
from engine.rules.values import Position, Transition


class BonzeeProse(Prose):
    """See `Prose`."""

    _past: ClassVar[Mapping[str, str]] = {
        **Prose._past,
        texts.BACKS_OFF: texts.BACKED_OFF,
        texts.RUNS_UP: texts.RAN_UP,
    }

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if len(path) > 1 or self._own_piece(position, path, square) is None:
            return super().reason(position, path, square)
        return why_not(position, path[0], square) if path else why_stuck(square)

    def verb(self, transition: Transition) -> str:
        if not transition.captured:
            return common_texts.MOVES
        first = transition.captured[0].square
        return texts.BACKS_OFF if distance(transition.path[0], first) == 1 else texts.RUNS_UP


def direction_between(start: int, end: int) -> int | None:
    """Return the direction from a cell to one next to it, None if they are not."""
    return next((direction for direction in range(len(STEPS)) if step(start, direction) == end), None)


def why_not(position: Position, start: int, end: int) -> str:
    """Return why the mover's token on `start` cannot go to `end`, in a player's words."""
    if start == end:
        return common_texts.must_leave(FACTS.piece_words[0], cell_name(start))
    direction = direction_between(start, end)
    if direction is None:
        return texts.not_next_to(cell_name(end), cell_name(start))
    if end in pieces_of(position):
        return texts.not_empty(cell_name(end))
    assert direction >= STRAIGHT
    return texts.light_cell(cell_name(start))


def why_stuck(cell: int) -> str:
    """Return why the token on a cell cannot move at all, in a player's words."""
    if is_black(cell):
        return texts.NO_FREE_CELL
    return texts.no_free_line(cell_name(cell))
