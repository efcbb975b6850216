"""Sums of int16 vectors in memory, as SIMD instructions: the arithmetic of a network.

Vectors are given by their addresses, and by their length in blocks of `LANES` numbers. Plain loops would be
translated into the same instructions only where the compiler can prove that the vectors do not overlap.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from engine.compiled.jit import intrinsic

LANES = 32
"""How many int16 make a block, which fills a cache line; must equal `engine.search.network_layout.LANES`."""
_BLOCK_BYTES = 2 * LANES
_SHORTS = ir.VectorType(ir.IntType(16), LANES)
_WORDS = ir.VectorType(ir.IntType(32), LANES)


def _load(builder: Any, address: Any, offset: Any) -> Any:
    """Load a block; it need not be aligned."""
    loaded = builder.load(builder.inttoptr(builder.add(address, offset), _SHORTS.as_pointer()))
    loaded.align = 2
    return loaded


def _store(builder: Any, block: Any, address: Any, offset: Any) -> None:
    builder.store(block, builder.inttoptr(builder.add(address, offset), _SHORTS.as_pointer())).align = 2


def _block_loop(builder: Any, blocks: Any) -> Any:
    """Return a context manager whose body is the loop over the blocks; its value has the loop index."""
    return cgutils.for_range(builder, blocks)


def _offset(builder: Any, loop: Any) -> Any:
    return builder.mul(loop.index, ir.Constant(ir.IntType(64), _BLOCK_BYTES))


@intrinsic
def add_vector(typingctx: Any, target: Any, source: Any, added: Any, blocks: Any) -> Any:
    """Write the sum of two vectors to `target`, which may be one of them."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with _block_loop(builder, args[3]) as loop:
            at = _offset(builder, loop)
            total = builder.add(_load(builder, args[1], at), _load(builder, args[2], at))
            _store(builder, total, args[0], at)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 4), codegen


@intrinsic
def subtract_vector(typingctx: Any, target: Any, source: Any, removed: Any, blocks: Any) -> Any:
    """Write the difference of two vectors to `target`, which may be one of them."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with _block_loop(builder, args[3]) as loop:
            at = _offset(builder, loop)
            total = builder.sub(_load(builder, args[1], at), _load(builder, args[2], at))
            _store(builder, total, args[0], at)
        return context.get_dummy_value()

    return types.void(*[types.int64] * 4), codegen


@intrinsic
def squared_product(typingctx: Any, values: Any, weights: Any, blocks: Any, one: Any) -> Any:
    """Return the sum of a vector's numbers, clipped to ``0..one`` and squared, each times its weight.

    A clipped number times its weight must fit into 16 bits, the sum into 32.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        total: Any = cgutils.alloca_once_value(builder, ir.Constant(_WORDS, None))  # type: ignore[no-untyped-call]
        zero, lane = ir.Constant(_SHORTS, None), builder.trunc(args[3], ir.IntType(16))
        top = zero
        for number in range(LANES):
            top = builder.insert_element(top, lane, ir.Constant(ir.IntType(32), number))
        with _block_loop(builder, args[2]) as loop:
            at = _offset(builder, loop)
            clipped = _load(builder, args[0], at)
            clipped = builder.select(builder.icmp_signed(">", clipped, zero), clipped, zero)
            clipped = builder.select(builder.icmp_signed("<", clipped, top), clipped, top)
            weighted = builder.mul(clipped, _load(builder, args[1], at))
            product = builder.mul(builder.sext(weighted, _WORDS), builder.sext(clipped, _WORDS))
            builder.store(builder.add(builder.load(total), product), total)
        kind = ir.FunctionType(ir.IntType(32), [_WORDS])
        name = f"llvm.vector.reduce.add.v{LANES}i32"
        reduce: Any = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
        return builder.sext(builder.call(reduce, [builder.load(total)]), ir.IntType(64))

    return types.int64(*[types.int64] * 4), codegen
