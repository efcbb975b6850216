"""Congo's texts: the FEN both ways, and the names of moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from engine.rules import fen
from engine.rules.congo.board import (
    BLACK,
    CASTLES,
    JUMP_OVER,
    JUMP_TO,
    JUMP_WAYS,
    KINDS,
    LETTERS,
    MONKEY,
    MOST_PIECES,
    POSITION,
    WHITE,
    WIDTH,
    ZOBRIST,
    ZOBRIST_SIDE,
    bits,
    code_captured,
    code_end,
    code_start,
    move_code,
    square_name,
    square_of,
)
from engine.rules.congo.weights import PLACES
from engine.rules.errors import FenError
from engine.rules.outcome import Reason
from engine.rules.piece import Piece
from engine.rules.position import Position
from engine.rules.words import listed
from engine.system.errors import quoted

SIDE_NAMES = ("white", "black")
SIDES = {name[0]: name for name in SIDE_NAMES}
PIECES = tuple(tuple(Piece(side, letter) for letter in LETTERS) for side in (WHITE, BLACK))
LION_CAPTURED = Reason("the lion was captured", "{loser}'s lion was captured")
BARE_LIONS = Reason("only the two lions are left")
NO_PROGRESS = Reason("100 plies without a capture, a drowning or a promotion")
SWAPPED_FILES = str.maketrans("abcdefg", "gfedcba")

# --- positions


def parse(text: str) -> Position:
    """Read a FEN in the usual form or in the one with slashes throughout; raise `FenError`."""
    board, side, number = _fields(text)
    pieces = _read_board(board)
    _check_pieces(pieces)
    return position_of(pieces, fen.read_side(side, SIDES), number)


def _fields(text: str) -> tuple[list[str], str, int]:
    """Split a FEN into its seven ranks, the side and the move number."""
    fields = text.split()
    if not fields:
        raise FenError("board", "the FEN is empty; it starts with seven ranks separated by /")
    parts = fields[0].split("/")
    if len(fields) == 1 and len(parts) > 7:
        return parts[:7], parts[7], _slash_form_number(parts[8:])
    if len(fields) > 3:
        raise FenError("end", f"{quoted(fields[3])} is too much; a FEN has a board, a side and a move number")
    ranks = fen.split_rows(fields[0], WIDTH, "rank")
    if len(fields) == 1:
        raise FenError("side to move", "it is missing; w or b follows the board")
    return ranks, fields[1], fen.read_number("move number", fields[2]) if len(fields) == 3 else 1


def _slash_form_number(rest: list[str]) -> int:
    if rest not in ([], ["-1"]):
        value = quoted("/".join(rest))
        raise FenError("last field", f"{value} is not -1; the middle of a monkey's jump cannot be set up")
    return 1


def _read_board(ranks: list[str]) -> dict[int, Piece]:
    pieces: dict[int, Piece] = {}
    for row, text in enumerate(ranks):
        rank = WIDTH - 1 - row
        for file, piece in _read_rank(text, f"rank {rank + 1}"):
            pieces[square_of(file, rank)] = piece
    return pieces


def _read_rank(text: str, where: str) -> Iterator[tuple[int, Piece]]:
    known = f"{LETTERS} or {LETTERS.lower()}"
    for file, letter in fen.read_row(text, WIDTH, LETTERS + LETTERS.lower(), known, where):
        yield file, Piece(WHITE if letter.isupper() else BLACK, letter.upper())


def _check_pieces(pieces: dict[int, Piece]) -> None:
    for side, name in enumerate(SIDE_NAMES):
        own = {square: piece for square, piece in pieces.items() if piece.side == side}
        lions = [square for square, piece in own.items() if piece.kind == "L"]
        if len(lions) > 1:
            both = listed(square_name(square) for square in lions)
            raise FenError(
                "board", f"{name} has {len(lions)} lions, on {both}; at most one is allowed", _rank(lions[1])
            )
        if len(own) > MOST_PIECES:
            crowded = _rank(list(own)[MOST_PIECES])
            raise FenError(
                "board", f"{name} has {len(own)} pieces; at most {MOST_PIECES} are allowed", crowded
            )
        for square, piece in own.items():
            if piece.kind == "P" and square // WIDTH == (WIDTH - 1, 0)[side]:
                reason = f"the {name} pawn on {square_name(square)} would be a superpawn there"
                raise FenError("board", reason, _rank(square))
    _check_lions({piece.side: square for square, piece in pieces.items() if piece.kind == "L"})


def _check_lions(lions: dict[int, int]) -> None:
    if not lions:
        raise FenError("board", "there is no lion on any rank; at least one side must have its lion")
    for side, square in lions.items():
        allowed = CASTLES[side] if len(lions) == 2 else CASTLES[0] | CASTLES[1]
        if not allowed >> square & 1:
            castle = ("c1-e3", "c5-e7")[side] if len(lions) == 2 else "c1-e3 or c5-e7"
            reason = f"the {SIDE_NAMES[side]} lion on {square_name(square)} is outside its castle ({castle})"
            raise FenError("board", reason, _rank(square))


def _rank(square: int) -> str:
    return f"rank {square // WIDTH + 1}"


def position_of(pieces: dict[int, Piece], side: int, move_number: int) -> Position:
    """Return the position with these pieces, by square, and this side to move."""
    record = np.zeros(1, dtype=POSITION)
    key = ZOBRIST_SIDE if side == BLACK else 0
    for square, piece in pieces.items():
        kind = LETTERS.index(piece.kind)
        record["kinds"][0, kind] |= 1 << square
        record["sides"][0, piece.side] |= 1 << square
        record["score"] += PLACES[piece.side, kind, square]
        key ^= int(ZOBRIST[piece.side, kind, square])
    record["side"] = side
    record["key"] = key
    return Position(record[0], move_number)


def pieces_of(position: Position) -> dict[int, Piece]:
    """Return what stands on the board, by square."""
    kinds, sides = position.record["kinds"].tolist(), position.record["sides"].tolist()
    return {
        square: PIECES[side][kind]
        for side in (WHITE, BLACK)
        for kind in range(KINDS)
        for square in bits(kinds[kind] & sides[side])
    }


def write(position: Position) -> str:
    """Write a position's FEN, always with all three fields."""
    pieces = pieces_of(position)
    ranks = (_write_rank(pieces, rank) for rank in reversed(range(WIDTH)))
    return f"{'/'.join(ranks)} {SIDE_NAMES[position.side][0]} {position.move_number}"


