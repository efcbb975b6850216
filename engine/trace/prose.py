"""A search as text: the steps of a trace as sentences, and the tree as indented lines."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.words import MINUS
from engine.search.searcher import to_score
from engine.search.state import INFINITE
from engine.trace import texts
from engine.trace.trace import LeafReason, StepKind, Trace, TraceNode, TraceStep, is_result, pruned_moves

INDENT = "  "


def value_text(value: int) -> str:
    """Return a value in a few characters: ``+0.35``, ``win 2``, ``loss 2`` or ``+∞``.

    A win or a loss is followed by the number of the winner's own moves until then.
    """
    if abs(value) == INFINITE:
        return "+∞" if value > 0 else f"{MINUS}∞"
    score = to_score(value)
    if score.mate is not None:
        return texts.line_won(score.mate) if value > 0 else texts.line_lost(-score.mate)
    return f"{value / 100:+.2f}".replace("-", MINUS) if value else "0.00"


def in_ascii(text: str) -> str:
    """Return a text in ASCII for the command line: a hyphen for the minus sign, inf for infinity."""
    return text.replace(MINUS, "-").replace("∞", "inf")


def saving(alpha_beta: int, minimax: int) -> str:
    """Return how many fewer positions alpha-beta searches than minimax, in percent."""
    return f"{1 - alpha_beta / minimax:.0%}".replace("%", " %")


# --- one step as a sentence


def heading(trace: Trace, step: TraceStep) -> str:
    """Return the title of a step."""
    if step.kind is StepKind.CUT:
        return texts.CUT_OFF if pruned_moves(step.node) else texts.WINDOW_CLOSES
    if step.kind is StepKind.BETTER and trace.prunes:
        return texts.ALPHA_RISES if step.node.maximises else texts.BETA_DROPS
    if step.kind is StepKind.RETURN and step.node.parent is None:
        return texts.DONE
    names = {
        StepKind.ENTER: texts.ENTERING,
        StepKind.LEAF: texts.LEAF,
        StepKind.BETTER: texts.BETTER,
        StepKind.NO_BETTER: texts.NOT_BETTER,
        StepKind.RETURN: texts.VALUE_GOES_UP,
    }
    return names[step.kind]


def explain(trace: Trace, at: int) -> str:
    """Explain step number `at` to someone learning how the search works."""
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
    """Return the side that is MAX or MIN."""
    side = trace.max_side if maximises else 1 - trace.max_side
    return trace.rules.facts.side_names[side].capitalize()


def _entered(trace: Trace, step: TraceStep) -> str:
    node = step.node
    mover, other = side_name(trace, node.maximises), side_name(trace, not node.maximises)
    aim = texts.aim(mover, node.maximises)
    if node.parent is None:
        return f"{aim} {texts.NOTHING_KNOWN}" if trace.prunes else aim
    if not node.moves:
        return texts.plays(other, trace.move(node), texts.STOPS_HERE)
    if trace.prunes:
        aim = f"{aim} {_what_matters(trace, step)}"
    return texts.plays(other, trace.move(node), aim)


def _what_matters(trace: Trace, step: TraceStep) -> str:
    alpha, beta = _in_words(step.alpha), _in_words(step.beta)
    if step.alpha > -INFINITE and step.beta < INFINITE:
        return texts.between(alpha, beta)
    if step.alpha > -INFINITE:
        return texts.above(alpha, side_name(trace, True))
    if step.beta < INFINITE:
        return texts.below(beta, side_name(trace, False))
    return texts.ANY_VALUE


def _leaf(trace: Trace, step: TraceStep) -> str:
    assert step.value is not None
    value = value_text(step.value)
    if step.leaf_reason is LeafReason.EVALUATION:
        return texts.evaluated(value)
    if step.leaf_reason is LeafReason.DRAW_RULE:
        return texts.drawn_by_rule(value)
    if not is_result(step.value):
        return texts.drawn(value)
    return texts.won(side_name(trace, step.value > 0), _moves(step.value))


def _better(trace: Trace, step: TraceStep) -> str:
    brings, maximises = _brings(trace, step), step.node.maximises
    mover = side_name(trace, maximises)
    if not trace.prunes:
        return texts.best_so_far(brings, mover)
    return texts.is_sure(brings, mover, maximises, _in_words(_value(step)))


def _no_better(trace: Trace, step: TraceStep) -> str:
    brings, maximises = _brings(trace, step), step.node.maximises
    assert step.best is not None
    if not trace.prunes:
        return texts.no_better(brings, side_name(trace, maximises), _in_words(step.best))
    return texts.outside(brings, maximises, _in_words(step.alpha if maximises else step.beta))


def _cut(trace: Trace, step: TraceStep) -> str:
    maximises = step.node.maximises
    mover, other = side_name(trace, maximises), side_name(trace, not maximises)
    held = trace.move(holder(trace, step))
    bound = _scored(texts.WHICH, step.beta if maximises else step.alpha, not maximises)
    reason = texts.reaches_bound(_brings(trace, step), maximises, other, held, bound)
    left = len(pruned_moves(step.node))
    return texts.cuts(reason, mover, other, left) if left else texts.cuts_nothing(reason)


def holder(trace: Trace, step: TraceStep) -> TraceNode:
    """Return the earlier move that gives the other side the bound reached by a CUT."""
    bound = step.beta if step.node.maximises else step.alpha
    for node in reversed(step.node.line):
        state = trace.state(node, step.node.steps[-1])
        assert state is not None
        if node.maximises != step.node.maximises and state.best == bound and state.best_child is not None:
            return state.best_child
    raise AssertionError("no side has a bound but by a move")


def _returned(trace: Trace, step: TraceStep) -> str:
    node, best, value = step.node, step.best_child, _value(step)
    assert best is not None
    move = trace.move(best)
    if node.parent is None:
        if is_result(value):
            return texts.done_decided(move, side_name(trace, value > 0), _moves(value), step.positions)
        return texts.done(move, value_text(value), step.positions)
    mover, other = side_name(trace, node.maximises), side_name(trace, not node.maximises)
    bound = bound_of(trace, step)
    if not bound:
        return texts.goes_up(mover, move, _in_words(value), other)
    if bound == ("at least" if node.maximises else "at most"):
        return texts.bound_goes_up(bound, _in_words(value), other)
    return texts.outside_goes_up(mover, bound, _in_words(value))


def bound_of(trace: Trace, step: TraceStep) -> str:
    """Return ``at most`` or ``at least`` where a value that goes up is no more than that, else nothing."""
    alpha, beta = trace.window(step.node)
    assert step.value is not None
    if not trace.prunes:
        return ""
    return "at most" if step.value <= alpha else "at least" if step.value >= beta else ""


def _brings(trace: Trace, step: TraceStep) -> str:
    assert step.child is not None
    return _scored(trace.move(step.child), _value(step), step.node.maximises)


def _scored(move: object, value: int, maximises: bool) -> str:
    """Return the value of a move of MAX or MIN as text."""
    if not is_result(value):
        return texts.scores(move, value_text(value))
    won = (value > 0) == maximises
    return texts.wins(move, _moves(value)) if won else texts.allows_win(move, _moves(value))


def _in_words(value: int) -> str:
    """Return a value as written in a sentence."""
    if not is_result(value) or abs(value) == INFINITE:
        return value_text(value)
    return texts.value_won(_moves(value)) if value > 0 else texts.value_lost(_moves(value))


def _moves(value: int) -> int:
    """Return the number of the winner's own moves until the win, for a winning value."""
    mate = to_score(value).mate
    assert mate is not None
    return abs(mate)


