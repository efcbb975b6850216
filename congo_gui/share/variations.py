"""Variations as text, shown on a page below the moves that they replace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from congo_gui.share import texts
from engine.record.parse import NAGS
from engine.record.record import RecordedMove
from engine.record.remark import Remark

NAG_SYMBOLS = {number: sign for sign, number in NAGS.items()}


def variation_text(line: Sequence[RecordedMove], number: int, side: int) -> str:
    """Format a line with comments and variations; its first move has this number and is made by `side`."""
    return " ".join(_words(line, number, side))


def marks_text(nags: Sequence[int]) -> str:
    """Return the symbols of a move's NAGs, as in ``!?``."""
    return "".join(NAG_SYMBOLS.get(nag, "") for nag in nags)


def _words(line: Sequence[RecordedMove], number: int, side: int) -> Iterator[str]:
    needs_number = True
    for recorded in line:
        move = recorded.move.text + marks_text(recorded.nags)
        yield texts.numbered(number, side, move) if needs_number or side == 0 else move
        comment = Remark.parse(recorded.comment).text
        if comment:
            yield texts.remark(comment)
        for other in recorded.variations:
            yield f"({variation_text(other, number, side)})"
        needs_number = bool(comment or recorded.variations)
        number, side = number + side, 1 - side
