"""The themes of a puzzle, found from its moves alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.learn.puzzles import HOLD_THEME, THEMES, WIN_THEME
from engine.rules.rules import Rules
from engine.rules.values import Move, Position, Transition

ENDING_PIECES = 8
"""A position with at most this many pieces is an ending."""
FORK_TARGETS = 2
"""How many pieces a fork attacks, at least."""
LION = "lion"
"""The piece whose forced capture is a lion hunt; in games without lions a forced win is just that."""


def themes_of(
    rules: Rules, position: Position, moves: Sequence[Move], wins: bool, forced: bool
) -> tuple[str, ...]:
    """Return the themes of a puzzle's moves, in the order of `THEMES`.

    `wins` says whether the solver wins or holds a draw, `forced` whether the moves end the game.
    """
    side = position.side
    found = {WIN_THEME if wins else HOLD_THEME}
    if wins and forced:
        found.add("lion-hunt" if LION in rules.facts.kind_names.values() else "forced-win")
    if len(rules.notation.pieces(position)) <= ENDING_PIECES:
        found.add("ending")
    transitions = []
    for move in moves:
        transition = rules.transition(position, move)
        transitions.append(transition)
        if position.side == side:
            found |= _of_move(rules, position, move, transition)
        elif any(placed.piece.side != side for placed in transition.drowned):
            found.add("drowning")
        position = rules.play(position, move)
    if not transitions[0].progress:
        found.add("quiet")
    return tuple(theme for theme in THEMES if theme in found)


def _of_move(rules: Rules, position: Position, move: Move, transition: Transition) -> set[str]:
    found = set()
    if len(transition.jumped) >= 2:
        found.add("triple-jump" if len(transition.jumped) >= 3 else "double-jump")
    if transition.promoted is not None:
        found.add("promotion")
    after = rules.play(position, move)
    if rules.outcome(after) is None:
        if len(_attacked(rules, after, transition.path[-1])) >= FORK_TARGETS:
            found.add("fork")
    elif _flies(rules, position, transition):
        found.add("flying-lion")
    return found


def _flies(rules: Rules, position: Position, transition: Transition) -> bool:
    """Return whether a piece captured one of its own kind from afar; only lions end a game like that."""
    columns, _ = rules.notation.shape(position)
    start, end = (divmod(square, columns) for square in (transition.path[0], transition.path[-1]))
    far = max(abs(start[0] - end[0]), abs(start[1] - end[1])) > 1
    return far and any(placed.piece.kind == transition.piece.kind for placed in transition.captured)


def _attacked(rules: Rules, after: Position, square: int) -> set[int]:
    """Return the squares of the enemies that the piece on a square could capture if the other side passed."""
    passed = rules.null_move(after)
    if passed is None:
        return set()
    transitions = (rules.transition(passed, move) for move in rules.legal_moves(passed))
    return {placed.square for each in transitions if each.path[0] == square for placed in each.captured}
