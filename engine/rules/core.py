"""The functions that every game gives the compiled search, with one implementation per game.

`load_core` gives the functions here the bodies that a game's modules have under the same names, and compiled
code that calls one with a record of that game gets that body, at no cost. Those that are `optional` have a
body here, for games that do without. A game's position record carries a marker field with the game's name,
because numba tells record types apart by their fields alone.

Codes of moves are int64. The lowest six bits are the square that the move starts from and the next six
the one where it ends, for every game; 0 is no move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, wraps
from importlib import import_module
from typing import Any, cast

import numpy as np
from numba import types

from engine.compiled.generic import declare_generic
from engine.compiled.jit import Function, int64, jit
from engine.compiled.stored_code import add_implementer

NO_MOVE = 0
ONGOING, LOST, DRAWN, WON = 0, 1, 2, 3
"""The values of `terminal_result`, from the view of the side to move."""
UNKNOWN, KNOWN_DRAW = -1, 0
"""The values of `probe_tablebase` besides the number of plies to a win or a loss."""

LOW32 = (1 << 32) - 1
MOVE_KEY_CODE_BITS = 15
"""How many of a move code's lowest bits are in its move key as they are."""

_bodies: dict[tuple[str, str], Any] = {}
_defaults: dict[str, Any] = {}


def optional(generic: Function) -> Function:
    """Make the body of a function here the default for games that do not implement it.

    Called from Python it raises `NotImplementedError`, because the game may implement it.
    """
    _defaults[generic.__name__] = jit(generic)

    @wraps(generic)
    def from_python(*arguments: Any) -> Any:
        raise NotImplementedError(
            f"{generic.__name__} is for compiled code; call it from a compiled function"
        )

    return cast(Function, from_python)


def _body(name: str, position: Any) -> Any:
    if not isinstance(position, types.Record):
        return None
    for field in position.fields:
        if (name, field) in _bodies:
            return _bodies[name, field]
    return _defaults.get(name)


