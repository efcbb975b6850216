"""A tournament's file gives its table again, finished or stopped."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine.match.stored_tournament import read_tournament
from engine.match.tournament import Tournament, TournamentPlan
from engine.match.tournament_table import report
from engine.system.errors import UserError
from tests.engine.match.test_tournament import FIRST_THREE, PLAN

FOUR = replace(PLAN, players=("A=first", "random", "greedy"), form="swiss", rounds=2, games=2)


@pytest.mark.parametrize("plan", [PLAN, replace(FOUR, openings=FIRST_THREE[:2])], ids=lambda plan: plan.form)
@pytest.mark.parametrize("games", [3, None])
def test_the_table_is_the_same(plan: TournamentPlan, games: int | None, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    tournament = Tournament(plan, path)
    for _ in islice(tournament.play(1), games):
        pass
    stored = read_tournament(path)
    assert stored.plan.total == plan.total
    ours, theirs = report(tournament).splitlines(), report(stored).splitlines()
    if games is None or plan.form != "swiss":  # a bye of a round that has not ended is not known yet
        assert theirs == ours
    assert [game.number for game in stored.results.games()] == sorted(tournament.results.played)


@pytest.mark.parametrize("text", ["", '[Event "game"]\n[Game "congo"]\n\n1. d2d3 *\n\n'])
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(text)
    with pytest.raises(UserError):
        read_tournament(path)
