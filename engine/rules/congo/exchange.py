"""Static exchange evaluation, compiled, and whether the lion is attacked."""

from __future__ import annotations

from typing import Any

from engine.compiled.jit import int64, jit, lowest
from engine.rules.congo.board import (
    CAPTURED_SHIFT,
    CROCODILE,
    ELEPHANT,
    ELEPHANT_STEPS,
    FULL,
    GIRAFFE,
    GIRAFFE_JUMPS,
    KIND_SHIFT,
    KINDS,
    KING_STEPS,
    LION,
    LION_LINES,
    LION_STEPS,
    MONKEY,
    PAWN,
    PAWN_STEPS,
    SIDEWAYS,
    SUPERPAWN,
    ZEBRA,
    ZEBRA_STEPS,
)
from engine.rules.congo.moves import crocodile_targets, gain
from engine.rules.congo.weights import VALUES


@jit
def attackers(position: Any, square: int, side: int, occupied: int) -> int:
    """Return the pieces of `side` that could capture on `square` by moving there, flying lions apart.

    Looks from the square: a piece attacks it from where its own steps would lead back. `occupied` are the
    pieces still on the board; others do not attack.
    """
    kinds = position.kinds
    pawns = kinds[PAWN] | kinds[SUPERPAWN]
    found = (
        (PAWN_STEPS[1 - side, square] & pawns)
        | (SIDEWAYS[square] & kinds[SUPERPAWN])
        | (ZEBRA_STEPS[square] & kinds[ZEBRA])
        | (ELEPHANT_STEPS[square] & kinds[ELEPHANT])
        | (GIRAFFE_JUMPS[square] & kinds[GIRAFFE])
        | (LION_STEPS[square] & kinds[LION])
        | (KING_STEPS[square] & kinds[CROCODILE])
    )
    crocodiles = kinds[CROCODILE] & position.sides[side] & occupied & ~found
    while crocodiles:
        bit = crocodiles & -crocodiles
        crocodiles ^= bit
        if crocodile_targets(lowest(bit), occupied) & (int64(1) << square):
            found |= bit
    return found & position.sides[side] & occupied


@jit
def monkey_attacks(position: Any, square: int, side: int) -> bool:
    """Return whether a monkey of `side` next to `square` could jump over it with its first jump."""
    occupied = position.sides[0] | position.sides[1]
    monkeys = position.kinds[MONKEY] & position.sides[side] & KING_STEPS[square]
    while monkeys:
        # Straight behind, seen from the monkey; behind an edge it would not be next to the square.
        behind = 2 * square - lowest(monkeys)
        monkeys &= monkeys - 1
        if 0 <= behind < 49 and (int64(1) << behind) & KING_STEPS[square] & ~occupied:
            return True
    return False


@jit
def is_in_check(position: Any) -> bool:
    """See `core.is_in_check`: the mover's lion can be captured next, a monkey's later jumps apart."""
    side = position.side
    occupied = position.sides[0] | position.sides[1]
    square = lowest(position.kinds[LION] & position.sides[side])
    if attackers(position, square, 1 - side, occupied):
        return True
    line = LION_LINES[square, lowest(position.kinds[LION] & position.sides[1 - side])]
    return (line >= 0 and not line & occupied) or monkey_attacks(position, square, 1 - side)


@jit
def least_valuable(position: Any, pieces: int) -> int:
    """Return the least valuable kind among some pieces, the lion last."""
    best, least = int64(LION), VALUES[LION]
    for kind in range(KINDS):
        if position.kinds[kind] & pieces and VALUES[kind] < least:
            best, least = int64(kind), VALUES[kind]
    return best


@jit
def loses_material(position: Any, move: int) -> bool:
    """See `core.loses_material`: static exchange evaluation (SEE).

    A piece that captures by moving there starts an exchange on that square, each side recapturing with its
    least valuable piece as long as that pays. Captures by a monkey are not recaptured; the monkey may
    be, where it lands.
    """
    side = position.side
    won = gain(position, move)
    kind = (move >> KIND_SHIFT) & 7
    if won >= VALUES[kind]:
        return False
    start_bit = int64(1) << (move & 63)
    end = (move >> 6) & 63
    captured = (move >> CAPTURED_SHIFT) & FULL
    occupied = (position.sides[0] | position.sides[1]) & ~start_bit & ~captured
    # Threshold SEE, as Stockfish's `see_ge`: what the side that has just captured loses if its piece is
    # captured in turn.
    swap = VALUES[kind] - won
    favourable = True
    capturing = 1 - side
    while True:
        capturers = attackers(position, end, capturing, occupied)
        if not capturers:
            return not favourable
        favourable = not favourable
        capturer = least_valuable(position, capturers)
        bit = position.kinds[capturer] & capturers
        occupied &= ~(bit & -bit)
        capturing = 1 - capturing
        if capturer == LION:
            # A lion does not capture where it is captured in turn.
            return favourable if attackers(position, end, capturing, occupied) else not favourable
        swap = VALUES[capturer] - swap
        if swap < (1 if favourable else 0):
            return not favourable
