"""Games of the engine against itself for the opening explorer.

Each game is played with its own number of nodes. In its first plies a random one of the best moves is played,
so that the games differ. Decided games are adjudicated, since only the result matters then.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from engine import rules as registry
from engine.game.game import Game, KeyHistory
from engine.match.adjudication import Adjudication, Adjudicator, ScoreRule
from engine.research.lines import best_lines
from engine.rules.values import Move, Position
from engine.search.limits import Limits, SearchInfo, SearchOptions
from engine.search.searcher import Searcher

HASH_MIB = 4
VARIED_PLIES = (0, 6)
"""The smallest and the largest number of plies at the start of a game with a random move."""
CHOICE_NODES = 10_000
"""Nodes of the search that finds the moves to choose from."""
CHOICES = 4
"""The largest number of moves to choose from."""
MARGIN_CP = 25
"""How much worse than the best move such a move may be."""
TREE_PLIES = 24
"""The first plies of a game, which are counted, and whose scores are kept."""
MAX_GAME_PLIES = 80
"""A longer game is adjudicated by its last score."""
WIN_RULE, DRAW_RULE = ScoreRule(cp=500, moves=2), ScoreRule(cp=12, moves=6, first_move=26)
MAX_DRAW_CP = 200
"""A game of `MAX_GAME_PLIES` is drawn if neither side is better by more than this."""
CACHED_POSITIONS = 200_000


@dataclass(frozen=True)
class OpeningPlan:
    """The settings of the games: the sizes of the boards, in turn, and the range of the nodes per move."""

    game: str
    sizes: tuple[int, ...]
    seed: int
    least_nodes: int
    most_nodes: int


@dataclass(frozen=True)
class OpeningGame:
    """A game as its moves' codes; `scores` are those of the first plies, in centipawns for the mover."""

    size: int
    nodes: int
    codes: tuple[int, ...]
    scores: tuple[int, ...]
    winner: int | None


@cache
def searcher_of(game: str) -> Searcher:
    """Return this process's searcher for a game."""
    return Searcher(registry.get(game), HASH_MIB)


def play_game(plan: OpeningPlan, number: int) -> OpeningGame:
    """Play game `number`, which is the same in every process."""
    rules = registry.get(plan.game)
    rng = Random(f"{plan.seed} {number}")
    nodes = round(plan.least_nodes * (plan.most_nodes / plan.least_nodes) ** rng.random())
    varied = rng.randint(*VARIED_PLIES)
    size = plan.sizes[number % len(plan.sizes)]
    game = Game(rules, rules.start(size))
    adjudicator = Adjudicator(Adjudication(win=WIN_RULE, draw=DRAW_RULE))
    searcher_of(plan.game).clear()
    scores: list[int] = []
    score = 0
    while game.outcome is None and game.cursor < MAX_GAME_PLIES:
        side, info = game.position.side, None
        if game.cursor < varied:
            move, score = _random_choice(plan.game, game.position, rng)
        else:
            info = _search(plan.game, game, nodes)
            move, score = info.pv[0], info.score.cp
        scores.append(score)
        game.play(move)
        ended = adjudicator.add(game, side, info)
        if ended is not None:
            game.adjudicate(ended.winner)
    codes = tuple(ply.move.code for ply in game.plies)
    return OpeningGame(size, nodes, codes, tuple(scores[:TREE_PLIES]), _winner(game, score))


def _winner(game: Game, score: int) -> int | None:
    """Return the winner; if the game is not over, by the last score, which is for the last mover."""
    if game.outcome is not None:
        return game.outcome.winner
    if abs(score) <= MAX_DRAW_CP:
        return None
    side = game.plies[-1].side
    return side if score > 0 else 1 - side


def _search(name: str, game: Game, nodes: int) -> SearchInfo:
    searcher = searcher_of(name)
    searcher.clear_stop()
    info = searcher.search(game.position, game.key_history(), Limits(nodes=nodes))
    assert info is not None
    return info


def _random_choice(name: str, position: Position, rng: Random) -> tuple[Move, int]:
    """Return a random one of the best moves, with its score; better moves are likelier."""
    choices = _choices(name, position)
    best = choices[0][1]
    weights = [(MARGIN_CP - (best - score)) ** 2 for _, score in choices]
    return rng.choices(choices, weights)[0]


@lru_cache(CACHED_POSITIONS)
def _choices(name: str, position: Position) -> tuple[tuple[Move, int], ...]:
    """Return the best moves, best first, with their scores; independent of earlier searches."""
    lines = analyse(_choice_searcher(name), position, CHOICE_NODES, CHOICES)
    best = lines[0].score.cp
    return tuple((line.pv[0], line.score.cp) for line in lines if best - line.score.cp < MARGIN_CP)


@cache
def _choice_searcher(name: str) -> Searcher:
    return Searcher(registry.get(name), HASH_MIB)


def analyse(
    searcher: Searcher, position: Position, nodes: int, lines: int, moves: tuple[Move, ...] = ()
) -> list[SearchInfo]:
    """Return the best lines of a position at the deepest finished iteration, best first.

    Earlier searches have no influence. With `moves`, only these are searched.
    """
    searcher.clear()
    limits = Limits(nodes=nodes, moves=moves)
    return best_lines(searcher, position, KeyHistory(), limits, SearchOptions(multipv=lines))
