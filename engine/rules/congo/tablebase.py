"""Congo's endgame tablebase: exact results of all endings of two lions and one or two other pieces.

Here are the files and what is read from them; how a position is numbered is in `tablebase_index.py`,
and `tablebases/FORMAT.md` describes both. An *ending*, such as LZ-LE, is one material with either side to
move: one file, with one table for each side to move, or one in all if both sides have the same pieces.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from engine.rules.congo import texts
from engine.rules.congo.board import KINDS, LETTERS
from engine.rules.congo.tablebase_index import ENTRIES, NO_PIECE, OFFSETS, TABLE_CODES, UNKNOWN_BYTE
from engine.rules.congo.tablebase_positions import part_of, sample, used_entries
from engine.rules.core import DRAWN, KNOWN_DRAW, LOST, UNKNOWN
from engine.rules.errors import GameError
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.files import read_file, replace_file
from engine.tablebase.tablebase import Material, TablebaseValue

Bytes = npt.NDArray[np.uint8]

FOLDER = Path(__file__).with_name("tablebases")
"""The tables that come with the program."""

MAX_BYTES = 1 << 30
MAGIC = b"CongoTB1"
HEADER = struct.Struct("<8s8sI32s")
"""What a file starts with: the magic, the ending's name, its number of entries, the SHA-256 of the rest."""


class TablebaseError(GameError):
    """Tables that are missing, damaged or wrong."""


# --- endings


@dataclass(frozen=True)
class Ending:
    """Two lions and the pieces beside each, in letters: LZ-LE is a zebra against an elephant.

    `tables` are the numbers of its tables, the one with the first-named side to move in front.
    """

    name: str
    tables: tuple[int, ...]

    @property
    def file_name(self) -> str:
        """The name of the file that holds it."""
        return f"{self.name}.table"

    @property
    def entries(self) -> int:
        """The number of entries in its tables."""
        return sum(int(OFFSETS[table + 1] - OFFSETS[table]) for table in self.tables)


