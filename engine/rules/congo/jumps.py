"""The monkey's captures: series of jumps, and the canonical one of several equal ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.compiled.bitboards import bits
from engine.rules.congo.board import (
    JUMP_DIRECTIONS,
    JUMP_OVER,
    JUMP_TO,
    MONKEY,
    code_captured,
    code_end,
    code_kind,
    code_start,
    move_code,
)
from engine.rules.values import Move, Position


def is_jump(code: int) -> bool:
    """Return whether a move is a monkey's capture."""
    return code_kind(code) == MONKEY and code_captured(code) != 0


def first_paths(jumps: list[int]) -> dict[int, tuple[int, ...]]:
    """Return the path as written of each of the codes `jumps`, all captures by monkeys.

    The codes come in the order of `moves.write_jumps`: level by level, and in a level in the order of
    their first paths. So of all captures that a jump can extend to this one, the earliest has the
    path that compares first, and all of them are known before it.
    """
    order = _order(jumps)
    paths: dict[int, tuple[int, ...]] = {}
    for code in jumps:
        before = _first_shortened(code, order)
        paths[code] = (*((code_start(code),) if before is None else paths[before]), code_end(code))
    return paths


def first_path(code: int, jumps: list[int]) -> tuple[int, ...]:
    """Return the path as written of one of the codes `jumps`, without finding all others."""
    order, backwards = _order(jumps), [code_end(code)]
    before = _first_shortened(code, order)
    while before is not None:
        backwards.append(code_end(before))
        before = _first_shortened(before, order)
    return (code_start(code), *reversed(backwards))


def _order(jumps: list[int]) -> dict[int, int]:
    return {code: index for index, code in enumerate(jumps)}


def _first_shortened(code: int, order: dict[int, int]) -> int | None:
    """Return the earliest of the captures that a jump can extend to this one, None if there is none."""
    earlier = [before for before in _shortened(code) if before in order]
    return min(earlier, key=order.__getitem__, default=None)


def _shortened(code: int) -> Iterator[int]:
    """Yield the captures that may be this one without its last jump."""
    start, end, captured = code_start(code), code_end(code), code_captured(code)
    for direction in range(len(JUMP_DIRECTIONS)):
        over, origin = int(JUMP_OVER[end, direction]), int(JUMP_TO[end, direction])
        if over & captured and captured != over:
            yield move_code(start, origin, MONKEY, captured ^ over)


def jumps_from(position: Position, path: tuple[int, ...]) -> dict[int, int]:
    """Return the jumps that a monkey can make after `path`: landing square to the bit jumped over.

    `path` starts with the monkey's square; a path that is no series of jumps has no continuation.
    """
    jumped = jumped_along(position, path)
    if jumped is None:
        return {}
    record = position.record
    enemy = int(record["sides"][1 - position.side])
    occupied = (enemy | int(record["sides"][position.side])) & ~(1 << path[0])
    here = path[-1]
    return {
        int(JUMP_TO[here, direction]): over
        for direction in range(len(JUMP_DIRECTIONS))
        if (over := int(JUMP_OVER[here, direction])) & enemy & ~jumped
        and not occupied >> int(JUMP_TO[here, direction]) & 1
    }


def jumped_along(position: Position, path: tuple[int, ...]) -> int | None:
    """Return the bitboard of the pieces that a monkey jumps over along `path`; None if that is impossible."""
    record = position.record
    monkeys = int(record["kinds"][MONKEY] & record["sides"][position.side])
    if not path or not monkeys >> path[0] & 1:
        return None
    enemy = int(record["sides"][1 - position.side])
    occupied = (enemy | int(record["sides"][position.side])) & ~(1 << path[0])
    taken = 0
    for here, landing in pairwise(path):
        over = next(
            (int(JUMP_OVER[here, direction]) for direction in range(8) if _lands(here, direction, landing)), 0
        )
        if not over & enemy & ~taken or occupied >> landing & 1:
            return None
        taken |= over
    return taken


def _lands(here: int, direction: int, landing: int) -> bool:
    return bool(JUMP_OVER[here, direction]) and int(JUMP_TO[here, direction]) == landing


def move_along(position: Position, moves: tuple[Move, ...], path: tuple[int, ...]) -> Move | None:
    """Return the one of all legal `moves` that follows exactly this path."""
    taken = jumped_along(position, path)
    if taken:
        code = move_code(path[0], path[-1], MONKEY, taken)
        return next(move for move in moves if move.code == code)
    return next((move for move in moves if move.path == path), None)


def captured_in_order(code: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of the captured pieces in the order in which they are captured."""
    if is_jump(code):
        return tuple((here + landing) // 2 for here, landing in pairwise(path))
    return tuple(bits(code_captured(code)))
