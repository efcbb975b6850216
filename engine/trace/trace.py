"""Traces: minimax and alpha-beta recorded step by step, to show how a search works.

The searches are those of the players ``minimax:DEPTH`` and ``alphabeta:DEPTH``: the same moves in the same
order, the same evaluation, the same values and numbers of positions. They are Python and remember every step,
so they are for small trees only.

All numbers are in centipawns from the view of one side, by default the one to move at the root. That side,
MAX, looks for the largest value and the other, MIN, for the smallest. Alpha is the value that MAX is sure of
by another choice on the line, beta that of MIN; they bound the values that still matter below.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

from engine.game.game import KeyHistory
from engine.rules.core import DRAWN, LOST
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.search.evaluation import static_eval_of_record
from engine.search.searcher import past_keys
from engine.search.state import INFINITE, WIN, WIN_BOUND
from engine.system.errors import UserError
from engine.trace import texts

MAX_POSITIONS = 20_000
"""The maximum number of positions in a tree: more than anyone steps through, and about a second of work."""
MAX_DEPTH = 60


class TooLarge(UserError):
    """The tree would have too many positions; the message suggests what to do."""


class SearchMethod(Enum):
    """The search method; the value is its name."""

    MINIMAX = "minimax"
    ALPHA_BETA = "alpha-beta"


class StepKind(Enum):
    """The kind of a step."""

    ENTER = "a position is entered"
    LEAF = "a position gets its value without looking further"
    BETTER = "a move turns out better than what the side to move has for certain: the window becomes narrower"
    NO_BETTER = "a move turns out no better"
    CUT = "a move turns out so good that the others need not be examined"
    RETURN = "a position's value goes up to the position before"


class LeafReason(Enum):
    """The source of a leaf's value."""

    EVALUATION = "evaluation"
    RESULT = "result"
    DRAW_RULE = "draw-rule"
    """The position has occurred before, or there was no progress for too long: a draw."""


@dataclass(eq=False, slots=True)
class TraceNode:
    """A position of the tree. `code` is the move that leads to it, 0 at the root; `ply` counts from there.

    `maximises` says whether MAX is to move.
    `moves` are the codes of its legal moves in the order in which they are searched, none for a leaf.
    `steps` are the numbers of the steps that are about it.
    """

    parent: TraceNode | None
    code: int
    ply: int
    maximises: bool
    moves: tuple[int, ...] = ()
    children: list[TraceNode] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)

    @property
    def line(self) -> list[TraceNode]:
        """The nodes from the root to this one, inclusive."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step, and the state of its node after it.

    `child` is the move that a BETTER, NO_BETTER or CUT is about, and `value` what it brought; of a LEAF or
    RETURN, `value` is the node's own. `best` is the best value of the moves searched, that of `best_child`.
    `positions` is how many have been entered so far, the root not counted: one for each move made.
    """

    kind: StepKind
    node: TraceNode
    alpha: int
    beta: int
    positions: int
    child: TraceNode | None = None
    value: int | None = None
    best: int | None = None
    best_child: TraceNode | None = None
    leaf_reason: LeafReason | None = None