def _sides(table: int) -> tuple[str, str]:
    """Return the pieces of the mover and of the other side in a table."""
    codes = [code for code in TABLE_CODES[table].tolist() if code != NO_PIECE]
    mover, other = (
        "".join(LETTERS[1 + code % (KINDS - 1)] for code in codes if code // (KINDS - 1) == side)
        for side in range(2)
    )
    return mover, other


def _rank(side: str) -> tuple[int, list[int]]:
    """Order the sides of an ending: more pieces first, then by kinds."""
    return -len(side), [LETTERS.index(letter) for letter in side]


@cache
def endings() -> tuple[Ending, ...]:
    """Return all endings, each after those that it leads to."""
    found: dict[str, list[int]] = {}
    for table in range(len(TABLE_CODES)):
        mover, other = _sides(table)
        first, second = sorted((mover, other), key=_rank)
        tables = found.setdefault(f"L{first}-L{second}", [])
        tables.insert(0 if mover == first else len(tables), table)
    every = [Ending(name, tuple(tables)) for name, tables in found.items()]
    return tuple(sorted(every, key=lambda ending: (len(ending.name), ending.name.count("P"))))


@cache
def _tables() -> dict[Material, int]:
    """Return the tables by the material with the side to move in front."""
    found = {}
    for ending in endings():
        sides = ending.name.split("-")
        for table, mover, other in zip(ending.tables, sides, reversed(sides), strict=False):
            found[Material(mover, other)] = table
    return found


# --- files


def gather(ending: Ending, entries: Bytes) -> Bytes:
    """Return the entries of one ending out of all."""
    return np.concatenate([entries[OFFSETS[table] : OFFSETS[table + 1]] for table in ending.tables])


def scatter(ending: Ending, part: Bytes, entries: Bytes) -> None:
    """Put the entries of one ending in their places among all; the inverse of `gather`."""
    at = 0
    for table in ending.tables:
        size = int(OFFSETS[table + 1] - OFFSETS[table])
        entries[OFFSETS[table] : OFFSETS[table + 1]] = part[at : at + size]
        at += size


def fill_holes(part: Bytes) -> Bytes:
    """Give each unused entry, which belongs to no position, the value before it, which compresses best.

    Those in front of all others get the first value there is.
    """
    is_unused = part == UNKNOWN_BYTE
    source = np.where(is_unused, int(is_unused.argmin()), np.arange(part.size))
    return part[np.maximum.accumulate(source)]


def write_ending(folder: Path, ending: Ending, entries: Bytes) -> None:
    """Save an ending atomically."""
    body = zlib.compress(fill_holes(gather(ending, entries)).tobytes(), 9)
    header = HEADER.pack(MAGIC, ending.name.encode(), ending.entries, hashlib.sha256(body).digest())
    replace_file(folder / ending.file_name, header + body)


def read_ending(folder: Path, ending: Ending) -> Bytes:
    """Return the entries of an ending from its file, uint8.

    Raises:
        TablebaseError: the file is missing, damaged or cannot be read.
    """
    path = folder / ending.file_name
    try:
        content = read_file(path, MAX_BYTES)
    except FileNotFoundError:
        raise TablebaseError(texts.table_missing(path)) from None
    except OSError as error:
        raise TablebaseError(texts.table_unreadable(path, error.strerror)) from None
    part = _unpack(content, ending)
    if part is None:
        raise TablebaseError(texts.table_damaged(path))
    return np.frombuffer(part, dtype=np.uint8)


def _unpack(content: bytes, ending: Ending) -> bytes | None:
    """Return the entries in a file's contents, None if anything is wrong with them."""
    if len(content) < HEADER.size:
        return None
    magic, name, count, digest = HEADER.unpack_from(content)
    if (magic, name.rstrip(b"\0"), count) != (MAGIC, ending.name.encode(), ending.entries):
        return None
    body = content[HEADER.size :]
    if hashlib.sha256(body).digest() != digest:
        return None
    try:
        part = zlib.decompressobj().decompress(body, count + 1)  # no more, whatever the file says
    except zlib.error:
        return None
    return part if len(part) == count else None


# --- probing


DRAW = TablebaseValue(0)
NOT_KNOWN = texts.NOT_KNOWN


class CongoTablebase:
    """The tablebase in memory, one table after the other.

    `address` is where they start, for the compiled `probe_tablebase`; it is valid as long as this object
    lives. Without a tablebase it is 0, and `problem` says in one sentence why.
    """

    def __init__(self, entries: Bytes | None, problem: str | None = None) -> None:
        self.entries = entries
        self.address = 0 if entries is None else int(entries.ctypes.data)
        self.problem = problem

    @property
    def materials(self) -> tuple[Material, ...]:
        """All materials, from few pieces to many; none without a tablebase."""
        return tuple(_tables()) if self.entries is not None else ()

    def distances(self, material: Material) -> frozenset[int]:
        """Return the distances to the end that occur with a material, in plies, 0 for a draw."""
        assert self.entries is not None
        # An unused entry has the value of another one, see `fill_holes`.
        return frozenset(np.unique(part_of(self.entries, _tables()[material])).tolist())

    def count(self, material: Material) -> dict[int, int]:
        """Return how many positions there are at each distance, mirror images counted once."""
        assert self.entries is not None
        table = _tables()[material]
        counts = np.bincount(part_of(self.entries, table)[used_entries(table)])
        return {plies: count for plies, count in enumerate(counts.tolist()) if count}

    def sample(
        self, materials: Iterable[Material], plies: Collection[int], rng: Random
    ) -> Iterator[Position]:
        """Yield the positions with these materials and distances in random order, none twice, White to move.

        A position and its mirror image are one position, shown either way.
        """
        assert self.entries is not None
        return sample(self.entries, [_tables()[material] for material in materials], plies, rng)

    def probe(self, rules: Rules, position: Position) -> TablebaseValue | None:
        """Return the value of a position that is not over, None if the tablebase does not have it."""
        plies = rules.core().probe_tablebase(position.record, self.address)
        return None if plies == UNKNOWN else TablebaseValue(plies)

    def ranked_moves(self, rules: Rules, position: Position) -> tuple[tuple[Move, TablebaseValue], ...]:
        """Return the legal moves, best first, each with its value for the side that makes it.

        The shortest win or the longest defence is in front, equal moves are in the order of their texts.
        Empty if the tablebase does not have the position, or if the game is over in it.
        """
        if rules.outcome(position) is not None or self.probe(rules, position) is None:
            return ()
        valued = [
            (move, self._after(rules, rules.play(position, move))) for move in rules.legal_moves(position)
        ]
        return tuple(sorted(valued, key=lambda pair: -pair[1].rank))

    def best_line(self, rules: Rules, position: Position) -> tuple[Move, ...]:
        """Return best play: to the end of a game that is won or lost, or one move that keeps a draw.

        Empty where `ranked_moves` is.
        """
        moves: list[Move] = []
        ranked = self.ranked_moves(rules, position)
        left = max(ranked[0][1].plies, 1) if ranked else 0
        while len(moves) < left:
            moves.append(self.ranked_moves(rules, position)[0][0])
            position = rules.play(position, moves[-1])
        return tuple(moves)

    def _after(self, rules: Rules, position: Position) -> TablebaseValue:
        """Return the value of a position for the side that has just moved."""
        core = rules.core()
        result = core.terminal_result(position.record)
        if result == LOST:
            return TablebaseValue(1)
        plies = KNOWN_DRAW if result == DRAWN else core.probe_tablebase(position.record, self.address)
        if plies == UNKNOWN:
            raise TablebaseError(texts.not_in_tables(rules.notation.format(position)))
        return TablebaseValue(plies + 1) if plies else DRAW


def empty_entries() -> Bytes:
    """Return an array for all entries, all of them unknown."""
    return np.full(ENTRIES, UNKNOWN_BYTE, dtype=np.uint8)


def load(folder: Path = FOLDER) -> CongoTablebase:
    """Return the tablebase with all endings read.

    Raises:
        TablebaseError: an ending is missing or damaged.
    """
    if not folder.is_dir():
        raise TablebaseError(texts.no_tablebase(folder))
    entries = empty_entries()
    for ending in endings():
        scatter(ending, read_ending(folder, ending), entries)
    return CongoTablebase(entries)


def load_if_sound(folder: Path = FOLDER) -> CongoTablebase:
    """Return the tablebase as `load` does; without files it is empty, and `problem` says why."""
    try:
        return load(folder)
    except TablebaseError as error:
        return CongoTablebase(None, str(error))


@cache
def shared() -> CongoTablebase:
    """Return the tablebase that comes with the program, read once; see `load_if_sound`."""
    return load_if_sound()
