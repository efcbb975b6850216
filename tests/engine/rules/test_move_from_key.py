"""Moves found by their move keys, in games that can do so without generating all moves."""

from __future__ import annotations

from typing import Any

import pytest

from engine import rules
from engine.compiled.jit import int64, jit
from engine.rules.congo.jumps import is_jump
from engine.rules.core import NO_MOVE, move_from_key, move_key
from tests.engine.rules.games import NAMES, going_on


@jit
def _move_from_key(position: Any, move_key: int) -> int:
    return move_from_key(position, move_key)


@jit
def _move_key(move: int) -> int:
    return move_key(move)


@pytest.mark.parametrize("name", NAMES)
def test_a_move_key_leads_to_its_move_or_none(name: str) -> None:
    core = rules.get(name).core()
    positions = going_on(name)
    for position in positions:
        for code in core.moves(position.record):
            assert _move_from_key(position.record, _move_key(int64(code))) in (code, NO_MOVE)


@pytest.mark.parametrize("name", NAMES)
def test_a_move_key_of_another_position_leads_to_a_legal_move_or_none(name: str) -> None:
    core = rules.get(name).core()
    positions = going_on(name)
    keys = [_move_key(int64(code)) for position in positions[::3] for code in core.moves(position.record)]
    for position in positions[::4]:
        legal = {NO_MOVE, *core.moves(position.record)}
        for key in keys[::5]:
            assert _move_from_key(position.record, key) in legal


@pytest.mark.parametrize("name", ["congo", "conga", "bonzee"])
def test_every_move_of_these_games_is_found_by_its_key(name: str) -> None:
    core = rules.get(name).core()
    for position in going_on(name):
        for code in core.moves(position.record):
            if name != "congo" or not is_jump(code):  # a key does not contain the monkey's path
                assert _move_from_key(position.record, _move_key(int64(code))) == code
