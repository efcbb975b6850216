"""Helpers for tests of minichess."""

from __future__ import annotations

from engine import rules
from engine.rules.minichess.board import START
from engine.rules.values import Outcome, Position

__all__ = ["MINICHESS", "START", "after", "ends", "outcome", "place", "square", "targets", "texts"]

MINICHESS = rules.get("minichess")


def place(layout: str, side: str = "w", quiet: int = 0) -> str:
    """Return the FEN of a layout such as ``"Kd0 kd6 Pc3"``: pieces in FEN letters, each with its square."""
    board = [["1"] * 7 for _ in range(7)]
    for token in layout.split():
        board[int(token[2])]["abcdefg".index(token[1])] = token[0]
    rows = "/".join("".join(row) for row in board)
    return MINICHESS.notation.format(MINICHESS.notation.parse(f"{rows} {side} {quiet} 1"))


def texts(fen: str, start: str = "") -> list[str]:
    """Return the legal moves, those of one piece if its square is named."""
    return [
        move.text
        for move in MINICHESS.legal_moves(MINICHESS.notation.parse(fen))
        if move.text.startswith(start)
    ]


def targets(layout: str, start: str, side: str = "w") -> str:
    """Return the destinations of the piece on a square."""
    return " ".join(text[2:] for text in texts(place(layout, side), start))


def after(fen: str, *moves: str) -> str:
    """Return the position after the moves."""
    position = MINICHESS.notation.parse(fen)
    for text in moves:
        position = MINICHESS.play(position, MINICHESS.parse_move(position, text))
    return MINICHESS.notation.format(position)


def outcome(fen: str) -> Outcome | None:
    return MINICHESS.outcome(MINICHESS.notation.parse(fen))


def ends(fen: str) -> str:
    """Return the winner, ``draw`` or ``none``, and the reason."""
    found = outcome(fen)
    if found is None:
        return "none"
    winner = "draw" if found.winner is None else MINICHESS.facts.side_names[found.winner]
    return f"{winner}: {found.reason.value}"


def square(position: Position, name: str) -> int:
    """Return the number of a square."""
    found = MINICHESS.notation.square_at(position, name)
    assert found is not None
    return found
