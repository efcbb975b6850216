"""Where the positions of a search tree go: the whole tree, or only what leads to one of them. No pygame.

Places are numbered from left to right in columns; the row is the ply. What is cut off has columns, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.trace.trace import TraceNode, unseen

MOST_SINGLE = 3
"""So many moves that are cut off have columns of their own; more have one together."""


@dataclass(frozen=True)
class Stub:
    """What is cut off below a node: one move, or `count` together (then `code` is 0)."""

    node: TraceNode
    code: int
    count: int


@dataclass
class TreePlan:
    """The column of the middle of every node and stub, and how far what is below a node reaches.

    `columns` is the width of each row; rows of the whole tree share their columns, those of a line do not.
    """

    columns: dict[int, float] = field(default_factory=dict)
    places: dict[TraceNode, float] = field(default_factory=dict)
    stubs: dict[TraceNode, list[tuple[Stub, float]]] = field(default_factory=dict)
    reach: dict[TraceNode, tuple[float, float]] = field(default_factory=dict)
    room: dict[TraceNode, float] = field(default_factory=dict)
    """How many columns a node may take before it touches a neighbour in its row."""

    def shared(self, ply: int) -> float:
        """Return the width of a row."""
        return self.columns.get(ply, 1.0)


def stubs_of(node: TraceNode) -> list[Stub]:
    """Return what is cut off below a node."""
    codes = unseen(node)
    if len(codes) <= MOST_SINGLE:
        return [Stub(node, code, 1) for code in codes]
    return [Stub(node, 0, len(codes))]


def whole_tree(root: TraceNode, depth: int) -> TreePlan:
    """Return the plan of everything that a search ever enters."""
    plan = TreePlan()
    total = _spread(plan, root, 0.0)
    plan.columns = dict.fromkeys(range(depth + 2), total)
    _measure(plan)
    return plan


def _measure(plan: TreePlan) -> None:
    """Note how much room the nodes of each row leave one another."""
    rows: dict[int, list[tuple[float, TraceNode | None]]] = {}
    for node, column in plan.places.items():
        rows.setdefault(node.ply, []).append((column, node))
        for _, cut in plan.stubs.get(node, []):
            rows.setdefault(node.ply + 1, []).append((cut, None))
    for row in rows.values():
        row.sort(key=lambda place: place[0])
        for at, (column, found) in enumerate(row):
            if found is not None:
                beside = [abs(row[near][0] - column) for near in (at - 1, at + 1) if 0 <= near < len(row)]
                plan.room[found] = min([plan.shared(found.ply), *beside])


def _spread(plan: TreePlan, node: TraceNode, left: float) -> float:
    """Plan a node and all below it from a column on; return where it ends."""
    middles: list[float] = []
    end = left
    for child in node.children:
        end = _spread(plan, child, end)
        middles.append(plan.places[child])
    for stub in stubs_of(node):
        plan.stubs.setdefault(node, []).append((stub, end + 0.5))
        end += 1.0
    if not node.children:
        end = max(end, left + 1.0)
    plan.places[node] = (middles[0] + middles[-1]) / 2 if middles else (left + end) / 2
    plan.reach[node] = (left, end)
    return end


def one_line(line: list[TraceNode]) -> TreePlan:
    """Return the plan of a line: in every row all moves of the position above, in columns of their own."""
    plan = TreePlan(columns={0: 1.0}, places={line[0]: 0.5}, reach={line[0]: (0.0, 1.0)}, room={line[0]: 1.0})
    for node in line:
        below = stubs_of(node)
        for index, child in enumerate(node.children):
            plan.places[child] = index + 0.5
            plan.reach[child] = (float(index), index + 1.0)
            plan.room[child] = 1.0
        for index, stub in enumerate(below, len(node.children)):
            plan.stubs.setdefault(node, []).append((stub, index + 0.5))
        if node.moves:
            plan.columns[node.ply + 1] = float(len(node.children) + len(below))
    return plan