def generate(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """Write all legal moves into `buffer` from index `start` on and return the index after the last.

    Never writes at `capacity` or beyond; -1 says that the moves did not all fit. Not to be called on a
    terminal position.
    """
    raise NotImplementedError


@optional
def generate_tactical(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """Write the moves that quiescence searches, a subset of `generate`'s, in the same way.

    Defaults to no moves.
    """
    return start


def count(position: Any, buffer: Any, start: int, capacity: int) -> int:
    """Return the number of legal moves; `buffer` is scratch space, -1 says that it was too small."""
    raise NotImplementedError


def play(position: Any, move: int) -> bool:
    """Play a legal move on `position` itself; return whether it makes progress (see `Rules`)."""
    raise NotImplementedError


def terminal_result(position: Any) -> int:
    """Return ONGOING, or LOST, DRAWN or WON for the side to move if the board alone decides so."""
    raise NotImplementedError


def result_without_moves(position: Any) -> int:
    """Return the result for a side to move without a legal move: LOST or DRAWN."""
    raise NotImplementedError


def evaluate(position: Any, alpha: int, beta: int) -> int:
    """Return the static score in centipawns for the side to move, exact inside ``alpha < score < beta``.

    Outside that window it may be any bound on the same side of the window.
    """
    raise NotImplementedError


@optional
def gain(position: Any, move: int) -> int:
    """Return what a move wins at once in centipawns, for ordering; 0 for a quiet move.

    Defaults to 0.
    """
    return int64(0)


@optional
def material_gain(position: Any, move: int) -> int:
    """Return the material that a move wins at once in centipawns, for players that look no further.

    Defaults to `gain`. They may differ: where every move captures, ordering moves by what they capture does
    not help a search.
    """
    return gain(position, move)


@optional
def is_in_check(position: Any) -> bool:
    """Return whether the side to move is in check: it would lose at once if it passed. May miss a case.

    Defaults to False.
    """
    return False


@optional
def loses_material(position: Any, move: int) -> bool:
    """Return whether a capture is likely to lose material by static exchange evaluation (SEE).

    Defaults to False.
    """
    return False


@optional
def play_null_move(position: Any) -> bool:
    """Make a null move on `position` itself; return whether it was made.

    It is not, and the position stays as it is, where zugzwang is likely. Defaults to False.
    """
    return False


@optional
def input_boards(position: Any, boards: Any) -> None:
    """Write the bitboards that are the inputs of the game's network: `Facts.network_inputs` of them.

    A game without a network does not implement it.
    """
    return


def compute_key(position: Any) -> int:
    """Return the Zobrist key, computed from scratch."""
    raise NotImplementedError


@optional
def probe_tablebase(position: Any, tablebase: int) -> int:
    """Probe the tablebase at address `tablebase` for a position that is not terminal.

    Return UNKNOWN, KNOWN_DRAW, or in how many plies the game ends with best play (DTM): an odd number is a
    win for the side to move, an even one a loss. UNKNOWN if the address is 0; defaults to UNKNOWN.
    """
    return int64(UNKNOWN)


@optional
def move_from_key(position: Any, move_key: int) -> int:
    """Return the legal move with this key (see `move_key`), or NO_MOVE where that is not worth the time.

    The key may come from another position. Defaults to NO_MOVE: then all moves are generated first.
    """
    return int64(NO_MOVE)


@optional
def canonical_key(position: Any) -> int:
    """Return a key that a position shares with its rotations, reflections and colour swaps.

    Proofs use it. Defaults to the position's own `key`.
    """
    return position.key


@optional
def could_win_within(position: Any, plies: int) -> bool:
    """Return whether the side to move may perhaps win within an odd number of plies.

    A necessary condition, for proofs: False is certain, True is not. Defaults to True.
    """
    return True


@jit
def move_key(move: int) -> int:
    """Return a 32-bit hash of a move code, of which the lowest bits are the code's own.

    Two moves of a position with the same squares and kind may collide, but hardly ever do.
    """
    rest = (move >> MOVE_KEY_CODE_BITS) * int64(-7046029254386353131)  # 2^64 by the golden ratio
    return ((move & ((1 << MOVE_KEY_CODE_BITS) - 1)) | ((rest >> 40) << MOVE_KEY_CODE_BITS)) & LOW32


_GENERICS = (
    generate,
    generate_tactical,
    count,
    play,
    terminal_result,
    result_without_moves,
    evaluate,
    gain,
    material_gain,
    is_in_check,
    loses_material,
    play_null_move,
    input_boards,
    compute_key,
    probe_tablebase,
    move_from_key,
    canonical_key,
    could_win_within,
)
GENERIC = frozenset(generic.__name__ for generic in _GENERICS)
"""The names of the functions that a game implements or, some of them, leaves to the default."""

for _generic in _GENERICS:
    declare_generic(_generic, _body)


# --- the same functions for Python callers


@jit
def _generate(position: Any, buffer: Any, start: int) -> int:
    return generate(position, buffer, start, int64(buffer.size))


@jit
def _generate_tactical(position: Any, buffer: Any, start: int) -> int:
    return generate_tactical(position, buffer, start, int64(buffer.size))


@jit
def _play(position: Any, move: int) -> bool:
    return play(position, move)


@jit
def _terminal_result(position: Any) -> int:
    return terminal_result(position)


@jit
def _result_without_moves(position: Any) -> int:
    return result_without_moves(position)


@jit
def _compute_key(position: Any) -> int:
    return compute_key(position)


@jit
def _evaluate(position: Any, alpha: int, beta: int) -> int:
    return evaluate(position, alpha, beta)


@jit
def _probe_tablebase(position: Any, tablebase: int) -> int:
    return probe_tablebase(position, tablebase)


@jit
def _input_boards(position: Any, boards: Any) -> None:
    input_boards(position, boards)


EVAL_INFINITE = 1 << 20
"""A bound for `evaluate` that no static score reaches, in centipawns."""


def _all_moves(function: Any, record: Any) -> list[int]:
    size = 1024
    while True:
        buffer = np.empty(size, dtype=np.int64)
        end = function(record, buffer, int64(0))
        if end >= 0:
            codes: list[int] = buffer[:end].tolist()
            return codes
        size *= 4


@dataclass(frozen=True)
class Core:
    """The compiled functions of one game, as Python calls them; `dtype` is its position record."""

    dtype: np.dtype[Any]

    def moves(self, record: Any) -> list[int]:
        """Return the codes of all legal moves, however many; none if the position is terminal."""
        return [] if _terminal_result(record) else _all_moves(_generate, record)

    def tactical_moves(self, record: Any) -> list[int]:
        """Return the codes of the moves that quiescence searches."""
        return [] if _terminal_result(record) else _all_moves(_generate_tactical, record)

    def play(self, record: Any, code: int) -> bool:
        """Play a legal move on `record` itself; return whether it makes progress."""
        return bool(_play(record, int64(code)))

    def terminal_result(self, record: Any) -> int:
        """Return ONGOING, LOST, DRAWN or WON, as the board alone decides for the side to move."""
        return int(_terminal_result(record))

    def result_without_moves(self, record: Any) -> int:
        """Return the result of having no legal move: LOST or DRAWN."""
        return int(_result_without_moves(record))

    def compute_key(self, record: Any) -> int:
        """Return the Zobrist key, computed from the whole position."""
        return int(_compute_key(record))

    def probe_tablebase(self, record: Any, tablebase: int) -> int:
        """Probe the tablebase at an address for a position that is not terminal."""
        return int(_probe_tablebase(record, int64(tablebase)))

    def input_boards(self, record: Any, count: int) -> Any:
        """Return the bitboards that are the inputs of the game's network."""
        boards = np.zeros(count, dtype=np.int64)
        _input_boards(record, boards)
        return boards

    def evaluate(self, record: Any) -> int:
        """Return the static score in centipawns for the side to move."""
        return int(_evaluate(record, int64(-EVAL_INFINITE), int64(EVAL_INFINITE)))


@cache
def load_core(game: str, modules: tuple[str, ...]) -> Core:
    """Return the core of a game: those functions of its modules that are named like one from above."""
    for name in modules:
        module = import_module(f"engine.rules.{game}.{name}")
        for key in GENERIC & vars(module).keys():
            body = getattr(module, key)
            if body.__module__ == module.__name__:  # not one that it imports
                _bodies[key, game] = body
        add_implementer(game, module.__name__)
    return Core(import_module(f"engine.rules.{game}.board").POSITION)
