"""The terms of minichess's evaluation; see `engine.search.evaluation`."""

from __future__ import annotations

from typing import Any

from engine.compiled.bitboards import bits
from engine.compiled.jit import int64
from engine.rules.minichess.board import KINDS, KING, KING_STEPS, PAWN, PROGRESS_LIMIT
from engine.rules.minichess.evaluate import FULL_SCALE, MAX_ACTIVITY, PROGRESS_SCALE, mop_up
from engine.rules.minichess.moves import targets_of
from engine.rules.minichess.weights import MOBILITY, NEAR_KING, PSQT, TEMPO, VALUES


def _squares(position: Any, kind: int, side: int) -> list[int]:
    """Return where a side's pieces of a kind are."""
    return list(bits(int(position["kinds"][kind] & position["sides"][side])))


def _activity(position: Any, side: int, enemy_king: int) -> tuple[int, int]:
    """Return the scores of a side's pieces for mobility, and for the squares around the enemy king."""
    zone = int(KING_STEPS[enemy_king]) | 1 << enemy_king
    mobility = near_king = 0
    for kind in set(range(KINDS)) - {PAWN, KING}:
        for square in _squares(position, kind, side):
            targets = int(targets_of(position, int64(kind), int64(square), int64(side)))
            mobility += int(MOBILITY[kind]) * targets.bit_count()
            near_king += NEAR_KING * (targets & zone).bit_count()
    return mobility, near_king


def _values(position: Any, side: int) -> int:
    """Return the value of a side's pieces, wherever they stand."""
    return sum(
        int(VALUES[kind]) * len(_squares(position, kind, side)) for kind in range(KINDS) if kind != KING
    )


def _placed(position: Any, side: int) -> int:
    """Return the value of a side's pieces where they stand."""
    sign = 1 if side == 0 else -1
    pieces = ((kind, square) for kind in range(KINDS) for square in _squares(position, kind, side))
    return sum(sign * int(PSQT[side, kind, square]) for kind, square in pieces)


def evaluation_terms(position: Any) -> dict[str, float]:
    """Return the terms for the side to move, in centipawns.

    All are damped the longer nothing has been captured; the damped values are returned. `limit` is what the
    bound on tempo, mobility and the attack on the king takes off.
    """
    own, enemy = int(position["side"]), 1 - int(position["side"])
    king, enemy_king = (_squares(position, KING, side)[0] for side in (own, enemy))
    mine, theirs = _activity(position, own, enemy_king), _activity(position, enemy, king)
    material = _values(position, own) - _values(position, enemy)
    mop_ups = [
        int(mop_up(position, int64(side), int64(near), int64(far)))
        for side, near, far in ((own, king, enemy_king), (enemy, enemy_king, king))
    ]
    mobility, near_king = mine[0] - theirs[0], mine[1] - theirs[1]
    active = TEMPO + mobility + near_king
    terms = {
        "material": material,
        "places": _placed(position, own) - _placed(position, enemy) - material,
        "lone_king": mop_ups[0] - mop_ups[1],
        "mobility": mobility,
        "near_king": near_king,
        "tempo": TEMPO,
        "limit": max(min(active, MAX_ACTIVITY), -MAX_ACTIVITY) - active,
    }
    scale = int(PROGRESS_SCALE[min(int(position["progress_clock"]), PROGRESS_LIMIT)]) / FULL_SCALE
    return {name: value * scale for name, value in terms.items()}