class Trace:
    """A search of one position to a fixed depth, recorded by `run`; then any step can be inspected."""

    def __init__(
        self,
        rules: Rules,
        position: Position,
        depth: int,
        method: SearchMethod = SearchMethod.ALPHA_BETA,
        history: KeyHistory | None = None,
        max_positions: int = MAX_POSITIONS,
        max_side: int | None = None,
    ) -> None:
        """Prepare to search `position`, which was reached by `history`; raise `UserError` if it is over.

        `max_side` is the side that is MAX, the one to move if it is None.
        """
        if not rules.legal_moves(position):
            raise UserError(texts.GAME_OVER)
        self.rules, self.position, self.depth, self.method = rules, position, depth, method
        self.max_side = position.side if max_side is None else max_side
        self.root = TraceNode(None, 0, 0, position.side == self.max_side)
        self.steps: list[TraceStep] = []
        self.complete = False
        history = history or KeyHistory()
        self._keys = [*past_keys(history, position, rules.facts.repetitions), position.key]
        self._past = len(self._keys) - 1
        self._progress_clocks = [len(history.keys)]
        self._max_positions, self._entered = max_positions, 0
        self._names: dict[TraceNode, dict[int, Move]] = {}

    # --- searching

    def run(self) -> Iterator[TraceStep]:
        """Search, yielding every step.

        Raises:
            TooLarge: there are too many positions.
        """
        search = self._search(self.root, self.position.copy_record(), self.depth, -INFINITE, INFINITE)
        for step in search:
            step.node.steps.append(len(self.steps))
            self.steps.append(step)
            yield step
        self.complete = True

    def finish(self) -> Trace:
        """Search to the end and return the trace itself.

        Raises:
            TooLarge: there are too many positions.
        """
        for _ in self.run():
            pass
        return self

    def _search(
        self, node: TraceNode, record: Any, depth: int, alpha: int, beta: int
    ) -> Generator[TraceStep, None, int]:
        """Search a position; return its value. Values here are from the view of its side to move."""
        if self.method is SearchMethod.MINIMAX:
            alpha, beta = -INFINITE, INFINITE
        yield self._step(StepKind.ENTER, node, alpha, beta)
        value, why = self._leaf_value(node, record, depth)
        if why is not None:
            yield self._step(StepKind.LEAF, node, alpha, beta, value, leaf_reason=why)
            return value
        best, best_child = -INFINITE, None
        for code in node.moves:
            child = TraceNode(node, code, node.ply + 1, not node.maximises)
            below = self._make_move(child, record)
            node.children.append(child)
            value = -(yield from self._search(child, below, depth - 1, -beta, -alpha))
            self._unmake_move()
            kind = StepKind.CUT if value >= beta else StepKind.BETTER if value > alpha else StepKind.NO_BETTER
            if value > best:
                best, best_child = value, child
            alpha = max(alpha, value)
            yield self._step(kind, node, alpha, beta, value, best, child=child, best_child=best_child)
            if kind is StepKind.CUT:
                break
        yield self._step(StepKind.RETURN, node, alpha, beta, best, best, best_child=best_child)
        return best

    def _leaf_value(self, node: TraceNode, record: Any, depth: int) -> tuple[int, LeafReason | None]:
        """Return the value of a leaf, and the reason why it is one.

        If it is none, the reason is None and its moves are set. The tests come in the order of the
        compiled search, so that a draw at the last ply is one here, too.
        """
        core = self.rules.core()
        result = core.terminal_result(record)
        if result:
            return _result_value(result, node.ply), LeafReason.RESULT
        if node.ply > 0 and self._drawn_by_rule(node.ply):
            if core.moves(record):
                return 0, LeafReason.DRAW_RULE
            return _result_value(core.result_without_moves(record), node.ply), LeafReason.RESULT
        if depth <= 0:
            return static_eval_of_record(self.rules, record), LeafReason.EVALUATION
        node.moves = tuple(core.moves(record))
        if node.moves:
            return 0, None
        return _result_value(core.result_without_moves(record), node.ply), LeafReason.RESULT

    def _make_move(self, child: TraceNode, record: Any) -> Any:
        """Enter the position of a node that was made for a move in `record`; return its record."""
        if self._entered >= self._max_positions:
            raise TooLarge(texts.too_large(self.depth, self.method.value, self._max_positions))
        self._entered += 1
        below = record.copy()
        progress = self.rules.core().play(below, child.code)
        self._keys.append(int(below["key"]))
        self._progress_clocks.append(0 if progress else self._progress_clocks[-1] + 1)
        return below

    def _unmake_move(self) -> None:
        self._keys.pop()
        self._progress_clocks.pop()

    def _drawn_by_rule(self, ply: int) -> bool:
        """Return whether repetition or lack of progress ends the game, as in `alphabeta.drawn_by_rule`."""
        rules, progress_clock, now = self.rules, self._progress_clocks[ply], self._past + ply
        if rules.facts.progress_limit and progress_clock >= rules.facts.progress_limit:
            return True
        if not rules.facts.repetitions:
            return False
        earlier = range(now - 2, max(now - progress_clock, 0) - 1, -2)
        again = [at for at in earlier if self._keys[at] == self._keys[now]]
        return any(at >= self._past for at in again) or len(again) + 1 >= rules.facts.repetitions

    def _step(
        self,
        kind: StepKind,
        node: TraceNode,
        alpha: int,
        beta: int,
        value: int | None = None,
        best: int | None = None,
        **more: Any,
    ) -> TraceStep:
        """Return a step with its values converted from the view of the side to move to that of MAX."""
        if not node.maximises:
            alpha, beta = -beta, -alpha
            value, best = (None if number is None else -number for number in (value, best))
        return TraceStep(kind, node, alpha, beta, self._entered, value=value, best=best, **more)

    # --- inspecting it

    @property
    def value(self) -> int:
        """The value of the root, once the search is complete."""
        best = self.steps[-1].value
        assert best is not None
        return best

    @property
    def best_move(self) -> Move:
        """The move that the search chooses, once it is complete."""
        child = self.steps[-1].best_child
        assert child is not None
        return self.move(child)

    @property
    def prunes(self) -> bool:
        """True if the search prunes moves that cannot affect the result."""
        return self.method is SearchMethod.ALPHA_BETA

    @property
    def positions(self) -> int:
        """The number of positions searched, without the root."""
        return self._entered

    @cached_property
    def cut_offs(self) -> list[int]:
        """The numbers of the steps at which moves were pruned."""
        return [
            at for at, step in enumerate(self.steps) if step.kind is StepKind.CUT and pruned_moves(step.node)
        ]

    def last_about(self, node: TraceNode, at: int) -> int | None:
        """Return the last step about a node up to step number `at`; None if it has not been entered yet."""
        index = bisect_right(node.steps, at)
        return node.steps[index - 1] if index else None

    def state(self, node: TraceNode, at: int) -> TraceStep | None:
        """Return the state of a node after step number `at`; None if it has not been entered yet."""
        last = self.last_about(node, at)
        return None if last is None else self.steps[last]

    def finished(self, node: TraceNode, at: int) -> bool:
        """Return whether a node has its value after step number `at`."""
        step = self.state(node, at)
        return step is not None and step.kind in (StepKind.LEAF, StepKind.RETURN)

    def window(self, node: TraceNode) -> tuple[int, int]:
        """Return alpha and beta with which a node was entered."""
        entered = self.steps[node.steps[0]]
        return entered.alpha, entered.beta

    def best_line(self, node: TraceNode, at: int) -> list[TraceNode]:
        """Return the best line that is known below a node after step number `at`, without the node itself."""
        line: list[TraceNode] = []
        step = self.state(node, at)
        while step is not None and step.best_child is not None:
            line.append(step.best_child)
            step = self.state(step.best_child, at)
        return line

    def position_of(self, node: TraceNode) -> Position:
        """Return the position of a node."""
        position = self.position
        for below in node.line[1:]:
            position = self.rules.play(position, self.move(below))
        return position

    def move(self, node: TraceNode) -> Move:
        """Return the move that leads to a node, which is not the root."""
        assert node.parent is not None
        return self.moves_by_code(node.parent)[node.code]

    def moves_by_code(self, node: TraceNode) -> dict[int, Move]:
        """Return the legal moves of a node by their codes."""
        if node not in self._names:
            moves = self.rules.legal_moves(self.position_of(node))
            self._names[node] = {move.code: move for move in moves}
        return self._names[node]


def pruned_moves(node: TraceNode) -> tuple[int, ...]:
    """Return the codes of the moves that were pruned at a finished node."""
    return node.moves[len(node.children) :]


def is_result(value: int) -> bool:
    """Return whether a value is a win for a side, or infinite."""
    return abs(value) > WIN_BOUND


def _result_value(result: int, ply: int) -> int:
    if result == DRAWN:
        return 0
    return ply - WIN if result == LOST else WIN - ply
