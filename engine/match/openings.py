"""Openings for matches: short beginnings that differ from each other and favour neither side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from time import monotonic

from engine.book.opening_book import problem, shared
from engine.game.game import Game
from engine.match import texts
from engine.rules import parse_position
from engine.rules.rules import Rules
from engine.rules.values import Position
from engine.search.limits import Limits
from engine.system.errors import UserError, quoted
from engine.system.files import read_text, typed_path

MAX_BIAS_CP = 50
"""The largest absolute score of an opening in a short search that counts as balanced."""
JUDGE_LIMITS = Limits(nodes=5000)
JUDGE_HASH_MIB = 1
TRIES_PER_OPENING = 40
"""How many random openings are tried, on average, for each one wanted."""
MAX_OPENING_PLIES = 200
MAX_BYTES = 20_000_000
"""The largest file of openings that is read."""
DEFAULT_PLIES, DEFAULT_BOOK_PLIES = 6, 8
RANDOM, BOOK, FILE = "random", "book", "file"
"""The kinds of sources of openings."""


@dataclass(frozen=True)
class Opening:
    """A start position as text and the moves played from it."""

    start: str
    moves: tuple[str, ...] = ()

    def game(self, rules: Rules) -> Game:
        """Return a game at the end of the opening.

        Raises:
            UserError: the start or a move is not possible.
        """
        game = Game(rules, rules.notation.parse(self.start))
        for text in self.moves:
            game.play(rules.parse_move(game.position, text))
        return game

    @classmethod
    def of(cls, game: Game) -> Opening:
        """Return the opening that leads to the game's current position."""
        moves = tuple(ply.move.text for ply in game.plies[: game.cursor])
        return cls(game.rules.notation.format(game.start), moves)


@dataclass(frozen=True)
class OpeningSource:
    """Where the openings of an event come from: random plies, the book, or a file.

    `plies` is the largest number of plies; it means nothing for a file.
    """

    kind: str = RANDOM
    plies: int = DEFAULT_PLIES
    path: str = ""
    shuffled: bool = False
    """True if the openings of a file are shuffled, not taken in its order."""

    @classmethod
    def parse(cls, text: str) -> OpeningSource:
        """Read ``6`` (random plies), ``book``, ``book:8``, or the path of a file.

        Raises:
            UserError: the number of plies is not valid.
        """
        name, colon, plies = text.strip().partition(":")
        if name.lower() == BOOK:
            return cls(BOOK, _plies(plies) if colon else DEFAULT_BOOK_PLIES)
        if text.isascii() and text.strip().isdigit():
            return cls(RANDOM, _plies(text.strip()))
        return cls(FILE, path=text)

    @property
    def file(self) -> Path | None:
        """The file of the openings, None if they come from elsewhere."""
        return typed_path(self.path) if self.path else None

    def __str__(self) -> str:
        """Return its form on the command line, a file without its folder."""
        if self.kind == FILE:
            return Path(self.path).name
        return f"{BOOK}:{self.plies}" if self.kind == BOOK else str(self.plies)

    def openings(
        self, rules: Rules, start: Position, count: int, seed: int, warn: Callable[[str], None]
    ) -> list[Opening]:
        """Return `count` different openings; those of a file with fewer are repeated.

        Raises:
            UserError: there are too few, or the file cannot be used.
        """
        rng = Random(f"{seed} openings")
        if self.kind == BOOK:
            return book_openings(start, self.plies, count, rng, rules)
        if self.kind == RANDOM:
            return random_openings(start, self.plies, count, rng, rules, opening_scorer(rules), warn)
        path = typed_path(self.path)
        openings = read_openings(path, rules, start, warn)
        if len(openings) < count:
            warn(texts.repeated(path, len(openings), count))
        return _repeated(openings, count, rng if self.shuffled else None)

    def check(self, rules: Rules, start: Position, seconds: float) -> None:
        """Check as many lines of a file as there is time for.

        Raises:
            UserError: the file does not exist or has no opening, or a line is invalid.
        """
        if self.kind == FILE:
            read_openings(typed_path(self.path), rules, start, lambda text: None, monotonic() + seconds)


def _repeated(openings: Sequence[Opening], count: int, rng: Random | None) -> list[Opening]:
    """Return `count` openings, all of them before any is repeated; shuffled if there is an `rng`."""
    found: list[Opening] = []
    while len(found) < count:
        found += rng.sample(openings, len(openings)) if rng is not None else openings
    return found[:count]