def _value(step: TraceStep) -> int:
    assert step.value is not None
    return step.value


# --- the tree as lines


def tree_lines(trace: Trace) -> Iterator[str]:
    """Yield a finished trace as lines, deeper positions further to the right.

    A position that is searched has a line with its window when it is entered, and every position one with
    its value, followed by what that changes.
    """
    for step in trace.steps:
        if step.kind is StepKind.ENTER and step.node.moves:
            yield _line(step.node, f"{_name(trace, step.node)}{_window(trace, step)}")
        elif step.child is not None:
            value = value_text(_value(step))
            text = f"{trace.move(step.child)} {_sign(trace, step)} {value}{_effect(trace, step)}"
            yield _line(step.child, text)


def _line(node: TraceNode, text: str) -> str:
    return in_ascii(f"{INDENT * node.ply}{text}")


def _name(trace: Trace, node: TraceNode) -> str:
    return f"{trace.move(node)} " if node.parent else ""


def _window(trace: Trace, step: TraceStep) -> str:
    role = "max" if step.node.maximises else "min"
    return f"{role} [{value_text(step.alpha)}, {value_text(step.beta)}]" if trace.prunes else role


def _sign(trace: Trace, step: TraceStep) -> str:
    """Return whether the value of a child is exact or a bound."""
    assert step.child is not None
    own = trace.steps[step.child.steps[-1]]
    return {"at most": "<=", "at least": ">=", "": "="}[
        bound_of(trace, own) if own.kind is StepKind.RETURN else ""
    ]


def _effect(trace: Trace, step: TraceStep) -> str:
    if step.kind is StepKind.BETTER:
        bound = "alpha" if step.node.maximises else "beta"
        return f"  {bound} {value_text(_value(step))}" if trace.prunes else texts.LINE_BEST
    left = pruned_moves(step.node)
    if step.kind is not StepKind.CUT or not left:
        return ""
    bound, value = ("beta", step.beta) if step.node.maximises else ("alpha", step.alpha)
    moves = " ".join(str(trace.moves_by_code(step.node)[code]) for code in left)
    return texts.line_cut(bound, value_text(value), moves)
