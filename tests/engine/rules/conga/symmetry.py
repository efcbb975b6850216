"""Conga's symmetries: files mirrored, ranks mirrored, files and ranks exchanged, colours swapped."""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.rules.games import Symmetry

FILES, RANKS = "abcd", "1234"
Cells = list[list[str]]


def _turned(turn: Callable[[Cells], Cells]) -> Callable[[str], str]:
    def position(fen: str) -> str:
        board, side = fen.split()
        cells = turn([rank.split(",") for rank in board.split("/")])
        return f"{'/'.join(','.join(rank) for rank in cells)} {side}"

    return position


def _replaced(pairs: dict[str, str]) -> Callable[[str], str]:
    """Return the character replacements in a move; exchanging files and ranks also reorders them."""

    def move(text: str) -> str:
        return "".join(pairs.get(sign, sign) for sign in text)

    return move


def _transposed_move(text: str) -> str:
    # a4 is in the corner that stays: ranks are counted from the top as files are from the left.
    file, rank = FILES[RANKS[::-1].index(text[1])], RANKS[::-1][FILES.index(text[0])]
    turned = "".join({"N": "W", "W": "N", "S": "E", "E": "S"}[sign] for sign in text[2:])
    return file + rank + "".join(sorted(turned, key="NSEW".index))


def _swapped(fen: str) -> str:
    return fen.translate(str.maketrans("bw", "wb"))


SYMMETRIES = (
    Symmetry(
        "files mirrored",
        _turned(lambda cells: [rank[::-1] for rank in cells]),
        _replaced({**dict(zip(FILES, FILES[::-1], strict=True)), "E": "W", "W": "E"}),
    ),
    Symmetry(
        "ranks mirrored",
        _turned(lambda cells: cells[::-1]),
        _replaced({**dict(zip(RANKS, RANKS[::-1], strict=True)), "N": "S", "S": "N"}),
    ),
    Symmetry(
        "files and ranks exchanged",
        _turned(lambda cells: [list(column) for column in zip(*cells, strict=True)]),
        _transposed_move,
    ),
    Symmetry("colours swapped", _swapped, lambda move: move, swaps=True),
)
