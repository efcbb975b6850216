"""The one door to numba: how functions are compiled, and a few machine instructions.

Every module that compiles imports `jit` from here, because the cache directory has to be chosen (see
cache.py) before numba is imported.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.cache import CACHE

numba.config.CACHE_DIR = str(CACHE)  # in case numba was imported before us

jit = numba.njit(nogil=True, cache=True)
"""Compile a function that releases the interpreter lock and is kept on disk."""


@intrinsic  # type: ignore[misc]
def popcount(typingctx: Any, word: Any) -> Any:
    """Return the number of set bits of an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def lowest(typingctx: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of an int64 that is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def word_at(typingctx: Any, address: Any, index: Any) -> Any:
    """Return the int64 number `index` of an array that starts at `address`; see `put_word`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(base, [args[1]]))

    return types.int64(types.int64, types.int64), codegen


@intrinsic  # type: ignore[misc]
def put_word(typingctx: Any, address: Any, index: Any, word: Any) -> Any:
    """Store an int64 in an array given by its address.

    The transposition table is the only user: its size varies, so it cannot be part of the search record,
    and an array passed down the recursion costs seven words a call.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(base, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen
