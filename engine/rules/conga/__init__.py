"""Conga: stacks that spread over a 4x4 board. Rules, rulings and notation: README.md in this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.rules.conga import board, notation
from engine.rules.conga.board import MOST_STONES, START, WHITE, WIDTH, step
from engine.rules.errors import IllegalMove
from engine.rules.facts import SearchExample
from engine.rules.move import Move
from engine.rules.outcome import Outcome, Reason
from engine.rules.piece import Piece, Placed
from engine.rules.position import Position
from engine.rules.rules import Rules
from engine.rules.transition import Transition
from engine.system.errors import quoted

if TYPE_CHECKING:
    from engine.rules.core import Core


class Conga(Rules):
    """See `Rules`."""

    name = "conga"
    title = "Conga"
    side_names = notation.SIDE_NAMES
    kind_names: ClassVar = {"B": "stack", "W": "stack"}
    what_pieces_do: ClassVar = dict.fromkeys(("B", "W"), notation.WHAT_A_STACK_DOES)
    help = (
        "Leave the other side without a move and you win. A move takes all the stones of one of your squares "
        "and lays them out in one direction: one stone on the first square, two on the second, the rest on "
        "the third; where the line is shorter, its last square gets the rest. Only squares that the other "
        "side holds are in the way. Type the square and a direction of the compass, such as a4SE."
    )
    piece_words: ClassVar = ("stack", "stacks")
    first_hint = "Click a stack, then a marked square."
    side_below = WHITE
    origin = "Conga was made by Martin Franke and published in 1998."
    sizes = (WIDTH,)
    start_text = START
    repetitions = 3
    stones: ClassVar = ("B", "W")
    most_stones = MOST_STONES
    between_cells = ","
    search_examples: ClassVar = (SearchExample("Conga: the first moves", "startpos", 3),)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def write(self, position: Position) -> str:
        return notation.write(position)

    def shape(self, position: Position) -> tuple[int, int]:
        return WIDTH, WIDTH

    def square_name(self, position: Position, square: int) -> str:
        return board.square_name(square)

    def square_at(self, position: Position, name: str) -> int | None:
        return board.square_named(name)

    def pieces(self, position: Position) -> dict[int, Piece]:
        return notation.pieces_of(position)

    def cell_text(self, piece: Piece | None) -> str:
        return notation.cell_text(piece)

    def core(self) -> Core:
        # Importing them is what makes these functions known to the core.
        from engine.rules.conga import evaluate, moves  # noqa: F401

        return moves.CORE

    def move_text(self, position: Position, path: tuple[int, ...]) -> str:
        return notation.move_text(*path)

    def outcome(self, position: Position) -> Outcome | None:
        if self.legal_codes(position):
            return None
        return Outcome(1 - position.side, Reason.NO_MOVES)

    def parse_move(self, position: Position, text: str) -> Move:
        named = notation.read_move(text)
        if named is None:
            raise IllegalMove(
                f"{quoted(text)} is not a move; write a stack's square and a direction, such as a4SE"
            )
        start, direction = named
        self.require_mover(position, text, start)
        path = (start, step(start, direction))
        for move in self.legal_moves(position):
            if move.path == path:
                return move
        raise IllegalMove(f"{text} is not possible: {notation.why_not(position, start, direction)}")

    def moves_between(self, position: Position, start: int, end: int) -> tuple[Move, ...]:
        """See `Rules`: a stack may be dragged to any of the squares that it fills."""
        return tuple(
            move
            for move in self.legal_moves(position)
            if move.path[0] == start and end in self.transition(position, move).path[1:]
        )

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        piece = self.pieces(position).get(path[0] if path else square)
        if len(path) > 1 or piece is None or piece.side != position.side:
            return super().reason(position, path, square)
        return notation.why_not_there(position, path[0], square) if path else notation.why_stuck(position)

    def passed(self, position: Position) -> Position:
        return notation.position_of(self.pieces(position), 1 - position.side)

    def transition(self, position: Position, move: Move) -> Transition:
        start, first = move.path
        shares = notation.shares(position, start, first)
        stack = self.pieces(position)[start]
        spread = (Placed(square, Piece(stack.side, stack.kind, stones)) for square, stones in shares.items())
        return Transition(stack, (start, *shares), spread=tuple(spread))


RULES = Conga()
