"""The opening book: sound moves in early positions, with their weights.

The file is text. Its first line is ``congo-book 1 CHECKSUM``, the CRC-32 of all the rest in hexadecimal.
Every other line is a position and its moves, separated by tabs: board and side to move, mostly without the
FEN's move number and counters (`BookFormat.board_and_side`), then ``MOVE WEIGHT`` for each move, best
first. A move is played with a probability proportional to its weight. Of a position and its mirror image,
where a game has such (`BookFormat.mirror`), only the one that comes first as text is kept.
"""

from __future__ import annotations

import zlib
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
from engine.system.files import MAX_TEXT_BYTES, folder_of, load_module, read_file, replace_file

HEADER = "congo-book 1"
MAX_WEIGHT = 100


class BookError(UserError):
    """A book that cannot be used; the message says why."""


@dataclass(frozen=True)
class Mirror:
    """How to mirror the text of a board with the side to move, and that of a move."""

    position: Callable[[str], str]
    move: Callable[[str], str]


@dataclass(frozen=True)
class BookFormat:
    """What a game's opening book is like: `FORMAT` in ``book.py`` in the game's folder."""

    supplied: bool = False
    """True if a book comes with the program."""
    fields: int = 2
    """How many fields of a position's text the book keeps; what follows does not matter there."""
    mirror: Mirror | None = None
    """How to mirror positions, if the game is symmetric: the book keeps only one of each two."""


def format_of(rules: Rules) -> BookFormat:
    """Return what the opening books of a game are like."""
    module = load_module(rules.name, "book")
    if module is None:
        return BookFormat()
    found: BookFormat = module.FORMAT
    return found


def book_path(game: str) -> Path:
    """Return where the book is that comes with the program for a game."""
    return folder_of(game) / "book.txt"


@dataclass(frozen=True)
class BookMove:
    """A move of the book, as text, and its weight."""

    move: str
    weight: int


def board_and_side(rules: Rules, position: Position) -> str:
    """Return the position as the book has it: mostly board and side to move, without what follows."""
    return " ".join(rules.notation.format(position).split()[: format_of(rules).fields])


def book_key(rules: Rules, position: Position) -> tuple[str, bool]:
    """Return under which board and side a position is kept, and whether that is its mirror image."""
    fen = board_and_side(rules, position)
    mirror = format_of(rules).mirror
    mirrored_fen = mirror.position(fen) if mirror else fen
    return min(fen, mirrored_fen), mirrored_fen < fen


def book_move_text(rules: Rules, text: str, mirrored: bool) -> str:
    """Return how a move is written in the position that is kept, or one of it in the other, if mirrored."""
    mirror = format_of(rules).mirror
    return mirror.move(text) if mirrored and mirror else text


class Book:
    """A book in memory; an empty one has no moves, and `problem` then may say why."""

    def __init__(self, entries: dict[str, tuple[BookMove, ...]], problem: str | None = None) -> None:
        self.entries = entries
        self.problem = problem

    @property
    def checksum(self) -> str:
        """What tells this book's contents from others': the checksum that its file has."""
        return checksum(self._body())

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read a book.

        Raises:
            BookError: it is missing or damaged.
        """
        try:
            text = read_file(path, MAX_TEXT_BYTES).decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BookError(texts.not_readable(path, error)) from None
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
        """Read a book, or do without one: then `problem` says why."""
        try:
            return cls.load(path)
        except BookError as error:
            return cls({}, str(error))

    def save(self, path: Path) -> None:
        """Write the book; it is there as a whole or not at all."""
        body = self._body()
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, f"{HEADER} {checksum(body)}\n{body}".encode())

    def _body(self) -> str:
        lines = (
            "\t".join([fen, *(f"{entry.move} {entry.weight}" for entry in entries)])
            for fen, entries in sorted(self.entries.items())
        )
        return "".join(line + "\n" for line in lines)

    def moves(self, rules: Rules, position: Position) -> tuple[tuple[Move, int], ...]:
        """Return the book's moves in a position, best first, with their weights; empty if it has none."""
        fen, mirrored = book_key(rules, position)
        entries = self.entries.get(fen, ())
        texts = (book_move_text(rules, entry.move, mirrored) for entry in entries)
        moves = (rules.parse_move(position, text) for text in texts)
        return tuple((move, entry.weight) for move, entry in zip(moves, entries, strict=True))

    def choose(self, rules: Rules, position: Position, rng: Random) -> Move | None:
        """Return one of the book's moves, each as likely as its weight says; None if there is none."""
        known = self.moves(rules, position)
        if not known:
            return None
        return rng.choices([move for move, _ in known], [weight for _, weight in known])[0]


def checksum(body: str) -> str:
    """Return the checksum that the first line has for the rest."""
    return f"{zlib.crc32(body.encode()):08x}"


def _read_line(line: str) -> tuple[str, tuple[BookMove, ...]]:
    fen, *moves = line.split("\t")
    return fen, tuple(BookMove(text, int(weight)) for text, weight in (move.split() for move in moves))


def problem(game: str) -> str | None:
    """Return why the book that should come with a game cannot be used; None if it can, or there is none."""
    return shared(game).problem if format_of(get(game)).supplied else None


@cache
def shared(game: str) -> Book:
    """Return the book that comes with the program for a game, read once; see `Book.load_if_sound`."""
    return Book.load_if_sound(book_path(game))
