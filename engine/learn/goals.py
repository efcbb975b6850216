"""The goals of lessons: conditions that must hold after a turn, checked against the effects of the move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.learn import texts
from engine.rules.rules import Rules
from engine.rules.values import Piece, Position, Transition
from engine.system.errors import UserError


class LessonError(UserError):
    """A file of lessons is unreadable or invalid; the message names the lesson and the problem."""


@dataclass(frozen=True)
class LessonStep:
    """One turn of an attempt, as conditions see it."""

    rules: Rules
    start: Position
    before: Position
    after: Position
    transition: Transition

    @property
    def side(self) -> int:
        """The side that moved."""
        return self.before.side


def _kinds(pieces: Iterable[Piece]) -> Counter[str]:
    return Counter(piece.kind for piece in pieces)


def _names(rules: Rules, kinds: Iterable[str]) -> list[str]:
    return [rules.facts.kind_names[kind] for kind in kinds]


def _piece(step: LessonStep, kind: str) -> str:
    if step.transition.piece.kind == kind:
        return ""
    names = step.rules.facts.kind_names
    return texts.wrong_piece(names[step.transition.piece.kind], names[kind])


def _captures(step: LessonStep, count: int) -> str:
    captured = len(step.transition.captured)
    if captured >= count:
        return ""
    return texts.captured_too_few(captured, count) if captured else texts.CAPTURED_NOTHING


def _takes(step: LessonStep, kinds: str) -> str:
    left = Counter(kinds) - _kinds(placed.piece for placed in step.transition.captured)
    return texts.not_captured(_names(step.rules, left)) if left else ""


def _reaches(step: LessonStep, names: list[str]) -> str:
    end = step.rules.notation.square_name(step.before, step.transition.path[-1])
    if end in names:
        return ""
    if step.transition.removed:
        return texts.removed_elsewhere(end, names)
    return texts.went_elsewhere(end, names)


def _promotes(step: LessonStep, wanted: bool) -> str:
    return "" if bool(step.transition.promoted) == wanted else texts.NOT_PROMOTED


def _wins(step: LessonStep, wanted: bool) -> str:
    outcome = step.rules.outcome(step.after)
    won = outcome is not None and outcome.winner == step.side
    return "" if won == wanted else texts.NOT_WON


def _draws(step: LessonStep, wanted: bool) -> str:
    outcome = step.rules.outcome(step.after)
    drawn = outcome is not None and outcome.winner is None
    if drawn == wanted:
        return ""
    return texts.is_drawn(outcome.reason.shown) if outcome is not None and drawn else texts.NOT_DRAWN


def _holds(step: LessonStep, stones: dict[str, int]) -> str:
    """Return which square has a wrong number of the mover's stones, empty if none."""
    rules, pieces = step.rules, step.rules.notation.pieces(step.after)
    for name, wanted in stones.items():
        piece = pieces.get(square_of(rules, step.after, name))
        found = piece.count if piece is not None and piece.side == step.side else 0
        if found != wanted:
            return texts.wrong_stones(found, name, wanted)
    return ""


def square_of(rules: Rules, position: Position, name: str) -> int:
    """Return the square that a lesson names.

    Raises:
        LessonError: the board has no such square.
    """
    square = rules.notation.square_at(position, name)
    if square is None:
        raise LessonError(texts.no_square(name, rules.facts.title))
    return square


def _saves(step: LessonStep, kinds: str) -> str:
    """Return which of these kinds the mover has lost since the lesson began, empty if none."""
    lost = _own(step.rules, step.start, step.side) - _own(step.rules, step.after, step.side)
    gone = [kind for kind in kinds if lost[kind]]
    return texts.drowned(_names(step.rules, gone)) if gone else ""


def _own(rules: Rules, position: Position, side: int) -> Counter[str]:
    return _kinds(piece for piece in rules.notation.pieces(position).values() if piece.side == side)


def _effects(rules: Rules, position: Position) -> Iterator[Transition]:
    """Yield the transition of every legal move."""
    return (rules.transition(position, move) for move in rules.legal_moves(position))


def _safe(step: LessonStep, kinds: str) -> str:
    """Return how the other side could capture one of these kinds next, empty if it cannot."""
    rules = step.rules
    for effect in _effects(rules, step.after):
        taken = [placed.piece.kind for placed in effect.captured if placed.piece.kind in kinds]
        if taken:
            attacker, attacked = _names(rules, (effect.piece.kind, taken[0]))
            where = rules.notation.square_name(step.after, effect.path[0])
            return texts.could_be_captured(attacker, where, attacked)
    return ""


def _threatens(step: LessonStep, kinds: str) -> str:
    """Return which of these kinds the mover does not threaten to capture, empty if none."""
    passed = step.rules.null_move(step.after)
    effects = () if passed is None else _effects(step.rules, passed)
    attacked = {placed.piece.kind for effect in effects for placed in effect.captured}
    spared = [kind for kind in kinds if kind not in attacked]
    return texts.not_attacked(_names(step.rules, spared)) if spared else ""


CONDITIONS: dict[str, tuple[type, Callable[[LessonStep, Any], str]]] = {
    "piece": (str, _piece),
    "captures": (int, _captures),
    "takes": (str, _takes),
    "reaches": (list, _reaches),
    "promotes": (bool, _promotes),
    "wins": (bool, _wins),
    "draws": (bool, _draws),
    "holds": (dict, _holds),
    "saves": (str, _saves),
    "safe": (str, _safe),
    "threatens": (str, _threatens),
}
"""By name: the type of the value, and a function that returns what a turn missed (empty for nothing)."""
FINAL_CONDITIONS = ("saves",)
"""Conditions that no later turn can meet once one has failed them."""
