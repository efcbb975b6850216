"""The captions beside the search trees: titles, notes, the window, the counts."""

from __future__ import annotations

from congo_gui.commands.actions import BY_ID
from congo_gui.play.wording import percent
from congo_gui.screens.search_tree import texts
from congo_gui.screens.search_tree.figures import Count, SearchWindow
from congo_gui.screens.search_tree.stepper import SearchStepper
from engine.trace.trace import MAX_POSITIONS, LeafReason, SearchMethod, Trace, TraceStep, is_result

MIN_RANGE_CP = 50
"""Centipawns: the number line shows at least that much on either side."""


def note(stepper: SearchStepper, method: SearchMethod) -> str:
    """Return the note shown instead of a method's tree, while there is none."""
    if stepper.idle:
        key = BY_ID["examples"].keys[0].text
        return texts.nothing_to_search(stepper.problems[method], key)
    if method in stepper.problems:
        return stepper.problems[method]
    trace = stepper.traces.get(method)
    return texts.searching(trace.positions) if trace else ""


def title(stepper: SearchStepper, method: SearchMethod) -> str:
    """Return a method's name, and the number of its positions searched so far."""
    name, trace = method.value.capitalize(), stepper.trace(method)
    if trace is None:
        return name
    so_far = trace.steps[stepper.at[method]].positions
    return texts.method_title(name, so_far, trace.positions)


def comparison(stepper: SearchStepper, at: int) -> str:
    """Return the cost of the other search once alpha-beta has ended, else an empty text."""
    full = stepper.trace(SearchMethod.MINIMAX)
    if stepper.method is SearchMethod.MINIMAX or full is None or at < stepper.last:
        return ""
    return f" {texts.comparison(full.positions)}"


def unit(trace: Trace) -> float:
    """Return how many centipawns are half-way to the edge of the number line in a tree."""
    leaves = [
        abs(step.value)
        for step in trace.steps
        if step.leaf_reason is LeafReason.EVALUATION and step.value is not None and not is_result(step.value)
    ]
    return max([MIN_RANGE_CP, *leaves]) / 2


def window(trace: Trace, step: TraceStep, half_way: float) -> SearchWindow:
    """Return the number line of a step, on which `half_way` centipawns are half-way to the edge."""
    bounds = (step.alpha, step.beta) if trace.method is SearchMethod.ALPHA_BETA else None
    return SearchWindow(bounds, step.value, half_way, texts.NO_WINDOW)


def counts(stepper: SearchStepper) -> tuple[tuple[Count, Count], str]:
    """Return the numbers of positions searched by alpha-beta and minimax, and the difference."""
    part, full = _count(stepper, SearchMethod.ALPHA_BETA), _count(stepper, SearchMethod.MINIMAX)
    return (part, full), _saved(stepper, part, full)


def _count(stepper: SearchStepper, method: SearchMethod) -> Count:
    name, trace = method.value.capitalize(), stepper.trace(method)
    if trace is None:
        known = method in stepper.problems and method in stepper.traces
        return Count(name, 0, MAX_POSITIONS if known else None, known)
    return Count(name, trace.steps[stepper.at[method]].positions, trace.positions)


def _saved(stepper: SearchStepper, part: Count, full: Count) -> str:
    trace = stepper.trace(SearchMethod.ALPHA_BETA)
    if trace is None or part.total is None or full.total is None:
        return ""
    more = texts.MORE_THAN if full.more else ""
    return texts.saved(len(trace.cut_offs), f"{more}{percent(1 - part.total / full.total)}")
