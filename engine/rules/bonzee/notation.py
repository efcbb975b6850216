"""Bonzee's texts: positions both ways, moves, and why a move is none."""

from __future__ import annotations

import numpy as np

from engine.rules import fen
from engine.rules.bonzee.board import (
    CELLS,
    DRAWING_PLIES,
    HEIGHT,
    MOST_TOKENS,
    POSITION,
    RED,
    ROWS,
    STEPS,
    STRAIGHT,
    WIDTH,
    ZOBRIST,
    ZOBRIST_QUIET,
    ZOBRIST_SIDE,
    cell_name,
    cell_named,
    is_black,
    step,
)
from engine.rules.errors import FenError
from engine.rules.outcome import Reason
from engine.rules.piece import Piece
from engine.rules.position import Position

SIDE_NAMES = ("green", "red")
SIDES = {name[0]: name for name in SIDE_NAMES}
QUIET = "plies since the last attack"
MOST_QUIET = 999_999
"""The highest counter that is read; all from ten on mean the same."""
WHAT_A_TOKEN_DOES = (
    "one step to an empty cell next to it, diagonally only from a dark cell. It takes the whole row of "
    "enemies that it steps up to, or else the one that it steps away from"
)
NO_TOKENS = Reason("all tokens of the other side were taken")
NO_ATTACK = Reason("ten turns in a row without an attack")

# --- positions


def parse(text: str) -> Position:
    """Read a position; raise `FenError`."""
    fields = fen.split_fields(text, (fen.BOARD, fen.SIDE, QUIET), least=2)
    pieces: dict[int, Piece] = {}
    for number, letters in enumerate(fen.split_rows(fields[0], HEIGHT, "row")):
        row = HEIGHT - 1 - number
        for column, letter in fen.read_row(letters, WIDTH, "rg", "r or g", f"row {ROWS[row]}"):
            side = list(SIDES).index(letter)
            pieces[row * WIDTH + column] = Piece(side, letter.upper())
    _check_tokens(pieces)
    quiet = fen.read_number(QUIET, fields[2]) if len(fields) == 3 else 0
    if quiet > MOST_QUIET:
        raise FenError(QUIET, f"at most {MOST_QUIET} are read, and from {DRAWING_PLIES} on it is a draw")
    return position_of(pieces, fen.read_side(fields[1], SIDES), quiet)


def _check_tokens(pieces: dict[int, Piece]) -> None:
    if not pieces:
        raise FenError(fen.BOARD, "there is no token in any row; there must be one at least")
    for side, name in enumerate(SIDE_NAMES):
        own = [cell for cell, piece in pieces.items() if piece.side == side]
        if len(own) > MOST_TOKENS:
            crowded = f"row {ROWS[own[MOST_TOKENS] // WIDTH]}"
            reason = f"{name} has {len(own)} tokens; at most {MOST_TOKENS} are allowed"
            raise FenError(fen.BOARD, reason, crowded)


def position_of(pieces: dict[int, Piece], side: int, quiet: int) -> Position:
    """Return the position with these tokens, by cell, this side to move, and so many plies without attack."""
    record = np.zeros(1, dtype=POSITION)
    key = int(ZOBRIST_QUIET[min(quiet, DRAWING_PLIES)]) ^ (ZOBRIST_SIDE if side == RED else 0)
    for cell, piece in pieces.items():
        record["tokens"][0, piece.side] |= 1 << cell
        key ^= int(ZOBRIST[piece.side, cell])
    record["side"], record["quiet"], record["key"] = side, quiet, key
    return Position(record[0])


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return the tokens on the board, by cell."""
    tokens = [int(cells) for cells in position.record["tokens"]]
    return {
        cell: Piece(side, SIDE_NAMES[side][0].upper())
        for side in range(2)
        for cell in range(CELLS)
        if tokens[side] >> cell & 1
    }


def write(position: Position) -> str:
    """Write a position, always with all three fields."""
    pieces = pieces_of(position)
    letters = [pieces[cell].kind.lower() if cell in pieces else "" for cell in range(CELLS)]
    rows = (fen.write_row(letters[row * WIDTH : (row + 1) * WIDTH]) for row in reversed(range(HEIGHT)))
    return f"{'/'.join(rows)} {SIDE_NAMES[position.side][0]} {int(position.record['quiet'])}"


# --- moves


def read_move(text: str) -> tuple[int, int] | None:
    """Return the two cells that a text names, with or without a blank between them; None if it does not."""
    words = text.split()
    if len(words) == 2 and len(words[0]) != 2:
        return None
    name = "".join(words)
    start, end = cell_named(name[:2]), cell_named(name[2:])
    return (start, end) if start is not None and end is not None and len(words) <= 2 else None


def direction(start: int, end: int) -> int | None:
    """Return the direction from a cell to one next to it, None if they are not."""
    return next((way for way in range(len(STEPS)) if step(start, way) == end), None)


def why_not(position: Position, start: int, end: int) -> str:
    """Return why the mover's token on `start` cannot go to `end`, in a player's words."""
    if start == end:
        return f"the token has to leave {cell_name(start)}"
    way = direction(start, end)
    if way is None:
        return f"{cell_name(end)} is not next to {cell_name(start)}"
    if end in pieces_of(position):
        return f"{cell_name(end)} is not empty"
    assert way >= STRAIGHT
    return f"{cell_name(start)} is a light cell, from which tokens do not move diagonally"


def why_stuck(cell: int) -> str:
    """Return why the token on a cell cannot move at all, in a player's words."""
    if is_black(cell):
        return "all cells around this token are taken"
    return f"{cell_name(cell)} is a light cell, with straight lines only, and all cells along them are taken"


def in_order(start: int, captured: list[int]) -> tuple[int, ...]:
    """Return the taken cells from the nearest to the farthest, as the attack reaches them."""
    return tuple(sorted(captured, key=lambda cell: _distance(start, cell)))


def _distance(start: int, cell: int) -> int:
    return max(abs(cell % WIDTH - start % WIDTH), abs(cell // WIDTH - start // WIDTH))


def verb(start: int, captured: list[int]) -> str:
    """Return how a token moves that takes these cells, from the nearest on, or none."""
    if not captured:
        return "moves"
    return "backs off" if _distance(start, captured[0]) == 1 else "runs up"
