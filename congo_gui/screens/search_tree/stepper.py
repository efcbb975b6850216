"""Stepping through a search: minimax and alpha-beta of one position side by side. No pygame."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.game.game import KeyHistory
from engine.rules.rules import Rules
from engine.rules.values import FIRST, Position
from engine.rules.words import sentence
from engine.system.errors import UserError
from engine.trace.trace import SearchMethod, StepKind, Trace, TraceNode, TraceStep

NO_KEY_HISTORY = KeyHistory()
SPEEDS = (0.5, 1, 2, 4, 8, 16, 60)
"""The speeds to choose from, in steps a second."""
DEFAULT_SPEED = 2
MAX_TICK_S = 0.05
"""Maximum seconds between two updates, because one iteration of the loop counts as no more."""
MAX_DEPTH = 8
COMFORTABLE_NODES = 600
"""The maximum estimated number of minimax positions at the default depth."""
DEFAULT_DEPTH = 4


@dataclass(frozen=True)
class Subject:
    """The position to search, and its history."""

    rules: Rules
    position: Position
    history: KeyHistory = NO_KEY_HISTORY

    @property
    def depth(self) -> int:
        """The default depth: the largest whose tree is estimated to be small enough to read."""
        width = max(2, len(self.rules.legal_moves(self.position)))
        depths = (depth for depth in range(DEFAULT_DEPTH, 1, -1) if width**depth <= COMFORTABLE_NODES)
        return next(depths, 2 if width**2 <= 4 * COMFORTABLE_NODES else 1)


class SearchStepper:
    """Both searches of a subject to one depth, and the current step of each.

    `work` has to be called until it returns False. A search that is too large, or a game
    that is over, leaves a sentence in `problems`.
    """

    def __init__(self, subject: Subject, depth: int, method: SearchMethod = SearchMethod.ALPHA_BETA) -> None:
        self.subject, self.depth = subject, depth
        self.method = method
        """The method being stepped through."""
        self.problems: dict[SearchMethod, str] = {}
        self.traces: dict[SearchMethod, Trace] = {}
        self.at = dict.fromkeys(SearchMethod, 0)
        self.playing = False
        self.speed: float = DEFAULT_SPEED
        self._waited = 0.0
        self._jobs: list[tuple[SearchMethod, Iterator[TraceStep]]] = []
        for method in (SearchMethod.ALPHA_BETA, SearchMethod.MINIMAX):
            try:
                trace = Trace(subject.rules, subject.position, depth, method, subject.history, max_side=FIRST)
            except UserError as error:
                self.problems[method] = sentence(str(error))
            else:
                self.traces[method] = trace
                self._jobs.append((method, trace.run()))

    # --- searching

    @property
    def jobs_left(self) -> int:
        """The number of unfinished searches."""
        return len(self._jobs)

    @property
    def idle(self) -> bool:
        """True if there is nothing to search: the game is over."""
        return not self.traces

    @property
    def working(self) -> bool:
        """True if a search is unfinished."""
        return bool(self._jobs)

    def work(self, seconds: float) -> bool:
        """Continue the searches for `seconds`; return whether anything was done."""
        end = time.perf_counter() + seconds
        worked = self.working
        while self._jobs and time.perf_counter() < end:
            method, steps = self._jobs[0]
            try:
                if next(steps, None) is None:
                    self._jobs.pop(0)
            except UserError as error:
                self.problems[method] = sentence(str(error))
                self._jobs.pop(0)
        return worked

    def trace(self, method: SearchMethod) -> Trace | None:
        """Return a finished search."""
        trace = self.traces.get(method)
        return trace if trace is not None and trace.complete else None

    @property
    def shown(self) -> Trace | None:
        """The search of the chosen method, once it is finished."""
        return self.trace(self.method)

    # --- stepping

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.shown.steps) - 1 if self.shown is not None else 0

    @property
    def here(self) -> int:
        """The number of the current step."""
        return self.at[self.method]

    def go_to(self, at: int) -> None:
        """Go to a step, or the nearest existing one; the other search follows."""
        self.at[self.method] = max(0, min(self.last, at))
        self.playing = self.playing and self.here < self.last
        if self._matching_steps:
            if self.method is SearchMethod.ALPHA_BETA:
                self.at[SearchMethod.MINIMAX] = self._matching_steps[self.here]
            else:
                self.at[SearchMethod.ALPHA_BETA] = max(0, bisect_right(self._matching_steps, self.here) - 1)

    def choose(self, method: SearchMethod) -> None:
        """Choose the method to step through."""
        self.method = method
        self.go_to(self.here)

    @property
    def next_cut(self) -> int | None:
        """The number of the next step with a cut-off."""
        trace = self.shown
        if trace is None:
            return None
        index = bisect_right(trace.cut_offs, self.here)
        return trace.cut_offs[index] if index < len(trace.cut_offs) else None

    def play_or_pause(self) -> None:
        """Start or pause playing, from the beginning if it is at the end."""
        if self.shown is None:
            return
        if not self.playing and self.here == self.last:
            self.go_to(0)
        self.playing = not self.playing
        self._waited = 0.0

    def change_speed(self, steps: int) -> None:
        """Change to a neighbouring speed."""
        index = min(range(len(SPEEDS)), key=lambda at: abs(SPEEDS[at] - self.speed)) + steps
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, index))]

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether that led to another step."""
        if not self.playing:
            return False
        self._waited += seconds
        steps = int(self._waited * self.speed)
        if steps:
            self._waited -= steps / self.speed
            self.go_to(self.here + steps)
        return steps > 0

    @property
    def next_change(self) -> float | None:
        """Seconds until `update` or `work` has to be called."""
        if self.working:
            return 0.0
        return max(0.001, min(MAX_TICK_S, 1 / self.speed - self._waited)) if self.playing else None

    # --- matching steps of minimax and alpha-beta

    @property
    def _matching_steps(self) -> list[int]:
        """The step of minimax for every step of alpha-beta; empty until both searches are finished."""
        return self._paired if all(self.trace(method) for method in SearchMethod) else []

    @cached_property
    def _paired(self) -> list[int]:
        part, full = (self.traces[method] for method in (SearchMethod.ALPHA_BETA, SearchMethod.MINIMAX))
        matches: dict[TraceNode, TraceNode] = {part.root: full.root}
        steps: list[int] = []
        for step in part.steps:
            node = step.node
            if step.kind is StepKind.ENTER and node.parent is not None:
                # Both search moves in the same order, and only the last ones are cut off.
                matches[node] = matches[node.parent].children[node.parent.children.index(node)]
            match = matches[node].steps
            ends = step.kind in (StepKind.LEAF, StepKind.RETURN)
            steps.append(match[-1] if ends else match[node.steps.index(len(steps))])
        return steps
