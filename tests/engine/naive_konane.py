"""A naive implementation of Konane without the engine: the reference for the tests.

A board is a list of strings, the top row first; a square is (x, y) from the upper left corner, as in the
game's description.
"""

from __future__ import annotations

from dataclasses import dataclass

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Square = tuple[int, int]


@dataclass(frozen=True)
class NaiveKonanePosition:
    """Rows of ``b``, ``w`` and ``.``, and the ply number."""

    rows: tuple[str, ...]
    ply: int

    @property
    def mover(self) -> str:
        return "bw"[self.ply % 2]

    def at(self, square: Square) -> str:
        x, y = square
        size = len(self.rows)
        return self.rows[y][x] if 0 <= x < size and 0 <= y < size else "#"


def parse(fen: str) -> NaiveKonanePosition:
    board, _, ply = fen.split()
    for run in range(8, 0, -1):
        board = board.replace(str(run), "." * run)
    return NaiveKonanePosition(tuple(board.split("/")), int(ply))


def format_position(position: NaiveKonanePosition) -> str:
    board = "/".join(position.rows)
    for run in range(8, 0, -1):
        board = board.replace("." * run, str(run))
    return f"{board} {position.mover} {position.ply}"


def name(position: NaiveKonanePosition, square: Square) -> str:
    x, y = square
    return f"{'abcdefgh'[x]}{len(position.rows) - y}"


def change(position: NaiveKonanePosition, stones: dict[Square, str]) -> NaiveKonanePosition:
    """Return the position one ply later, with other stones on these squares."""
    rows = [list(row) for row in position.rows]
    for (x, y), stone in stones.items():
        rows[y][x] = stone
    return NaiveKonanePosition(tuple("".join(row) for row in rows), position.ply + 1)


def moves(position: NaiveKonanePosition) -> dict[str, NaiveKonanePosition]:
    """Return the legal moves by their texts, each with the position after it."""
    size = len(position.rows)
    squares = [(x, y) for y in range(size) for x in range(size)]
    if position.ply == 0:
        half = size // 2
        allowed = {(x, y) for x in (0, size - 1, half - 1, half) for y in (0, size - 1, half - 1, half)}
        allowed = {(x, y) for x, y in allowed if (x in (0, size - 1)) == (y in (0, size - 1))}
        return {
            name(position, square): change(position, {square: "."})
            for square in allowed
            if position.at(square) == "b"
        }
    if position.ply == 1:
        ((x, y),) = [square for square in squares if position.at(square) == "."]
        return {
            name(position, (x + right, y + down)): change(position, {(x + right, y + down): "."})
            for right, down in DIRECTIONS
            if position.at((x + right, y + down)) == "w"
        }
    found: dict[str, NaiveKonanePosition] = {}
    for square in squares:
        if position.at(square) == position.mover:
            for direction in DIRECTIONS:
                found |= jumps(position, square, direction)
    return found


def jumps(
    position: NaiveKonanePosition, start: Square, direction: tuple[int, int]
) -> dict[str, NaiveKonanePosition]:
    """Return the jumps of a stone in one direction."""
    found: dict[str, NaiveKonanePosition] = {}
    taken: dict[Square, str] = {}
    here, enemy = start, "wb"["bw".index(position.mover)]
    while True:
        over = (here[0] + direction[0], here[1] + direction[1])
        landing = (over[0] + direction[0], over[1] + direction[1])
        if position.at(over) != enemy or position.at(landing) != ".":
            return found
        taken[over] = "."
        text = name(position, start) + name(position, landing)
        found[text] = change(position, {**taken, start: ".", landing: position.mover})
        here = landing
