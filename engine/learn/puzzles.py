"""Puzzles: positions in which exactly one move wins, or holds, turn after turn.

They come with the program as ``puzzles.txt`` in a game's folder, which `python -m engine puzzles mine` makes.
The file is text. Its first line is ``congo-puzzles 1 CHECKSUM``, the CRC-32 of all the rest in hexadecimal.
Every other line is a puzzle in four fields, separated by tabs: the position; the moves, of which the first
and the last are the solver's; the themes; and the nodes that the search needs to find all of the solver's
moves, a measure of the difficulty (0 if none of the numbers tried sufficed). Moves and themes are separated
by spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.learn import texts
from engine.rules.rules import Rules
from engine.rules.values import Move, Position
from engine.system.errors import UserError
from engine.system.files import checksum, folder_of, read_file, replace_with_checksum, with_checksum

HEADER = "congo-puzzles 1"
MAX_BYTES, MAX_LINE_CHARS, MAX_PLIES = 500_000, 1000, 41
"""The limits of a file, of a line in it, and of a puzzle."""
MAX_NODES = 10**9
FIELDS = 4
WIN_THEME, HOLD_THEME = "win", "defence"
"""The aim of the solver's moves: each puzzle has one of these themes."""
THEMES = (
    *(
        WIN_THEME,
        HOLD_THEME,
        "lion-hunt",
        "double-jump",
        "triple-jump",
        "flying-lion",
        "drowning",
        "promotion",
    ),
    *("fork", "quiet", "ending", "forced-win"),
)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as text: position and moves in the notation of its game."""

    fen: str
    moves: tuple[str, ...]
    themes: tuple[str, ...]
    nodes: int

    def line(self, rules: Rules) -> Iterator[tuple[Position, Move]]:
        """Yield each move with the position before it, the solver's first.

        Raises:
            UserError: the position or a move is not one of the game.
        """
        position = rules.notation.parse(self.fen)
        for text in self.moves:
            move = rules.parse_move(position, text)
            yield position, move
            position = rules.play(position, move)

    def __str__(self) -> str:
        """Return its line in a file."""
        return "\t".join([self.fen, " ".join(self.moves), " ".join(self.themes), str(self.nodes)])


def puzzles_path(game: str) -> Path:
    """Return the path of the puzzles that come with the program for a game."""
    return folder_of(game) / "puzzles.txt"


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles, without parsing their positions and moves.

    Raises:
        UserError: it cannot be read, is not a file of puzzles, or is damaged.
    """
    try:
        text = read_file(path, MAX_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UserError(texts.puzzles_unreadable(path, reason)) from None
    header, _, body = text.partition("\n")
    if not header.startswith(f"{HEADER} "):
        raise UserError(texts.no_puzzle_file(path, HEADER))
    if header != f"{HEADER} {checksum(body)}":
        raise UserError(texts.puzzles_damaged(path))
    lines = body.removesuffix("\n").split("\n") if body else []
    return tuple(parse_puzzle(path, number, line) for number, line in enumerate(lines, start=2))


def parse_puzzle(path: Path, number: int, line: str) -> Puzzle:
    """Parse a line of a file of puzzles.

    Raises:
        UserError: it is not a puzzle; the message names the file and the line's number.
    """
    fields = line.split("\t")
    if len(line) <= MAX_LINE_CHARS and len(fields) == FIELDS:
        fen, moves, themes, nodes = fields[0], *(tuple(field.split()) for field in fields[1:3]), fields[3]
        known = bool(themes) and set(themes) <= set(THEMES)
        whole = nodes.isascii() and nodes.isdigit() and int(nodes) <= MAX_NODES
        if len(moves) % 2 and len(moves) <= MAX_PLIES and known and whole:
            return Puzzle(fen, moves, themes, int(nodes))
    raise UserError(texts.bad_puzzle(path, number))


def save_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles atomically; one that was edited is first renamed."""
    body = "".join(f"{puzzle}\n" for puzzle in puzzles)
    replace_with_checksum(path, with_checksum(HEADER, body))


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program for a game, read once; none if it has none.

    Raises:
        UserError: its file is damaged.
    """
    path = puzzles_path(game)
    return read_puzzles(path) if path.exists() else ()
