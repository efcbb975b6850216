"""A search in words: the steps of a trace as sentences, and the tree as indented lines."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.words import count_text
from engine.search.searcher import to_score
from engine.search.state import INFINITE
from engine.trace.trace import LeafReason, StepKind, Trace, TraceNode, TraceStep, is_result, unseen

INDENT = "  "


def value_text(value: int) -> str:
    """Return a value in a few characters: ``+0.35``, ``win 2``, ``loss 2`` or ``+∞``.

    Behind a win or a loss stands the number of the winner's own moves until then.
    """
    if abs(value) == INFINITE:
        return "+∞" if value > 0 else "-∞"
    score = to_score(value)
    if score.mate is not None:
        return f"win {score.mate}" if value > 0 else f"loss {-score.mate}"
    return f"{value / 100:+.2f}" if value else "0.00"


def saving(alpha_beta: int, minimax: int) -> str:
    """Return how much less alpha-beta looks at than minimax, in per cent."""
    return f"{1 - alpha_beta / minimax:.0%}".replace("%", " %")


# --- one step as a sentence


def heading(trace: Trace, step: TraceStep) -> str:
    """Return what a step is called, in a few words."""
    if step.kind is StepKind.CUT:
        return "Cut-off" if unseen(step.node) else "The window closes"
    if step.kind is StepKind.BETTER and trace.prunes:
        return "Alpha rises" if step.node.maximises else "Beta falls"
    if step.kind is StepKind.RETURN and step.node.parent is None:
        return "Done"
    names = {
        StepKind.ENTER: "A position is entered",
        StepKind.LEAF: "A leaf gets its value",
        StepKind.BETTER: "Better",
        StepKind.NO_BETTER: "Not better",
        StepKind.RETURN: "A value goes up",
    }
    return names[step.kind]


def explain(trace: Trace, at: int) -> str:
    """Return what happens in step number `at`, for people who learn how the search works."""
    step = trace.steps[at]
    says = {
        StepKind.ENTER: _entered,
        StepKind.LEAF: _leaf,
        StepKind.BETTER: _better,
        StepKind.NO_BETTER: _no_better,
        StepKind.CUT: _cut,
        StepKind.RETURN: _returned,
    }
    return says[step.kind](trace, step)


def side_name(trace: Trace, maximises: bool) -> str:
    """Return who MAX or MIN is."""
    side = trace.position.side if maximises else 1 - trace.position.side
    return trace.rules.facts.side_names[side].capitalize()


def _entered(trace: Trace, step: TraceStep) -> str:
    node = step.node
    mover, other = side_name(trace, node.maximises), side_name(trace, not node.maximises)
    aim = f"{mover} looks for the move with the {'largest' if node.maximises else 'smallest'} value."
    if node.parent is None:
        known = " Nothing is known yet: alpha is -∞ and beta +∞." if trace.prunes else ""
        return f"{aim}{known}"
    if not node.moves:
        return f"{other} plays {trace.move(node)}. Nothing below is looked at: this position gets a value."
    known = f" {_what_matters(trace, step)}" if trace.prunes else ""
    return f"{other} plays {trace.move(node)}. {aim}{known}"


def _what_matters(trace: Trace, step: TraceStep) -> str:
    alpha, beta = value_text(step.alpha), value_text(step.beta)
    if step.alpha > -INFINITE and step.beta < INFINITE:
        return f"Only values between alpha {alpha} and beta {beta} matter."
    if step.alpha > -INFINITE:
        return f"Only more than alpha {alpha} matters: {side_name(trace, True)} has that already."
    if step.beta < INFINITE:
        return f"Only less than beta {beta} matters: {side_name(trace, False)} has that already."
    return "Any value still matters."


def _leaf(trace: Trace, step: TraceStep) -> str:
    assert step.value is not None
    value = value_text(step.value)
    if step.why is LeafReason.EVALUATION:
        return f"The depth is reached: the evaluation gives {value}."
    if step.why is LeafReason.HISTORY:
        return f"This would be a draw, by repetition or for want of progress: {value}."
    if not is_result(step.value):
        return f"The game is over here, a draw: {value}."
    return f"The game is over here, {side_name(trace, step.value > 0)} has won: {value}."


def _better(trace: Trace, step: TraceStep) -> str:
    brings, maximises = _brings(trace, step), step.node.maximises
    mover = side_name(trace, maximises)
    if not trace.prunes:
        return f"{brings}, the best for {mover} so far."
    bound = "alpha rises" if maximises else "beta falls"
    return f"{brings}. {mover} has that for certain now: {bound} to {_value(step)}."


def _no_better(trace: Trace, step: TraceStep) -> str:
    brings, maximises = _brings(trace, step), step.node.maximises
    assert step.best is not None
    if not trace.prunes:
        best = value_text(step.best)
        return f"{brings}, no better for {side_name(trace, maximises)} than {best}. Nothing changes."
    bound = (
        f"more than alpha {value_text(step.alpha)}"
        if maximises
        else f"less than beta {value_text(step.beta)}"
    )
    return f"{brings}, no {bound}. Nothing changes."


def _cut(trace: Trace, step: TraceStep) -> str:
    maximises = step.node.maximises
    mover, other = side_name(trace, maximises), side_name(trace, not maximises)
    bound, value = ("beta", step.beta) if maximises else ("alpha", step.alpha)
    compared = f"no {'less' if maximises else 'more'} than {bound}"
    held = f"the {value_text(value)} that {other} has by {trace.move(holder(trace, step))} above"
    reason = f"{_brings(trace, step)}, {compared}, {held}"
    left = len(unseen(step.node))
    if not left:
        return f"{reason}. No other move was left, so this cut saves nothing."
    others = count_text(left, "other move").removeprefix("1 ")
    return f"Cut! {reason}. {other} will not come here, so {mover}'s {others} need not be examined."


def holder(trace: Trace, step: TraceStep) -> TraceNode:
    """Return the move above by which the other side has the bound that a CUT has reached."""
    bound = step.beta if step.node.maximises else step.alpha
    for node in reversed(step.node.line):
        state = trace.state(node, step.node.steps[-1])
        assert state is not None
        if node.maximises != step.node.maximises and state.best == bound and state.best_child is not None:
            return state.best_child
    raise AssertionError("no side has a bound but by a move")


def _returned(trace: Trace, step: TraceStep) -> str:
    node, best = step.node, step.best_child
    assert best is not None
    mover, other = side_name(trace, node.maximises), side_name(trace, not node.maximises)
    if node.parent is None:
        looked = count_text(step.positions, "position was", "positions were")
        return f"Done: {trace.move(best)} is best for {mover} and worth {_value(step)}. {looked} looked at."
    bound = bound_of(trace, step)
    if not bound:
        return f"{mover}'s best move here is {trace.move(best)}. {_value(step)} goes up to {other}'s choice."
    if bound == ("at least" if node.maximises else "at most"):
        return f"{bound.capitalize()} {_value(step)} goes up; more than that {other} need not know."
    return f"No move of {mover}'s gets into the window: {bound} {_value(step)} goes up."


def bound_of(trace: Trace, step: TraceStep) -> str:
    """Return ``at most`` or ``at least`` where a value that goes up is no more than that, else nothing."""
    alpha, beta = trace.window(step.node)
    assert step.value is not None
    if not trace.prunes:
        return ""
    return "at most" if step.value <= alpha else "at least" if step.value >= beta else ""


def _brings(trace: Trace, step: TraceStep) -> str:
    assert step.child is not None
    return f"{trace.move(step.child)} brings {_value(step)}"


def _value(step: TraceStep) -> str:
    assert step.value is not None
    return value_text(step.value)


# --- the tree as lines


def tree_lines(trace: Trace) -> Iterator[str]:
    """Yield a finished trace as lines, deeper positions further to the right.

    A position that is looked into has a line with its window when it is entered, and every position one with
    its value, behind which stands what that changes.
    """
    for step in trace.steps:
        if step.kind is StepKind.ENTER and step.node.moves:
            yield _line(step.node, f"{_name(trace, step.node)}{_window(trace, step)}")
        elif step.child is not None:
            yield _line(
                step.child,
                f"{trace.move(step.child)} {_sign(trace, step)} {_value(step)}{_effect(trace, step)}",
            )


def _line(node: TraceNode, text: str) -> str:
    return f"{INDENT * node.ply}{text}".replace("∞", "inf")


def _name(trace: Trace, node: TraceNode) -> str:
    return f"{trace.move(node)} " if node.parent else ""


def _window(trace: Trace, step: TraceStep) -> str:
    role = "max" if step.node.maximises else "min"
    return f"{role} [{value_text(step.alpha)}, {value_text(step.beta)}]" if trace.prunes else role


def _sign(trace: Trace, step: TraceStep) -> str:
    """Return whether the value that a child brought is exact or a bound."""
    assert step.child is not None
    own = trace.steps[step.child.steps[-1]]
    return {"at most": "<=", "at least": ">=", "": "="}[
        bound_of(trace, own) if own.kind is StepKind.RETURN else ""
    ]


def _effect(trace: Trace, step: TraceStep) -> str:
    if step.kind is StepKind.BETTER:
        bound = "alpha" if step.node.maximises else "beta"
        return f"  {bound} {_value(step)}" if trace.prunes else "  best so far"
    left = unseen(step.node)
    if step.kind is not StepKind.CUT or not left:
        return ""
    bound = f"beta {value_text(step.beta)}" if step.node.maximises else f"alpha {value_text(step.alpha)}"
    moves = " ".join(str(trace.named(step.node)[code]) for code in left)
    return f"  cut by {bound}, not looked at: {moves}"
