"""The filters of the library, each with a few choices. No pygame."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from congo_gui.play.wording import side_name
from congo_gui.screens.files import texts
from engine.library.query import GameQuery
from engine.record.record import GameResult
from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Position

DAY_S = 24 * 3600
SHORT, LONG = 20, 40
"""A game of up to `SHORT` moves is short, one of at least `LONG` is long."""


@dataclass(frozen=True)
class FilterChoice:
    """A choice of a filter: its label, and the fields of the search that it sets."""

    label: str
    fields: Mapping[str, Any]


class LibraryFilter:
    """A filter with one of its choices chosen; `tip` explains it."""

    def __init__(self, choices: Sequence[FilterChoice], tip: str, chosen: int = 0) -> None:
        self.choices, self.tip, self.index = choices, tip, chosen

    @property
    def label(self) -> str:
        """The label of the chosen choice."""
        return self.choices[self.index].label

    @property
    def is_on(self) -> bool:
        """True if it excludes games."""
        return bool(self.choices[self.index].fields)

    def step(self) -> None:
        """Choose the next choice; after the last one, the first."""
        self.index = (self.index + 1) % len(self.choices)

    def applied_to(self, search: GameQuery) -> GameQuery:
        """Return a search with the fields of the chosen choice."""
        return replace(search, **self.choices[self.index].fields)


def day(seconds: float) -> str:
    """Return the day of a time in seconds since the epoch, in the form of the tag `Date`."""
    return time.strftime("%Y.%m.%d", time.localtime(seconds))


def library_filters(
    rules: Rules, position: Position | None, find_position: bool, all_kinds: bool, now: float
) -> list[LibraryFilter]:
    """Return the filters for a window with a game of `rules` and this position on the board.

    With `all_kinds` there is a filter for the kind of game. With `find_position` the one for games with the
    position is on at first; now is in seconds since the epoch.
    """
    kind = FilterChoice(texts.only_kind(rules.facts.title), {"kind": rules.name})
    kinds = [kind, FilterChoice(texts.ALL_KINDS, {})]
    first, second = (texts.won_by(side_name(rules, side)) for side in (FIRST, SECOND))
    results = [
        FilterChoice(texts.ANY_RESULT, {}),
        FilterChoice(first, {"result": GameResult.FIRST}),
        FilterChoice(second, {"result": GameResult.SECOND}),
        FilterChoice(texts.DRAWN, {"result": GameResult.DRAW}),
        FilterChoice(texts.UNFINISHED, {"result": GameResult.NONE}),
    ]
    dates = [
        FilterChoice(texts.ANY_DATE, {}),
        FilterChoice(texts.TODAY, {"since": day(now)}),
        FilterChoice(texts.YESTERDAY, {"since": day(now - DAY_S), "until": day(now - DAY_S)}),
        FilterChoice(texts.LAST_WEEK, {"since": day(now - 6 * DAY_S)}),
        FilterChoice(texts.LAST_MONTH, {"since": day(now - 29 * DAY_S)}),
    ]
    lengths = [
        FilterChoice(texts.ANY_LENGTH, {}),
        FilterChoice(texts.up_to(SHORT), {"max_moves": SHORT}),
        FilterChoice(texts.between(SHORT, LONG), {"min_moves": SHORT, "max_moves": LONG}),
        FilterChoice(texts.at_least(LONG), {"min_moves": LONG}),
    ]
    found = [
        LibraryFilter(results, texts.RESULT_TIP),
        LibraryFilter(dates, texts.DATE_TIP),
        LibraryFilter(lengths, texts.LENGTH_TIP),
    ]
    if all_kinds:
        found.insert(0, LibraryFilter(kinds, texts.KIND_TIP))
    if position is not None:
        here = FilterChoice(texts.THIS_POSITION, {"position": (rules, position), "kind": rules.name})
        positions = [FilterChoice(texts.ANY_POSITION, {}), here]
        found.append(LibraryFilter(positions, texts.POSITION_TIP, int(find_position)))
    return found
