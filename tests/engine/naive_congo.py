"""A naive implementation of Congo, as simple as the rules: the reference for the fast one.

A board is a dict from square to piece letter, a square a pair (file 0-6, rank 1-7). Nothing here is
shared with the engine, and nothing is optimised, except that a monkey's walks are followed as states
(square, captured set) level by level: one monkey can walk more than 50,000 paths.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Square = tuple[int, int]
Board = dict[Square, str]
Path = tuple[Square, ...]

FILES = "abcdefg"
RIVER = 4
LETTERS = "LZEGCMPS"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
AROUND = STRAIGHT + DIAGONAL
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"


class BadFen(ValueError):
    """The text is not a position."""


@dataclass(frozen=True)
class NaiveCongoPosition:
    """Board, side to move (``w`` or ``b``) and move number."""

    board: Board
    side: str
    number: int = 1


@dataclass(frozen=True)
class NaiveCongoMove:
    """A move, with the first of its equivalent paths by square names."""

    start: Square
    end: Square
    captured: frozenset[Square]
    path: Path

    @property
    def text(self) -> str:
        """The move as it is written."""
        return "".join(name(square) for square in self.path)

    @property
    def identity(self) -> tuple[str, str, frozenset[str]]:
        """The key that is equal for equivalent paths."""
        return name(self.start), name(self.end), frozenset(name(square) for square in self.captured)


# --- squares and pieces


def name(square: Square) -> str:
    """Return a square's name."""
    return FILES[square[0]] + str(square[1])


def square_of(text: str) -> Square:
    """Return the square of that name."""
    return FILES.index(text[0]), int(text[1])


def on_board(square: Square) -> bool:
    """Return whether there is such a square."""
    return 0 <= square[0] < 7 and 1 <= square[1] <= 7


def step(square: Square, direction: tuple[int, int], count: int = 1) -> Square:
    """Return the square `count` steps away, which may be off the board."""
    return square[0] + count * direction[0], square[1] + count * direction[1]


def owner(piece: str) -> str:
    """Return the side of a piece letter."""
    return "w" if piece.isupper() else "b"


def other(side: str) -> str:
    """Return the other side."""
    return "b" if side == "w" else "w"


def forward(side: str) -> int:
    """Return the direction in which a side's pawns go."""
    return 1 if side == "w" else -1


def in_castle(square: Square, side: str) -> bool:
    """Return whether a square lies in a side's castle."""
    return 2 <= square[0] <= 4 and square[1] in ((1, 2, 3) if side == "w" else (5, 6, 7))


def past_river(square: Square, side: str) -> bool:
    """Return whether a square lies on the enemy's half."""
    return square[1] > RIVER if side == "w" else square[1] < RIVER


# --- FEN


def parse(text: str) -> NaiveCongoPosition:
    """Parse a position in any of the accepted forms.

    Raises:
        BadFen: the text is not a position.
    """
    slash_form = re.fullmatch(r"([^\s/]+(?:/[^\s/]+){6})/([wb])(/-1)?", text.strip())
    fields = [slash_form[1], slash_form[2]] if slash_form else text.split()
    if len(fields) not in (2, 3):
        raise BadFen("number of fields")
    if fields[1] not in ("w", "b"):
        raise BadFen("side")
    number = fields[2] if len(fields) == 3 else "1"
    if not re.fullmatch("[0-9]+", number):
        raise BadFen("move number")
    board = parse_board(fields[0])
    check(board)
    return NaiveCongoPosition(board, fields[1], int(number))


def parse_board(text: str) -> Board:
    """Parse the first field.

    Raises:
        BadFen: the text is not a board.
    """
    ranks = text.split("/")
    if len(ranks) != 7:
        raise BadFen("number of ranks")
    board: Board = {}
    for rank, row in zip(range(7, 0, -1), ranks, strict=True):
        cells = re.sub("[1-7]", lambda match: "." * int(match[0]), row)
        if not re.fullmatch(f"[.{LETTERS}{LETTERS.lower()}]{{7}}", cells):
            raise BadFen(f"rank {rank}")
        board.update({(file, rank): cell for file, cell in enumerate(cells) if cell != "."})
    return board


def check(board: Board) -> None:
    """Check that the board is legal in a FEN.

    Raises:
        BadFen: it is not.
    """
    lions = [square for square, piece in board.items() if piece in "Ll"]
    if not lions or any(list(board.values()).count(lion) > 1 for lion in "Ll"):
        raise BadFen("number of lions")
    for square in lions:
        homes = "wb" if len(lions) == 1 else owner(board[square])
        if not any(in_castle(square, home) for home in homes):
            raise BadFen("lion outside its castle")
    if any(board.get((file, rank)) == pawn for file in range(7) for rank, pawn in ((7, "P"), (1, "p"))):
        raise BadFen("pawn on its last rank")
    if any(sum(owner(piece) == side for piece in board.values()) > 14 for side in "wb"):
        raise BadFen("too many pieces")


