"""The conditions of an event as text, and the summary of its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.match.adjudication import Adjudication, ScoreRule
from engine.match.conditions import Conditions
from engine.match.openings import Opening
from engine.match.stored_tournament import read_tournament
from engine.match.tournament import Tournament, TournamentPlan
from engine.match.tournament_summary import summary_of
from engine.match.tournament_table import heading
from engine.rules.congo.rules import RULES
from engine.search.limits import Limits

START = RULES.notation.format(RULES.start())
PLAN = TournamentPlan(
    "congo",
    ("Rex=random", "first"),
    Limits(nodes=50),
    (Opening(START, ("d2d3",)),) * 60,
    games=2,
    seed=7,
    adjudication=Adjudication(win=ScoreRule(600, 4)),
    name='Old "x" \\ new',
    source="book:8",
    workers=2,
)
CONDITIONS = ["50 nodes a move", "book openings of 8 plies", "adjudication: win 600 4", "seed 7"]


def test_conditions_round_trip_and_bind_no_later_session(tmp_path: Path) -> None:
    path = tmp_path / "event.txt"
    tournament = Tournament(PLAN, path)
    next(tournament.play(1))
    assert summary_of(path).players == ("Rex", "first")
    assert (summary_of(path).name, summary_of(path).played, summary_of(path).is_over) == (
        "Old 'x' \\ new",
        1,
        False,
    )
    other = Tournament(replace(PLAN, name="renamed", workers=1), path)  # it is not refused
    assert len(list(other.play(1))) == 1
    stored = read_tournament(path)
    first, *reported, games = heading(stored)
    assert first == "Old 'x' \\ new"
    assert reported[0] == "Congo, round-robin, 2 players, 2 games per pairing"
    assert reported[1:6] == [*CONDITIONS, "2 games at once"]
    assert games == "2 of 2 games finished"
    assert reported == list(heading(tournament))[1:-1]
    assert summary_of(path).is_over


def test_files_of_earlier_versions_keep_their_conditions() -> None:
    old = {"Limits": "100 ms a move", "Seed": "3", "OpeningPlies": "6", "Date": "2026.11.01"}
    assert list(Conditions.of(old).parts()) == [
        "100 ms a move",
        "openings of 6 plies",
        "seed 3",
        "2026-11-01",
    ]
    assert list(Conditions.of({}).parts()) == []


@pytest.mark.parametrize(
    ("plies", "words"), [("1", "1 random ply"), ("6", "6 random plies"), ("9" * 5000, "")]
)
def test_any_number_of_random_plies_is_named(plies: str, words: str) -> None:
    (condition,) = Conditions.of({"OpeningSource": plies}).parts()
    assert condition.startswith(f"openings of {words}")


@pytest.mark.parametrize(
    ("pairs", "second", "is_over"), [(3, "0-1", False), (20, "0-1", True), (9, "1-0", True)]
)
def test_a_decided_test_is_finished(pairs: int, second: str, is_over: bool, tmp_path: Path) -> None:
    path = tmp_path / "test.txt"
    event = replace(PLAN, games=100, sprt=(0, 100)).settings()
    tags = "\n".join(f'[{name} "{value}"]' for name, value in event.tags)
    head = '[Event "tournament"]\n[Game "congo"]\n[Round "{}"]\n[Result "{}"]\n[Seats "{}"]\n'
    game = head + "{}\n\n1. d2d3 {}\n\n"
    games = [
        game.format(f"{pair}.{number}", result, seats, tags, result)
        for pair in range(1, pairs + 1)
        for number, result, seats in ((1, "1-0", "1 2"), (2, second, "2 1"))
    ]
    path.write_text("".join(games))
    assert summary_of(path).is_over is read_tournament(path).is_over is is_over
