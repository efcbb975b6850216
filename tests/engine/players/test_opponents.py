"""The engine wins against simple players from many openings: a few games each, all with `-m slow`."""

from __future__ import annotations

import threading

import pytest

from engine import rules
from engine.game.game import Game
from engine.players.parse import parse_player
from engine.search.limits import Limits
from tests.engine.players import opponents
from tests.engine.players.opponents import EVENTS

MEETINGS = [(name, against) for name, event in EVENTS.items() for against in event.opponents]
QUICK = [meeting for meeting in MEETINGS if meeting[1] != "minimax:4"]
FEW, FEW_NODES = 4, 2000
DRAWN_SOMETIMES = [("bonzee", "greedy")]
"""Meetings in which the few tokens that are left at last may run away for ten plies."""
SOURCES_SECONDS = 30
SOURCES_LENGTHS = {"conga": 2 * 30}
"""Plies: how soon a game's source wanted a random player to be beaten."""


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "against"), QUICK)
def test_the_engine_wins_from_random_openings(name: str, against: str) -> None:
    nodes = EVENTS[name].nodes if name == "minichess" else FEW_NODES
    tally = opponents.play_games(name, against, FEW, nodes)
    assert tally.losses == 0
    assert tally.wins == FEW or (name, against) in DRAWN_SOMETIMES
    assert len(tally.games) == FEW


@pytest.mark.slow
@pytest.mark.parametrize(("name", "against"), MEETINGS)
def test_the_engine_wins_the_whole_event(name: str, against: str) -> None:
    event = EVENTS[name]
    started = opponents.openings(name, event.games)
    assert len({opening.moves for opening in started}) == event.games
    tally = opponents.play_games(name, against)
    print(opponents.HEAD, tally.row(against), sep="\n")
    assert len(tally.games) == event.games
    assert tally.losses == 0
    assert tally.wins == event.games or (name, against) in DRAWN_SOMETIMES
    assert max(tally.thinking) < SOURCES_SECONDS
    assert tally.mean_length < SOURCES_LENGTHS.get(name, float("inf"))


@pytest.mark.parametrize(("game", "name"), [("conga", "source:40"), ("minichess", "sourceminimax:40")])
def test_a_deep_search_of_a_sources_player_can_be_stopped(game: str, name: str) -> None:
    """A search that would take years still returns a move when stopped."""
    start = Game(rules.get(game))
    player = parse_player(name, start.rules)
    player.stop()
    assert player.choose(start, Limits()).move in start.legal_moves()
    ended = threading.Timer(0.05, player.stop)
    player.clear_stop()
    ended.start()
    assert player.choose(start, Limits()).move in start.legal_moves()