def format_board(board: Board) -> str:
    """Format a board as the first field."""
    rows = ("".join(board.get((file, rank), ".") for file in range(7)) for rank in range(7, 0, -1))
    return "/".join(re.sub(r"\.+", lambda match: str(len(match[0])), row) for row in rows)


def format_position(position: NaiveCongoPosition) -> str:
    """Format a position, always with three fields."""
    return f"{format_board(position.board)} {position.side} {position.number}"


def flip(position: NaiveCongoPosition) -> NaiveCongoPosition:
    """Return the same position with the colours swapped and the ranks mirrored."""
    board = {(file, 8 - rank): piece.swapcase() for (file, rank), piece in position.board.items()}
    return NaiveCongoPosition(board, other(position.side), position.number)


# --- moves


def is_empty(board: Board, square: Square) -> bool:
    """Return whether a piece that may not capture can go to a square."""
    return on_board(square) and square not in board


def is_enterable(board: Board, square: Square, side: str) -> bool:
    """Return whether a piece of `side` that may capture can go to a square."""
    return on_board(square) and (square not in board or owner(board[square]) != side)


def lion_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a lion's steps within its castle and its flying capture."""
    for direction in AROUND:
        target = step(square, direction)
        if in_castle(target, side) and is_enterable(board, target, side):
            yield target
    for across in (-1, 0, 1):
        direction = (across, forward(side))
        target = step(square, direction)
        while is_empty(board, target):
            target = step(target, direction)
        if on_board(target) and board[target] == ("l" if side == "w" else "L"):
            yield target


def zebra_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a zebra's destinations."""
    return (target for jump in KNIGHT if is_enterable(board, target := step(square, jump), side))


def elephant_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield an elephant's destinations."""
    targets = (step(square, direction, far) for direction in STRAIGHT for far in (1, 2))
    return (target for target in targets if is_enterable(board, target, side))


def giraffe_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a giraffe's destinations."""
    yield from (target for direction in AROUND if is_empty(board, target := step(square, direction)))
    yield from (
        target for direction in AROUND if is_enterable(board, target := step(square, direction, 2), side)
    )


def crocodile_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a crocodile's destinations; one step away may be yielded twice, as part of a slide."""
    yield from (
        target for direction in AROUND if is_enterable(board, target := step(square, direction), side)
    )
    to_river = RIVER - square[1]
    towards = (0, 1 if to_river > 0 else -1)
    slides = [(towards, abs(to_river))] if to_river else [((1, 0), 6), ((-1, 0), 6)]
    for direction, longest in slides:
        for far in range(1, longest + 1):
            target = step(square, direction, far)
            if is_enterable(board, target, side):
                yield target
            if not is_empty(board, target):
                break


