"""Helpers for tests of Congo: writing positions, and querying the rules.

A layout is a text such as ``"Lc1 le7 Md4"``: pieces in FEN letters, each with its square.
"""

from __future__ import annotations

from engine import rules
from engine.rules.values import FIRST, Move, Placed, Position
from tests.engine import naive_congo as naive

CONGO = rules.get("congo")
SIDES = "wb"


def at(name: str) -> int:
    """Return the engine's number of a square."""
    file, rank = naive.square_of(name)
    return 7 * (rank - 1) + file


def name(square: int) -> str:
    """Return the name of a square by its number."""
    return naive.name((square % 7, square // 7 + 1))


def path(text: str) -> tuple[int, ...]:
    """Return the squares of a move text."""
    return tuple(at(text[i : i + 2]) for i in range(0, len(text), 2))


def place(layout: str, side: str = "w", number: int = 1) -> Position:
    """Return the position with these pieces on the board."""
    return CONGO.notation.parse(naive.format_position(naive_place(layout, side, number)))


def naive_place(layout: str, side: str = "w", number: int = 1) -> naive.NaiveCongoPosition:
    """Return the same for the naive generator."""
    return naive.NaiveCongoPosition(
        {naive.square_of(token[1:]): token[0] for token in layout.split()}, side, number
    )


def flipped(layout: str) -> str:
    """Return the layout with the colours swapped and the ranks mirrored."""
    return " ".join(token[0].swapcase() + token[1] + str(8 - int(token[2])) for token in layout.split())


def flipped_squares(names: str) -> str:
    """Return the squares (or move texts) with the ranks mirrored."""
    return "".join(str(8 - int(sign)) if sign.isdigit() else sign for sign in names)


def layout_of(position: Position) -> str:
    """Return all pieces sorted by square."""
    pieces = CONGO.notation.pieces(position).items()
    tokens = [piece_letter(Placed(square, piece)) + name(square) for square, piece in pieces]
    return " ".join(sorted(tokens, key=lambda token: token[1:]))


def ordered(layout: str) -> str:
    """Return a layout sorted like `layout_of`."""
    return " ".join(sorted(layout.split(), key=lambda token: token[1:]))


def piece_letter(placed: Placed) -> str:
    """Return a piece's FEN letter."""
    kind = placed.piece.kind
    return kind if placed.piece.side == FIRST else kind.lower()


def placed(layout: str) -> set[tuple[str, str]]:
    """Return a layout as a set of (letter, square name)."""
    return {(token[0], token[1:]) for token in layout.split()}


def as_set(pieces: tuple[Placed, ...]) -> set[tuple[str, str]]:
    """Return placed pieces as a set of (letter, square name)."""
    return {(piece_letter(one), name(one.square)) for one in pieces}


def texts(position: Position, start: str = "") -> list[str]:
    """Return the texts of the legal moves, those from one square if it is named."""
    return [move.text for move in CONGO.legal_moves(position) if move.text.startswith(start)]


def targets(position: Position, start: str) -> str:
    """Return the destinations of the piece on a square; a monkey's jumps by their landing squares."""
    return " ".join(text[2:] for text in texts(position, start))


def move(position: Position, text: str) -> Move:
    """Return the legal move of that text."""
    return CONGO.parse_move(position, text)


def after(position: Position, *moves: str) -> Position:
    """Return the position after the moves."""
    for text in moves:
        position = CONGO.play(position, move(position, text))
    return position


def to_naive(position: Position) -> naive.NaiveCongoPosition:
    """Return the position for the naive generator."""
    return naive.parse(CONGO.notation.format(position))


def winner(position: Position) -> str | None:
    """Return ``w``, ``b``, ``draw``, or None during the game."""
    outcome = CONGO.outcome(position)
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else SIDES[outcome.winner]


def assert_targets(layout: str, start: str, expected: str) -> None:
    """Check the destinations of a white piece, also with colours swapped and ranks mirrored."""
    assert set(targets(place(layout), start).split()) == set(expected.split())
    swapped = place(flipped(layout), "b")
    assert set(targets(swapped, flipped_squares(start)).split()) == set(flipped_squares(expected).split())


def assert_after(layout: str, text: str, expected: str) -> None:
    """Check the board after White's move, also with colours swapped."""
    assert layout_of(after(place(layout), text)) == ordered(expected)
    swapped = place(flipped(layout), "b")
    assert layout_of(after(swapped, flipped_squares(text))) == ordered(flipped(expected))
