"""The board as text, for terminals and for the `d` of the UCI loop."""

from __future__ import annotations

from engine.rules.base import Piece, Position, Rules


def diagram(rules: Rules, position: Position) -> str:
    """Return the board with its coordinates, the first side's pieces in upper case."""
    columns, rows = rules.shape(position)
    pieces = rules.pieces(position)
    lines = []
    for row in reversed(range(rows)):
        cells = (_cell(pieces.get(row * columns + column)) for column in range(columns))
        label = rules.square_name(position, row * columns)[1:]
        lines.append(f"{label} {' '.join(cells)}")
    files = " ".join(rules.square_name(position, column)[0] for column in range(columns))
    return "\n".join([*lines, f"  {files}"])


def _cell(piece: Piece | None) -> str:
    if piece is None:
        return "."
    return piece.kind.upper() if piece.side == 0 else piece.kind.lower()
