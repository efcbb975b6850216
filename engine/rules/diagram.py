"""The board as text, for terminals and for the `d` of the UCI loop."""

from __future__ import annotations

from engine.rules.rules import Rules
from engine.rules.values import Piece, Position


def diagram(rules: Rules, position: Position) -> str:
    """Return the board with its coordinates, the first side's pieces in upper case."""
    columns, rows = rules.notation.shape(position)
    pieces = rules.notation.pieces(position)
    cells = [[_cell(pieces.get(row * columns + column)) for column in range(columns)] for row in range(rows)]
    width = max(len(cell) for row in cells for cell in row)
    row_labels, column_labels = _labels(rules, position)
    lines = [_line(label, row, width) for label, row in zip(row_labels, cells, strict=True)]
    return "\n".join([*reversed(lines), _line(" ", column_labels, width)])


def _line(label: str, cells: list[str], width: int) -> str:
    return " ".join([label, *(cell.ljust(width) for cell in cells)]).rstrip()


def _cell(piece: Piece | None) -> str:
    if piece is None:
        return "."
    letter = piece.kind.upper() if piece.side == 0 else piece.kind.lower()
    return letter if piece.count == 1 else f"{letter}{piece.count}"


def _labels(rules: Rules, position: Position) -> tuple[list[str], list[str]]:
    """Return the parts of the squares' names that belong to the rows and those that belong to the columns."""
    columns, rows = rules.notation.shape(position)
    first_row = [rules.notation.square_name(position, column) for column in range(columns)]
    first_column = [rules.notation.square_name(position, row * columns) for row in range(rows)]
    row_at, column_at = (0, 1) if first_row[0][0] == first_row[-1][0] else (1, 0)
    return [name[row_at] for name in first_column], [name[column_at] for name in first_row]
