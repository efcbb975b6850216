"""What every game gives the compiled search: the functions below, one implementation a game.

The functions here have no body. `load_core` gives them the bodies that a game's modules have under the same
names, and compiled code that calls one with a record of that game gets that body, at no cost. A game's
position record carries a marker field with the game's name, because numba tells record types apart by their
fields alone.

Codes of moves are int64. The lowest six bits are the square that the move starts from and the next six
the one where it ends, for every game; 0 is no move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from engine.compiled.jit import jit
from engine.compiled.stored_code import add_implementer

NO_MOVE = 0
GOING_ON, LOST, DRAWN, WON = 0, 1, 2, 3
"""What `settled` answers, seen from the side to move."""
UNKNOWN, KNOWN_DRAW = -1, 0
"""What `known` answers besides the number of plies to a win or a loss."""

LOW32 = (1 << 32) - 1
TAG_KEEPS = 15
"""How many of a move code's lowest bits are in its tag as they are."""

GENERIC = frozenset(
    {
        *("generate", "generate_noisy", "count", "play", "settled", "stuck", "evaluate", "gain", "material"),
        *("in_danger", "loses_material", "pass_turn", "rekey", "known", "recall", "normal_key"),
        "could_win_within",
    }
)
"""The names of the functions below that a game implements or, some of them, leaves to the default."""
_bodies: dict[tuple[str, str], Any] = {}
_defaults: dict[str, Any] = {}


