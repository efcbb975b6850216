"""The changes to numba's compiler."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from numba.core import compiler

from engine.compiled.libraries import UNUSED_PASSES

numba_compiler: Any = compiler


def options(**known: Any) -> Any:
    flags = numba_compiler.Flags()
    for name, value in known.items():
        setattr(flags, name, value)
    return flags


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (options(), options(), True),
        (options(release_gil=True), options(release_gil=True), True),
        (options(release_gil=False), options(), True),
        (options(release_gil=True), options(), False),
        (options(release_gil=True), options(nrt=True), False),
    ],
)
def test_compiler_options_are_compared_by_value(one: Any, other: Any, equal: bool) -> None:
    assert (one == other) is equal
    assert not equal or hash(one) == hash(other)
    assert one != "options"


def test_numba_knows_the_passes_left_out() -> None:
    """If numba renamed a pass, it would run again and slow down the first start."""
    state = SimpleNamespace(flags=numba_compiler.Flags(), func_ir=None)
    pipeline = numba_compiler.DefaultPassBuilder.define_nopython_pipeline(state)
    assert {each.name() for each, _ in pipeline.passes} >= UNUSED_PASSES
