"""docs/records.md lists every field of every compiled record, with shape and order."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from engine import rules
from engine.research.prove import proof_type
from engine.search.perft import stack_type
from engine.search.state import search_type
from tests.imports import ROOT

POSITIONS = {
    f"engine.rules.{name}.board.POSITION" for name in ("congo", "minichess", "konane", "conga", "bonzee")
}
TYPES: dict[str, Callable[[np.dtype[Any]], np.dtype[Any]]] = {
    "engine.search.state.search_type": search_type,
    "engine.search.perft.stack_type": stack_type,
    "engine.research.prove.proof_type": proof_type,
}
TEXT = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


def record_of(name: str) -> np.dtype[Any]:
    """Return the record type of that name; those that contain positions, with Congo's."""
    if name in TYPES:
        return TYPES[name](rules.get("congo").start().record.dtype)
    module, _, constant = name.rpartition(".")
    record: np.dtype[Any] = getattr(import_module(module), constant)
    return record


def shape_of(field: np.dtype[Any]) -> str:
    """Return a field's shape as written in the document."""
    sizes = " × ".join(map(str, field.shape))
    if field.base.names is None:
        assert field.base in (np.int64, np.int16)
        return sizes
    return f"{sizes} positions" if sizes else "1 position"


@pytest.mark.parametrize("name", sorted(POSITIONS | set(TYPES)))
def test_every_field_is_described(name: str) -> None:
    section = TEXT.split(f"`{name}`\n")[1].split("\n#")[0]
    described = re.findall(r"^\| `(\w+)` \| ([^|]*?) ?\| \S", section, re.MULTILINE)
    record = record_of(name)
    assert described == [(field, shape_of(record[field])) for field in record.names or ()]
