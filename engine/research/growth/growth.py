"""The growth of node counts: plain minimax against alpha-beta, by depth, board size and turn.

The two play each other with the same evaluation and to the same depth, each moving first once. They find
the same moves, so only the work differs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import zip_longest
from random import Random

from engine import rules as registry
from engine.game.game import Game
from engine.match.openings import Opening, opening_scorer, random_openings
from engine.match.pairing import ScheduledGame, schedule
from engine.players.base import Player
from engine.players.parse import parse_player
from engine.players.searching import FixedDepthPlayer
from engine.record.format import format_game
from engine.record.record import GameRecord
from engine.research.growth import texts
from engine.rules.rules import Rules
from engine.search.limits import Limits

ALGORITHMS = ("minimax", "alphabeta")
OPENING_PLIES = 4
THIRDS = ("opening", "middle", "end")
"""The thirds of a game's turns."""


@dataclass(frozen=True)
class GrowthSettings:
    """How the games were played; `depths` and `turn_depths`, those of the tables by turn, are by size."""

    rules: Rules
    depths: Mapping[int | None, int]
    turn_depths: Mapping[int | None, int]
    games: int
    seed: int
    max_plies: int
    opening_plies: int = OPENING_PLIES
    """The number of random plies before each pair of games but the first."""

    @property
    def total(self) -> int:
        """The number of all games."""
        return self.games * sum(self.depths.values())


@dataclass(frozen=True)
class GrowthJob:
    """A game to be played; its players are the `ALGORITHMS`."""

    game: str
    size: int | None
    depth: int
    scheduled: ScheduledGame
    max_plies: int


@dataclass(frozen=True)
class GrowthLog:
    """A game that was played; `nodes` are each algorithm's, turn by turn, and `winner` is one of them.

    `seconds` are CPU seconds, turn by turn, which differ from run to run; `text` is the game's record.
    `skipped` is how many turns each algorithm had had in the opening. A game that is stopped after many
    plies, and a draw, has no winner.
    """

    size: int | None
    depth: int
    number: int
    winner: int | None
    end: str
    plies: int
    skipped: tuple[int, int]
    nodes: tuple[tuple[int, ...], tuple[int, ...]]
    seconds: tuple[tuple[float, ...], tuple[float, ...]] = field(default=((), ()), compare=False)
    text: str = field(default="", compare=False)


def play(job: GrowthJob) -> GrowthLog:
    """Play a game, and count the nodes of every turn."""
    game = job.scheduled.opening.game(registry.get(job.game))
    by_side = job.scheduled.players_by_side
    players = [_player(job.game, name, job.depth) for name in ALGORITHMS]
    skipped = [by_side[ply.side] for ply in game.plies]
    nodes: tuple[list[int], list[int]] = ([], [])
    seconds: tuple[list[float], list[float]] = ([], [])
    while game.outcome is None and game.cursor < job.max_plies:
        mover = by_side[game.position.side]
        began = time.process_time()
        choice = players[mover].choose(game, Limits())
        seconds[mover].append(round(time.process_time() - began, 6))
        nodes[mover].append(choice.info.nodes if choice.info else 0)
        game.play(choice.move)
    outcome = game.outcome
    winner = None if outcome is None or outcome.winner is None else by_side[outcome.winner]
    return GrowthLog(
        size=job.size,
        depth=job.depth,
        number=job.scheduled.number,
        winner=winner,
        end=outcome.reason.value if outcome else texts.cut_off_after(job.max_plies),
        plies=game.cursor,
        skipped=(skipped.count(0), skipped.count(1)),
        nodes=(tuple(nodes[0]), tuple(nodes[1])),
        seconds=(tuple(seconds[0]), tuple(seconds[1])),
        text=_record(game, [players[player].name for player in by_side]),
    )


def _record(game: Game, players: Sequence[str]) -> str:
    return format_game(GameRecord.of(game, (players[0], players[1]), event="growth"))


@cache
def _player(game: str, name: str, depth: int) -> Player:
    player = parse_player(f"{name}:{depth}", registry.get(game))
    assert isinstance(player, FixedDepthPlayer)
    player.ignores_time_limit = True
    return player


def jobs(settings: GrowthSettings, warn: Callable[[str], None]) -> list[GrowthJob]:
    """Return all games: the same number for every size and depth.

    The first pair begins at the start position, all others after random plies that follow from the seed.
    """
    rules, games = settings.rules, settings.games
    found = []
    for size, deepest in settings.depths.items():
        openings = _openings(settings, size, warn)
        for depth in range(1, deepest + 1):
            for scheduled in schedule(openings, games):
                found.append(GrowthJob(rules.name, size, depth, scheduled, settings.max_plies))
    return found


