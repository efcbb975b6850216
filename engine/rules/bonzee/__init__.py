"""Bonzee: tokens that attack by running up and backing off. Rules and notation: README.md in this folder."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from engine.rules import base
from engine.rules.base import (
    GameError,
    IllegalMove,
    Move,
    Outcome,
    Piece,
    Placed,
    Position,
    Reason,
    Transition,
    code_ends,
    quoted,
)
from engine.rules.bonzee import board, notation
from engine.rules.bonzee.board import CELLS, DRAWING_PLIES, HEIGHT, START, WIDTH, code_captured

if TYPE_CHECKING:
    from engine.rules.core import Core


class Bonzee(base.Rules):
    """See `base.Rules`."""

    name = "bonzee"
    title = "Bonzee"
    side_names = notation.SIDE_NAMES
    stones: ClassVar = ("G", "R")
    kind_names: ClassVar = {"G": "token", "R": "token"}
    what_pieces_do: ClassVar = dict.fromkeys(("G", "R"), notation.WHAT_A_TOKEN_DOES)
    help = (
        "Take all enemy tokens and you win. A token moves one step to an empty cell, diagonally only from a "
        "black cell. If the cell beyond holds an enemy, the whole row of enemies there is taken; if not, but "
        "an enemy was right behind the token, the row behind is taken. Ten turns in a row without an attack "
        "are a draw. Type the two cells, such as C5 B6."
    )
    sizes = (WIDTH,)
    reply_time = 3000

    def start(self, size: int | None = None) -> Position:
        if size not in (None, WIDTH):
            raise GameError(f"Bonzee is played on 9x5 cells, not on a board of size {size}")
        return self.parse(START)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def write(self, position: Position) -> str:
        return notation.write(position)

    def shape(self, position: Position) -> tuple[int, int]:
        return WIDTH, HEIGHT

    def square_name(self, position: Position, square: int) -> str:
        return board.cell_name(square)

    def square_at(self, position: Position, name: str) -> int | None:
        return board.cell_named(name)

    def pieces(self, position: Position) -> dict[int, Piece]:
        return notation.pieces_of(position)

    def core(self) -> Core:
        # Importing them is what makes these functions known to the core.
        from engine.rules.bonzee import evaluate, moves  # noqa: F401

        return moves.CORE

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return _legal_moves(position)

    def play(self, position: Position, move: Move) -> Position:
        record = position.copy_record()
        self.core().play(record, move.code)
        return Position(record)

    def outcome(self, position: Position) -> Outcome | None:
        tokens = position.record["tokens"]
        if not tokens.all():
            return Outcome(0 if tokens[0] else 1, Reason.NO_TOKENS)
        if position.record["quiet"] >= DRAWING_PLIES:
            return Outcome(None, Reason.NO_ATTACK)
        if not self.legal_moves(position):
            return Outcome(1 - position.side, Reason.NO_MOVES)
        return None

    def parse_move(self, position: Position, text: str) -> Move:
        path = notation.read_move(text)
        if path is None:
            raise IllegalMove(f"{quoted(text)} is not a move; write the two cells, such as C5B6 or C5 B6")
        written = notation.move_text(path)
        self.require_mover(position, written, path[0])
        for move in self.legal_moves(position):
            if move.path == path:
                return move
        raise IllegalMove(f"{written} is not possible: {notation.why_not(position, *path)}")

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        if len(path) != 1 or path[0] not in self.pieces(position):
            return super().reason(position, path, square)
        return notation.why_not(position, path[0], square)

    def passed(self, position: Position) -> Position:
        return notation.position_of(self.pieces(position), 1 - position.side, int(position.record["quiet"]))

    def transition(self, position: Position, move: Move) -> Transition:
        pieces = self.pieces(position)
        start, end = move.path
        taken = [cell for cell in range(CELLS) if code_captured(move.code) >> cell & 1]
        captured = tuple(Placed(cell, pieces[cell]) for cell in notation.in_order(start, taken))
        return Transition(pieces[start], (start, end), captured)


@lru_cache(base.POSITIONS_REMEMBERED)
def _legal_moves(position: Position) -> tuple[Move, ...]:
    ends = {code: code_ends(code) for code in RULES.core().moves(position.record)}
    return base.sorted_moves(Move(code, notation.move_text(path), path) for code, path in ends.items())


RULES = Bonzee()
