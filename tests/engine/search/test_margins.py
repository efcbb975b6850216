"""The margins of the search: text form, ranges, and use in the search."""

from __future__ import annotations

import numpy as np
import pytest

from engine import rules as registry
from engine.players.parse import parse_engine_settings
from engine.search.limits import SearchOptions
from engine.search.margin_layout import Margins
from engine.search.margins import RANGES, format_margins, margins_of, parse_margins, reductions
from engine.system.errors import UserError
from tests.engine.search.support import benchmark, run, searcher


def test_every_margin_has_a_range_around_its_usual_value() -> None:
    assert tuple(RANGES) == Margins._fields
    for name, (lowest, highest) in RANGES.items():
        assert lowest <= getattr(Margins(), name) <= highest, name
    for game in registry.names():
        for name, value in margins_of(registry.get(game))._asdict().items():
            assert RANGES[name][0] <= value <= RANGES[name][1], (game, name)


def test_margins_round_trip() -> None:
    margins = Margins(rfp=91, lmp=3)
    assert Margins(**dict(parse_margins(format_margins(margins)))) == margins
    assert parse_margins("lmp:4 + rfp:100") == (("lmp", 4), ("rfp", 100))


@pytest.mark.parametrize(
    "text", ["", "rfp", "rfp:", "rfp:x", "rfp:19", "rfp:301", "rfp:-30", "other:5", "rfp:50+"]
)
def test_rejects_impossible_margins(text: str) -> None:
    with pytest.raises(UserError):
        parse_engine_settings(f"margins={text}")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("aspiration", 0, "margin aspiration needs a whole number from 5 to 200, not '0'"),
        ("rfp", 301, "margin rfp needs a whole number from 20 to 300, not '301'"),
        ("lmp", -1, "margin lmp needs a whole number from 1 to 30, not '-1'"),
        ("other", 5, "the search has no margin 'other'; it has rfp, futility"),
    ],
)
def test_search_options_refuse_impossible_margins(name: str, value: int, message: str) -> None:
    """With an aspiration window of no width, a search would never end."""
    with pytest.raises(UserError, match=f"^{message}"):
        SearchOptions(margins=((name, value),))


@pytest.mark.parametrize("name", RANGES)
def test_the_search_uses_every_margin(name: str) -> None:
    def nodes(value: int) -> list[int]:
        found = []
        for position in benchmark()[:6]:
            run(position, options=SearchOptions(margins=((name, value),)), depth=7)
            found.append(searcher().nodes)
        return found

    lowest, highest = RANGES[name]
    assert nodes(lowest) != nodes(highest)


def test_reductions_grow_with_depth_and_number() -> None:
    table = reductions(40, 220)
    assert table[3, 3] == int(0.4 + np.log(3) ** 2 / 2.2)
    assert (np.diff(table, axis=0) >= 0).all()
    assert (np.diff(table, axis=1) >= 0).all()
