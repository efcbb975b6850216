"""The rows of an ablation: which searches are measured, and what sets each apart from the full one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from importlib.util import find_spec

from engine.book.opening_book import format_of
from engine.rules.rules import Rules
from engine.search.features import FEATURES
from engine.system.errors import UserError, quoted
from engine.tablebase.tablebase import tablebase_of

TITLES = {
    "alphabeta": "alpha-beta",
    "ordering": "move ordering",
    "table": "transposition table",
    "killers": "killer moves",
    "history": "history heuristic",
    "aspiration": "aspiration windows",
    "pvs": "principal variation search",
    "quiescence": "quiescence search",
    "lmr": "late-move reductions",
    "nullmove": "null move",
    "futility": "futility pruning",
    "lmp": "late-move pruning",
    "iid": "internal reduction",
    "see": "exchange evaluation",
    "extensions": "extensions in danger",
    "tablebase": "endgame tables",
}
"""The search's switches in the order in which they are added to plain minimax."""

NEEDS_TABLE = "iid"
"""Reduces where the table knows no move: without a table that is everywhere, so it goes with the table."""

SOURCE = {
    "alphabeta": "Alpha-beta pruning",
    "material": "Improved evaluation function",
    "ordering": "Move ordering",
    "aspiration": "Aspiration windows",
    "quiescence": "Quiescence search",
    "pvs": "Principal variation search",
    "table": "Transposition tables",
    "killers": "Killer heuristic",
    "book": "Opening book",
    "tablebase": "Endgame tablebases",
}
"""The ten improvements that the assignment names, by what switches them here."""


class Group(Enum):
    """What a row is compared with, and how."""

    ADDED = "added"
    LEFT_OUT = "left-out"
    EVALUATION = "evaluation"
    BOOK = "book"
    CONTROL = "control"


@dataclass(frozen=True)
class Row:
    """A variant of the search.

    `name` is what ``--rows`` and the files call it, `switch` what it adds or leaves out. `player` plays its
    games; `without` and `weights` say the same to a search that is measured.
    """

    name: str
    title: str
    group: Group
    switch: str = ""
    player: str = "engine"
    without: frozenset[str] = frozenset()
    weights: str = ""

    @property
    def source(self) -> str:
        """Which of the assignment's ten improvements is missing here, "" for none."""
        if self.group is Group.ADDED:
            return SOURCE["alphabeta"] if self.name == "minimax" else ""
        return SOURCE.get(self.switch, "")

    @property
    def searched(self) -> bool:
        """Whether there is a search to measure that no other row has."""
        return self.group not in (Group.BOOK, Group.CONTROL)

    @property
    def played(self) -> bool:
        """Whether there is a match to play; the full search against itself is the control's."""
        return self.name != "full"


def _without(names: frozenset[str]) -> str:
    return "engine:without=" + "+".join(sorted(names)) if names else "engine"


def switches(rules: Rules) -> tuple[str, ...]:
    """Return what can be switched in a game's search, in the order of adding."""
    return tuple(name for name in TITLES if name != "tablebase" or tablebase_of(rules) is not None)


def _added(rules: Rules) -> list[Row]:
    """Return plain minimax, and one more row for each improvement added, the last of them the full search."""
    plain = frozenset({"alphabeta"})
    rows = [Row("minimax", "plain minimax", Group.ADDED, "", _without(plain), plain)]
    missing = frozenset(FEATURES) & frozenset(switches(rules))
    for name in switches(rules):
        missing -= {name}
        rows.append(Row(f"add-{name}", f"+ {TITLES[name]}", Group.ADDED, name, _without(missing), missing))
    last = rows.pop()
    return [*rows, Row("full", last.title, Group.ADDED, last.switch)]


def _left_out(rules: Rules) -> list[Row]:
    """Return the full search with one thing left out; without alpha-beta it is minimax, a row already."""
    rows = []
    for name in switches(rules)[1:]:
        gone = frozenset({name, NEEDS_TABLE} if name == "table" else {name})
        rows.append(Row(f"no-{name}", f"- {TITLES[name]}", Group.LEFT_OUT, name, _without(gone), gone))
    return rows


def terms(rules: Rules) -> Mapping[str, str]:
    """Return the terms of a game's evaluation that can be switched off, each with what people call it."""
    module = f"engine.rules.{rules.name}.weights"
    if find_spec(module) is None:
        return {}
    titles: Mapping[str, str] = getattr(import_module(module), "TERM_TITLES", {})
    return titles


def _evaluation(rules: Rules) -> list[Row]:
    known = terms(rules)
    if not known:
        return []
    off = {"material": tuple(known), **{term: (term,) for term in known}}
    rows = []
    for name, gone in off.items():
        title = "- all but material" if name == "material" else f"- {known[name]}"
        weights = "-".join(("weights", *gone))
        rows.append(
            Row(f"eval-{name}", title, Group.EVALUATION, name, f"engine:weights={weights}", weights=weights)
        )
    return rows


def rows_of(rules: Rules, nodes: int) -> list[Row]:
    """Return all rows of a game whose matches are played at so many nodes a move."""
    rows = [*_added(rules), *_left_out(rules), *_evaluation(rules)]
    if format_of(rules).supplied:
        rows.append(Row("book", "with the opening book", Group.BOOK, "book", "engine:book=on"))
    more = nodes + nodes // 100
    rows.append(Row("control", "control: the full search", Group.CONTROL))
    rows.append(Row("control-nodes", "control: 1 % more nodes", Group.CONTROL, "", f"engine:nodes={more}"))
    return rows


def chosen(rows: list[Row], names: list[str]) -> list[Row]:
    """Return the rows with these names, or in the groups with these names; all for none.

    ``source`` stands for the assignment's ten improvements. Raises `UserError` for an unknown name.
    """
    groups = {group.value: [row for row in rows if row.group is group] for group in Group}
    groups["source"] = [row for row in rows if row.source]
    single = {row.name: [row] for row in rows}
    wanted: set[str] = set()
    for name in names:
        found = groups.get(name) or single.get(name)
        if not found:
            raise UserError(f"there is no row {quoted(name)}; rows are {', '.join([*groups, *single])}")
        wanted |= {row.name for row in found}
    return [row for row in rows if not names or row.name in wanted]
