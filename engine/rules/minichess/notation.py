"""Minichess's texts: the position both ways, moves, and why a move is none."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.compiled.bitboards import bits
from engine.rules import fen
from engine.rules.errors import FenError, IllegalMove
from engine.rules.minichess.board import (
    BLACK,
    FORWARD,
    KINDS,
    LETTERS,
    NAMES,
    POSITION,
    QUIET_LIMIT,
    WHITE,
    WIDTH,
    ZOBRIST,
    ZOBRIST_QUIET,
    ZOBRIST_SIDE,
    square_name,
    square_named,
    square_of,
)
from engine.rules.minichess.weights import PLACES
from engine.rules.outcome import Reason
from engine.rules.piece import Piece
from engine.rules.position import Position
from engine.rules.words import listed
from engine.system.errors import quoted

SIDE_NAMES = ("white", "black")
SIDES = {name[0]: name for name in SIDE_NAMES}
FIELDS = (fen.BOARD, fen.SIDE, "plies since the last capture", "move number")
MOST_QUIET = 10**9
"""Plies beyond any game's."""
KING_CAPTURED = Reason("the king was captured", "{loser}'s king was captured")
CHECKMATE = Reason("checkmate")
NO_SAFE_MOVES = Reason("every move leaves the king open to capture")
NO_CAPTURES = Reason("50 plies without a capture")

# --- positions


def parse(text: str) -> Position:
    """Read a position, whose counters may be missing; raise `FenError`."""
    board, side_letter, *counters = fen.split_fields(text, FIELDS, 2)
    pieces = dict(_read_board(board))
    side = fen.read_side(side_letter, SIDES)
    _check_kings(pieces, side)
    quiet = fen.read_number(FIELDS[2], counters[0]) if counters else 0
    if quiet > MOST_QUIET:
        raise FenError(FIELDS[2], f"it is above {MOST_QUIET}, which no game reaches")
    number = fen.read_number(FIELDS[3], counters[1]) if len(counters) > 1 else 1
    return position_of(pieces, side, quiet, number)


def _read_board(board: str) -> Iterator[tuple[int, Piece]]:
    known = f"{LETTERS} or {LETTERS.lower()}"
    for row, text in enumerate(fen.split_rows(board, WIDTH, "row")):
        for file, letter in fen.read_row(text, WIDTH, LETTERS + LETTERS.lower(), known, f"row {row}"):
            side = WHITE if letter.isupper() else BLACK
            yield square_of(file, WIDTH - 1 - row), Piece(side, letter.upper())


def _check_kings(pieces: dict[int, Piece], side: int) -> None:
    for owner, name in enumerate(SIDE_NAMES):
        kings = [square for square, piece in pieces.items() if piece == Piece(owner, "K")]
        if len(kings) > 1:
            both = listed(square_name(square) for square in kings)
            where = f"row {square_name(kings[1])[1]}"
            raise FenError(
                fen.BOARD, f"{name} has {len(kings)} kings, on {both}; at most one is allowed", where
            )
        if not kings and owner != side:
            mover = SIDE_NAMES[side].title()
            reason = (
                f"{name} has no king on any row; only the side to move, {mover} here, may have lost its king"
            )
            raise FenError(fen.BOARD, reason)


