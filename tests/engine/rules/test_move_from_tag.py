"""Moves found by their tags, in every game that can do so without generating all moves."""

from __future__ import annotations

from typing import Any

import pytest

from engine import rules
from engine.compiled.jit import int64, jit
from engine.rules.core import NO_MOVE, move_from_tag, tag
from tests.engine.rules.games import NAMES, going_on


@jit
def _move_from_tag(position: Any, move_tag: int) -> int:
    return move_from_tag(position, move_tag)


@jit
def _tag(move: int) -> int:
    return tag(move)


@pytest.mark.parametrize("name", NAMES)
def test_a_tag_leads_to_its_move_or_none(name: str) -> None:
    core = rules.get(name).core()
    positions = going_on(name)
    for position in positions:
        for code in core.moves(position.record):
            assert _move_from_tag(position.record, _tag(int64(code))) in (code, NO_MOVE)


@pytest.mark.parametrize("name", NAMES)
def test_a_tag_of_another_position_leads_to_a_legal_move_or_none(name: str) -> None:
    core = rules.get(name).core()
    positions = going_on(name)
    tags = [_tag(int64(code)) for position in positions[::3] for code in core.moves(position.record)]
    for position in positions[::4]:
        legal = {NO_MOVE, *core.moves(position.record)}
        for move_tag in tags[::5]:
            assert _move_from_tag(position.record, move_tag) in legal


@pytest.mark.parametrize("name", ["conga", "bonzee"])
def test_every_move_of_these_games_is_found_by_its_tag(name: str) -> None:
    core = rules.get(name).core()
    for position in going_on(name):
        for code in core.moves(position.record):
            assert _move_from_tag(position.record, _tag(int64(code))) == code
