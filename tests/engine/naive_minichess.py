"""A naive implementation of minichess without the engine: the reference for the tests.

A board maps squares (column, row), both from 0 and row 0 at the top, to FEN letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]
Board = dict[Square, str]

LINES = {"rook": ((0, 1), (1, 0), (0, -1), (-1, 0)), "bishop": ((1, 1), (1, -1), (-1, 1), (-1, -1))}
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SLIDES = {"R": ("rook",), "B": ("bishop",), "Q": ("rook", "bishop"), "A": ("bishop",), "E": ("rook",)}


@dataclass(frozen=True)
class NaiveMinichessPosition:
    """`white` says whether White is to move; `quiet` counts the plies since the last capture."""

    board: Board
    white: bool
    quiet: int
    number: int


def parse(fen: str) -> NaiveMinichessPosition:
    rows, side, quiet, number = fen.split()
    board: Board = {}
    for row, text in enumerate(rows.split("/")):
        column = 0
        for sign in text:
            if sign.isdigit():
                column += int(sign)
            else:
                board[column, row] = sign
                column += 1
    return NaiveMinichessPosition(board, side == "w", int(quiet), int(number))


def format_position(position: NaiveMinichessPosition) -> str:
    rows = "/".join("".join(position.board.get((x, y), ".") for x in range(7)) for y in range(7))
    for run in range(7, 0, -1):
        rows = rows.replace("." * run, str(run))
    return f"{rows} {'w' if position.white else 'b'} {position.quiet} {position.number}"


def name(square: Square) -> str:
    return f"{'abcdefg'[square[0]]}{square[1]}"


def inside(square: Square) -> bool:
    return 0 <= square[0] < 7 and 0 <= square[1] < 7


def targets(board: Board, start: Square) -> Iterator[Square]:
    """Yield the destinations of the piece on a square."""
    piece = board[start]
    white, kind = piece.isupper(), piece.upper()
    x, y = start
    if kind == "P":
        ahead = y + (1 if white else -1)
        if inside((x, ahead)) and (x, ahead) not in board:
            yield x, ahead
        for aside in (x - 1, x + 1):
            if (aside, ahead) in board and board[aside, ahead].isupper() != white:
                yield aside, ahead
        return
    steps = {"F": LINES["bishop"], "K": LINES["rook"] + LINES["bishop"]}.get(kind, ())
    for right, down in (*steps, *(LEAPS if kind in "NAE" else ())):
        end = (x + right, y + down)
        if inside(end) and not (end in board and board[end].isupper() == white):
            yield end
    for line in SLIDES.get(kind, ()):
        for right, down in LINES[line]:
            end = (x + right, y + down)
            while inside(end):
                if end in board:
                    if board[end].isupper() != white:
                        yield end
                    break
                yield end
                end = (end[0] + right, end[1] + down)


def all_moves(position: NaiveMinichessPosition) -> list[tuple[Square, Square]]:
    """Return the moves of the pieces, regardless of whether the game is over."""
    own = [square for square, piece in position.board.items() if piece.isupper() == position.white]
    return [(start, end) for start in own for end in targets(position.board, start)]


def play(position: NaiveMinichessPosition, start: Square, end: Square) -> NaiveMinichessPosition:
    board = dict(position.board)
    quiet = 0 if end in board else position.quiet + 1
    board[end] = board.pop(start)
    return NaiveMinichessPosition(board, not position.white, quiet, position.number + (not position.white))


def in_check(position: NaiveMinichessPosition, white: bool) -> bool:
    """Return whether a side's king can be captured by the other."""
    other = NaiveMinichessPosition(position.board, not white, 0, 1)
    king = "K" if white else "k"
    return any(position.board.get(end) == king for _, end in all_moves(other))


def result(position: NaiveMinichessPosition) -> str | None:
    """Return ``white``, ``black``, ``draw``, or None during the game."""
    mine, theirs = ("K", "k") if position.white else ("k", "K")
    winner = "black" if position.white else "white"
    if mine not in position.board.values():
        return winner
    everything = all_moves(position)
    if not everything:
        return "draw"
    for start, end in everything:
        if position.board.get(end) == theirs or not in_check(play(position, start, end), position.white):
            return "draw" if position.quiet >= 50 else None
    return winner


def moves(position: NaiveMinichessPosition) -> dict[str, NaiveMinichessPosition]:
    """Return the legal moves by their texts, each with the position after it."""
    if result(position) is not None:
        return {}
    return {name(start) + name(end): play(position, start, end) for start, end in all_moves(position)}
