"""Standings from a tournament's file, finished or stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine.match import stored_tournament
from engine.match.pairing import GamePair, pair_up, swiss
from engine.match.stored_tournament import MAX_PLAYERS, read_tournament
from engine.match.tournament import Tournament, TournamentPlan
from engine.match.tournament_summary import summary_of
from engine.match.tournament_table import report
from engine.system.errors import UserError
from tests.engine.match.small_tournament import FIRST_THREE, PLAN, finished

FOUR = replace(PLAN, players=("A=first", "random", "greedy"), format="swiss", rounds=2, games=2)


@pytest.mark.parametrize(
    "plan", [PLAN, replace(FOUR, openings=FIRST_THREE[:2])], ids=lambda plan: plan.format
)
@pytest.mark.parametrize("games", [3, None])
def test_the_table_is_the_same(plan: TournamentPlan, games: int | None, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    tournament = Tournament(plan, path)
    for _ in islice(tournament.play(1), games):
        pass
    stored = read_tournament(path)
    assert stored.plan.total == plan.total
    ours, theirs = report(tournament).splitlines(), report(stored).splitlines()
    if games is None or plan.format != "swiss":  # a bye of a round that has not ended is not known yet
        assert theirs == ours
    assert [game.number for game in stored.results.games()] == sorted(tournament.results.played)


@pytest.mark.parametrize("players", [("A | B=random", "greedy", "first"), ("A=random", "B  |  | C=first")])
def test_a_separator_in_a_players_name_shifts_no_results(players: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    tournament = finished(replace(PLAN, players=players), path)
    assert report(read_tournament(path)) == report(tournament)
    assert summary_of(path).played == summary_of(path).total == tournament.plan.total
    assert Tournament(tournament.plan, path).resumed == tournament.plan.total


def test_a_file_of_an_earlier_version_with_a_separator_in_a_name_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    plan = finished(replace(PLAN, players=("A | B=random", "first")), path).plan
    path.write_text(re.sub(r"\[Entrant\d .*\n", "", path.read_text()))
    assert Tournament(plan, path).resumed == plan.total


@pytest.mark.parametrize("text", ["", '[Event "game"]\n[Game "congo"]\n\n1. d2d3 *\n\n'])
def test_rejects_other_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(text)
    with pytest.raises(UserError):
        read_tournament(path)


CRAFTED = """[Event "tournament"]
[Game "congo"]
[Round "1.1"]
[White "p0"]
[Black "p1"]
[Result "1-0"]
[Reason "lion captured"]
[Seats "1 2"]
[Entrants "{players}"]
[Format "swiss, {games} games a meeting, {rounds} rounds"]

1. d2d3 1-0
"""


@pytest.mark.parametrize(
    ("players", "games", "rounds"), [(3000, 2, 5), (201, 2, 5), (200, 9_999_998, 1000), (3, 9_999_998, 1000)]
)
def test_crafted_standings_cost_no_extra_work(
    players: int, games: int, rounds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0

    def counted(*given: object) -> Iterator[GamePair | None]:
        nonlocal steps
        for pair in swiss(*given):  # type: ignore[arg-type]
            steps += 1
            yield pair

    monkeypatch.setattr(stored_tournament, "swiss", counted)
    path = tmp_path / "games.txt"
    names = " | ".join(f"p{number}" for number in range(players))
    path.write_text(CRAFTED.format(players=names, games=games, rounds=rounds))
    with suppress(UserError):
        read_tournament(path)
    assert steps < 10
    assert players > MAX_PLAYERS or steps


@pytest.mark.parametrize(
    ("written", "crafted"),
    [
        ("swiss, 2 games", "swiss, 0 games"),
        ("5 rounds", "9999 rounds"),
        ('"1 2"', '"0 -5"'),
        ('"1 2"', '"1 7"'),
        ('"1 2"', '"2 2"'),
        ('"1.1"', '"0.1"'),
        ('"1.1"', '"1.7"'),
        ('"1.1"', '"9999.1"'),
        ("[Seats", '[Seconds "nan inf"]\n[Seats'),
    ],
)
def test_rejects_impossible_tournament_numbers(written: str, crafted: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    good = CRAFTED.format(players="p0 | p1 | p2", games=2, rounds=5)
    path.write_text(good)
    assert len(read_tournament(path).results.played) == 1
    assert written in good
    path.write_text(good.replace(written, crafted))
    with pytest.raises(UserError):
        read_tournament(path)


@pytest.mark.parametrize("test", ["0 1e308", "-inf 5", "nan 5", "5 0"])
def test_rejects_a_test_with_impossible_bounds(test: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    text = CRAFTED.format(players="p0 | p1", games=2, rounds=5)
    path.write_text(f"{text}\n{text.replace('1.1', '1.2')}".replace("[Seats", f'[Sprt "{test}"]\n[Seats'))
    tournament = read_tournament(path)
    assert tournament.sprt is None
    assert report(tournament)


def test_reports_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"^there is no file "):
        read_tournament(tmp_path / "nothing.txt")


def test_thousands_of_players_are_paired() -> None:
    assert len(pair_up(range(3000), {frozenset((0, 1))})) == 1500
