"""Depths by size of the board, as they are typed: one for all, or ``4:8,6:6``. Light to import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.research.checks import parse_whole
from engine.research.growth import texts
from engine.rules.rules import Rules
from engine.system.errors import UserError

DEFAULT_DEPTH, MAX_DEPTH = 4, 20
MAX_SIZE = 99
Depths = dict[int | None, int]
"""By size of the board; None means all sizes, or the only one."""


def parse_sizes(text: str) -> list[int]:
    """Read sizes of the board.

    Raises:
        UserError: a size is invalid.
    """
    return [parse_whole(part.strip(), 1, MAX_SIZE) for part in text.split(",")]


def parse_depths(text: str) -> Depths:
    """Read one depth for all sizes, or one for each.

    Raises:
        UserError: a depth is invalid.
    """
    found: Depths = {}
    for part in text.split(","):
        size, colon, depth = part.strip().rpartition(":")
        found[parse_whole(size, 1, MAX_SIZE) if colon else None] = parse_whole(depth, 1, MAX_DEPTH)
    return found


def depths_of(
    rules: Rules, chosen: Sequence[int], depth: Depths, turn_depth: Depths
) -> tuple[Depths, Depths]:
    """Return the maximum depth, and that of the tables by turn, for each of the chosen sizes, all if none.

    Raises:
        UserError: a size or a depth is invalid.
    """
    known = rules.facts.sizes
    sizes: list[int | None] = [*(chosen or sorted(known))] if chosen or len(known) > 1 else [None]
    for size in sizes:
        rules.start(size)
    depths = _by_size("--depth", depth, dict.fromkeys(sizes, DEFAULT_DEPTH))
    turn_depths = _by_size("--turn-depth", turn_depth, depths)
    for size, one in turn_depths.items():
        if one > depths[size]:
            raise UserError(texts.too_deep(one, depths[size]))
    return depths, turn_depths


def _by_size(option: str, given: Depths, default: Mapping[int | None, int]) -> Depths:
    """Return a depth for each size that `default` has."""
    unknown = [size for size in given if size is not None and size not in default]
    if unknown:
        raise UserError(texts.unknown_size(option, unknown[0]))
    return {size: given.get(size, given.get(None, depth)) for size, depth in default.items()}
