"""Congo's endgame tablebase: exact results of all endings of two lions and one or two other pieces.

Endings with a third piece are in it as far as the user has built them, into a folder of their own.

Here are the files and what is read from them; how a position is numbered is in `tablebase_index.py`,
and `tablebases/FORMAT.md` describes both. An *ending*, such as LZ-LE, is one material with either side to
move: one file, with one table for each side to move, or one in all if both sides have the same pieces.
"""

from __future__ import annotations

import hashlib
import logging
import struct
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from engine.rules.congo import texts
from engine.rules.congo.board import KINDS, LETTERS
from engine.rules.congo.tablebase_index import MAX_PIECES, NO_PIECE, SIZES, TABLE_CODES, TABLES, UNKNOWN_BYTE
from engine.rules.congo.tablebase_positions import sample, used_entries
from engine.rules.core import DRAWN, KNOWN_DRAW, LOST, UNKNOWN
from engine.rules.errors import GameError
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.errors import quoted
from engine.system.files import read_file, replace_file
from engine.system.folders import data_dir
from engine.tablebase.tablebase import Material, TablebaseValue

Bytes = npt.NDArray[np.uint8]
LOG = logging.getLogger(__name__)

FOLDER = Path(__file__).with_name("tablebases")
"""The tables that come with the program."""
SUPPLIED_PIECES = 4
"""The largest number of pieces, lions included, of the endings that come with the program."""

MAX_BYTES_PER_ENTRY = 2
"""More than a file has, however badly its entries are compressed."""
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
        return sum(int(SIZES[table]) for table in self.tables)

    @property
    def pieces(self) -> int:
        """The number of its pieces, lions included."""
        return len(self.name) - len("-")


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


def _name(mover: str, other: str) -> str:
    """Return the name of an ending with these pieces beside the lions."""
    sides = ("".join(sorted(side, key=LETTERS.index)) for side in (mover, other))
    first, second = sorted(sides, key=_rank)
    return f"L{first}-L{second}"


@cache
def _every_ending() -> dict[str, Ending]:
    """Return all endings that can be built, by name, each after those that it leads to."""
    found: dict[str, list[int]] = {}
    for table in range(TABLES):
        mover, other = _sides(table)
        name = _name(mover, other)
        tables = found.setdefault(name, [])
        tables.insert(0 if name.startswith(f"L{mover}-") else len(tables), table)
    names = sorted(found, key=lambda name: (len(name), name.count("P")))
    return {name: Ending(name, tuple(found[name])) for name in names}


@cache
def endings() -> tuple[Ending, ...]:
    """Return all endings that come with the program, each after those that it leads to."""
    return tuple(ending for ending in _every_ending().values() if ending.pieces <= SUPPLIED_PIECES)


def larger_ending(text: str) -> Ending:
    """Return the ending with one piece more than those of the program that a text such as ``lzz-le`` names.

    Raises:
        TablebaseError: there is none.
    """
    sides = [side.removeprefix("L") for side in text.upper().split("-")]
    known = len(sides) == 2 and text.upper().count("L") == 2 and not {*"".join(sides)} - {*LETTERS}
    ending = _every_ending().get(_name(*sides)) if known else None
    if ending is None or ending.pieces != MAX_PIECES:
        raise TablebaseError(texts.no_larger_ending(quoted(text), MAX_PIECES - 2))
    return ending


def with_promotions(ending: Ending) -> list[Ending]:
    """Return the endings that promotions in an ending lead to, and it, each after those that it leads to."""
    sides = (
        {side.replace("P", "S", count) for count in range(side.count("P") + 1)}
        for side in ending.name.replace("L", "").split("-")
    )
    names = {_name(*each) for each in product(*sides)}
    return [each for each in _every_ending().values() if each.name in names]


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


def fill_holes(entries: Bytes) -> Bytes:
    """Give each unused entry, which belongs to no position, the value before it, which compresses best.

    Those in front of all others get the first value there is.
    """
    is_unused = entries == UNKNOWN_BYTE
    source = np.where(is_unused, int(is_unused.argmin()), np.arange(entries.size))
    return entries[np.maximum.accumulate(source)]


def write_ending(folder: Path, ending: Ending, entries: Bytes) -> None:
    """Save the entries of an ending atomically."""
    body = zlib.compress(fill_holes(entries).tobytes(), 9)
    header = HEADER.pack(MAGIC, ending.name.encode(), ending.entries, hashlib.sha256(body).digest())
    replace_file(folder / ending.file_name, header + body)


