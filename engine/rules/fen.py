"""The common parts of all games' FENs: fields, rows and counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.rules.errors import FenError
from engine.rules.values import Piece
from engine.system.errors import quoted

BOARD, SIDE, END = "board", "side to move", "end"
"""Names of fields in error messages; the last is whatever stands behind all fields."""
LONGEST_NUMBER = 1000
"""Digits of the longest counter that is read."""


def plural(word: str, count: int) -> str:
    """Return an English word as it is used with a number."""
    return word if count == 1 else word + "s"


def split_fields(text: str, names: Sequence[str], least: int) -> list[str]:
    """Split a text into fields with these names, the first `least` of which must be there."""
    fields = text.split()
    if len(fields) < least:
        raise FenError(names[len(fields)], f"it is missing; a FEN has {_listed(names)}")
    if len(fields) > len(names):
        raise FenError(END, f"{quoted(fields[len(names)])} is too much; a FEN has {_listed(names)}")
    return fields


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def parse_side(text: str, names: Sequence[str]) -> int:
    """Return the side that a letter stands for: the first of its name."""
    letters = [name[0] for name in names]
    if text not in letters:
        known = " nor ".join(f"{name[0]} ({name.title()})" for name in names)
        raise FenError(SIDE, f"{quoted(text)} is neither {known}")
    return letters.index(text)


def parse_number(field: str, text: str) -> int:
    """Return the value of a counter, a whole number from 0 up."""
    if not (text.isascii() and text.isdigit()):
        raise FenError(field, f"{quoted(text)} is not a whole number from 0 up")
    if len(text) > LONGEST_NUMBER:
        raise FenError(field, f"it has {len(text)} digits; at most {LONGEST_NUMBER} are read")
    return int(text)


def split_rows(board: str, count: int, word: str) -> list[str]:
    """Split a board into its rows; `word` is what one of them is called."""
    rows = board.split("/")
    if len(rows) != count:
        raise FenError(
            BOARD, f"it has {len(rows)} {plural(word, len(rows))} instead of {count}, separated by /"
        )
    return rows


def parse_row(text: str, width: int, letters: str, known: str, where: str) -> Iterator[tuple[int, str]]:
    """Yield columns and letters of a row in which digits stand for empty squares.

    `letters` are the pieces, `known` is how an error message lists them, and `where` names the row.
    """
    column = 0
    for sign in text:
        if sign in "123456789"[:width]:
            column += int(sign)
        elif sign in letters:
            if column < width:
                yield column, sign
            column += 1
        else:
            raise FenError(BOARD, f"'{sign}' is neither a piece ({known}) nor 1 to {width}", where)
    if column != width:
        reason = f"{quoted(text)} has {column} {plural('square', column)} instead of {width}"
        raise FenError(BOARD, reason, where)


def parse_pieces(
    rows: Sequence[str], labels: Iterable[str], width: int, letters: Mapping[str, Piece], known: str
) -> dict[int, Piece]:
    """Return the pieces, by square, of rows from the top down; `labels` name these in error messages."""
    return {
        (len(rows) - number) * width + column: letters[letter]
        for number, (row, label) in enumerate(zip(rows, labels, strict=True), start=1)
        for column, letter in parse_row(row, width, "".join(letters), known, label)
    }


def format_row(letters: Sequence[str]) -> str:
    """Write a row of letters, with digits for its empty squares, which are empty texts."""
    text, empty = "", 0
    for letter in (*letters, None):
        if letter == "":
            empty += 1
            continue
        text += (str(empty) if empty else "") + (letter or "")
        empty = 0
    return text
