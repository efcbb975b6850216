"""The interface to numba: how functions are compiled, and a few machine instructions.

Every module with compiled functions imports `jit` from here, so that its code is cached on disk (see
stored_code.py).
"""

from __future__ import annotations

import itertools
import secrets
import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import extending, types
from numba.core.bytecode import FunctionIdentity

from engine.compiled import sources
from engine.compiled.libraries import CalleeCompiler, EntryCompiler, add_noinline
from engine.compiled.stored_code import StoredCode

Function = TypeVar("Function", bound=Callable[..., Any])

# Mangled names consist of module, function, argument types and a serial number. numba counts these numbers,
# and the types of records, from 1 in every process. So code of two games compiled by two processes had the
# same names, and when both were loaded, each called the other's functions.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))

int64 = cast(Callable[[Any], int], np.int64)
"""Convert to a 64-bit integer; to type checkers it is an int, as the parameters of compiled functions are."""
OPTIONS: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
"""No C wrappers: nothing here is called from C. (numba's own type stubs lack that option.)"""


def jit(function: Function) -> Function:
    """Compile a function that releases the interpreter lock; its code is cached on disk."""
    return _cached(function)


def inline(function: Function) -> Function:
    """Compile a function that is inlined into its callers, where constant arguments simplify it."""
    return _cached(function, forceinline=True)


def noinline(function: Function) -> Function:
    """Compile a function that is never inlined: copies of it in its callers would take long to compile."""
    add_noinline(function)
    return _cached(function)


def fastmath(function: Function) -> Function:
    """Compile a function whose sums of floats may be reordered, so that they can be vectorised."""
    return _cached(function, fastmath=True)


def _cached(function: Function, **options: Any) -> Function:
    """Return a dispatcher whose code is cached on disk, unless its dependencies are unknown.

    Calls from Python and from compiled code go to different code (see libraries.py); the former is cached.
    """
    options = {**OPTIONS, **options}
    entry: Any = numba.njit(**options, pipeline_class=EntryCompiler)(function)
    options["no_cpython_wrapper"] = True
    callee: Any = numba.njit(**options, pipeline_class=CalleeCompiler)(function)
    callee._compiling_counter = entry._compiling_counter  # tells numba that a function calls itself
    entry.callee = callee
    entry.get_overload = callee.get_overload
    entry.get_call_template = lambda positional, named: _call_template(callee, positional, named)
    module = function.__module__
    has_source = sources.remember(module) or getattr(sys, "frozen", False)
    if has_source and module != "__main__" and function.__closure__ is None:
        entry._cache = StoredCode(function)
    return cast(Function, entry)


def _call_template(callee: Any, positional: Any, named: Any) -> Any:
    """Compile a callee once for int64 arguments, and not, as numba would, again for each literal passed."""
    plain: Callable[[Any], Any] = types.unliteral
    return callee.get_call_template(
        tuple(map(plain, positional)), {name: plain(each) for name, each in named.items()}
    )


def intrinsic(function: Callable[..., Any]) -> Any:
    """Make a few machine instructions callable from compiled code."""
    return extending.intrinsic(function)


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """Return the number of set bits of an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of an int64 that is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def highest(typingctx: Any, word: Any) -> Any:
    """Return the index of the highest set bit of an int64 that is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), codegen


@intrinsic
def word_at(typingctx: Any, address: Any, index: Any) -> Any:
    """Return the int64 number `index` of an array that starts at `address`; see `put_word`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(base, [args[1]]))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def put_word(typingctx: Any, address: Any, index: Any, word: Any) -> Any:
    """Store an int64 in an array given by its address.

    The transposition table is the only user: its size varies, so it cannot be part of the search record,
    and an array passed down the recursion costs seven words per call.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(base, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def byte_at(typingctx: Any, address: Any, index: Any) -> Any:
    """Return the byte number `index`, from 0 to 255, of an array that starts at `address`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(builder.gep(base, [args[1]])), ir.IntType(64))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def prefetch(typingctx: Any, address: Any) -> Any:
    """Prefetch the cache line at an address."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        one = ir.Constant(word, 1)
        builder.call(function, [builder.inttoptr(args[0], byte), ir.Constant(word, 0), one, one])
        return context.get_dummy_value()

    return types.void(types.int64), codegen