def _write_rank(pieces: dict[int, Piece], rank: int) -> str:
    row = (pieces.get(square_of(file, rank)) for file in range(WIDTH))
    return fen.write_row([_letter(piece) if piece else "" for piece in row])


def _letter(piece: Piece) -> str:
    return piece.kind if piece.side == WHITE else piece.kind.lower()


# --- moves


def path_text(path: tuple[int, ...]) -> str:
    """Return the squares of a path as a move is written."""
    return "".join(square_name(square) for square in path)


def first_paths(jumps: list[int]) -> dict[int, tuple[int, ...]]:
    """Return the path that is written for each of the codes `jumps`, all captures by monkeys.

    The codes come in the order of `moves.write_jumps`: level by level, and in a level in the order of
    their first paths. So of all captures that a jump can prolong to this one, the earliest has the
    path that compares first, and all of them are known before it.
    """
    order = {code: index for index, code in enumerate(jumps)}
    paths: dict[int, tuple[int, ...]] = {}
    for code in jumps:
        start, end = code_start(code), code_end(code)
        earlier = [before for before in _shortened(code) if before in order]
        prefix = paths[min(earlier, key=order.__getitem__)] if earlier else (start,)
        paths[code] = (*prefix, end)
    return paths


def _shortened(code: int) -> Iterator[int]:
    """Yield the captures that one jump less may have made of this one."""
    start, end, captured = code_start(code), code_end(code), code_captured(code)
    for way in range(len(JUMP_WAYS)):
        over, origin = int(JUMP_OVER[end, way]), int(JUMP_TO[end, way])
        if over & captured and captured != over:
            yield move_code(start, origin, MONKEY, captured ^ over)


def jumps_from(position: Position, path: tuple[int, ...]) -> dict[int, int]:
    """Return the jumps that a monkey can make after `path`: landing square to the bit jumped over.

    `path` starts with the monkey's square; a path that is no series of jumps has no continuation.
    """
    walked = walk(position, path)
    if walked is None:
        return {}
    record = position.record
    enemy = int(record["sides"][1 - position.side])
    occupied = (enemy | int(record["sides"][position.side])) & ~(1 << path[0])
    here = path[-1]
    return {
        int(JUMP_TO[here, way]): over
        for way in range(len(JUMP_WAYS))
        if (over := int(JUMP_OVER[here, way])) & enemy & ~walked
        and not occupied >> int(JUMP_TO[here, way]) & 1
    }


def walk(position: Position, path: tuple[int, ...]) -> int | None:
    """Return the bitboard of what a monkey jumps over along `path`, None if it cannot walk so."""
    record = position.record
    monkeys = int(record["kinds"][MONKEY] & record["sides"][position.side])
    if not path or not monkeys >> path[0] & 1:
        return None
    enemy = int(record["sides"][1 - position.side])
    occupied = (enemy | int(record["sides"][position.side])) & ~(1 << path[0])
    taken = 0
    for here, landing in pairwise(path):
        over = next((int(JUMP_OVER[here, way]) for way in range(8) if _lands(here, way, landing)), 0)
        if not over & enemy & ~taken or occupied >> landing & 1:
            return None
        taken |= over
    return taken


def _lands(here: int, way: int, landing: int) -> bool:
    return bool(JUMP_OVER[here, way]) and int(JUMP_TO[here, way]) == landing


# --- in a mirror, which leaves the game as it is


def mirrored_position(text: str) -> str:
    """Return a board and side with the files swapped."""
    board, side = text.split()
    return f"{'/'.join(rank[::-1] for rank in board.split('/'))} {side}"


def mirrored_move(text: str) -> str:
    """Return a move with the files swapped."""
    return text.translate(SWAPPED_FILES)
