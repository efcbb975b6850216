"""Detecting moves that let the opponent capture the lion or king. No pygame."""

from __future__ import annotations

from dataclasses import dataclass

from engine.players.levels import level
from engine.rules.rules import Rules
from engine.rules.values import Danger, Move, Position

WEAK_BELOW = 5
"""Against levels below this one the window asks before such a move by default."""


def is_weak(name: str) -> bool:
    """Return whether the level of that name is a weak one; False for a player without a level."""
    return bool(name) and level(name).number < WEAK_BELOW


@dataclass(frozen=True)
class Exposure:
    """A piece, `kind` on `square`, that the `attacker` on `source` could capture next."""

    kind: str
    square: int
    square_name: str
    attacker: str
    source: int
    source_name: str


def exposure(rules: Rules, position: Position, move: Move) -> Exposure | None:
    """Return the piece that a move exposes; None if there is none, or if every move exposes it."""
    found = _exposed_by(rules, position, move)
    if found is None:
        return None
    others = (other for other in rules.legal_moves(position) if other != move)
    return found if any(_exposed_by(rules, position, other) is None for other in others) else None


def _exposed_by(rules: Rules, position: Position, move: Move) -> Exposure | None:
    after = rules.play(position, move)
    waiting = rules.null_move(after) if rules.outcome(after) is None else None
    if waiting is None:
        return None
    pieces, names, kinds = rules.notation.pieces(waiting), rules.notation.square_name, rules.facts.kind_names
    for warning in rules.warnings(waiting):
        if warning.danger is Danger.UNDER_ATTACK and warning.sources:
            source = warning.sources[0]
            return Exposure(
                kinds[pieces[warning.square].kind],
                warning.square,
                names(waiting, warning.square),
                kinds[pieces[source].kind],
                source,
                names(waiting, source),
            )
    return None
