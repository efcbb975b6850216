"""Congo's static evaluation, compiled.

A tapered evaluation: a sum of weights (weights.py), each a pair for the opening and the endgame, packed into
one number; at the end the two are interpolated by how many pieces are left. `moves.play` updates the
piece-square sum; the other terms are counted here, the slow ones only if they can matter to the
search's window (lazy evaluation).
The functions take the weights as an argument, so that tuning can ask how often each of them counts.
"""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import inline, int64, jit, lowest, popcount
from engine.rules.congo.board import (
    CROCODILE,
    ELEPHANT,
    FULL,
    GIRAFFE,
    JUMP_OVER,
    JUMP_TO,
    KINDS,
    KING_STEPS,
    LION,
    LION_LINES,
    MONKEY,
    PAST_RIVER,
    PAWN,
    PAWN_STEPS,
    RIVER,
    SUPERPAWN,
    ZEBRA,
)
from engine.rules.congo.exchange import monkey_attacks
from engine.rules.congo.moves import drownable, targets_of
from engine.rules.congo.weights import (
    IN_RIVER,
    JUMP_CAPTURES,
    LION_ATTACKED,
    MAX_ACTIVITY,
    MOBILITY,
    NEAR_LION,
    PASSED,
    PINNED,
    STUCK,
    TEMPO,
    THREAT,
    VALUES,
    WEIGHTS,
)

OPENING_PIECES = 12
"""The number of animals and superpawns, lions excepted, from which on only the opening weights count."""

# --- the river


@inline
def can_leave_river(position: Any, kind: int, square: int, side: int) -> bool:
    """Return whether a piece can move out of the river; for a monkey next to an enemy, a guess."""
    if kind == MONKEY and KING_STEPS[square] & position.sides[1 - side]:
        return True
    return (targets_of(position, kind, square, side) & ~int64(RIVER)) != 0


@inline
def river(position: Any, side: int, weights: Any) -> int:
    """Return the score of a side's pieces in the river, which is negative.

    One piece a turn can leave it: the most valuable that can; the rest will drown.
    """
    wet = drownable(position, side)
    total = int64(0)
    if not wet:
        return total
    saved = int64(LION)  # none: a lion is never in the river
    for kind in range(KINDS):
        pieces = position.kinds[kind] & wet
        while pieces:
            square = lowest(pieces)
            pieces &= pieces - 1
            total += weights[STUCK + kind]
            more_valuable = saved == LION or VALUES[kind] > VALUES[saved]
            if more_valuable and can_leave_river(position, kind, square, side):
                saved = int64(kind)
    if saved != LION:
        total -= weights[STUCK + saved]
    return total + weights[IN_RIVER]


# --- the lions


@inline
def pinned_side(position: Any) -> int:
    """Return whose piece alone keeps the lions from facing each other, -1 if there is none."""
    lions = position.kinds[LION]
    line = LION_LINES[lowest(lions & position.sides[0]), lowest(lions & position.sides[1])]
    if line < 0:
        return int64(-1)
    between = line & (position.sides[0] | position.sides[1])
    if not between or between & (between - 1):
        return int64(-1)
    return int64(0) if between & position.sides[0] else int64(1)


# --- activity


@inline
def jump_captures(position: Any, square: int, side: int) -> int:
    """Return how many enemies a monkey could jump over at once."""
    enemy = position.sides[1 - side]
    if not KING_STEPS[square] & enemy:
        return int64(0)
    empty = FULL & ~(position.sides[0] | position.sides[1])
    total = int64(0)
    for direction in range(8):
        if JUMP_OVER[square, direction] & enemy and (int64(1) << JUMP_TO[square, direction]) & empty:
            total += 1
    return total


@inline
def is_passed(position: Any, square: int, side: int) -> bool:
    """Return whether a pawn is past the river with no enemy on the three squares directly ahead."""
    free = not PAWN_STEPS[side, square] & position.sides[1 - side]
    return free and (int64(1) << square) & PAST_RIVER[side] != 0


