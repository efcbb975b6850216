"""A small tournament of Konane."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine import rules
from engine.match.openings import Opening
from engine.match.pairing import FinishedGame
from engine.match.tournament import Tournament, TournamentPlan
from engine.record.parse import parse_games
from engine.search.limits import Limits

KONANE = rules.get("konane")
START = KONANE.notation.format(KONANE.start(4))
NODES = Limits(nodes=50)


def openings(count: int) -> tuple[Opening, ...]:
    """Return openings of four plies on a small board."""
    lines = [(KONANE.start(4), tuple[str, ...]())]
    for _ in range(4):
        lines = [
            (KONANE.play(position, move), (*line, move.text))
            for position, line in lines
            for move in KONANE.legal_moves(position)
        ]
    return tuple(Opening(START, line) for _, line in lines[:count])


FIRST_THREE = tuple(Opening(START, ("a4", "a3", "c4a4", last)) for last in ("a1a3", "b2b4", "c3a3"))
"""What `openings` begins with; it plays moves, which compiles them: too much work before any test runs."""
PLAN = TournamentPlan("konane", ("first", "random", "greedy"), NODES, FIRST_THREE[:2], games=4, seed=3)


def lines(games: Iterator[FinishedGame] | list[FinishedGame]) -> dict[int, list[str]]:
    """Return the moves of games by their numbers; no number twice."""
    found = {}
    for game in games:
        assert game.number not in found
        (saved,) = parse_games(game.text)
        found[game.number] = [one.move.text for one in saved.moves]
    return found


def finished(plan: TournamentPlan, path: Path | None = None) -> Tournament:
    """Return a finished tournament."""
    tournament = Tournament(plan, path)
    for _ in tournament.play(1):
        pass
    return tournament
