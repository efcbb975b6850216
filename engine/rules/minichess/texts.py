"""Texts about minichess."""

from __future__ import annotations

# The game

TITLE = "Minichess"
ORIGIN = "Minichess with its fairy pieces comes from a project of the course CS3243."
HELP = (
    "Chess on 7x7 squares with three extra pieces: the ferz (one step diagonally), the princess (bishop "
    "and knight) and the empress (rook and knight). White starts at the top and moves down. Checkmate "
    "wins, and so does capturing the king: moves that leave your own king in danger are legal. Pawns take "
    "single steps and do not promote. Type the two squares of a move, such as c1c2."
)
HOW_IT_MOVES = {
    "P": "goes one step forward, and captures one step diagonally forward",
    "F": "goes one step diagonally",
    "N": "leaps two squares straight and one to the side",
    "B": "slides diagonally",
    "R": "slides along its rank or its file",
    "A": "slides diagonally or leaps like a knight",
    "E": "slides along its rank or its file or leaps like a knight",
    "Q": "slides in any direction",
    "K": "goes one step in any direction",
}
EXAMPLE = "Minichess: the first moves"

# Why a game is over: saved games have these words in them, so they stay as they are

KING_CAPTURED = "the king was captured"
CHECKMATE = "checkmate"
NO_SAFE_MOVES = "every move leaves the king open to capture"
NO_CAPTURES = "50 plies without a capture"

# The same as shown in the window

NO_CAPTURES_SHOWN = "50 turns in a row without a capture"

# The same of the loser, who is filled in

KING_CAPTURED_OF = "{loser}'s king was captured"
KING_CAPTURED_OF_YOU = "your king was captured"

# The terms of the evaluation; reports of experiments have these words in them

TERM_TITLES = {
    "places": "piece placement",
    "mobility": "mobility",
    "near_king": "attack on the king",
    "lone_king": "mop-up against a lone king",
    "tempo": "tempo",
    "haste": "urgency before the draw",
}
OTHER_TERMS = "material"

# Positions

PROGRESS_CLOCK = "plies since the last capture"
KINGS = "kings"


def no_king(side: str, mover: str) -> str:
    return f"{side} has no king on any rank; only the side to move, {mover} here, may have lost its king"


# Moves


def how_it_moves(kind: str, how: str) -> str:
    return f"the {kind} {how}"


def stuck(kind: str) -> str:
    return f"your own pieces are on every square this {kind} could go to"


LAST_ROW = "a pawn on the last rank cannot move: there is no promotion in this game"


def pawn_stopped(kind: str, square: str) -> str:
    return f"the {kind} on {square} blocks this pawn, and the pawn has nothing to capture"


DIAGONAL_CAPTURE = "a pawn goes diagonally only to capture"
NO_STRAIGHT_CAPTURE = "a pawn cannot capture straight ahead"
