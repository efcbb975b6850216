"""The rows of an ablation: searches that are measured, and how each differs from the full one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from engine.book.opening_book import format_of
from engine.research.ablation import texts
from engine.rules.rules import Rules
from engine.search.features import FEATURES, OLD_FEATURE_NAMES
from engine.search.improvements import switches, terms
from engine.search.texts import ASSIGNMENT_PARTS, TITLES
from engine.system.errors import UserError, quoted

FULL_SEARCH, HANDCRAFTED = "engine", "engine:without=network"
"""The full search with the network, if the game has one, and with the handcrafted evaluation."""


class VariantGroup(Enum):
    """The kind of a row, which decides what it is compared with and how."""

    ADDED = "added"
    LEFT_OUT = "left-out"
    EVALUATION = "evaluation"
    BOOK = "book"
    CONTROL = "control"


@dataclass(frozen=True)
class Variant:
    """A variant of the search.

    `name` is what ``--rows`` and the files call it, `switch` what it adds or leaves out. `player` plays its
    games; `without` and `weights` say the same to a search that is measured.
    """

    name: str
    title: str
    group: VariantGroup
    switch: str = ""
    player: str = FULL_SEARCH
    without: frozenset[str] = frozenset()
    weights: str = ""

    @property
    def opponent(self) -> str:
        """The player that it is compared with: weights belong to the handcrafted evaluation."""
        return HANDCRAFTED if self.weights else FULL_SEARCH

    @property
    def source(self) -> str:
        """Which of the assignment's ten improvements is missing here, "" for none."""
        if self.group is VariantGroup.ADDED:
            return ASSIGNMENT_PARTS["alphabeta"] if self.name == "minimax" else ""
        return ASSIGNMENT_PARTS.get(self.switch, "")

    @property
    def searched(self) -> bool:
        """True if there is a search to measure that no other row has."""
        return self.group not in (VariantGroup.BOOK, VariantGroup.CONTROL)

    @property
    def played(self) -> bool:
        """True if there is a match to play; the full search against itself is the control's."""
        return self.name != "full"


def saved_name(switch: str) -> str:
    """Return the name of a switch in rows and saved reports: its first one."""
    return {new: old for old, new in OLD_FEATURE_NAMES.items()}.get(switch, switch)


def _without(names: frozenset[str]) -> str:
    return "engine:without=" + "+".join(sorted(map(saved_name, names))) if names else "engine"


def _added(rules: Rules) -> list[Variant]:
    """Return plain minimax, and one more row for each improvement added, the last of them the full search."""
    plain = frozenset({"alphabeta"})
    rows = [Variant("minimax", texts.PLAIN_MINIMAX, VariantGroup.ADDED, "", _without(plain), plain)]
    missing = frozenset(FEATURES) & frozenset(switches(rules))
    for name in switches(rules):
        missing -= {name}
        row, title = f"add-{saved_name(name)}", f"+ {TITLES[name]}"
        rows.append(Variant(row, title, VariantGroup.ADDED, name, _without(missing), missing))
    last = rows.pop()
    return [*rows, Variant("full", last.title, VariantGroup.ADDED, last.switch)]


def _left_out(rules: Rules) -> list[Variant]:
    """Return the full search with one thing left out; without alpha-beta it is minimax, a row already."""
    rows = []
    for name in switches(rules)[1:]:
        # It reduces where the table knows no move, which without a table would be everywhere.
        gone = frozenset({name, "iir"} if name == "table" else {name}) - rules.facts.unused_features
        row, title = f"no-{saved_name(name)}", f"- {TITLES[name]}"
        rows.append(Variant(row, title, VariantGroup.LEFT_OUT, name, _without(gone), gone))
    return rows


def _evaluation(rules: Rules) -> list[Variant]:
    known = terms(rules)
    rows = []
    if rules.facts.network_inputs is not None:
        group, gone = VariantGroup.EVALUATION, frozenset({"network"})
        rows.append(Variant("eval-network", texts.NO_NETWORK, group, "network", HANDCRAFTED, gone))
    if not known:
        return rows
    rest = rules.facts.other_terms
    whole = texts.all_but(rest) if rest else texts.WHOLE_EVALUATION
    off = {"material": tuple(known), **{term: (term,) for term in known}}
    for name, terms_off in off.items():
        title = f"- {known[name]}" if name in known else whole
        weights = "-".join(("weights", *terms_off))
        player = f"engine:weights={weights}"
        rows.append(Variant(f"eval-{name}", title, VariantGroup.EVALUATION, name, player, weights=weights))
    return rows


def variants_of(rules: Rules, nodes: int) -> list[Variant]:
    """Return all rows of a game whose matches are played at `nodes` nodes per move."""
    rows = [*_added(rules), *_left_out(rules), *_evaluation(rules)]
    if format_of(rules).supplied:
        rows.append(Variant("book", texts.WITH_BOOK, VariantGroup.BOOK, "book", "engine:book=on"))
    more = nodes + nodes // 100
    rows.append(Variant("control", texts.CONTROL, VariantGroup.CONTROL))
    rows.append(
        Variant("control-nodes", texts.CONTROL_NODES, VariantGroup.CONTROL, "", f"engine:nodes={more}")
    )
    return rows


def chosen(rows: list[Variant], names: list[str]) -> list[Variant]:
    """Return the rows with these names, or in the groups with these names; all for none.

    ``source`` stands for the assignment's ten improvements. The full search comes with every row that is
    searched, because nodes and time are compared with it.

    Raises:
        UserError: a name is unknown.
    """
    groups = _groups(rows)
    groups["source"] = [row for row in rows if row.source]
    groups = {name: found for name, found in groups.items() if found}
    single = {row.name: [row] for row in rows}
    wanted: set[str] = set()
    for name in names:
        known = name.replace("iir", saved_name("iir"))
        found = groups.get(known) or single.get(known)
        if not found:
            raise UserError(texts.no_row(quoted(name), [*groups, *single]))
        wanted |= {row.name for row in found} | ({"full"} if any(row.searched for row in found) else set())
    return [row for row in rows if not names or row.name in wanted]


def names_of(rows: list[Variant], wanted: Collection[str]) -> list[str]:
    """Return the shortest names by which `chosen` finds the `wanted` rows, none for all."""
    for names in ([], ["source"]):
        if {row.name for row in rows if row.source or not names} | {"full"} == {*wanted, "full"}:
            return names
    found: list[str] = []
    for group, own in _groups(rows).items():
        names = [row.name for row in own if row.name in wanted]
        found += [group] if len(names) == len(own) > 0 else names
    # The full search comes with the others.
    others = any(row.searched for row in rows if row.name in wanted and row.name != "full")
    return [name for name in found if name != "full" or not others]


def _groups(rows: list[Variant]) -> dict[str, list[Variant]]:
    return {group.value: [row for row in rows if row.group is group] for group in VariantGroup}