def read_ending(folder: Path, ending: Ending) -> Bytes:
    """Return the entries of an ending from its file, uint8.

    Raises:
        TablebaseError: the file is missing, damaged or cannot be read.
    """
    path = folder / ending.file_name
    try:
        content = read_file(path, HEADER.size + MAX_BYTES_PER_ENTRY * ending.entries)
    except FileNotFoundError:
        raise TablebaseError(texts.table_missing(path)) from None
    except OSError as error:
        raise TablebaseError(texts.table_unreadable(path, error.strerror)) from None
    part = _unpack(content, ending)
    if part is None:
        larger = ending.name if ending.pieces > SUPPLIED_PIECES else ""
        raise TablebaseError(texts.table_damaged(path, larger))
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
    """The tablebase in memory: the entries of its tables, uint8, by their numbers.

    `address` is that of its directory, for the compiled `probe_tablebase`; it is valid as long as this
    object lives. Without a tablebase it is 0, and `problem` says in one sentence why.
    """

    def __init__(self, problem: str | None = None) -> None:
        self.tables: dict[int, Bytes] = {}
        self._directory = np.zeros(TABLES + 1, dtype=np.int64)
        self.address = 0 if problem else int(self._directory.ctypes.data)
        self.problem = problem

    def add(self, ending: Ending, entries: Bytes) -> None:
        """Add the entries of an ending's tables, one table after the other."""
        at = 0
        for table in ending.tables:
            self.tables[table] = part = entries[at : at + int(SIZES[table])]
            self._directory[table] = part.ctypes.data
            at += part.size
        self._directory[TABLES] = max(int(self._directory[TABLES]), ending.pieces)

    def has(self, ending: Ending) -> bool:
        """Return whether an ending is in it."""
        return ending.tables[0] in self.tables

    @property
    def endings(self) -> tuple[Ending, ...]:
        """All endings in it, each after those that it leads to."""
        return tuple(filter(self.has, _every_ending().values()))

    @property
    def materials(self) -> tuple[Material, ...]:
        """The materials that come with the program, from few pieces to many; none without a tablebase."""
        return tuple(_tables()) if self.tables else ()

    def distances(self, material: Material) -> frozenset[int]:
        """Return the distances to the end that occur with a material, in plies, 0 for a draw."""
        # An unused entry has the value of another one, see `fill_holes`.
        return frozenset(np.unique(self.tables[_tables()[material]]).tolist())

    def count(self, material: Material) -> dict[int, int]:
        """Return how many positions there are at each distance, mirror images counted once."""
        table = _tables()[material]
        counts = np.bincount(self.tables[table][used_entries(table)])
        return {plies: count for plies, count in enumerate(counts.tolist()) if count}

    def sample(
        self, materials: Iterable[Material], plies: Collection[int], rng: Random
    ) -> Iterator[Position]:
        """Yield the positions with these materials and distances in random order, none twice, White to move.

        A position and its mirror image are one position, shown either way.
        """
        numbers = [_tables()[material] for material in materials]
        return sample({number: self.tables[number] for number in numbers}, plies, rng)

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
        while len(moves) < left and ranked:
            moves.append(ranked[0][0])
            position = rules.play(position, moves[-1])
            ranked = self.ranked_moves(rules, position)  # none before the end if a file is wrong
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


def own_folder() -> Path:
    """Return the folder of the larger endings that the user has built."""
    return data_dir() / "tablebases"


def load(folder: Path | None = None) -> CongoTablebase:
    """Return the tablebase with all endings read: the program's and the user's, or those in a folder.

    Raises:
        TablebaseError: an ending is missing or damaged.
    """
    tablebase = load_supplied(folder or FOLDER)
    for ending in _larger_endings(folder or own_folder()):
        _add_larger(tablebase, folder or own_folder(), ending)
    return tablebase


def load_supplied(folder: Path = FOLDER) -> CongoTablebase:
    """Return the tablebase with the endings that come with the program.

    Raises:
        TablebaseError: one is missing or damaged.
    """
    if not folder.is_dir():
        raise TablebaseError(texts.no_tablebase(folder))
    tablebase = CongoTablebase()
    for ending in endings():
        tablebase.add(ending, read_ending(folder, ending))
    return tablebase


def load_if_sound(folder: Path | None = None) -> CongoTablebase:
    """Return the tablebase as `load` does; without files it is empty, and `problem` says why.

    Larger endings whose files are damaged are left out.
    """
    try:
        tablebase = load_supplied(folder or FOLDER)
    except TablebaseError as error:
        return CongoTablebase(str(error))
    for ending in _larger_endings(folder or own_folder()):
        try:
            _add_larger(tablebase, folder or own_folder(), ending)
        except TablebaseError as error:
            LOG.warning("%s", error)
    return tablebase


def _larger_endings(folder: Path) -> list[Ending]:
    """Return the larger endings that have a file in a folder, each after those that it leads to."""
    try:
        names = {path.name for path in folder.iterdir()}
    except OSError:
        return []
    return [
        ending
        for ending in _every_ending().values()
        if ending.pieces > SUPPLIED_PIECES and ending.file_name in names
    ]


def _add_larger(tablebase: CongoTablebase, folder: Path, ending: Ending) -> None:
    """Read a larger ending, if those that it leads to are there: each move in it must have a value.

    Raises:
        TablebaseError: they are not, or it is damaged.
    """
    for needed in with_promotions(ending)[:-1]:
        if not tablebase.has(needed):
            raise TablebaseError(texts.table_missing(folder / needed.file_name))
    tablebase.add(ending, read_ending(folder, ending))


@cache
def shared() -> CongoTablebase:
    """Return the tablebase that comes with the program, read once; see `load_if_sound`."""
    return load_if_sound()
