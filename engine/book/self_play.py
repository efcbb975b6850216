"""Games against oneself out of the opening book: their results correct what the analysis thought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from engine import rules as registry
from engine.book.opening_book import MAX_WEIGHT, Book, BookMove, book_key, book_move_text
from engine.game.game import Game
from engine.jobs.runner import run
from engine.search.limits import Limits
from engine.search.searcher import Searcher

HASH_MIB = 4
PRIOR_GAMES = 8
"""How many games that ended even a move is taken to have behind it before its first."""

Results = dict[tuple[str, str], list[float]]
"""By position and move as the book writes them: what its player scored in each game, 1 for a win."""


@dataclass(frozen=True)
class SelfPlay:
    """How to play: the games' number, nodes a move once the book has ended, and the seed of the choices."""

    games: int
    nodes: int
    seed: int = 0


def correct(
    name: str,
    book: Book,
    how: SelfPlay,
    workers: int = 1,
    report: Callable[[], None] = lambda: None,
    dask: str | None = None,
) -> Book:
    """Return `book` with weights that take account of games played from it; `report` is called after each.

    A weight is multiplied by what the move scored in proportion to an even score, both counted with
    `PRIOR_GAMES` even games, and stays between 1 and `MAX_WEIGHT`.
    """
    results: Results = defaultdict(list)
    for _, chosen in run(partial(_play, name, book, how), range(how.games), workers, dask=dask):
        for key, points in chosen:
            results[key].append(points)
        report()
    return Book(
        {
            fen: _best_first(_corrected(fen, entry, results) for entry in moves)
            for fen, moves in book.entries.items()
        }
    )


@cache
def _searcher(name: str) -> Searcher:
    return Searcher(registry.get(name), HASH_MIB)


def _play(name: str, book: Book, how: SelfPlay, number: int) -> list[tuple[tuple[str, str], float]]:
    """Play a game; return the book's moves that were played, with what each brought its player."""
    rules, searcher, chance = registry.get(name), _searcher(name), Random(f"{how.seed} {number}")
    # From anywhere in the book: games from its start alone would seldom see its far ends.
    game = Game(rules, rules.notation.parse(chance.choice(sorted(book.entries))))
    chosen = _open(game, book, chance)
    searcher.clear()
    while game.outcome is None:
        searcher.allow()
        info = searcher.search(game.position, game.history(), Limits(nodes=how.nodes))
        assert info is not None
        game.play(info.pv[0])
    winner = game.outcome.winner
    return [(key, 0.5 if winner is None else float(side == winner)) for key, side in chosen]


def _open(game: Game, book: Book, chance: Random) -> list[tuple[tuple[str, str], int]]:
    """Play the book's moves, each as likely as the others; return them and who played them."""
    chosen: list[tuple[tuple[str, str], int]] = []
    while game.outcome is None and (moves := book.moves(game.rules, game.position)):
        move, _ = chance.choice(moves)
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
