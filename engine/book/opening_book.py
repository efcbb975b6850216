"""The opening book: sound moves in early positions, with their weights.

The file is text. Its first line is ``congo-book 1 CHECKSUM``, the CRC-32 of all the rest in hexadecimal.
Every other line is a position and its moves, separated by tabs: the first fields of the FEN, usually without
move number and counters (`BookFormat.fields`), then ``MOVE WEIGHT`` for each move, best first. A move is
played with a probability proportional to its weight. If a game is symmetric (`BookFormat.mirror`), only one
of a position and its mirror image is in the book: the one whose text sorts first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from engine.book import texts
from engine.rules import get
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.errors import UserError
from engine.system.files import (
    checksum,
    folder_of,
    load_module,
    read_text,
    replace_with_checksum,
    with_checksum,
)

HEADER = "congo-book 1"
MAX_WEIGHT = 100


class BookError(UserError):
    """A book cannot be used; the message gives the reason."""


@dataclass(frozen=True)
class Mirror:
    """Functions that mirror the text of a position (board and side to move) and of a move."""

    position: Callable[[str], str]
    move: Callable[[str], str]


@dataclass(frozen=True)
class BookFormat:
    """The format of a game's opening book: `FORMAT` in ``book.py`` in the game's folder."""

    supplied: bool = False
    """True if the program ships with a book for the game."""
    fields: int = 2
    """The number of FEN fields that identify a position in the book."""
    mirror: Mirror | None = None
    """How to mirror positions, if the game is symmetric: the book keeps one of each mirrored pair."""


@cache
def format_of(rules: Rules) -> BookFormat:
    """Return the format of a game's opening book; cached because looking for its module is slow."""
    module = load_module(rules.name, "book")
    if module is None:
        return BookFormat()
    found: BookFormat = module.FORMAT
    return found


def book_path(game: str) -> Path:
    """Return the path of the shipped book of a game."""
    return folder_of(game) / "book.txt"


@dataclass(frozen=True)
class BookMove:
    """A book move, as text, and its weight."""

    move: str
    weight: int


def board_and_side(rules: Rules, position: Position) -> str:
    """Return the FEN fields of a position that the book uses: usually board and side to move."""
    return " ".join(rules.notation.format(position).split()[: format_of(rules).fields])


def book_key(rules: Rules, position: Position) -> tuple[str, bool]:
    """Return a position's key in the book, and whether the key is that of its mirror image."""
    fen = board_and_side(rules, position)
    mirror = format_of(rules).mirror
    mirrored_fen = mirror.position(fen) if mirror else fen
    return min(fen, mirrored_fen), mirrored_fen < fen


def book_move_text(rules: Rules, text: str, mirrored: bool) -> str:
    """Convert a move's text between a position and its key; it differs if `mirrored`."""
    mirror = format_of(rules).mirror
    return mirror.move(text) if mirrored and mirror else text


class Book:
    """A book in memory; if it is empty, `problem` may give the reason."""

    def __init__(self, entries: dict[str, tuple[BookMove, ...]], problem: str | None = None) -> None:
        self.entries = entries
        self.problem = problem

    @property
    def checksum(self) -> str:
        """The checksum in the book's file, which identifies its contents."""
        return checksum(self._body())

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read a book.

        Raises:
            BookError: it is missing or damaged.
        """
        try:
            text = read_text(path)
        except UserError as error:
            raise BookError(str(error)) from None
        header, _, body = text.partition("\n")
        if not header.startswith(f"{HEADER} "):
            raise BookError(texts.not_a_book(path, HEADER))
        if header != f"{HEADER} {checksum(body)}":
            raise BookError(texts.wrong_checksum(path))
        try:
            return cls(dict(_read_line(line) for line in body.splitlines()))
        except ValueError:
            raise BookError(texts.no_weights(path)) from None

    @classmethod
    def load_if_sound(cls, path: Path) -> Book:
        """Read a book; if that fails, return an empty one with the reason in `problem`."""
        try:
            return cls.load(path)
        except BookError as error:
            return cls({}, str(error))

    def save(self, path: Path) -> None:
        """Write the book atomically; one that was edited is first renamed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_with_checksum(path, with_checksum(HEADER, self._body()))

    def _body(self) -> str:
        lines = (
            "\t".join([fen, *(f"{entry.move} {entry.weight}" for entry in entries)])
            for fen, entries in sorted(self.entries.items())
        )
        return "".join(line + "\n" for line in lines)

    def moves(self, rules: Rules, position: Position) -> tuple[tuple[Move, int], ...]:
        """Return the book moves of a position with their weights, best first; empty if there are none."""
        fen, mirrored = book_key(rules, position)
        entries = self.entries.get(fen, ())
        texts = (book_move_text(rules, entry.move, mirrored) for entry in entries)
        moves = (rules.parse_move(position, text) for text in texts)
        return tuple((move, entry.weight) for move, entry in zip(moves, entries, strict=True))

    def choose(self, rules: Rules, position: Position, rng: Random) -> Move | None:
        """Return a random book move, chosen by weight; None if there is none."""
        known = self.moves(rules, position)
        if not known:
            return None
        return rng.choices([move for move, _ in known], [weight for _, weight in known])[0]


def _read_line(line: str) -> tuple[str, tuple[BookMove, ...]]:
    fen, *moves = line.split("\t")
    entries = tuple(BookMove(text, int(weight)) for text, weight in (move.split() for move in moves))
    if any(entry.weight < 1 for entry in entries):
        raise ValueError("a weight is below 1")
    return fen, entries


def problem(game: str) -> str | None:
    """Return why the shipped book of a game cannot be used; None if it can, or the game has none."""
    return shared(game).problem if format_of(get(game)).supplied else None


@cache
def shared(game: str) -> Book:
    """Return the shipped book of a game, read once; see `Book.load_if_sound`."""
    return Book.load_if_sound(book_path(game))