def unless_implemented(generic: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return a decorator: what `generic` does for games that do not implement it."""

    def remember(body: Any) -> Any:
        _defaults[generic.__name__] = body
        return body

    return remember


def _body(name: str, position: Any) -> Any:
    if not isinstance(position, types.Record):
        return None
    for field in position.fields:
        if (name, field) in _bodies:
            return _bodies[name, field]
    return _defaults.get(name)


def generate(position: Any, buffer: Any, start: int, room: int) -> int:
    """Write all legal moves into `buffer` from index `start` on and return the index after the last.

    Never writes at `room` or beyond; -1 says that the moves did not all fit. Not to be called on a
    settled position.
    """
    raise NotImplementedError


def generate_noisy(position: Any, buffer: Any, start: int, room: int) -> int:
    """Write the moves that quiescence looks at, a subset of `generate`'s, in the same way.

    None where a game does not implement it.
    """
    raise NotImplementedError


def count(position: Any, buffer: Any, start: int, room: int) -> int:
    """Return the number of legal moves; `buffer` is scratch space, -1 says that it was too small."""
    raise NotImplementedError


def play(position: Any, move: int) -> bool:
    """Play a legal move on `position` itself; return whether it makes progress (see `Rules`)."""
    raise NotImplementedError


def settled(position: Any) -> int:
    """Return GOING_ON, or LOST, DRAWN or WON for the side to move if the board alone decides so."""
    raise NotImplementedError


def stuck(position: Any) -> int:
    """Return what it is to have no legal move: LOST or DRAWN, for the side to move."""
    raise NotImplementedError


def evaluate(position: Any, alpha: int, beta: int) -> int:
    """Return the static score in centipawns for the side to move, exact inside ``alpha < score < beta``.

    Outside that window it may be any bound on the right side of it.
    """
    raise NotImplementedError


def gain(position: Any, move: int) -> int:
    """Return what a move wins at once in centipawns, for ordering; 0 for a quiet move.

    No move wins anything where a game does not implement it.
    """
    raise NotImplementedError


def material(position: Any, move: int) -> int:
    """Return the material that a move wins at once in centipawns, for players that look no further.

    The same as `gain` where a game does not implement it. It need not be: where every move takes something,
    to look at those first that take the most is no help to a search.
    """
    raise NotImplementedError


def in_danger(position: Any) -> bool:
    """Return whether the side to move would lose at once if it did nothing about it; may miss a case.

    Never where a game does not implement it.
    """
    raise NotImplementedError


def loses_material(position: Any, move: int) -> bool:
    """Return whether a move that wins something is likely to lose more on the same square.

    None where a game does not implement it.
    """
    raise NotImplementedError


def pass_turn(position: Any) -> bool:
    """Let the side to move pass, on `position` itself; return whether that is a fair lower bound.

    Answers no, and leaves the position as it is, where having to move may be a disadvantage; always where
    a game does not implement it.
    """
    raise NotImplementedError


def rekey(position: Any) -> int:
    """Return the Zobrist key computed from nothing but the board."""
    raise NotImplementedError


def known(position: Any, tables: int) -> int:
    """Return what endgame tables say of a position that is not settled; they start at address `tables`.

    UNKNOWN, KNOWN_DRAW, or in how many plies the game ends when the winner hurries and the loser holds out:
    an odd number is a win for the side to move, an even one a loss. With 0 for the address, or where a game
    does not implement it, nothing is known.
    """
    raise NotImplementedError


def recall(position: Any, move_tag: int) -> int:
    """Return the legal move of a tag (see `tag`), or NO_MOVE where that is not worth the time.

    The tag may come from another position. A game need not implement it: then all moves are generated first.
    """
    raise NotImplementedError


def normal_key(position: Any) -> int:
    """Return a key that positions share which are the same game once turned, mirrored or recoloured.

    Proofs use it. Plain `key` where a game does not implement it.
    """
    raise NotImplementedError


def could_win_within(position: Any, plies: int) -> bool:
    """Return whether the side to move may perhaps win within an odd number of plies.

    A quick look for proofs: False is certain, True is not. Always True where a game does not implement it.
    """
    raise NotImplementedError


@jit
def tag(move: int) -> int:
    """Return 32 bits that tell a position's moves apart; the lowest are the code's own."""
    rest = (move >> TAG_KEEPS) * np.int64(-7046029254386353131)  # 2^64 by the golden ratio
    return ((move & ((1 << TAG_KEEPS) - 1)) | ((rest >> 40) << TAG_KEEPS)) & LOW32


# numba wants the parameter names of a template to be those of the function, hence one for each arity.


def _overload_position(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position: body(position))


def _overload_moves(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any, buffer: Any, start: int, room: int) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position, buffer, start, room: body(position, buffer, start, room))


def _overload_move(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any, move: int) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position, move: body(position, move))


def _overload_window(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any, alpha: int, beta: int) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position, alpha, beta: body(position, alpha, beta))


def _overload_plies(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any, plies: int) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position, plies: body(position, plies))


def _overload_tables(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any, tables: int) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position, tables: body(position, tables))


def _overload_tag(generic: Callable[..., Any]) -> None:
    @overload(generic, strict=False)
    def choose(position: Any, move_tag: int) -> Any:
        body = _body(generic.__name__, position)
        return body and (lambda position, move_tag: body(position, move_tag))


_overload_position(settled)
_overload_position(stuck)
_overload_position(rekey)
_overload_position(in_danger)
_overload_position(pass_turn)
_overload_moves(generate)
_overload_moves(generate_noisy)
_overload_moves(count)
_overload_move(play)
_overload_move(gain)
_overload_move(material)
_overload_move(loses_material)
_overload_window(evaluate)
_overload_position(normal_key)
_overload_plies(could_win_within)
_overload_tables(known)
_overload_tag(recall)


# --- for games that do without


@unless_implemented(generate_noisy)
@jit
def nothing_noisy(position: Any, buffer: Any, start: int, room: int) -> int:
    """See `generate_noisy`."""
    return start


@unless_implemented(gain)
@jit
def nothing_won(position: Any, move: int) -> int:
    """See `gain`."""
    return np.int64(0)


@unless_implemented(material)
@jit
def as_gain(position: Any, move: int) -> int:
    """See `material`."""
    return gain(position, move)


@unless_implemented(in_danger)
@jit
def never_in_danger(position: Any) -> bool:
    """See `in_danger`."""
    return False


@unless_implemented(loses_material)
@jit
def nothing_lost(position: Any, move: int) -> bool:
    """See `loses_material`."""
    return False


@unless_implemented(pass_turn)
@jit
def no_passing(position: Any) -> bool:
    """See `pass_turn`."""
    return False


@unless_implemented(recall)
@jit
def nothing_recalled(position: Any, move_tag: int) -> int:
    """See `recall`."""
    return np.int64(NO_MOVE)


@unless_implemented(normal_key)
@jit
def own_key(position: Any) -> int:
    """See `normal_key`."""
    return position.key


@unless_implemented(could_win_within)
@jit
def perhaps(position: Any, plies: int) -> bool:
    """See `could_win_within`."""
    return True


@unless_implemented(known)
@jit
def nothing_known(position: Any, tables: int) -> int:
    """See `known`."""
    return np.int64(UNKNOWN)


# --- the same functions for Python callers


@jit
def _generate(position: Any, buffer: Any) -> int:
    return generate(position, buffer, np.int64(0), np.int64(buffer.size))


@jit
def _generate_noisy(position: Any, buffer: Any) -> int:
    return generate_noisy(position, buffer, np.int64(0), np.int64(buffer.size))


@jit
def _play(position: Any, move: int) -> bool:
    return play(position, move)


@jit
def _settled(position: Any) -> int:
    return settled(position)


@jit
def _stuck(position: Any) -> int:
    return stuck(position)


@jit
def _rekey(position: Any) -> int:
    return rekey(position)


@jit
def _evaluate(position: Any, alpha: int, beta: int) -> int:
    return evaluate(position, alpha, beta)


@jit
def _known(position: Any, tables: int) -> int:
    return known(position, tables)


WIDEST = 1 << 20
"""A window for `evaluate` that no score reaches."""


def _all_moves(function: Any, record: Any) -> list[int]:
    size = 1024
    while True:
        buffer = np.empty(size, dtype=np.int64)
        end = function(record, buffer)
        if end >= 0:
            codes: list[int] = buffer[:end].tolist()
            return codes
        size *= 4


@dataclass(frozen=True)
class Core:
    """The compiled functions of one game, as Python calls them; `dtype` is its position record."""

    dtype: np.dtype[Any]

    def moves(self, record: Any) -> list[int]:
        """Return the codes of all legal moves, however many; none if the position is settled."""
        return [] if _settled(record) else _all_moves(_generate, record)

    def noisy_moves(self, record: Any) -> list[int]:
        """Return the codes of the moves that quiescence looks at."""
        return [] if _settled(record) else _all_moves(_generate_noisy, record)

    def play(self, record: Any, code: int) -> bool:
        """Play a legal move on `record` itself; return whether it makes progress."""
        return bool(_play(record, np.int64(code)))

    def settled(self, record: Any) -> int:
        """Return GOING_ON, LOST, DRAWN or WON, as the board alone decides for the side to move."""
        return int(_settled(record))

    def stuck(self, record: Any) -> int:
        """Return LOST or DRAWN: what it is to have no legal move."""
        return int(_stuck(record))

    def rekey(self, record: Any) -> int:
        """Return the Zobrist key computed anew."""
        return int(_rekey(record))

    def known(self, record: Any, tables: int) -> int:
        """Return what the endgame tables at an address say of a position that is not settled."""
        return int(_known(record, np.int64(tables)))

    def evaluate(self, record: Any) -> int:
        """Return the static score in centipawns for the side to move."""
        return int(_evaluate(record, np.int64(-WIDEST), np.int64(WIDEST)))


@cache
def load_core(game: str, modules: tuple[str, ...]) -> Core:
    """Return the core of a game: those functions of its modules that are named like one from above."""
    for name in modules:
        module = import_module(f"engine.rules.{game}.{name}")
        own = {
            key: body
            for key, body in vars(module).items()
            if getattr(body, "__module__", "") == module.__name__
        }
        _bodies.update({(key, game): own[key] for key in GENERIC & own.keys()})
        add_implementer(game, module.__name__)
    return Core(import_module(f"engine.rules.{game}.board").POSITION)
