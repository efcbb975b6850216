"""How node counts grow: plain minimax against alpha-beta, by depth, size of the board, and turn.

The two play each other with the same evaluation and to the same depth, each beginning once. They find the
same moves, so what differs is the work alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from engine import rules as registry
from engine.jobs.runner import run
from engine.match.openings import Opening, random_openings, short_search
from engine.match.pairing import Pairing, pairings
from engine.players.base import Player
from engine.players.parse import parse_player
from engine.players.searching import FixedDepthPlayer
from engine.rules.rules import Rules
from engine.search.limits import Limits

ALGORITHMS = ("minimax", "alphabeta")
OPENING_PLIES = 4


@dataclass(frozen=True)
class GrowthSettings:
    """How the games were played; `turn_depth` is the depth of the tables by turn."""

    rules: Rules
    depth: int
    turn_depth: int
    games: int
    seed: int
    most_plies: int


@dataclass(frozen=True)
class GrowthJob:
    """A game to be played; the players of its pairing are the `ALGORITHMS`."""

    game: str
    size: int | None
    depth: int
    pairing: Pairing
    most_plies: int


@dataclass(frozen=True)
class GrowthLog:
    """A game that was played; `nodes` are each algorithm's, turn by turn, and `winner` is one of them.

    `skipped` is how many turns each side had had in the opening. A game that is cut off after many plies,
    and a draw, has no winner.
    """

    size: int | None
    depth: int
    number: int
    winner: int | None
    end: str
    plies: int
    skipped: int
    nodes: tuple[tuple[int, ...], tuple[int, ...]]


def play(job: GrowthJob) -> GrowthLog:
    """Play a game, and count the nodes of every turn."""
    game = job.pairing.opening.game(registry.get(job.game))
    seats = job.pairing.seats
    players = [_player(job.game, name, job.depth) for name in ALGORITHMS]
    nodes: tuple[list[int], list[int]] = ([], [])
    while game.outcome is None and game.cursor < job.most_plies:
        mover = seats[game.position.side]
        choice = players[mover].choose(game, Limits())
        nodes[mover].append(choice.info.nodes if choice.info else 0)
        game.play(choice.move)
    outcome = game.outcome
    winner = None if outcome is None or outcome.winner is None else seats[outcome.winner]
    return GrowthLog(
        size=job.size,
        depth=job.depth,
        number=job.pairing.number,
        winner=winner,
        end=outcome.reason.value if outcome else f"cut off after {job.most_plies} plies",
        plies=game.cursor,
        skipped=len(job.pairing.opening.moves) // 2,
        nodes=(tuple(nodes[0]), tuple(nodes[1])),
    )


@cache
def _player(game: str, name: str, depth: int) -> Player:
    player = parse_player(f"{name}:{depth}", registry.get(game))
    assert isinstance(player, FixedDepthPlayer)
    player.patient = True
    return player


def jobs(
    settings: GrowthSettings, sizes: Sequence[int | None], warn: Callable[[str], None]
) -> list[GrowthJob]:
    """Return all games: for every size, so many for every depth.

    The first pair begins at the start position, all others after plies at random that follow from the seed.
    """
    rules, games = settings.rules, settings.games
    found = []
    for size in sizes:
        openings = _openings(rules, size, games // 2, settings.seed, warn)
        for depth in range(1, settings.depth + 1):
            for pairing in pairings(openings, games):
                found.append(GrowthJob(rules.name, size, depth, pairing, settings.most_plies))
    return found


def _openings(
    rules: Rules, size: int | None, pairs: int, seed: int, warn: Callable[[str], None]
) -> list[Opening]:
    start = rules.start(size)
    openings = [Opening(rules.notation.format(start))]
    if pairs > 1:
        chance = Random(f"{seed} growth {size}")
        judge = short_search(rules)
        openings += random_openings(start, OPENING_PLIES, pairs - 1, chance, rules, judge, warn)
    return openings


def play_all(wanted: Sequence[GrowthJob], workers: int) -> Iterator[GrowthLog]:
    """Yield the games as they are finished."""
    for _, log in run(play, wanted, workers):
        yield log


# --- what comes of it


@dataclass(frozen=True)
class GrowthCell:
    """Nodes a turn of both algorithms at a size and depth, and how the games ended."""

    size: int | None
    depth: int
    nodes: tuple[float, float]
    margins: tuple[float, float]
    """Half-widths of 95 % intervals over the pairs of games; 0 for a single pair."""
    results: tuple[int, int, int, int]
    """Games that minimax won, that alpha-beta won, drawn ones, and those that were cut off."""

    @property
    def factor(self) -> float:
        """By how much alpha-beta divides the nodes."""
        return self.nodes[0] / self.nodes[1] if self.nodes[1] else 1.0


def cells(logs: Sequence[GrowthLog], spread: Callable[[Sequence[float]], float]) -> list[GrowthCell]:
    """Return a cell for each size and depth; `spread` gives the half-width of a mean's interval."""
    found = []
    for size, depth in sorted({(log.size, log.depth) for log in logs}, key=lambda key: (key[0] or 0, key[1])):
        own = [log for log in logs if (log.size, log.depth) == (size, depth)]
        pairs = [
            [mean_nodes([log for log in own if log.number // 2 == pair], algorithm) for algorithm in (0, 1)]
            for pair in sorted({log.number // 2 for log in own})
        ]
        columns = [[pair[algorithm] for pair in pairs] for algorithm in (0, 1)]
        means = [sum(column) / len(column) for column in columns]
        margins = [spread(column) for column in columns]
        found.append(GrowthCell(size, depth, (means[0], means[1]), (margins[0], margins[1]), _results(own)))
    return found


def mean_nodes(logs: Sequence[GrowthLog], algorithm: int) -> float:
    """Return an algorithm's nodes a turn, over all turns of these games."""
    turns = [nodes for log in logs for nodes in log.nodes[algorithm]]
    return sum(turns) / len(turns) if turns else 0.0


def _results(logs: Sequence[GrowthLog]) -> tuple[int, int, int, int]:
    cut = sum(log.end.startswith("cut off") for log in logs)
    wins = [sum(log.winner == algorithm for log in logs) for algorithm in (0, 1)]
    return wins[0], wins[1], len(logs) - cut - sum(wins), cut


def by_turn(logs: Sequence[GrowthLog], size: int | None, depth: int) -> list[tuple[float, float]]:
    """Return both algorithms' mean nodes at a game's first, second, … turn, over the games that had it."""
    own = [log for log in logs if (log.size, log.depth) == (size, depth)]
    turns = max((log.skipped + len(nodes) for log in own for nodes in log.nodes), default=0)
    means = [[_mean_at(own, algorithm, turn) for turn in range(turns)] for algorithm in (0, 1)]
    return list(zip(*means, strict=True))


def _mean_at(logs: Sequence[GrowthLog], algorithm: int, turn: int) -> float:
    found = [
        log.nodes[algorithm][turn - log.skipped]
        for log in logs
        if 0 <= turn - log.skipped < len(log.nodes[algorithm])
    ]
    return sum(found) / len(found) if found else 0.0


def sizes_of(found: Iterable[GrowthCell | GrowthLog]) -> list[int | None]:
    """Return the sizes that cells or games are about, the smallest first."""
    return sorted({each.size for each in found}, key=lambda size: size or 0)