@inline
def activity_of_kind(position: Any, side: int, kind: int, lion_zone: int, attacked: int, weights: Any) -> Any:
    """Return the activity of the pieces of one kind, and `attacked` with their attacks added."""
    total = int64(0)
    movers = position.kinds[kind] & position.sides[side]
    while movers:
        square = lowest(movers)
        movers &= movers - 1
        targets = targets_of(position, kind, square, side)
        attacked |= targets
        total += weights[MOBILITY + kind] * popcount(targets)
        total += weights[NEAR_LION + kind] * popcount(targets & lion_zone)
        if kind == MONKEY:
            total += weights[JUMP_CAPTURES] * jump_captures(position, square, side)
        if kind == PAWN and is_passed(position, square, side):
            total += weights[PASSED]
    return total, attacked


@inline
def activity(position: Any, side: int, weights: Any) -> Any:
    """Return the activity of a side, and whether it attacks the enemy lion.

    Activity is mobility, attacks near that lion, and threats; the attack on it is that of `is_in_check`.
    """
    enemy = position.sides[1 - side]
    enemy_lion = position.kinds[LION] & enemy
    lion_zone = KING_STEPS[lowest(enemy_lion)] | enemy_lion
    total, attacked = activity_of_kind(position, side, LION, lion_zone, int64(0), weights)
    more, attacked = activity_of_kind(position, side, ZEBRA, lion_zone, attacked, weights)
    total += more
    more, attacked = activity_of_kind(position, side, ELEPHANT, lion_zone, attacked, weights)
    total += more
    more, attacked = activity_of_kind(position, side, GIRAFFE, lion_zone, attacked, weights)
    total += more
    more, attacked = activity_of_kind(position, side, CROCODILE, lion_zone, attacked, weights)
    total += more
    more, attacked = activity_of_kind(position, side, MONKEY, lion_zone, attacked, weights)
    total += more
    more, attacked = activity_of_kind(position, side, PAWN, lion_zone, attacked, weights)
    total += more
    more, attacked = activity_of_kind(position, side, SUPERPAWN, lion_zone, attacked, weights)
    total += more
    threatened = attacked & enemy & ~enemy_lion
    for kind in range(KINDS):
        total += weights[THREAT + kind] * popcount(threatened & position.kinds[kind])
    return total, attacked & enemy_lion != 0 or monkey_attacks(position, lowest(enemy_lion), side)


# --- all together


@inline
def cheap_terms(position: Any, weights: Any) -> int:
    """Return the terms that are always counted, packed, for the side to move; no piece-square sum."""
    side = position.side
    return weights[TEMPO] + river(position, side, weights) - river(position, 1 - side, weights)


@inline
def costly_terms(position: Any, weights: Any) -> int:
    """Return the terms that are counted only if they can matter, packed, for the side to move."""
    side = position.side
    total, _ = activity(position, side, weights)
    theirs, attacked = activity(position, 1 - side, weights)
    total -= theirs
    pinned = pinned_side(position)
    if pinned >= 0:
        total += weights[PINNED] if pinned == side else -weights[PINNED]
    if attacked:
        total += weights[LION_ATTACKED]
    return total


@inline
def phase(position: Any) -> int:
    """Return the game phase, from 0 (endgame) to OPENING_PIECES (opening)."""
    few = position.kinds[LION] | position.kinds[PAWN]
    return min(popcount((position.sides[0] | position.sides[1]) & ~few), int64(OPENING_PIECES))


@inline
def taper(packed: int, opening: int) -> int:
    """Return the tapered score of a packed pair; its first part has the weight `opening` / OPENING_PIECES."""
    second = ((packed & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
    first = (packed - second) >> 32
    return (first * opening + second * (OPENING_PIECES - opening)) // OPENING_PIECES


@jit
def evaluate(position: Any, alpha: int, beta: int) -> int:
    """See `core.evaluate`."""
    opening = phase(position)
    psqt = position.psqt_score if position.side == 0 else -position.psqt_score
    score = taper(psqt + cheap_terms(position, WEIGHTS), opening)
    if score - MAX_ACTIVITY >= beta:
        return score - MAX_ACTIVITY
    if score + MAX_ACTIVITY <= alpha:
        return score + MAX_ACTIVITY
    more = taper(costly_terms(position, WEIGHTS), opening)
    return score + min(max(more, int64(-MAX_ACTIVITY)), int64(MAX_ACTIVITY))
