"""Bonzee: tokens that attack by running up and backing off. Rules and notation: README.md in this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from engine.rules.bonzee import board, notation
from engine.rules.bonzee.board import CELLS, DRAWING_PLIES, HEIGHT, START, WIDTH, code_captured
from engine.rules.bonzee.notation import NO_ATTACK, NO_TOKENS
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


class Bonzee(Rules):
    """See `Rules`."""

    name = "bonzee"
    title = "Bonzee"
    side_names = notation.SIDE_NAMES
    stones: ClassVar = ("G", "R")
    kind_names: ClassVar = {"G": "token", "R": "token"}
    what_pieces_do: ClassVar = dict.fromkeys(("G", "R"), notation.WHAT_A_TOKEN_DOES)
    help = (
        "Take all enemy tokens and you win. A token moves one step to an empty cell, diagonally only from a "
        "dark cell. If the cell beyond holds an enemy, the whole row of enemies there is taken; if not, but "
        "an enemy was right behind the token, the row behind is taken. Ten turns in a row without an attack "
        "are a draw. Type the two cells, such as C5 B6."
    )
    piece_words: ClassVar = ("token", "tokens")
    first_hint = "Click a token, then a marked cell."
    origin = "Bonzee, a relative of fanorona, comes from a course project (COMP 472/6721)."
    sizes = (WIDTH,)
    start_text = START
    reply_time = 3000
    ends: ClassVar = (NO_TOKENS, NO_ATTACK)
    search_examples: ClassVar = (SearchExample("Bonzee: forward or backward", "9/9/3rg1r2/9/9 g 0", 3),)

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

    def counters_of_set_up(self, like: Position, pieces: Mapping[int, Piece], side: int) -> list[str]:
        """See `Rules`: on another board no attack has been missed yet."""
        changed = dict(pieces) != self.pieces(like)
        return ["0"] if changed else super().counters_of_set_up(like, pieces, side)

    def core(self) -> Core:
        # Importing them is what makes these functions known to the core.
        from engine.rules.bonzee import evaluate, moves  # noqa: F401

        return moves.CORE

    def outcome(self, position: Position) -> Outcome | None:
        tokens = position.record["tokens"]
        if not tokens.all():
            return Outcome(0 if tokens[0] else 1, NO_TOKENS)
        if position.record["quiet"] >= DRAWING_PLIES:
            return Outcome(None, NO_ATTACK)
        if not self.legal_codes(position):
            return Outcome(1 - position.side, Reason.NO_MOVES)
        return None

    def parse_move(self, position: Position, text: str) -> Move:
        path = notation.read_move(text)
        if path is None:
            raise IllegalMove(f"{quoted(text)} is not a move; write the two cells, such as C5B6 or C5 B6")
        written = self.move_text(position, path)
        self.require_mover(position, written, path[0])
        for move in self.legal_moves(position):
            if move.path == path:
                return move
        raise IllegalMove(f"{written} is not possible: {notation.why_not(position, *path)}")

    def reason(self, position: Position, path: tuple[int, ...], square: int) -> str:
        piece = self.pieces(position).get(path[0] if path else square)
        if len(path) > 1 or piece is None or piece.side != position.side:
            return super().reason(position, path, square)
        return notation.why_not(position, path[0], square) if path else notation.why_stuck(square)

    def passed(self, position: Position) -> Position:
        return notation.position_of(self.pieces(position), 1 - position.side, int(position.record["quiet"]))

    def transition(self, position: Position, move: Move) -> Transition:
        pieces = self.pieces(position)
        start, end = move.path
        taken = [cell for cell in range(CELLS) if code_captured(move.code) >> cell & 1]
        captured = tuple(Placed(cell, pieces[cell]) for cell in notation.in_order(start, taken))
        return Transition(pieces[start], (start, end), captured)

    def verb(self, transition: Transition) -> str:
        return notation.verb(transition.path[0], [placed.square for placed in transition.captured])


RULES = Bonzee()