def monkey_steps(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a monkey's destinations without its jumps."""
    return (target for direction in AROUND if is_empty(board, target := step(square, direction)))


def retreats(board: Board, square: Square, directions: list[tuple[int, int]]) -> Iterator[Square]:
    """Yield the squares one or two steps away that are reached without capturing or jumping."""
    for direction in directions:
        if is_empty(board, step(square, direction)):
            yield step(square, direction)
            if is_empty(board, step(square, direction, 2)):
                yield step(square, direction, 2)


def pawn_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a pawn's destinations."""
    ahead = forward(side)
    yield from (target for x in (-1, 0, 1) if is_enterable(board, target := step(square, (x, ahead)), side))
    if past_river(square, side):
        yield from retreats(board, square, [(0, -ahead)])


def superpawn_moves(board: Board, square: Square, side: str) -> Iterator[Square]:
    """Yield a superpawn's destinations."""
    ahead = forward(side)
    directions = [(-1, ahead), (0, ahead), (1, ahead), (-1, 0), (1, 0)]
    yield from (
        target for direction in directions if is_enterable(board, target := step(square, direction), side)
    )
    yield from retreats(board, square, [(-1, -ahead), (0, -ahead), (1, -ahead)])


SINGLE_MOVES: dict[str, Callable[[Board, Square, str], Iterator[Square]]] = {
    "L": lion_moves,
    "Z": zebra_moves,
    "E": elephant_moves,
    "G": giraffe_moves,
    "C": crocodile_moves,
    "M": monkey_steps,
    "P": pawn_moves,
    "S": superpawn_moves,
}


def jumps(
    board: Board, start: Square, square: Square, jumped: frozenset[Square]
) -> Iterator[tuple[Square, Square]]:
    """Yield (jumped, landing) of every jump of the monkey from `start`, now on `square`."""
    side = owner(board[start])
    for direction in AROUND:
        over, landing = step(square, direction), step(square, direction, 2)
        if over not in board or owner(board[over]) == side or over in jumped or not on_board(landing):
            continue
        if landing not in board or landing == start:
            yield over, landing


def monkey_captures(board: Board, start: Square) -> Iterator[NaiveCongoMove]:
    """Yield every capture of a monkey once, with the first of its paths."""
    level: dict[tuple[Square, frozenset[Square]], Path] = {(start, frozenset()): (start,)}
    while level:
        following: dict[tuple[Square, frozenset[Square]], Path] = {}
        for (square, jumped), path in level.items():
            for over, landing in jumps(board, start, square, jumped):
                state, longer = (landing, jumped | {over}), (*path, landing)
                following[state] = min(following.get(state, longer), longer)
        for (square, jumped), path in following.items():
            yield NaiveCongoMove(start, square, jumped, path)
        level = following


def monkey_paths(board: Board, start: Square) -> Iterator[tuple[Path, frozenset[Square]]]:
    """Yield every capturing path of a monkey; there may be very many."""

    def onward(path: Path, jumped: frozenset[Square]) -> Iterator[tuple[Path, frozenset[Square]]]:
        for over, landing in jumps(board, start, path[-1], jumped):
            yield (*path, landing), jumped | {over}
            yield from onward((*path, landing), jumped | {over})

    return onward((start,), frozenset())


def piece_moves(board: Board, square: Square) -> list[NaiveCongoMove]:
    """Return the moves of the piece on `square`, whichever side is to move."""
    piece = board[square]
    targets = set(SINGLE_MOVES[piece.upper()](board, square, owner(piece)))
    moves = [NaiveCongoMove(square, end, frozenset({end} & board.keys()), (square, end)) for end in targets]
    if piece in "Mm":
        moves += monkey_captures(board, square)
    return moves


def legal_moves(position: NaiveCongoPosition) -> list[NaiveCongoMove]:
    """Return the legal moves sorted by text; none if a lion is missing or only lions are left."""
    if lions_result(position.board) is not None:
        return []
    mine = [square for square, piece in position.board.items() if owner(piece) == position.side]
    moves = [move for square in mine for move in piece_moves(position.board, square)]
    return sorted(moves, key=lambda move: move.text)


def drowning(position: NaiveCongoPosition, move: NaiveCongoMove) -> set[Square]:
    """Return the squares on which the mover's pieces drown after the move."""
    board, side = position.board, position.side
    wet = {s for s in board if s[1] == RIVER and owner(board[s]) == side and board[s] not in "Cc"}
    if move.start not in wet:
        return wet
    return wet - {move.start} | ({move.end} if move.end[1] == RIVER else set())


def play(position: NaiveCongoPosition, move: NaiveCongoMove) -> NaiveCongoPosition:
    """Return the position after a legal move."""
    piece = position.board[move.start]
    board = {s: p for s, p in position.board.items() if s != move.start and s not in move.captured}
    board[move.end] = {("P", 7): "S", ("p", 1): "s"}.get((piece, move.end[1]), piece)
    for square in drowning(position, move):
        del board[square]
    return NaiveCongoPosition(board, other(position.side), position.number + (position.side == "b"))


# --- results


def lions_result(board: Board) -> str | None:
    """Return the result that follows from the lions alone: ``w``, ``b``, ``draw`` or None."""
    pieces = set(board.values())
    if "l" not in pieces or "L" not in pieces:
        return "w" if "L" in pieces else "b"
    return "draw" if len(board) == 2 else None


def result(position: NaiveCongoPosition) -> str | None:
    """Return the winner's side, ``draw``, or None during the game."""
    decided = lions_result(position.board)
    if decided is None and not legal_moves(position):
        return other(position.side)
    return decided


def perft(position: NaiveCongoPosition, depth: int) -> int:
    """Return the number of move sequences of that length."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    return len(moves) if depth == 1 else sum(perft(play(position, move), depth - 1) for move in moves)


def divide(position: NaiveCongoPosition, depth: int) -> dict[str, int]:
    """Return for each root move the number of sequences that begin with it."""
    return {move.text: perft(play(position, move), depth - 1) for move in legal_moves(position)}
