"""Stands in for engine/compiled/jit.py and generic.py: the compiled functions as plain Python.

tests/mutants.py copies it over both, because compiling every mutant would take too long. Numbers are numpy's
int64, whose shifts and products wrap around as machine words do. An index beyond an array's end is an error
here; compiled code would read what is there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

int64 = np.int64
np.seterr(over="ignore")


class Record:
    """A numpy record whose fields are attributes, as compiled code writes them."""

    def __init__(self, record: Any) -> None:
        self.__dict__["record"] = record

    def __getattr__(self, name: str) -> Any:
        try:
            found = _seen(self.record[name])
        except ValueError:
            raise AttributeError(name) from None
        if isinstance(found, np.ndarray | Records):
            self.__dict__[name] = found  # it shares the record's memory
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        self.record[name] = value


class Records:
    """An array of such records."""

    def __init__(self, records: Any) -> None:
        self.records = records
        self.size = records.size

    def __getitem__(self, index: Any) -> Any:
        return _seen(self.records[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self.records[index] = value.record


def _seen(value: Any) -> Any:
    """Return a value as compiled code sees it."""
    if isinstance(value, np.void):
        return Record(value)
    return Records(value) if isinstance(value, np.ndarray) and value.dtype.names else value


def jit(function: Function) -> Function:
    """Return the function, for records that come from Python as well."""

    @wraps(function)
    def plain(*arguments: Any) -> Any:
        return function(*map(_seen, arguments))

    return plain  # type: ignore[return-value]


inline = noinline = fastmath = jit


def declare_generic(function: Callable[..., Any], body_for: Callable[[str, Any], Any]) -> None:
    """Replace a generic function, in its module, by one that calls the body for its first argument."""

    def dispatch(position: Any, *arguments: Any) -> Any:
        kind: Any = numba.from_dtype(getattr(position, "record", position).dtype)
        return body_for(function.__name__, kind)(position, *arguments)

    setattr(sys.modules[function.__module__], function.__name__, dispatch)


def intrinsic(function: Function) -> Function:
    """Return what cannot run: no rule needs the other machine instructions."""
    return function


def popcount(word: int) -> Any:
    """Return the number of set bits."""
    return int64((int(word) & (1 << 64) - 1).bit_count())


def lowest(word: int) -> Any:
    """Return the index of the lowest set bit, 64 for none."""
    return int64((int(word) & -int(word)).bit_length() - 1 if word else 64)


def highest(word: int) -> Any:
    """Return the index of the highest set bit."""
    return int64((int(word) & (1 << 64) - 1).bit_length() - 1)


def word_at(address: int, index: int) -> Any:
    """Not needed by rules."""
    raise NotImplementedError


put_word = byte_at = prefetch = word_at
