"""The results of a review: the worst moves, better ones, and each side's accuracy. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from congo_gui.screens.analysis import texts
from congo_gui.screens.analysis.analyst import Findings
from congo_gui.screens.analysis.move_text import MARKS
from engine.learn.game_review import BLUNDER_COST, accuracy
from engine.record.record import GameNode, GameTree
from engine.rules.values import FIRST, SECOND, Move

INACCURACY, MISTAKE, BLUNDER = 6, 2, 4
"""The NAGs (PGN's numbers) of ?!, ? and ??."""
THRESHOLDS = ((BLUNDER_COST, BLUNDER), (0.18, MISTAKE), (0.09, INACCURACY))
"""By NAG: the smallest loss of winning chances for which a move is given it."""
NAMES = {BLUNDER: "blunder", MISTAKE: "mistake", INACCURACY: "inaccuracy"}
MAX_BETTER_MOVES = 6
"""The most moves of a better line that are added to the tree."""


@dataclass(frozen=True)
class Loss:
    """A move of the game, the chances (0 to 1) that it cost, and the line that was better."""

    node: GameNode
    cost: float
    better: tuple[Move, ...]

    @property
    def side(self) -> int:
        """Who made the move."""
        assert self.node.parent is not None
        return self.node.parent.position.side

    @property
    def nag(self) -> int:
        """The NAG that a review gives it, 0 for none."""
        return next((number for threshold, number in THRESHOLDS if self.cost >= threshold), 0)

    @property
    def mark(self) -> int:
        """The NAG in `NAMES` with which it is marked, 0 for none."""
        return next((number for number in self.node.nags if number in NAMES), 0)


def losses_on(line: Sequence[GameNode], findings: Findings) -> list[Loss]:
    """Return the loss of each move of a line whose positions before and after have been searched.

    The engine's own choice costs nothing.
    """
    found = []
    for node in line:
        assert node.parent is not None
        before, after = (findings.chance(each, each.plies) for each in (node.parent, node))
        lines = findings.lines(node.parent)
        if before is None or after is None or not lines:
            continue
        cost = before - after if node.parent.position.side == 0 else after - before
        if lines[0].pv[:1] == (node.move,):
            cost = 0.0
        found.append(Loss(node, cost, lines[0].pv))
    return found


def mark(tree: GameTree, findings: Findings) -> list[Loss]:
    """Mark the game's mistakes with NAGs and better lines; return them, the worst one first."""
    judged = [loss for loss in losses_on(tree.main, findings) if loss.nag]
    for loss in judged:
        others = tuple(number for number in loss.node.nags if number not in NAMES)
        loss.node.nags = (*others, loss.nag)
        assert loss.node.parent is not None
        tree.add_line(loss.node.parent, loss.better[:MAX_BETTER_MOVES])
    return sorted(judged, key=lambda loss: -loss.cost)


def mistakes(line: Sequence[GameNode], findings: Findings) -> list[Loss]:
    """Return the marked moves of a line for which a better one is known, in the order of the game."""
    return [loss for loss in losses_on(line, findings) if loss.mark and loss.better[:1] != (loss.node.move,)]


@dataclass(frozen=True)
class SideReview:
    """The review of a side: the number of moves of each kind in `NAMES`, and its accuracy in percent."""

    counts: tuple[int, ...]
    accuracy: float


def review_of(tree: GameTree, findings: Findings) -> tuple[SideReview | None, ...]:
    """Return each side's review of the main line, None without moves.

    The mistakes are those marked, whatever later searches have found. Nothing is returned while a
    position of the main line has not been searched, nor if no mistake is marked: then there was no review.
    """
    found = losses_on(tree.main, findings)
    if len(found) < len(tree.main) or not found:
        return ()
    if any(loss.nag for loss in found) and not any(loss.mark for loss in found):
        return ()
    return tuple(_side_review([loss for loss in found if loss.side == side]) for side in (FIRST, SECOND))


def _side_review(found: Sequence[Loss]) -> SideReview | None:
    if not found:
        return None
    counts = tuple(sum(loss.mark == number for loss in found) for number in NAMES)
    return SideReview(counts, fmean(accuracy(loss.cost) for loss in found))


def review_summary(judged: Sequence[Loss]) -> str:
    """Summarise a review: the number of moves of each kind, and the better move at the worst mistake."""
    if not judged:
        return texts.NO_MISTAKES
    parts = []
    for number, name in NAMES.items():
        count = sum(loss.nag == number for loss in judged)
        plural = f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
        parts += [f"{count} {name if count == 1 else plural} ({MARKS[number]})"] if count else []
    worst = judged[0]
    assert worst.node.move is not None
    better = texts.worst_move(worst.node.move.text, worst.better[0].text)
    return f"{', '.join(parts)}. {better}"