def _plies(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MAX_OPENING_PLIES:
        return int(text)
    raise UserError(texts.bad_plies(quoted(text), MAX_OPENING_PLIES))


def opening_scorer(rules: Rules) -> Callable[[Game], int]:
    """Return a function that rates an opening: the absolute score of a short search, in centipawns."""
    from engine.search.searcher import Searcher  # loads the compiler

    searcher = Searcher(rules, JUDGE_HASH_MIB)

    def judge(game: Game) -> int:
        searcher.clear()
        searcher.clear_stop()
        info = searcher.search(game.position, game.key_history(), JUDGE_LIMITS)
        return 0 if info is None else abs(info.score.cp)

    return judge


def random_openings(
    start: Position,
    plies: int,
    count: int,
    rng: Random,
    rules: Rules,
    judge: Callable[[Game], int],
    warn: Callable[[str], None],
) -> list[Opening]:
    """Return `count` openings of `plies` random plies that end in different positions.

    `judge` returns their bias. If too few are balanced, the least unbalanced of the others are used,
    and `warn` is called.

    Raises:
        UserError: there are not enough different ones.
    """
    found: list[Opening] = []
    spare: list[tuple[int, int, Opening]] = []
    seen: set[Position] = set()
    for _ in range(TRIES_PER_OPENING * count):
        if len(found) == count:
            return found
        game = _play_at_random(Game(rules, start), plies, rng)
        if game is None or game.position in seen:
            continue
        seen.add(game.position)
        bias = judge(game)
        if bias <= MAX_BIAS_CP:
            found.append(Opening.of(game))
        else:
            spare.append((bias, len(spare), Opening.of(game)))
    return [*found, *_least_biased(spare, count - len(found), plies, len(found), warn)]


def _play_at_random(game: Game, plies: int, rng: Random) -> Game | None:
    """Return the game after random plies, None if it is over by then."""
    for _ in range(plies):
        moves = game.legal_moves()
        if not moves:
            return None
        game.play(rng.choice(moves))
    return None if game.outcome else game


def _least_biased(
    spare: list[tuple[int, int, Opening]], count: int, plies: int, balanced: int, warn: Callable[[str], None]
) -> list[Opening]:
    if len(spare) < count:
        raise UserError(texts.openings_not_found(len(spare) + balanced, plies, count + balanced))
    if count:
        warn(texts.unbalanced(count, count + balanced))
    return [opening for _, _, opening in sorted(spare)[:count]]


# --- from the book


def book_openings(start: Position, plies: int, count: int, rng: Random, rules: Rules) -> list[Opening]:
    """Return `count` openings of at most `plies` plies of the opening book that end in different positions.

    Raises:
        UserError: there is no book, or it has too few.
    """
    book = shared(rules.name)
    if not book.moves(rules, start):
        raise UserError(problem(rules.name) or texts.no_book(rules.facts.title))
    found: dict[Position, Opening] = {}
    for _ in range(TRIES_PER_OPENING * count):
        if len(found) == count:
            break
        game = Game(rules, start)
        while game.cursor < plies and (move := book.choose(rules, game.position, rng)) is not None:
            game.play(move)
        if game.outcome is None:
            found.setdefault(game.position, Opening.of(game))
    if len(found) < count:
        raise UserError(texts.too_few_book_lines(len(found), plies, count))
    return list(found.values())


# --- from a file


def read_openings(
    path: Path, rules: Rules, start: Position, warn: Callable[[str], None], end: float = inf
) -> list[Opening]:
    """Return the openings in a file, one per line.

    A line is a FEN, moves from `start` on, or a FEN, the word ``moves`` and moves. Empty lines, and text
    after ``#``, are skipped, as are, with a warning, lines that lead to a position already seen. Reading
    stops once `time.monotonic` reaches `end`, even if no opening was found until then.

    Raises:
        UserError: there is none, the file is too large, or a line is invalid; then the message names the line
            and the reason.
    """
    openings: list[Opening] = []
    seen: dict[Position, int] = {}
    for number, line in enumerate(read_text(path, MAX_BYTES).splitlines(), start=1):
        if monotonic() > end:
            return openings
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            game = _parse_line(text, rules, start)
        except UserError as error:
            raise UserError(texts.bad_line(path, number, error)) from None
        if game.position in seen:
            warn(texts.same_opening(path, number, seen[game.position]))
        else:
            seen[game.position] = number
            openings.append(Opening.of(game))
    if not openings:
        raise UserError(texts.no_openings_in(path))
    return openings


def _parse_line(text: str, rules: Rules, start: Position) -> Game:
    before, word, moves = text.partition(" moves ")
    if not word:
        before, moves = ("", text) if _begins_with_move(text, rules, start) else (text, "")
    game = Game(rules, parse_position(rules, before) if before.strip() else start)
    for move in moves.split():
        game.play(rules.parse_move(game.position, move))
    if game.outcome:
        raise UserError(texts.OPENING_OVER)
    return game


def _begins_with_move(text: str, rules: Rules, start: Position) -> bool:
    try:
        rules.parse_move(start, text.split()[0])
    except UserError:
        # A wrong move is better explained as a move, and every FEN has its rows separated.
        return "/" not in text and not text.lower().startswith("startpos")
    return True
