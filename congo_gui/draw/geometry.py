"""Conversions between squares, board units and pixels.

Board units count squares: the centre of the square in column `c` and row `r` is ``(c, r)``, whichever
way the board is oriented. Pixels are those of the window, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

Box = tuple[int, int, int, int]
"""x, y, width and height in pixels."""

MARGIN = 0.42
"""Width of the frame with its coordinates, in cells."""


def margin_of(cell: int) -> int:
    """Return the width in pixels of the frame round a board with cells of that size."""
    return round(MARGIN * cell)


@dataclass(frozen=True)
class Geometry:
    """A board in the window: `left` and `top` are the corner of the squares, inside the margin."""

    left: int
    top: int
    cell: int
    columns: int
    rows: int
    flipped: bool = False
    margin: int = 0
    coordinates: bool = True
    """True if the margin shows the names of rows and columns."""

    @classmethod
    def fit(
        cls, area: Iterable[int], columns: int, rows: int, flipped: bool = False, coordinates: bool = True
    ) -> Geometry:
        """Return the board with the largest whole-pixel cells that fits, centred in a rectangle."""
        x, y, width, height = area
        cell = max(1, int(min(width / (columns + 2 * MARGIN), height / (rows + 2 * MARGIN))))
        # Rounding the margin up may cost the last pixel.
        while cell > 1 and not _fits(cell, columns, width, rows, height):
            cell -= 1
        left = x + (width - columns * cell) // 2
        top = y + (height - rows * cell) // 2
        return cls(left, top, cell, columns, rows, flipped, margin_of(cell), coordinates)

    def with_orientation(self, flipped: bool) -> Geometry:
        """Return the same board, flipped or not."""
        return replace(self, flipped=flipped)

    def moved(self, dx: int, dy: int) -> Geometry:
        """Return the same board shifted by pixels, e.g. to draw it on a separate surface."""
        return replace(self, left=self.left + dx, top=self.top + dy)

    @property
    def squares(self) -> range:
        """All squares of the board."""
        return range(self.columns * self.rows)

    @property
    def board_rect(self) -> Box:
        """The squares alone."""
        return self.left, self.top, self.columns * self.cell, self.rows * self.cell

    @property
    def outer_rect(self) -> Box:
        """The squares and the margin round them."""
        x, y, width, height = self.board_rect
        return x - self.margin, y - self.margin, width + 2 * self.margin, height + 2 * self.margin

    def column_row(self, square: int) -> tuple[int, int]:
        """Return the column and the row of a square."""
        return square % self.columns, square // self.columns

    def square_of(self, column: int, row: int) -> int | None:
        """Return the square there, None beyond the edge."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def square_rect(self, square: int) -> Box:
        """Return the pixels of a square."""
        column, row = self.column_row(square)
        across = self.columns - 1 - column if self.flipped else column
        down = row if self.flipped else self.rows - 1 - row
        return self.left + across * self.cell, self.top + down * self.cell, self.cell, self.cell

    def center(self, square: int) -> tuple[int, int]:
        """Return the pixel in the middle of a square."""
        x, y, width, height = self.square_rect(square)
        return x + width // 2, y + height // 2

    def point(self, column: float, row: float) -> tuple[float, float]:
        """Return the pixel position of a place in board units."""
        across = self.columns - 1 - column if self.flipped else column
        down = row if self.flipped else self.rows - 1 - row
        return self.left + (across + 0.5) * self.cell, self.top + (down + 0.5) * self.cell

    def square_at(self, xy: tuple[int, int]) -> int | None:
        """Return the square under a pixel, None beside the board."""
        across = (xy[0] - self.left) // self.cell
        down = (xy[1] - self.top) // self.cell
        if self.flipped:
            return self.square_of(self.columns - 1 - across, down)
        return self.square_of(across, self.rows - 1 - down)


def _fits(cell: int, columns: int, width: int, rows: int, height: int) -> bool:
    frame = 2 * margin_of(cell)
    return columns * cell + frame <= width and rows * cell + frame <= height
