"""The words about an ending: its title, its task, and what the player has done. No pygame."""

from __future__ import annotations

from congo_gui.screens.learn import texts
from congo_gui.store.ending_progress import EndingProgress
from engine.learn.endings import EndingGoal, material_words
from engine.rules.rules import Rules
from engine.rules.words import sentence
from engine.tablebase.tablebase import Material, TablebaseValue

EXPLAINED = 5
"""The number of solved endings up to which the goals are explained."""


def material_title(rules: Rules, material: Material) -> str:
    """Return a material in words without the royal pieces that both sides have: ``Zebra against giraffe``."""
    parts = (side[1:] or side for side in (material.mover, material.other))
    words = material_words(rules, Material(*parts))
    return f"{words[:1].upper()}{words[1:]}"


def solved_by_kind(rules: Rules, progress: EndingProgress) -> dict[str, tuple[int, int]]:
    """Return how many endings with each material were solved and tried, the most tried first."""
    done = sorted(progress.by_material(rules.name).items(), key=lambda pair: -pair[1][1])
    known = [
        (Material(*text.split("-")), counts)
        for text, counts in done
        if counts[1] and text.count("-") == 1 and _are_kinds(rules, *text.split("-"))
    ]
    return {material_title(rules, material): counts for material, counts in known}


def _are_kinds(rules: Rules, *sides: str) -> bool:
    """Return whether each side has pieces, and only such as the game has."""
    return all(side and set(side) <= {*rules.facts.kind_names} for side in sides)


def goal_of(value: TablebaseValue) -> EndingGoal:
    """Return what the side to move can reach in a position with this value."""
    if not value.plies:
        return EndingGoal.HOLD
    return EndingGoal.WIN if value.wins else EndingGoal.RESIST


def task_of(rules: Rules, material: Material, value: TablebaseValue, hold_moves: int) -> str:
    """Return the task in an ending with this value; a drawn one is held for so many moves."""
    goal = goal_of(value)
    if goal is EndingGoal.WIN:
        return texts.ending_win_task(value.moves)
    if goal is EndingGoal.RESIST:
        return texts.ending_resist_task(value.moves)
    if len(material.mover) > len(material.other):
        return texts.exception_task(rules.facts.piece_words[0], hold_moves)
    return texts.ending_hold_task(hold_moves)


def record_words(progress: EndingProgress, game: str, material: Material | None = None) -> str:
    """Return how many endings the player has tried and solved, of a kind and in all.

    The goals are explained to newcomers.
    """
    solved, tried = progress.done(game)
    record = texts.endings_solved(solved, tried)
    parts = [texts.GOALS_ABOUT] if solved < EXPLAINED else []
    if material is not None:
        parts.append(texts.kind_solved(*progress.done(game, str(material))))
    if record:
        parts.append(texts.in_all(record) if material is not None else sentence(record))
    return " ".join(filter(None, parts))