def position_of(pieces: dict[int, Piece], side: int, quiet: int, move_number: int) -> Position:
    """Return the position with these pieces, by square, and these counters."""
    record = np.zeros(1, dtype=POSITION)
    key = int(ZOBRIST_QUIET[min(quiet, QUIET_LIMIT)]) ^ (ZOBRIST_SIDE if side == BLACK else 0)
    for square, piece in pieces.items():
        kind = LETTERS.index(piece.kind)
        record["kinds"][0, kind] |= 1 << square
        record["sides"][0, piece.side] |= 1 << square
        record["score"] += PLACES[piece.side, kind, square]
        key ^= int(ZOBRIST[piece.side, kind, square])
    record["side"], record["quiet"], record["key"] = side, quiet, key
    return Position(record[0], move_number)


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return what stands on the board, by square."""
    kinds, sides = position.record["kinds"], position.record["sides"]
    return {
        square: Piece(side, LETTERS[kind])
        for side in (WHITE, BLACK)
        for kind in range(KINDS)
        for square in bits(int(kinds[kind] & sides[side]))
    }


def write(position: Position) -> str:
    """Write a position, always with all four fields."""
    pieces = pieces_of(position)
    rows = (
        fen.write_row([_letter(pieces.get(square_of(file, rank))) for file in range(WIDTH)])
        for rank in reversed(range(WIDTH))
    )
    side, quiet = SIDE_NAMES[position.side][0], int(position.record["quiet"])
    return f"{'/'.join(rows)} {side} {quiet} {position.move_number}"


def _letter(piece: Piece | None) -> str:
    if piece is None:
        return ""
    return piece.kind if piece.side == WHITE else piece.kind.lower()


# --- moves


def read_squares(text: str) -> tuple[int, int]:
    """Return the two squares of a move; raise `IllegalMove`."""
    start, end = square_named(text[:2]), square_named(text[2:])
    if start is None or end is None:
        raise IllegalMove(f"{quoted(text)} is not a move; write the two squares, such as c1c2")
    return start, end


def why_not(position: Position, start: int, end: int) -> str:
    """Return why the piece on `start`, of the side to move, cannot go to `end`, in a player's words."""
    pieces = pieces_of(position)
    piece = pieces[start]
    name = _name(piece)
    if start == end:
        return f"the {name} has to leave {square_name(start)}"
    target = pieces.get(end)
    if target is not None and target.side == piece.side:
        return f"your own {_name(target)} stands on {square_name(end)}"
    if piece.kind == "P":
        return _why_not_pawn(piece.side, start, end, target is not None)
    if piece.kind in "BRAEQ" and _in_line(piece.kind, start, end):
        between = next(square for square in _line(start, end) if square in pieces)
        return f"the {_name(pieces[between])} on {square_name(between)} is in the way"
    return f"the {name} {HOW_IT_MOVES[piece.kind]}"


def why_stuck(position: Position, square: int) -> str:
    """Return why the piece on `square`, of the side to move, cannot move at all, in a player's words."""
    pieces = pieces_of(position)
    piece = pieces[square]
    if piece.kind != "P":
        return f"your own pieces stand wherever this {_name(piece)} could go"
    ahead = square + FORWARD[piece.side] * WIDTH
    if not 0 <= ahead < WIDTH * WIDTH:
        return "on the last row a pawn stands still: there is no promotion in this game"
    return (
        f"the {_name(pieces[ahead])} on {square_name(ahead)} stops this pawn, and it has nothing to capture"
    )


def _why_not_pawn(side: int, start: int, end: int, occupied: bool) -> str:
    forward = (end // WIDTH - start // WIDTH) * FORWARD[side]
    aside = abs(end % WIDTH - start % WIDTH)
    if forward == 1 and aside == 1:
        return "a pawn goes diagonally only to capture"
    if forward == 1 and aside == 0 and occupied:
        return "a pawn cannot capture straight ahead"
    return f"the pawn {HOW_IT_MOVES['P']}"


def _name(piece: Piece) -> str:
    return NAMES[LETTERS.index(piece.kind)]


def _line(start: int, end: int) -> range:
    """Return the squares between two on one row, column or diagonal."""
    right, up = end % WIDTH - start % WIDTH, end // WIDTH - start // WIDTH
    steps = max(abs(right), abs(up))
    step = right // steps + WIDTH * (up // steps)
    return range(start + step, end, step)


def _in_line(kind: str, start: int, end: int) -> bool:
    right, up = abs(end % WIDTH - start % WIDTH), abs(end // WIDTH - start // WIDTH)
    return (kind in "REQ" and 0 in (right, up)) or (kind in "BAQ" and right == up)


HOW_IT_MOVES = {
    "P": "goes one step forward, and captures one step diagonally forward",
    "F": "goes one step diagonally",
    "N": "leaps two squares straight and one to the side",
    "B": "slides diagonally",
    "R": "slides along its row or its column",
    "A": "slides diagonally or leaps like a knight",
    "E": "slides along its row or its column or leaps like a knight",
    "Q": "slides in any direction",
    "K": "goes one step in any direction",
}
assert set(HOW_IT_MOVES) == set(LETTERS)
