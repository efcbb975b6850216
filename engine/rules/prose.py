"""Moves in words, from what they do: the grammar that all games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.rules.words import listed, number, plural, with_article

if TYPE_CHECKING:
    from engine.rules.piece import Placed
    from engine.rules.position import Position
    from engine.rules.rules import Rules
    from engine.rules.transition import Transition


def told(rules: Rules, position: Position, transition: Transition) -> str:
    """Return in sentences what a move does that is made in a position."""
    names = [rules.square_name(position, square) for square in transition.path]
    owner = rules.side_names[transition.piece.side].capitalize()
    kind = rules.kind_names[transition.piece.kind]
    if transition.removed:
        return f"{owner} takes {with_article(kind)} off {names[0]}."
    if transition.spread:
        return _laid_out(rules, position, transition)
    parts = [f"{owner}'s {kind} {rules.verb(transition)} from {names[0]}"]
    parts += _over(rules, position, transition)
    parts.append(f"to {names[-1]}")
    return (
        f"{' '.join(parts)}{_results(rules, position, transition)}.{_drownings(rules, position, transition)}"
    )


def _over(rules: Rules, position: Position, transition: Transition) -> list[str]:
    """Return what a jump goes over, in order."""
    if not transition.jumped:
        return []
    return ["over " + listed(rules.square_name(position, placed.square) for placed in transition.jumped)]


def _results(rules: Rules, position: Position, transition: Transition) -> str:
    """Return what the moved piece takes, becomes or suffers."""
    said = ""
    if transition.captured:
        said += f", taking {counted(rules, position, transition.captured)}"
        away = [placed for placed in transition.captured if placed.square != transition.path[-1]]
        if away and not transition.jumped:
            said += f" on {listed(rules.square_name(position, placed.square) for placed in away)}"
    if transition.promoted is not None:
        said += f", and becomes {with_article(rules.kind_names[transition.promoted.kind])}"
    if any(placed.square == transition.path[-1] for placed in transition.drowned):
        said += ", and drowns"
    return said


def _drownings(rules: Rules, position: Position, transition: Transition) -> str:
    """Return what drowns that stayed where it was."""
    others = [placed for placed in transition.drowned if placed.square != transition.path[-1]]
    if not others:
        return ""
    owner = rules.side_names[transition.piece.side].capitalize()
    names = [
        f"{rules.kind_names[placed.piece.kind]} on {rules.square_name(position, placed.square)}"
        for placed in others
    ]
    return f" {owner}'s {listed(names)} {'drowns' if len(names) == 1 else 'drown'}."


def _laid_out(rules: Rules, position: Position, transition: Transition) -> str:
    """Return how a stack is laid out."""
    owner, start = rules.side_names[transition.piece.side].capitalize(), transition.path[0]
    shares = [
        f"{number(placed.piece.count)} on {rules.square_name(position, placed.square)}"
        for placed in transition.spread
    ]
    stack = f"{rules.kind_names[transition.piece.kind]} of {number(transition.piece.count)}"
    where = rules.square_name(position, start)
    return f"{owner} lays out the {stack} from {where}: {listed(shares)}."


def counted(rules: Rules, position: Position, pieces: Sequence[Placed]) -> str:
    """Return how many of each kind there are, in the order in which they come."""
    there = Counter(rules.pieces(position).values())
    said = []
    for piece, count in Counter(placed.piece for placed in pieces).items():
        kind = rules.kind_names[piece.kind]
        one = f"the {kind}" if there[piece] == 1 else with_article(kind)
        said.append(one if count == 1 else f"{number(count)} {plural(kind)}")
    return listed(said)
