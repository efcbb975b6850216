"""The figures in the documents match the last measurements by `tests.figures`."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from engine.research.experiment import signature
from tests import figures

TEXTS = {name: figures.document(name).read_text(encoding="utf-8") for name in figures.MEASURED}
PLAYED = [name for name in figures.REPORTED if figures.MEASURED[name]]


NOT_KEPT = {
    "| 21 | Black | 42,825,756 |",
    "| 22 | White | 126,315,318 |",
    "| 23 | Black | 235,786,133 |",
    "| 24 | White | 662,442,337 |",
}
"""The last steps of Conga's proof, half an hour more."""
AGENT = "## Your own agent"
"""The games of minichess's example agent, which take as long, are below this heading."""


def table_rows(name: str) -> list[str]:
    """Return the rows with figures in a document's tables: results of games, or counts."""
    lines = TEXTS[name].partition(AGENT)[0].splitlines()
    below_heads = (line for line, after in pairwise([*lines, ""]) if not after.startswith("|--"))
    return [line for line in below_heads if re.match(r"\| .*\| ([\d,.−+< ±]+[^|]*\|)+$", line)]


@pytest.mark.parametrize("name", PLAYED)
def test_documents_have_the_measured_rows(name: str) -> None:
    made_by, lines = figures.kept(name)
    missing = [line for line in lines if line not in TEXTS[name].splitlines()]
    assert lines
    assert not missing
    assert f"signature {made_by}" in TEXTS[name]


@pytest.mark.parametrize("name", figures.REPORTED)
def test_the_documents_have_the_rows_of_the_reports(name: str) -> None:
    lines = figures.REPORTED[name]()
    assert lines
    assert not [line for line in lines if line not in TEXTS[name].splitlines()]


@pytest.mark.parametrize("name", figures.REPORTED)
def test_the_documents_have_no_other_figures_in_their_tables(name: str) -> None:
    measured = figures.REPORTED[name]() + (figures.kept(name)[1] if name in PLAYED else [])
    found = table_rows(name)
    assert found
    assert not set(found) - set(measured) - NOT_KEPT


@pytest.mark.parametrize("name", figures.MEASURED)
def test_documents_say_how_to_reproduce_their_figures(name: str) -> None:
    assert f"`python -m tests.figures {name}`" in TEXTS[name]


@pytest.mark.thorough
@pytest.mark.parametrize("name", PLAYED)
def test_documented_matches_used_the_current_search(name: str) -> None:
    """Otherwise run python -m tests.figures NAME --keep and copy the printed rows into the document."""
    assert figures.kept(name)[0] == signature(name)


@pytest.mark.thorough
def test_a_match_of_the_documents_can_be_played_again() -> None:
    (line,) = figures.Match("bonzee", "engine:nodes=2000", "random", 2).rows()
    assert re.fullmatch(r"\| `engine:nodes=2000` \| `random` \| 2 \| 0 \| 0 \| \d+\.\d \|", line)


@pytest.mark.thorough
def test_a_proof_of_the_documents_can_be_made_again() -> None:
    assert next(figures.Proof("conga", 14, 14, 16).rows()) in figures.kept("conga")[1]
