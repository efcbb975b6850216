"""A tournament read from its file, finished or not: to be viewed, not continued."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from engine.match import texts
from engine.match.pairing import MAX_ROUNDS, swiss
from engine.match.sprt import MAX_ELO
from engine.match.tournament import FORMATS, TournamentPlan, TournamentState, entrants_of
from engine.match.tournament_file import stored_games
from engine.search.limits import Limits
from engine.system.errors import UserError

MAX_PLAYERS = 200
"""The largest number of players in a file."""
_FORMAT = re.compile(r"([a-z-]+), (\d{1,7}) games a meeting(?:, (\d{1,4}) rounds)?", re.ASCII)


def read_tournament(path: Path) -> TournamentState:
    """Return the tournament in a file, with the games that are finished.

    Raises:
        UserError: the file cannot be read, or holds something else.
    """
    games = stored_games(path)
    if not games:
        raise UserError(texts.no_games_in(path) if path.exists() else texts.no_file(path))
    state = TournamentState(plan_of(games[0][0], path))
    state.tags = games[0][0]
    for _, game in games:
        state.require_own(game)
        state.add(game)
    _give_byes(state, len(games))
    return state


def plan_of(tags: Mapping[str, str], path: Path) -> TournamentPlan:
    """Return as much of a tournament's plan as the tags of one of its games contain.

    Raises:
        UserError: they are not those of a tournament.
    """
    found = _FORMAT.fullmatch(tags.get("Format", ""))
    players = entrants_of(tags)
    sprt = _sprt(tags.get("Sprt", ""))
    if found is None or found[1] not in FORMATS or "Game" not in tags or len(players) > MAX_PLAYERS:
        raise UserError(texts.not_a_table(path))
    if int(found[2]) < 2 or int(found[3] or 1) > MAX_ROUNDS:
        raise UserError(texts.not_a_table(path))
    return TournamentPlan(
        tags["Game"],
        players,
        Limits(),
        (),
        found[1],
        int(found[2]),
        int(found[3] or 1),
        sprt=sprt if len(players) == 2 else None,
    )


def _sprt(text: str) -> tuple[float, float] | None:
    try:
        low, high = map(float, text.split())
    except ValueError:
        return None
    return (low, high) if -MAX_ELO <= low < high <= MAX_ELO else None


def _give_byes(state: TournamentState, finished: int) -> None:
    """Count the byes of a Swiss tournament, in the rounds that its `finished` games reach."""
    plan, results = state.plan, state.results
    if plan.format != "swiss":
        return
    number = 0
    for pair in swiss(len(plan.players), plan.games // 2, plan.rounds, results):
        if pair is None or number > finished:
            return
        results.handed_out |= {number, number + 1}
        number += 2
