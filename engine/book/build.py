"""Build the opening book: search early positions breadth-first and keep their sound moves.

Self-play games from the book then adjust the weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from engine import rules as registry
from engine.book.opening_book import MAX_WEIGHT, Book, BookMove, book_key, book_move_text
from engine.game.game import Game, KeyHistory
from engine.jobs.runner import run
from engine.rules.rules import Rules
from engine.search.limits import Limits, SearchOptions
from engine.search.searcher import Searcher

HASH_MIB, GAME_HASH_MIB = 16, 4
BEST_MOVES = 5
"""The number of best moves considered per position."""
MAX_LOSS_CP = 25
"""Centipawns that a book move may be worse than the best move."""


@cache
def _searcher(name: str, mib: int) -> Searcher:
    return Searcher(registry.get(name), mib)


def build(
    name: str, positions: int, nodes: int, workers: int, report: Callable[[], None], dask: str | None = None
) -> Book:
    """Return a book of about `positions` positions nearest to the start, each searched for `nodes` nodes.

    `report` is called after each position.
    """
    rules = registry.get(name)
    entries: dict[str, tuple[BookMove, ...]] = {}
    layer = {book_key(rules, rules.start())[0]}
    while layer and len(entries) < positions:
        wanted = sorted(layer - entries.keys())[: positions - len(entries)]
        layer = set()
        for number, moves in run(partial(analyse, name, nodes), wanted, workers, dask=dask):
            entries[wanted[number]] = moves
            layer |= _children(rules, wanted[number], moves)
            report()
    return Book({fen: moves for fen, moves in entries.items() if moves})


def analyse(name: str, nodes: int, fen: str) -> tuple[BookMove, ...]:
    """Return the sound moves of a position, best first, with their weights."""
    rules = registry.get(name)
    searcher = _searcher(name, HASH_MIB)
    searcher.clear()
    searcher.clear_stop()
    lines: dict[int, list[tuple[str, int]]] = {}
    searcher.search(
        rules.notation.parse(fen),
        KeyHistory(),
        Limits(nodes=nodes),
        SearchOptions(multipv=BEST_MOVES),
        report=lambda info: lines.setdefault(info.depth, []).append((info.pv[0].text, info.score.cp)),
    )
    best = lines[max(lines)] if lines else []
    return tuple(
        BookMove(move, max(MAX_WEIGHT * (MAX_LOSS_CP - (best[0][1] - score)) // MAX_LOSS_CP, 1))
        for move, score in best
        if best[0][1] - score < MAX_LOSS_CP
    )


def _children(rules: Rules, fen: str, moves: tuple[BookMove, ...]) -> set[str]:
    position = rules.notation.parse(fen)
    after = (rules.play(position, rules.parse_move(position, entry.move)) for entry in moves)
    return {book_key(rules, child)[0] for child in after if rules.outcome(child) is None}


# --- self-play


PRIOR_GAMES = 8
"""The prior: the number of even games that each move is credited with."""

Results = dict[tuple[str, str], list[float]]
"""By position and move, as written in the book: the mover's score in each game, 1 for a win."""


@dataclass(frozen=True)
class SelfPlay:
    """Settings of self-play: the number of games, nodes per move out of book, and the random seed."""

    games: int
    nodes: int
    seed: int = 0


def reweight(
    name: str,
    book: Book,
    settings: SelfPlay,
    workers: int = 1,
    report: Callable[[], None] = lambda: None,
    dask: str | None = None,
) -> Book:
    """Return `book` with weights adjusted by self-play games; `report` is called after each game.

    A weight is multiplied by the ratio of the move's score to an even score, both including `PRIOR_GAMES`
    even games, and clamped to 1 to `MAX_WEIGHT`.
    """
    results: Results = defaultdict(list)
    for _, chosen in run(partial(_play, name, book, settings), range(settings.games), workers, dask=dask):
        for key, points in chosen:
            results[key].append(points)
        report()
    return Book(
        {
            fen: _best_first(_corrected(fen, entry, results) for entry in moves)
            for fen, moves in book.entries.items()
        }
    )


def _play(name: str, book: Book, settings: SelfPlay, number: int) -> list[tuple[tuple[str, str], float]]:
    """Play a game; return the book moves played in it, each with the mover's score."""
    rules, searcher, rng = (
        registry.get(name),
        _searcher(name, GAME_HASH_MIB),
        Random(f"{settings.seed} {number}"),
    )
    # Start anywhere in the book: games from the start position would rarely reach its deepest lines.
    game = Game(rules, rules.notation.parse(rng.choice(sorted(book.entries))))
    chosen = _play_book_moves(game, book, rng)
    searcher.clear()
    while game.outcome is None:
        searcher.clear_stop()
        info = searcher.search(game.position, game.key_history(), Limits(nodes=settings.nodes))
        assert info is not None
        game.play(info.pv[0])
    winner = game.outcome.winner
    return [(key, 0.5 if winner is None else float(side == winner)) for key, side in chosen]


def _play_book_moves(game: Game, book: Book, rng: Random) -> list[tuple[tuple[str, str], int]]:
    """Play uniformly random book moves as long as there are any; return them with the side that moved."""
    chosen: list[tuple[tuple[str, str], int]] = []
    while game.outcome is None and (moves := book.moves(game.rules, game.position)):
        move, _ = rng.choice(moves)
        fen, mirrored = book_key(game.rules, game.position)
        text = book_move_text(game.rules, move.text, mirrored)
        chosen.append(((fen, text), game.position.side))
        game.play(move)
    return chosen


def _corrected(fen: str, entry: BookMove, results: Results) -> BookMove:
    points = results.get((fen, entry.move), [])
    share = (sum(points) + PRIOR_GAMES / 2) / (len(points) + PRIOR_GAMES)
    return BookMove(entry.move, min(max(round(entry.weight * 2 * share), 1), MAX_WEIGHT))


def _best_first(moves: Iterable[BookMove]) -> tuple[BookMove, ...]:
    return tuple(sorted(moves, key=lambda entry: -entry.weight))
