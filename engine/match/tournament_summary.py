"""The summary of a tournament for a list: read from the tags in its file, without the moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine import rules
from engine.match import texts
from engine.match.conditions import Conditions
from engine.match.game_runner import SEATS_TAG
from engine.match.sprt import Sprt
from engine.match.stored_tournament import plan_of
from engine.match.tournament import TournamentPlan
from engine.match.tournament_file import tournament_text
from engine.players.parse import shown_name
from engine.record.record import TOURNAMENT_HEAD
from engine.system.errors import UserError

_TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]', re.MULTILINE)
_ROUND = re.compile(r"(\d{1,7})\.([12])", re.ASCII)
_POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


@dataclass(frozen=True)
class TournamentSummary:
    """A tournament's name (empty for none), game, players and progress."""

    name: str
    game: str
    players: tuple[str, ...]
    played: int
    total: int
    is_over: bool


def summary_of(path: Path) -> TournamentSummary:
    """Return the summary of a tournament's file.

    Raises:
        UserError: the file cannot be read, or holds something else.
    """
    texts_of_games = list(_games(tournament_text(path)))
    games = [_tags(game) for game in texts_of_games]
    if not games:
        raise UserError(texts.no_games_in(path))
    plan = plan_of(games[0], path)
    played = {
        tags.get("Round", ""): tags
        for tags, text in zip(games, texts_of_games, strict=True)
        if tags.get("Result") and text.rstrip().endswith(tags["Result"])  # else it is unfinished
    }
    is_over = len(played) >= plan.total or _is_decided(plan, list(played.values()))
    players = tuple(shown_name(player) for player in plan.players)
    title = rules.get(plan.game).facts.title
    return TournamentSummary(Conditions.of(games[0]).name, title, players, len(played), plan.total, is_over)


def _tags(game: str) -> dict[str, str]:
    return {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(game)}


def _games(text: str) -> Iterator[str]:
    starts = [found.start() for found in re.finditer(rf"^{re.escape(TOURNAMENT_HEAD)}", text, re.MULTILINE)]
    return (text[start:end] for start, end in pairwise([*starts, len(text)]))


def _is_decided(plan: TournamentPlan, games: list[dict[str, str]]) -> bool:
    """Return whether an event has an SPRT that has reached a decision."""
    if plan.sprt is None:
        return False
    test = Sprt(*plan.sprt)
    for tags in games:
        found, result = _ROUND.fullmatch(tags.get("Round", "")), tags["Result"]
        if found is None or (result not in _POINTS and result != "*"):
            continue
        points = _POINTS.get(result)
        if points is not None and not tags.get(SEATS_TAG, "").startswith("1"):
            points = 1 - points
        test.add(2 * int(found[1]) + int(found[2]) - 3, points)
    return bool(test.decision)