def _openings(settings: GrowthSettings, size: int | None, warn: Callable[[str], None]) -> list[Opening]:
    rules, pairs = settings.rules, settings.games // 2
    start = rules.start(size)
    openings = [Opening(rules.notation.format(start))]
    if pairs > 1:
        rng = Random(f"{settings.seed} growth {size}")
        judge = opening_scorer(rules)
        openings += random_openings(start, settings.opening_plies, pairs - 1, rng, rules, judge, warn)
    return openings


# --- results


@dataclass(frozen=True)
class GrowthCell:
    """Nodes and seconds per turn of both algorithms at a size and depth, and how the games ended.

    The nodes are means over the pairs of games of the means over their turns, the seconds over all turns.
    """

    size: int | None
    depth: int
    nodes: tuple[float, float]
    margins: tuple[float, float]
    """Half-widths of 95% intervals over the pairs of games; 0 for a single pair."""
    results: tuple[int, int, int, int]
    """Games that minimax won, that alpha-beta won, drawn ones, and those that were stopped."""
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def factor(self) -> float:
        """The factor by which alpha-beta divides the nodes."""
        return self.nodes[0] / self.nodes[1] if self.nodes[1] else 1.0


def cells(logs: Sequence[GrowthLog], spread: Callable[[Sequence[float]], float]) -> list[GrowthCell]:
    """Return a cell for each size and depth; `spread` gives the half-width of a mean's interval."""
    found = []
    for size, depth in sorted({(log.size, log.depth) for log in logs}, key=lambda key: (key[0] or 0, key[1])):
        own = [log for log in logs if (log.size, log.depth) == (size, depth)]
        by_pair: dict[int, list[GrowthLog]] = {}
        for log in sorted(own, key=lambda log: log.number):
            by_pair.setdefault(log.number // 2, []).append(log)
        pairs = [[mean_nodes(pair, algorithm) for algorithm in (0, 1)] for pair in by_pair.values()]
        columns = [[pair[algorithm] for pair in pairs] for algorithm in (0, 1)]
        means = [sum(column) / len(column) for column in columns]
        margins = [spread(column) for column in columns]
        seconds = [_mean([each for log in own for each in log.seconds[number]]) for number in (0, 1)]
        cell = GrowthCell(size, depth, (means[0], means[1]), (margins[0], margins[1]), _results(own))
        found.append(replace(cell, seconds=(seconds[0], seconds[1])))
    return found


def mean_nodes(logs: Sequence[GrowthLog], algorithm: int) -> float:
    """Return an algorithm's nodes per turn, over all turns of these games."""
    return _mean([nodes for log in logs for nodes in log.nodes[algorithm]])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _results(logs: Sequence[GrowthLog]) -> tuple[int, int, int, int]:
    cut = sum(log.end.startswith(texts.CUT_OFF) for log in logs)
    wins = [sum(log.winner == algorithm for log in logs) for algorithm in (0, 1)]
    return wins[0], wins[1], len(logs) - cut - sum(wins), cut


@dataclass(frozen=True)
class GrowthPhase:
    """Both algorithms' nodes and seconds per turn in a third of the games."""

    name: str
    nodes: tuple[float, float]
    seconds: tuple[float, float]


def by_phase(logs: Sequence[GrowthLog], size: int | None, depth: int) -> list[GrowthPhase]:
    """Return the cost of each third of a game's turns."""
    own = [log for log in logs if (log.size, log.depth) == (size, depth)]
    found = []
    for third, name in enumerate(THIRDS):
        nodes = _of_third(own, "nodes", 0, third), _of_third(own, "nodes", 1, third)
        seconds = _of_third(own, "seconds", 0, third), _of_third(own, "seconds", 1, third)
        found.append(GrowthPhase(name, nodes, seconds))
    return found


def _of_third(logs: Sequence[GrowthLog], what: str, algorithm: int, third: int) -> float:
    turns = [getattr(log, what)[algorithm] for log in logs]
    return _mean([each for own in turns for each in own[len(own) * third // 3 : len(own) * (third + 1) // 3]])


def by_turn(logs: Sequence[GrowthLog], size: int | None, depth: int) -> list[tuple[float, float]]:
    """Return both algorithms' mean nodes at a game's first, second, … turn, over the games that had it."""
    own = [log for log in logs if (log.size, log.depth) == (size, depth)]
    one, other = (_means_by_turn(own, algorithm) for algorithm in (0, 1))
    return list(zip_longest(one, other, fillvalue=0.0))


def _means_by_turn(logs: Sequence[GrowthLog], algorithm: int) -> list[float]:
    by_turn: list[list[int]] = []
    for log in logs:
        first, nodes = log.skipped[algorithm], log.nodes[algorithm]
        by_turn += ([] for _ in range(first + len(nodes) - len(by_turn)))
        for turn, number in enumerate(nodes, start=first):
            by_turn[turn].append(number)
    return list(map(_mean, by_turn))


def sizes_of(found: Iterable[GrowthCell | GrowthLog]) -> list[int | None]:
    """Return the sizes that cells or games are about, the smallest first."""
    return sorted({each.size for each in found}, key=lambda size: size or 0)
