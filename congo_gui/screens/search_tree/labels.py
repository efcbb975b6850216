"""The visible part of a search, and the labels in the boxes of its positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from congo_gui.draw.theme import Role, Theme
from congo_gui.screens.search_tree import texts
from congo_gui.screens.search_tree.plan import Stub
from engine.trace.prose import bound_of, holder, value_text
from engine.trace.trace import SearchMethod, StepKind, Trace, TraceNode, TraceStep, pruned_moves

Text = tuple[str, Role]

SIGNS = {"at most": "≤", "at least": "≥", "": ""}
MAX_MOVE_WIDTH = 112
"""Pixels at scale 1; a longer move is shortened in its box."""


@dataclass(frozen=True)
class SearchView:
    """The view: the search up to step `at`, the clicked position, and whether only one line is shown."""

    trace: Trace
    at: int
    selected: TraceNode | None
    line_only: bool

    @property
    def current(self) -> TraceNode:
        """The position of the step."""
        return self.trace.steps[self.at].node

    @property
    def node(self) -> TraceNode:
        """The selected position, or else that of the step."""
        return self.selected or self.current

    @cached_property
    def best(self) -> list[TraceNode]:
        """The best line that is known, from the root on."""
        return [self.trace.root, *self.trace.best_line(self.trace.root, self.at)]

    @cached_property
    def holder(self) -> TraceNode | None:
        """The node that guarantees the bound of this step's cut-off, None for other steps."""
        step = self.trace.steps[self.at]
        cuts = self.selected is None and step.kind is StepKind.CUT and pruned_moves(step.node)
        return holder(self.trace, step) if cuts else None

    @cached_property
    def special(self) -> frozenset[TraceNode]:
        """The positions that always have their texts."""
        found = {*self.current.line, *self.best, self.node}
        return frozenset(found if self.holder is None else {*found, self.holder})

    def has_entered(self, node: TraceNode) -> bool:
        """Return whether the search has entered a position up to the current step."""
        return bool(node.steps) and node.steps[0] <= self.at

    def has_cut(self, node: TraceNode) -> bool:
        """Return whether moves of a position have been cut off up to the current step."""
        steps = self.trace.steps
        return any(steps[at].kind is StepKind.CUT for at in node.steps[-2:] if at <= self.at)

    def bounds(self, ply: int) -> tuple[int, int] | None:
        """Return alpha and beta in a row of the current line, None where there are none."""
        line = self.node.line
        if self.trace.method is SearchMethod.MINIMAX or ply >= len(line) or not line[ply].moves:
            return None
        state = self.trace.state(line[ply], self.at)
        return None if state is None else (state.alpha, state.beta)


@dataclass(frozen=True)
class Labels:
    """The texts of a view's boxes, at most `max_texts` in each, and their sizes."""

    view: SearchView
    theme: Theme
    max_texts: int

    def of(self, node: TraceNode) -> tuple[Text, ...]:
        """Return the texts of a position's box, from the top."""
        trace, state = self.view.trace, self.view.trace.state(node, self.view.at)
        assert state is not None
        value = (_value(trace, state), Role.SMALL)
        if node.parent is None or self.max_texts < 2:
            return (value,)
        available = self.theme.px(MAX_MOVE_WIDTH)
        move = (self.theme.shorten(str(trace.move(node)), Role.CAPTION, available), Role.CAPTION)
        if node is not self.view.holder or self.max_texts < 3:
            return move, value
        bound = (texts.EQUALS_BETA if node.maximises else texts.EQUALS_ALPHA, Role.CAPTION)
        # Away from the point of its box.
        return (move, value, bound) if node.maximises else (bound, move, value)

    def of_stub(self, stub: Stub) -> Text:
        """Return the text below the mark of a cut-off move."""
        named = self.view.trace.moves_by_code(stub.node)
        words = str(named[stub.code]) if stub.code else texts.cut(stub.count)
        return self.theme.shorten(words, Role.CAPTION, self.theme.px(MAX_MOVE_WIDTH)), Role.CAPTION

    def width(self, texts: tuple[Text, ...]) -> int:
        """Return the width in pixels of texts below each other."""
        return max(self.theme.width(*text) for text in texts)

    def height(self, texts: tuple[Text, ...]) -> int:
        """Return the height in pixels of texts below each other."""
        return sum(self.theme.line_height(role) for _, role in texts)


def _value(trace: Trace, state: TraceStep) -> str:
    if state.kind is StepKind.LEAF or state.kind is StepKind.RETURN:
        bound = bound_of(trace, state) if state.kind is StepKind.RETURN else ""
        assert state.value is not None
        return f"{SIGNS[bound]}{value_text(state.value)}"
    return "?" if state.best is None else f"{value_text(state.best)}…"
