"""The common parts of all games' FENs: fields, rows and counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.rules import texts
from engine.rules.errors import FenError
from engine.rules.values import Piece
from engine.system.errors import quoted

BOARD, SIDE, MOVE_NUMBER, END = texts.BOARD, texts.SIDE, texts.MOVE_NUMBER, texts.END
"""Names of fields in error messages; the last is for text after all fields."""
MAX_DIGITS = 1000
"""Digits of the longest counter that is read."""


def split_fields(text: str, names: Sequence[str], required: int) -> list[str]:
    """Split a text into fields with these names, the first `required` of which must be there.

    Raises:
        FenError: there are fewer or more.
    """
    fields = text.split()
    if len(fields) < required:
        raise FenError(names[len(fields)], texts.field_missing(names))
    if len(fields) > len(names):
        raise FenError(END, texts.unexpected(quoted(fields[len(names)]), names))
    return fields


def parse_side(text: str, names: Sequence[str]) -> int:
    """Return the side of a letter: the first of its name.

    Raises:
        FenError: no name begins with it.
    """
    letters = [name[0] for name in names]
    if text not in letters:
        known = [texts.side_letter(name[0], name.title()) for name in names]
        raise FenError(SIDE, texts.not_a_side(quoted(text), known))
    return letters.index(text)


def parse_number(field: str, text: str) -> int:
    """Return the value of a counter, a whole number, 0 or more.

    Raises:
        FenError: the text is no such number, or too long.
    """
    if not (text.isascii() and text.isdigit()):
        raise FenError(field, texts.not_a_counter(quoted(text)))
    if len(text) > MAX_DIGITS:
        raise FenError(field, texts.too_many_digits(len(text), MAX_DIGITS))
    return int(text)


def format_number(number: int) -> str:
    """Return a counter as text: the highest one that is read, if it has gone beyond."""
    return str(min(number, 10**MAX_DIGITS - 1))


def split_rows(board: str, count: int, word: str) -> list[str]:
    """Split a board into its rows; `word` is what one of them is called.

    Raises:
        FenError: there are not `count` rows.
    """
    rows = board.split("/")
    if len(rows) != count:
        raise FenError(BOARD, texts.wrong_rows(len(rows), word, count))
    return rows


def parse_row(text: str, width: int, letters: str, known: str, where: str) -> Iterator[tuple[int, str]]:
    """Yield columns and letters of a row in which digits are empty squares.

    `letters` are the pieces, `known` is how an error message lists them, and `where` names the row.

    Raises:
        FenError: the row has other letters, or not `width` squares.
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
            raise FenError(BOARD, texts.not_a_piece(sign, known, width), where)
    if column != width:
        raise FenError(BOARD, texts.wrong_squares(quoted(text), column, width), where)


def parse_pieces(
    rows: Sequence[str], labels: Iterable[str], width: int, letters: Mapping[str, Piece], known: str
) -> dict[int, Piece]:
    """Return the pieces, by square, of rows from the top down; `labels` name these in error messages.

    Raises:
        FenError: a row cannot be read; see `parse_row`.
    """
    return {
        (len(rows) - number) * width + column: letters[letter]
        for number, (row, label) in enumerate(zip(rows, labels, strict=True), start=1)
        for column, letter in parse_row(row, width, "".join(letters), known, label)
    }


def format_row(letters: Sequence[str]) -> str:
    """Return a row of letters as text, with digits for its empty squares, which are empty texts."""
    text, empty = "", 0
    for letter in (*letters, None):
        if letter == "":
            empty += 1
            continue
        text += (str(empty) if empty else "") + (letter or "")
        empty = 0
    return text
