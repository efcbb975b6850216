"""The moves that a weak level plays without a search; skill.py has the levels."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.rules.core import LOST, Core
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.skill import Skill
from engine.search.state import MAX_STATIC_SCORE_CP, WIN


def weak_move(rules: Rules, position: Position, codes: Sequence[int], skill: Skill, rng: Random) -> int:
    """Return the code of the move that looks best to a level which does not search."""
    core = rules.core()
    visible = [code for code in codes if rng.random() < skill.visibility] or [rng.choice(codes)]

    def noisy_eval(code: int) -> float:
        return handcrafted_eval_after(core, position.record, code) + rng.gauss(0, skill.error)

    best_first = sorted(visible, key=noisy_eval, reverse=True)
    if rng.random() >= skill.care:
        return best_first[0]
    return first_safe(core, position.record, [*best_first, *codes]) or best_first[0]


def handcrafted_eval_after(core: Core, record: Any, code: int) -> int:
    """Return the handcrafted evaluation right after a move, from the mover's view, in centipawns."""
    after = record.copy()
    core.play(after, code)
    result = core.terminal_result(after)
    if result:
        return WIN - 1 if result == LOST else 0
    return max(min(-core.evaluate(after), MAX_STATIC_SCORE_CP), -MAX_STATIC_SCORE_CP)


def first_safe(core: Core, record: Any, codes: Sequence[int]) -> int | None:
    """Return the first of the moves after which the other side has no move that wins at once."""
    return next((code for code in codes if is_safe(core, record, code)), None)


def is_safe(core: Core, record: Any, code: int) -> bool:
    """Return whether the other side cannot win at once after a move."""
    after = record.copy()
    core.play(after, code)
    for reply in core.moves(after):
        then = after.copy()
        core.play(then, reply)
        if core.terminal_result(then) == LOST:
            return False
    return True
