"""Minichess on 7x7 squares, with ferz, princess and empress. Rules and notation: README.md in this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from engine.compiled.bitboards import bits
from engine.rules.errors import IllegalMove
from engine.rules.facts import SearchExample
from engine.rules.minichess import board, notation
from engine.rules.minichess.board import (
    BLACK,
    KING,
    LETTERS,
    NAMES,
    START,
    WIDTH,
    ZOBRIST_SIDE,
    square_name,
)
from engine.rules.minichess.notation import CHECKMATE, KING_CAPTURED, NO_CAPTURES, NO_SAFE_MOVES
from engine.rules.move import Move
from engine.rules.notice import Danger, Notice
from engine.rules.outcome import Outcome, Reason
from engine.rules.piece import Piece, Placed
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.rules.transition import Transition

if TYPE_CHECKING:
    from engine.rules.core import Core

REASONS = (
    None,
    KING_CAPTURED,
    Reason.NO_MOVES,
    CHECKMATE,
    NO_SAFE_MOVES,
    NO_CAPTURES,
)
"""What `moves.ending` answers."""
DRAWS = (Reason.NO_MOVES, NO_CAPTURES)


class Minichess(Rules):
    """See `Rules`."""

    name = "minichess"
    title = "Minichess"
    side_names = notation.SIDE_NAMES
    kind_names: ClassVar = dict(zip(LETTERS, NAMES, strict=True))
    what_pieces_do: ClassVar = notation.HOW_IT_MOVES
    help = (
        "Chess on 7x7 squares with three more pieces: the ferz (one step diagonally), the princess (bishop "
        "and knight) and the empress (rook and knight). White starts at the top and moves down. Checkmate "
        "wins, and so does capturing the king, which nobody is kept from exposing. Pawns take single steps "
        "and do not promote. Type the two squares of a move, such as c1c2."
    )
    side_below = BLACK
    origin = "Minichess with its fairy pieces comes from a project of the course CS3243."
    sizes = (WIDTH,)
    start_text = START
    ends: ClassVar = (KING_CAPTURED, CHECKMATE, NO_SAFE_MOVES, NO_CAPTURES)
    search_examples: ClassVar = (SearchExample("Minichess: the first moves", "startpos", 2),)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def write(self, position: Position) -> str:
        return notation.write(position)

    def shape(self, position: Position) -> tuple[int, int]:
        return WIDTH, WIDTH

    def square_name(self, position: Position, square: int) -> str:
        return square_name(square)

    def square_at(self, position: Position, name: str) -> int | None:
        return board.square_named(name)

    def pieces(self, position: Position) -> dict[int, Piece]:
        return notation.pieces_of(position)

    def core(self) -> Core:
        # Importing them is what makes these functions known to the core.
        from engine.rules.minichess import evaluate, moves  # noqa: F401

        return moves.CORE

    def counters_of_set_up(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        """See `Rules`: on another board no ply has been without a capture yet."""
        quiet, number = super().counters_of_set_up(like, pieces, side)
        return [quiet if dict(pieces) == self.pieces(like) else "0", number]

    def next_move_number(self, position: Position) -> int:
        return position.move_number + position.side

    def outcome(self, position: Position) -> Outcome | None:
        from engine.rules.minichess.moves import ending

        reason = REASONS[ending(position.record)]
        if reason is None:
            return None
        return Outcome(None if reason in DRAWS else 1 - position.side, reason)

    def parse_move(self, position: Position, text: str) -> Move:
        start, end = notation.read_squares(text)
        self.require_mover(position, text, start)
        found = self.moves_between(position, start, end)
        if not found:
            raise IllegalMove(f"{text} is not possible: {notation.why_not(position, start, end)}")
        return found[0]

    def transition(self, position: Position, move: Move) -> Transition:
        pieces = self.pieces(position)
        start, end = move.path
        captured = (Placed(end, pieces[end]),) if end in pieces else ()
        return Transition(pieces[start], move.path, captured=captured)

    # --- advice

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        piece = self.pieces(position).get(path[0] if path else square)
        if piece is None or piece.side != position.side:
            return super().reason(position, path, square)
        return notation.why_not(position, path[0], square) if path else notation.why_stuck(position, square)

    def notices(self, position: Position) -> tuple[Notice, ...]:
        from engine.rules.minichess.moves import attackers

        if self.outcome(position) is not None:
            return ()
        record, side = position.record, position.side
        king = int(record["kinds"][KING] & record["sides"][side]).bit_length() - 1
        occupied = record["sides"][0] | record["sides"][1]
        sources = tuple(bits(int(attackers(record, king, 1 - side, occupied))))
        return (Notice(Danger.UNDER_ATTACK, king, sources),) if sources else ()

    def passed(self, position: Position) -> Position | None:
        record = position.copy_record()
        if not all(record["kinds"][KING] & record["sides"]):
            return None
        record["side"] = BLACK - position.side
        record["key"] ^= ZOBRIST_SIDE
        return Position(record, position.move_number)


RULES = Minichess()
