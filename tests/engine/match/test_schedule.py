"""Pairings in every tournament format."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engine.match.pairing import MAX_TRIES, GamePair, gauntlet, pair_up, round_robin, swiss


class Strong:
    """Results of a tournament in which the player with the lower number always wins."""

    def __init__(self, players: int) -> None:
        self.won = [0.0] * players
        self.byes: list[int] = []
        self.open = 0

    def points_after(self, player: int, games: int) -> float:
        return self.won[player]

    def give_bye(self, player: int) -> None:
        self.byes.append(player)
        self.won[player] += 1

    def complete(self) -> bool:
        return self.open == 0


def played_swiss(players: int, rounds: int) -> tuple[list[list[tuple[int, int]]], Strong]:
    """Return the pairings of each round of a Swiss tournament in which the lower number wins."""
    results = Strong(players)
    rounds_played: list[list[tuple[int, int]]] = []
    waiting: list[GamePair] = []
    for meeting in swiss(players, 1, rounds, results):
        if meeting is not None:
            waiting.append(meeting)
            results.open += 1
            continue
        rounds_played.append([each.players for each in waiting])
        for each in waiting:
            results.won[min(each.players)] += 1
        waiting, results.open = [], 0
    return [*rounds_played, [each.players for each in waiting]], results


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_in_a_round_robin_all_meet_all_in_every_cycle(players: int) -> None:
    meetings = list(round_robin(players, 3))
    all_couples = set(combinations(range(players), 2))
    each = len(all_couples)
    for cycle in range(3):
        part = meetings[cycle * each : (cycle + 1) * each]
        assert {meeting.players for meeting in part} == all_couples
        assert {meeting.opening for meeting in part} == {cycle}


def test_in_a_round_robin_no_player_runs_ahead() -> None:
    games: Counter[int] = Counter()
    for at, meeting in enumerate(round_robin(6, 1), start=1):
        games.update(meeting.players)
        if at % 3 == 0:
            assert set(games.values()) == {at // 3}


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    assert [(each.players, each.opening) for each in gauntlet(3, 2)] == [
        ((0, 1), 0),
        ((0, 2), 0),
        ((0, 1), 1),
        ((0, 2), 1),
    ]


@pytest.mark.parametrize("players", [4, 5, 8, 9])
def test_a_swiss_tournament_pairs_equals_and_no_pair_twice(players: int) -> None:
    rounds, results = played_swiss(players, 3)
    couples = [frozenset(couple) for one in rounds for couple in one]
    assert len(rounds) == 3
    assert len(set(couples)) == len(couples) == 3 * (players // 2)
    assert all(
        len({player for couple in one for player in couple}) == players - players % 2 for one in rounds
    )
    assert len(set(results.byes)) == len(results.byes) == 3 * (players % 2)
    best = sorted(range(players), key=lambda player: -results.won[player])
    assert best[0] == 0
    if players == 8:
        assert rounds[0] == [(0, 1), (2, 3), (4, 5), (6, 7)]
        assert rounds[1] == [(0, 2), (4, 6), (1, 3), (5, 7)]
        assert rounds[2][0] == (0, 4)


def test_a_round_waits_for_the_one_before() -> None:
    results = Strong(4)
    meetings = swiss(4, 1, 2, results)
    assert next(meetings) is not None
    results.open = 2
    assert next(meetings) is not None
    assert [next(meetings) for _ in range(3)] == [None] * 3
    results.open = 0
    assert next(meetings) is not None


def test_every_round_has_its_own_openings() -> None:
    openings = [meeting.opening for meeting in swiss(4, 2, 2, Strong(4)) if meeting is not None]
    assert openings == [0, 0, 1, 1, 2, 2, 3, 3]


def test_pairing_backtracks_for_a_left_over_player() -> None:
    met = {frozenset(couple) for couple in ((2, 3),)}
    assert pair_up([0, 1, 2, 3], met) == [(0, 2), (1, 3)]


def test_players_meet_again_once_all_have_met() -> None:
    met = {frozenset(couple) for couple in combinations(range(4), 2)}
    assert pair_up([3, 1, 0, 2], met) == [(3, 1), (0, 2)]
    rounds, _ = played_swiss(4, 6)
    assert [len(one) for one in rounds] == [2] * 6


def test_the_search_for_pairings_ends() -> None:
    others = range(1, 40)
    met = {frozenset(couple) for couple in combinations(range(21, 40), 2)} | {
        frozenset((other, 0)) for other in others
    }
    assert len(pair_up(list(range(40)), met)) == 20
    assert MAX_TRIES < 10**6
